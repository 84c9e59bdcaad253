import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { type IdentityRow, LOCAL_ISSUER, PRIMARY_USER_ID, type UserStore } from './user-store.ts'
import type { Identity } from './users.ts'

/** Of one account. @limit identities count */
export const MAX_IDENTITIES = 10

/** An identity that signs in to an account; the subject stays inside. Times are UTC milliseconds. */
export type IdentityRecord = Omit<IdentityRow, 'userId' | 'subject'>

interface IdentitiesOptions {
  store: UserStore
  db: Transactor
  audit: Audit
  /** Whether a user can sign in without an identity provider and without help. */
  hasPasskey: (userId: string) => boolean
  now: () => number
}

/**
 * Which identities at providers sign in to an account. One is joined from a session of the account
 * alone: an e-mail address says nothing about whose account it is.
 */
export class Identities {
  readonly #options: IdentitiesOptions

  constructor(options: IdentitiesOptions) {
    this.#options = options
  }

  /** The first first. */
  list(userId: string): IdentityRecord[] {
    return this.#options.store
      .identitiesOf(userId)
      .map(({ userId: _, subject: __, ...record }) => record)
  }

  /** @throws {AppError} `conflict` for the account of the Primary Key, and where there are too many */
  requireLinkable(userId: string): void {
    if (userId === PRIMARY_USER_ID)
      throw new AppError(
        'conflict',
        'The Primary Key signs in by itself: no account is joined to it',
      )
    if (this.#options.store.identitiesOf(userId).length >= MAX_IDENTITIES)
      throw new AppError('conflict', `At most ${MAX_IDENTITIES} accounts are connected`)
  }

  /**
   * Joins an identity that a provider has verified.
   *
   * @throws {AppError} `conflict` for one that signs in to another account
   */
  link(userId: string, { issuer, subject, email }: Identity, auditActor: AuditActor): void {
    const { store, db, audit, now } = this.#options
    const owner = store.byIdentity(issuer, subject)
    if (owner?.id === userId) return
    if (owner !== undefined)
      throw new AppError(
        'conflict',
        'That account at the provider signs in to another account here',
      )
    this.requireLinkable(userId)
    db.transaction(() => {
      store.insertIdentity({
        id: randomId('idn_'),
        userId,
        issuer,
        subject,
        email: email ?? null,
        createdAt: now(),
      })
      audit.record(auditActor, { action: 'identity.link', subject: userId, after: { issuer } })
    })
  }

  /**
   * Takes an identity away: signing in by it makes a new account from then on.
   *
   * @param endSessions Ends the sessions that it may have started, in the same transaction
   * @throws {AppError} `not_found`; `conflict` for the last way into the account
   */
  unlink(userId: string, id: string, auditActor: AuditActor, endSessions: () => void): void {
    const { store, db, audit, hasPasskey } = this.#options
    const all = store.identitiesOf(userId)
    const identity = all.find((one) => one.id === id)
    if (identity === undefined) throw new AppError('not_found', 'There is no such account')
    // Who has joined by an invitation never needed a provider.
    const isLastWay = all.length === 1 && store.byId(userId)?.issuer !== LOCAL_ISSUER
    if (isLastWay && !hasPasskey(userId))
      throw new AppError(
        'conflict',
        'This is the only way into your account: add a passkey or another account first',
      )
    db.transaction(() => {
      store.deleteIdentity(id)
      const before = { issuer: identity.issuer }
      audit.record(auditActor, { action: 'identity.unlink', subject: userId, before })
      endSessions()
    })
  }
}
