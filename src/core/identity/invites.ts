import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId, randomText, sha256 } from '../../platform/ids.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { type Page, timePage } from '../list-page.ts'
import type { InviteRow, InviteStore, InviteUse } from './invite-store.ts'
import type { SessionOrigin, Sessions } from './sessions.ts'
import { PRIMARY_USER_ID, type UserRow, type UserStore } from './user-store.ts'
import { type Identity, nameOf, requireActive, type UserExtras, type Users } from './users.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Bounds of an invitation. See Limits. */
export const MIN_LIFETIME_MS = HOUR_MS
export const MAX_LIFETIME_MS = 30 * DAY_MS
/** @limit invitation-default days */
export const DEFAULT_LIFETIME_MS = 7 * DAY_MS
/** @limit invitation-uses count */
export const MAX_USES = 20
/** Invitations that can be used at the same time. @limit invitations count */
export const MAX_LIVE = 100
/** Of a link that signs in to an account. @limit sign-in-link minutes */
export const LINK_LIFETIME_MS = 10 * 60 * 1000
/** An unused invitation is listed for as long after its end. */
const KEPT_MS = 30 * DAY_MS
const TOKEN_BYTES = 24
const TOKEN = /^[A-Za-z0-9_-]{32}$/
/** In the audit, for somebody who has no account yet. */
const NOBODY = 'Anonymous'

export interface NewInvite {
  label: string
  /** How many people may join. */
  uses: number
  lifetimeMs: number
  extras: UserExtras | null
}

/** An invitation as an admin sees it: never its token, nor the hash. Times are UTC milliseconds. */
export interface InviteRecord extends Omit<InviteRow, 'hash' | 'userId' | 'createdBy'> {
  /** The name of who has made it. */
  createdBy: string
  status: 'open' | 'used' | 'expired' | 'ended'
  joined: InviteUse[]
}

/** What a token opens; of a link, the account that it signs in to. */
export interface OpenedInvite {
  user: UserRow | undefined
}

/** The browser in which an invitation is used, for the audit and the list of sessions. */
export type JoiningBrowser = SessionOrigin & Pick<AuditActor, 'requestId'>

/** The user who has joined or signed in. */
export interface Joined {
  user: UserRow
  /** Of the new session. */
  token: string
}

interface InvitesOptions {
  store: InviteStore
  db: Transactor
  userStore: Pick<UserStore, 'byId'>
  users: Users
  sessions: Sessions
  /** Whether what was granted to a user's account is still good, apart from role and status. */
  isAccountCurrent: (userId: string) => boolean
  audit: Audit
  now: () => number
}

/**
 * Links that make an account or sign in to one. Each is good for a time and a number of uses, and
 * only as long as whoever has made it may do so.
 */
export class Invites {
  readonly #options: InvitesOptions

  constructor(options: InvitesOptions) {
    this.#options = options
  }

  /**
   * @param createdBy Id of an admin's account
   * @returns The token, shown this once
   * @throws {AppError} `conflict` when there are too many; `invalid` for extras that are not known
   */
  create(
    { label, uses, lifetimeMs, extras }: NewInvite,
    createdBy: string,
    auditActor: AuditActor,
  ): { token: string; record: InviteRecord } {
    const { store, db, users, audit, now } = this.#options
    if (store.countLive(now()) >= MAX_LIVE)
      throw new AppError('conflict', `End an invitation first: there are ${MAX_LIVE} open ones`)
    const granted = extras === null ? null : users.grantable(extras)
    const { token, row } = this.#newRow(createdBy, lifetimeMs)
    const invite: InviteRow = { ...row, label, uses, usesLeft: uses, extras: granted }
    db.transaction(() => {
      store.insert(invite)
      const expires_at = new Date(invite.expiresAt).toISOString()
      const after = { label, uses, expires_at, extras: granted }
      audit.record(auditActor, { action: 'invite.create', subject: invite.id, after })
    })
    return { token, record: this.#recordOf(invite, []) }
  }

  /**
   * A link that signs in to an account once, and ends those made before.
   *
   * @param createdBy Id of the account that asks for it: the same, or an admin's
   * @throws {AppError} `not_found`, `account_refused`; `forbidden` for the account of another admin;
   * `conflict` for that of the Primary Key
   */
  createSignInLink(
    userId: string,
    createdBy: string,
    auditActor: AuditActor,
  ): { token: string; expiresAt: number } {
    const { store, db, users, audit } = this.#options
    if (userId === PRIMARY_USER_ID)
      throw new AppError('conflict', 'Sign in with the Primary Key on the other device instead')
    const user = users.get(userId)
    requireActive(user)
    if (user.role === 'admin' && userId !== createdBy)
      throw new AppError('forbidden', 'An admin makes this link in a browser of their own')
    const { token, row } = this.#newRow(createdBy, LINK_LIFETIME_MS)
    db.transaction(() => {
      store.deleteLinksOf(userId)
      store.insert({ ...row, userId })
      const expires_at = new Date(row.expiresAt).toISOString()
      audit.record(auditActor, {
        action: 'invite.create',
        subject: row.id,
        after: { sign_in: userId, expires_at },
      })
    })
    return { token, expiresAt: row.expiresAt }
  }

  /** The newest first. */
  list(limit: number, cursor: string | undefined): Page<InviteRecord> {
    const { store } = this.#options
    const page = timePage(limit, cursor, {
      read: (rows, after) => store.page(rows, after),
      cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      itemOf: (row) => row,
    })
    const uses = store.usesOf(page.items.map(({ id }) => id))
    return { ...page, items: page.items.map((row) => this.#recordOf(row, uses)) }
  }

  /** Ends an invitation; who has joined by it stays. @throws {AppError} `not_found` */
  revoke(id: string, auditActor: AuditActor): void {
    const { store, db, audit, now } = this.#options
    const row = store.byId(id)
    if (row === undefined) throw new AppError('not_found', 'There is no such invitation')
    if (row.revokedAt !== null) return
    db.transaction(() => {
      store.revoke(id, now())
      audit.record(auditActor, { action: 'invite.revoke', subject: id })
    })
  }

  /** What a token opens at present; changes nothing. @returns undefined where it opens nothing */
  lookup(token: string): OpenedInvite | undefined {
    const row = this.#row(token)
    return row !== undefined && this.#isOpen(row) ? { user: this.#userOf(row) } : undefined
  }

  /** Notes in the audit that a token which exists was refused. */
  refuse(token: string, reason: string, browser: JoiningBrowser): void {
    const row = this.#row(token)
    if (row !== undefined) this.#refuse(row, reason, browser)
  }

  /**
   * Uses a token: makes the account with a name, or signs in to the account of the link.
   *
   * @param name Of the new account
   * @throws {AppError} `not_found` for a token that opens nothing; `invalid` or `conflict` for the name
   */
  use(token: string, name: string | undefined, browser: JoiningBrowser): Joined {
    const { users } = this.#options
    return this.#use(sha256(token), browser, ({ userId, extras }) => ({
      user: userId === null ? users.createLocal(name ?? '', extras) : users.signedInLocally(userId),
      isNew: userId === null,
    }))
  }

  /**
   * Uses an invitation with an identity of a provider. Who has an approved account signs in to it,
   * and leaves the invitation as it is.
   *
   * @param hash As {@link hashOf} gives it
   * @throws {AppError} `not_found`, `account_refused`
   */
  useWith(hash: string, identity: Identity, browser: JoiningBrowser): Joined {
    const { users } = this.#options
    return this.#use(hash, browser, ({ extras }, auditActor) =>
      users.invited(identity, extras, auditActor),
    )
  }

  /** Of an invitation's token, to keep while its visitor is at a provider; undefined for a link. */
  hashOf(token: string): string | undefined {
    const row = this.#row(token)
    return row?.userId === null && this.#isOpen(row) ? row.hash : undefined
  }

  /** Ends what a refused user has made, and what signs in to the account. */
  endAllOf(userId: string): void {
    const { store, now } = this.#options
    store.revokeOf(userId, now())
  }

  /** Deletes the links of a deleted user, and from where the user has joined. */
  forgetAllOf(userId: string): void {
    const { store } = this.#options
    store.deleteLinksOf(userId)
    store.forgetUsesOf(userId)
  }

  /** Deletes what has expired a while ago. Called periodically. */
  sweep(): void {
    this.#options.store.sweep(this.#options.now() - KEPT_MS)
  }

  #use(
    hash: string,
    browser: JoiningBrowser,
    open: (invite: InviteRow, auditActor: AuditActor) => { user: UserRow; isNew: boolean },
  ): Joined {
    const { store, db, sessions, audit, now } = this.#options
    const { address, userAgent, requestId } = browser
    const invite = store.byHash(hash)
    if (invite === undefined) throw noInvite()
    if (!this.#isOpen(invite)) {
      this.#refuse(invite, 'not open', browser)
      throw noInvite()
    }
    return db.transaction(() => {
      const { user, isNew } = open(invite, { actor: NOBODY, address, requestId })
      const isUsed = isNew || invite.userId !== null
      if (isUsed && !store.take(hash, now())) throw noInvite()
      if (isNew)
        store.insertUse({ inviteId: invite.id, userId: user.id, address, userAgent, at: now() })
      if (isUsed)
        audit.record(
          { actor: nameOf(user), address, requestId },
          {
            action: 'invite.use',
            subject: invite.id,
            after: invite.userId === null ? { user: user.id } : { sign_in: user.id },
          },
        )
      return { user, token: sessions.start(user.id, { address, userAgent }) }
    })
  }

  #refuse({ id }: InviteRow, reason: string, { address, requestId }: JoiningBrowser): void {
    const { db, audit } = this.#options
    const entry = { action: 'invite.refuse', subject: id, after: { reason } }
    db.transaction(() => audit.record({ actor: NOBODY, address, requestId }, entry))
  }

  #newRow(createdBy: string, lifetimeMs: number): { token: string; row: InviteRow } {
    const token = randomText(TOKEN_BYTES)
    const createdAt = this.#options.now()
    const row = {
      id: randomId('inv_'),
      hash: sha256(token),
      userId: null,
      label: '',
      extras: null,
      uses: 1,
      usesLeft: 1,
      createdBy,
      createdAt,
      expiresAt: createdAt + lifetimeMs,
      revokedAt: null,
    }
    return { token, row }
  }

  #row(token: string): InviteRow | undefined {
    return TOKEN.test(token) ? this.#options.store.byHash(sha256(token)) : undefined
  }

  /** Whether it can be used, and whoever has made it may still make one. */
  #isOpen({ usesLeft, revokedAt, expiresAt, userId, createdBy }: InviteRow): boolean {
    const { userStore, isAccountCurrent, now } = this.#options
    if (usesLeft <= 0 || revokedAt !== null || expiresAt <= now()) return false
    const creator = userStore.byId(createdBy)
    if (creator?.status !== 'active' || !isAccountCurrent(createdBy)) return false
    if (creator.role !== 'admin' && userId !== createdBy) return false
    return userId === null || userStore.byId(userId)?.status === 'active'
  }

  #userOf({ userId }: InviteRow): UserRow | undefined {
    return userId === null ? undefined : this.#options.userStore.byId(userId)
  }

  #recordOf(
    { hash: _, userId: __, createdBy, ...row }: InviteRow,
    uses: readonly InviteUse[],
  ): InviteRecord {
    const { userStore, now } = this.#options
    const creator = userStore.byId(createdBy)
    return {
      ...row,
      createdBy: creator === undefined ? createdBy : nameOf(creator),
      status: statusOf(row, now()),
      joined: uses.filter(({ inviteId }) => inviteId === row.id),
    }
  }
}

function statusOf(
  { usesLeft, revokedAt, expiresAt }: Pick<InviteRow, 'usesLeft' | 'revokedAt' | 'expiresAt'>,
  now: number,
): InviteRecord['status'] {
  if (usesLeft <= 0) return 'used'
  if (revokedAt !== null) return 'ended'
  return expiresAt <= now ? 'expired' : 'open'
}

/** The same for all tokens that open nothing, so that it tells nothing about them. */
function noInvite(): AppError {
  return new AppError('not_found', 'This link is not valid any more: ask for a new one')
}
