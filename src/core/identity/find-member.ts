import { AppError } from '../../platform/errors.ts'
import { ownerOfUser } from './actor.ts'
import type { UserRow, UserStore } from './user-store.ts'

/**
 * Finds the member with whom an owner wants to share something.
 *
 * @param name The e-mail address or the name
 * @throws {AppError} `invalid` for nobody, for one of several, and for the owner
 */
export function findMember(users: Pick<UserStore, 'named'>, name: string, owner: string): UserRow {
  const refused = (reason: string) =>
    new AppError('invalid', `Cannot use member: ${reason}`, { param: 'member' })
  const [found, another] = users.named(name)
  if (found === undefined) throw refused('nobody here has this e-mail address or name')
  if (another !== undefined) throw refused('several have this name; use the e-mail address')
  if (ownerOfUser(found.id) === owner) throw refused('this is your own account')
  return found
}
