import { and, type Column, desc, eq, getTableColumns, gt, isNull, lte, max, ne } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { once } from '../../platform/once.ts'
import { sessions } from './table.ts'
import { USER_COLUMNS, type UserRow } from './user-store.ts'

export type SessionRow = typeof sessions.$inferSelect
export type SessionWithUser = { session: SessionRow; user: UserRow }

/** Rows of `sessions`. */
export class SessionStore {
  readonly #db: Db
  readonly #byHash
  readonly #user

  constructor(db: Db) {
    this.#db = db
    this.#byHash = once(() =>
      db.sqlite.prepare<SessionRow, [string]>(
        `SELECT ${named(getTableColumns(sessions))} FROM sessions WHERE hash = ?`,
      ),
    )
    this.#user = once(() =>
      db.sqlite.prepare<Omit<UserRow, 'extras'> & { extras: string | null }, [string]>(
        `SELECT ${named(USER_COLUMNS)} FROM users WHERE id = ?`,
      ),
    )
  }

  /**
   * Two reads of one table each: for every request, and a join of the two takes several times as
   * long. Raw statements, because the mapping of drizzle takes longer than the reads.
   */
  byHash(hash: string): SessionWithUser | undefined {
    const session = this.#byHash().get(hash)
    if (session === null) return undefined
    const user = this.#user().get(session.userId)
    if (user === null) return undefined
    const extras: UserRow['extras'] = user.extras === null ? null : JSON.parse(user.extras)
    return { session, user: { ...user, extras } }
  }

  insert(row: SessionRow): void {
    this.#db.orm.insert(sessions).values(row).run()
  }

  extend(hash: string, expiresAt: number): void {
    this.#db.orm.update(sessions).set({ expiresAt }).where(eq(sessions.hash, hash)).run()
  }

  used(hash: string, at: number): void {
    this.#db.orm.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.hash, hash)).run()
  }

  /** The latest use of a user's sessions that go on; undefined without one. */
  lastUsed(userId: string, now: number): number | undefined {
    const found = this.#db.orm
      .select({ at: max(sessions.lastUsedAt) })
      .from(sessions)
      .where(isOpen(userId, now))
      .get()
    return found?.at ?? undefined
  }

  /** A user's sessions that go on, the newest first, at most `limit` after the cursor. */
  page(userId: string, now: number, limit: number, after: TimeCursor | undefined): SessionRow[] {
    return this.#db.orm
      .select()
      .from(sessions)
      .where(and(isOpen(userId, now), isAfter(sessions.createdAt, sessions.id, after)))
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .limit(limit)
      .all()
  }

  /** @returns Whether there was such a session that went on */
  deleteOne(userId: string, id: string, now: number): boolean {
    const deleted = this.#db.orm
      .delete(sessions)
      .where(and(isOpen(userId, now), eq(sessions.id, id)))
      .returning({ id: sessions.id })
      .all()
    return deleted.length > 0
  }

  /** Deletes a user's sessions that go on, but for one. @returns How many */
  deleteOthers(userId: string, exceptId: string, now: number): number {
    return this.#db.orm
      .delete(sessions)
      .where(and(isOpen(userId, now), ne(sessions.id, exceptId)))
      .returning({ id: sessions.id })
      .all().length
  }

  delete(hash: string): void {
    this.#db.orm.delete(sessions).where(eq(sessions.hash, hash)).run()
  }

  revokeForUser(userId: string, at: number): void {
    this.#db.orm
      .update(sessions)
      .set({ revokedAt: at })
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
      .run()
  }

  /** Empties what the revoked sessions of a user say about their browsers. */
  forgetOrigins(userId: string): void {
    this.#db.orm
      .update(sessions)
      .set({ address: '', userAgent: '' })
      .where(eq(sessions.userId, userId))
      .run()
  }

  sweep(now: number): void {
    this.#db.orm.delete(sessions).where(lte(sessions.expiresAt, now)).run()
  }
}

function isOpen(userId: string, now: number) {
  return and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now))
}

/** Columns with the names of their fields, for a raw statement. */
function named(columns: Readonly<Record<string, Column>>): string {
  return Object.entries(columns)
    .map(([field, { name }]) => `${name} AS ${field}`)
    .join(', ')
}
