import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { once } from '../../../platform/once.ts'
import { refreshTokens } from './table.ts'

export type RefreshTokenRow = typeof refreshTokens.$inferSelect

/** Rows of `refresh_tokens`. */
export class RefreshTokenStore {
  readonly #db: Db
  readonly #byHash

  constructor(db: Db) {
    this.#db = db
    this.#byHash = once(() =>
      db.orm
        .select()
        .from(refreshTokens)
        .where(eq(refreshTokens.hash, sql.placeholder('hash')))
        .prepare(),
    )
  }

  byHash(hash: string): RefreshTokenRow | undefined {
    return this.#byHash().get({ hash })
  }

  insert(row: RefreshTokenRow): void {
    this.#db.orm.insert(refreshTokens).values(row).run()
  }

  /**
   * Marks a token as used and inserts its successor, both or neither.
   *
   * @returns false when the token was used before
   */
  exchange(hash: string, at: number, successor: RefreshTokenRow): boolean {
    return this.#db.orm.transaction(
      (tx) => {
        const spent = tx
          .update(refreshTokens)
          .set({ usedAt: at })
          .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.usedAt)))
          .returning({ hash: refreshTokens.hash })
          .all()
        if (spent.length === 0) return false
        tx.insert(refreshTokens).values(successor).run()
        return true
      },
      { behavior: 'immediate' },
    )
  }

  /** Deletes tokens that have expired, at most `limit`. */
  deleteExpired(now: number, limit: number): void {
    const { orm } = this.#db
    const { hash, expiresAt } = refreshTokens
    const expired = orm
      .select({ hash })
      .from(refreshTokens)
      .where(lte(expiresAt, now))
      .orderBy(asc(expiresAt))
      .limit(limit)
    orm.delete(refreshTokens).where(inArray(hash, expired)).run()
  }
}
