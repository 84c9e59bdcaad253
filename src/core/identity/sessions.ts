import type { Transactor } from '../../db/open.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId, randomText, sha256 } from '../../platform/ids.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { type Page, timePage } from '../list-page.ts'
import type { SessionRow, SessionStore } from './session-store.ts'
import type { UserRow } from './user-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Since the last use. */
const LIFETIME_MS = 30 * DAY_MS
/**
 * A session is extended when this much of its lifetime is used: one write a day, not one a request.
 */
const RENEW_MS = DAY_MS
/** The last use is stored at most this often. */
const TOUCH_MS = 60_000
const MAX_USER_AGENT_CHARACTERS = 300
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** How long the browser should keep a session's cookie. @limit session days */
export const SESSION_SECONDS = LIFETIME_MS / 1000

/** Where a browser signs in from, for its user to tell sessions apart. */
export interface SessionOrigin {
  /** Network address. */
  address: string
  /** As the browser calls itself. */
  userAgent: string
}

/** A session as its user sees it: never its token, nor the hash. Times are UTC milliseconds. */
export type SessionRecord = Pick<
  SessionRow,
  'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'address' | 'userAgent'
>

/** The session of a request. */
export interface Session {
  user: UserRow
  /** Whether it was just extended, so that the cookie must be too. */
  renewed: boolean
}

interface SessionsOptions {
  store: SessionStore
  db: Transactor
  batch: WriteBatch
  audit: Audit
  /** Whether sessions of a user's account are still good, apart from its role and status. */
  isAccountCurrent: (userId: string) => boolean
  now: () => number
}

/** Sessions of signed-in browsers. */
export class Sessions {
  readonly #options: SessionsOptions

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  /**
   * @param lifetimeMs Of a session that use does not extend; without it the session lasts 30 days
   * after its last use
   * @returns The new session's token, 256 random bits, for the cookie and nowhere else
   */
  start(
    userId: string,
    { address, userAgent }: SessionOrigin = { address: '', userAgent: '' },
    lifetimeMs = LIFETIME_MS,
  ): string {
    const token = randomText(32)
    const now = this.#options.now()
    const { db, store } = this.#options
    const row = {
      hash: sha256(token),
      id: randomId('ses_'),
      userId,
      address,
      userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + lifetimeMs,
      revokedAt: null,
    }
    db.transaction(() => store.insert(row))
    return token
  }

  /**
   * The session of a token. Does not check the user's role and status. A revoked session is still
   * found while its user is refused, so that the refusal can say why.
   *
   * @returns undefined for a token that is unknown, expired, or revoked
   */
  identify(token: string): Session | undefined {
    if (!TOKEN.test(token)) return undefined
    const { store, db, batch, isAccountCurrent } = this.#options
    const found = store.byHash(sha256(token))
    if (found === undefined) return undefined
    const { session, user } = found
    const now = this.#options.now()
    if (session.expiresAt <= now || !isAccountCurrent(user.id)) return undefined
    if (session.revokedAt !== null) {
      return user.status === 'active' ? undefined : { user, renewed: false }
    }
    const renewed = isSliding(session) && session.expiresAt < now + LIFETIME_MS - RENEW_MS
    if (renewed) db.transaction(() => store.extend(session.hash, now + LIFETIME_MS))
    if (now - session.lastUsedAt > TOUCH_MS)
      batch.defer(`use of ${session.id}`, () => store.used(session.hash, now))
    return { user, renewed }
  }

  end(token: string): void {
    const { db, store } = this.#options
    db.transaction(() => store.delete(sha256(token)))
  }

  /** The id of the session with a token. */
  idOf(token: string): string | undefined {
    return this.#options.store.byHash(sha256(token))?.session.id
  }

  /** When one of a user's sessions that go on was last used; undefined without one. */
  lastSeen(userId: string): number | undefined {
    const { store, now } = this.#options
    return store.lastUsed(userId, now())
  }

  /** A user's sessions that go on, the newest first. */
  list(userId: string, limit: number, cursor: string | undefined): Page<SessionRecord> {
    const { store, now } = this.#options
    return timePage(limit, cursor, {
      read: (count, after) => store.page(userId, now(), count, after),
      cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      itemOf: ({ hash: _, userId: __, revokedAt: ___, ...record }) => record,
    })
  }

  /** Ends one session of a user. @throws {AppError} `not_found` */
  endOne(userId: string, id: string, auditActor: AuditActor): void {
    const { store, db, audit, now } = this.#options
    db.transaction(() => {
      if (!store.deleteOne(userId, id, now()))
        throw new AppError('not_found', 'There is no such session')
      audit.record(auditActor, { action: 'session.end', subject: id, before: { user: userId } })
    })
  }

  /** Ends the sessions of a user, but for the one from which this is asked. @returns How many */
  endOthers(userId: string, exceptId: string | undefined, auditActor: AuditActor): number {
    const { store, db, audit, now } = this.#options
    return db.transaction(() => {
      const ended = store.deleteOthers(userId, exceptId ?? '', now())
      if (ended > 0)
        audit.record(auditActor, { action: 'session.end_all', subject: userId, after: { ended } })
      return ended
    })
  }

  /** Revokes all sessions of a user. */
  endAllOf(userId: string): void {
    this.#options.store.revokeForUser(userId, this.#options.now())
  }

  /**
   * Forgets where a deleted user has signed in from. The revoked sessions stay until they expire, so
   * that a refusal can say why.
   */
  forgetAllOf(userId: string): void {
    this.#options.store.forgetOrigins(userId)
  }

  /** Deletes what has expired. Called periodically. */
  sweep(): void {
    this.#options.store.sweep(this.#options.now())
  }
}

/** A session that started with a shorter life ends when it said. */
function isSliding({ createdAt, expiresAt }: SessionRow): boolean {
  return expiresAt - createdAt >= LIFETIME_MS
}
