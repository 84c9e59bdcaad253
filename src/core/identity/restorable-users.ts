import type { Transactor } from '../../db/open.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { AppError } from '../../platform/errors.ts'
import type {
  BackupFilter,
  BackupItem,
  BackupSource,
  Restorable,
  RestoredItem,
} from '../restorable.ts'
import { keyIdOfOwner, ownerOfUser, userIdOf } from './actor.ts'
import { PasskeyStore } from './passkey-store.ts'
import { type UserRow, UserStore, usageNameOf } from './user-store.ts'

interface RestorableUsersOptions {
  users: UserStore
  passkeys: PasskeyStore
  keys: { actor(id: string): unknown; hasLabel(name: string): boolean }
  db: Transactor
}

/**
 * Accounts of a backup, with the identities and passkeys that sign in to them. Sessions, devices and
 * keys are not put back: who has one of them may not be who had it then.
 */
export class RestorableUsers implements Restorable {
  readonly kind = 'users'
  readonly #options: RestorableUsersOptions

  constructor(options: RestorableUsersOptions) {
    this.#options = options
  }

  list(
    { db }: BackupSource,
    { owner, search }: BackupFilter,
    limit: number,
    after?: TimeCursor,
  ): BackupItem[] {
    return new UserStore(db)
      .page(limit, after, { text: owner === undefined ? search : userIdOf(owner) })
      .map((row) => ({
        id: row.id,
        owner: ownerOfUser(row.id),
        title: usageNameOf(row),
        at: row.createdAt,
        isExpired: row.status === 'deleted',
        isThere: this.isThere(row.id),
        files: [],
      }))
  }

  isThere(id: string): boolean {
    const status = this.#options.users.byId(id)?.status
    return status !== undefined && status !== 'deleted'
  }

  ownerOf({ db }: BackupSource, id: string): string | undefined {
    return new UserStore(db).byId(id) && ownerOfUser(id)
  }

  /** A deleted account has its status of the backup again, and the role that it had last. */
  async restore({ db: backup }: BackupSource, id: string): Promise<RestoredItem | undefined> {
    const { users, passkeys, db } = this.#options
    const row = new UserStore(backup).byId(id)
    if (row === undefined || row.status === 'deleted') return undefined
    if (this.isThere(id)) throw new AppError('conflict', 'This user is there already')
    const credentials = new PasskeyStore(backup)
    db.transaction(() => {
      if (users.byId(id) === undefined) this.#insert(new UserStore(backup), row)
      else users.update(id, { status: row.status })
      const handle = credentials.storedHandle(id)
      if (handle !== undefined) passkeys.handleOf(id, () => handle)
      for (const passkey of credentials.ofUser(id)) passkeys.insert(passkey)
    })
    return { lost: [] }
  }

  /** @throws {AppError} `conflict` where nobody could read what belongs to an owner */
  requireOwner(owner: string): void {
    const { keys } = this.#options
    const userId = userIdOf(owner)
    if (userId !== undefined && !this.isThere(userId))
      throw new AppError('conflict', 'Its owner is no user any more: restore the user')
    const keyId = keyIdOfOwner(owner)
    if (keyId !== undefined && keys.actor(keyId) === undefined)
      throw new AppError('conflict', 'The key that it belongs to was revoked: nobody could read it')
  }

  /** Identities that sign in to another account by now stay there. */
  #insert(backup: UserStore, row: UserRow): void {
    const { users, keys } = this.#options
    const name = usageNameOf(row)
    if (users.hasName(name) || keys.hasLabel(name))
      throw new AppError('conflict', `Another user or a key is called ${name} by now`)
    users.insert(row)
    for (const identity of backup.identitiesOf(row.id))
      if (users.byIdentity(identity.issuer, identity.subject) === undefined)
        users.insertIdentity(identity)
  }
}
