import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { sessions, users } from './schema/users.ts'
import { USER_COLUMNS, type UserRow } from './user-store.ts'

export type SessionRow = typeof sessions.$inferSelect
export type SessionWithUser = { session: SessionRow; user: UserRow }

/** Rows of `sessions`. */
export class SessionStore {
  readonly #db: Db
  readonly #byHash

  constructor(db: Db) {
    this.#db = db
    this.#byHash = db.orm
      .select({ session: sessions, user: USER_COLUMNS })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.hash, sql.placeholder('hash')))
      .prepare()
  }

  byHash(hash: string): SessionWithUser | undefined {
    return this.#byHash.get({ hash })
  }

  insert(row: SessionRow): void {
    this.#db.orm.insert(sessions).values(row).run()
  }

  extend(hash: string, expiresAt: number): void {
    this.#db.orm.update(sessions).set({ expiresAt }).where(eq(sessions.hash, hash)).run()
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

  sweep(now: number): void {
    this.#db.orm.delete(sessions).where(lte(sessions.expiresAt, now)).run()
  }
}
