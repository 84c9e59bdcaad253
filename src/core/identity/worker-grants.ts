import type { Caller } from '../caller.ts'
import { userIdOf } from './actor.ts'
import type { Keys } from './keys.ts'
import { limitOf } from './profile.ts'
import type { UserRow } from './user-store.ts'
import { NO_EXTRAS } from './users.ts'

interface WorkerGrantsOptions {
  keys: Pick<Keys, 'actor'>
  users: { byId(id: string): UserRow | undefined }
}

/** Which profiles of workers a caller may use at the moment. */
export class WorkerGrants {
  readonly #options: WorkerGrantsOptions

  constructor(options: WorkerGrantsOptions) {
    this.#options = options
  }

  /**
   * Those of a key's profile, or what a user was granted. Admins and the Primary Key have all;
   * devices and machines of the local network have none.
   *
   * @returns null for all
   */
  of({ owner, keyId, deviceId, isOwner }: Caller): readonly string[] | null {
    const { keys } = this.#options
    if (keyId !== null) {
      const actor = keys.actor(keyId)
      if (actor === undefined) return []
      const own = actor.profile === undefined ? null : limitOf(actor.profile.workerProfiles)
      if (actor.userId === undefined) return own
      // A user's key is never more able than the user.
      const granted = this.#ofUser(actor.userId)
      if (own === null || granted === null) return own ?? granted
      return own.filter((name) => granted.includes(name))
    }
    if (deviceId !== undefined) return []
    if (isOwner === true) return null
    const userId = userIdOf(owner)
    if (userId === undefined) return []
    return this.#ofUser(userId)
  }

  #ofUser(userId: string): readonly string[] | null {
    const user = this.#options.users.byId(userId)
    if (user?.role === 'admin') return null
    return limitOf((user?.extras ?? NO_EXTRAS).workerProfiles)
  }
}
