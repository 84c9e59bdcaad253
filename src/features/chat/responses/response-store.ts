import { and, count, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { once } from '../../../platform/once.ts'
import { responses } from './table.ts'

export type ResponseRow = typeof responses.$inferSelect

// Raw prepared statements for what runs with each kept answer, because drizzle takes longer to build
// these than SQLite to run them.
const PUT = `INSERT OR REPLACE INTO responses (id, owner, previous_id, state, created_at, expires_at, bytes, data)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
const DELETE_OLDEST = `DELETE FROM responses WHERE id =
  (SELECT id FROM responses WHERE owner = ? ORDER BY expires_at LIMIT 1) RETURNING bytes`

type PutValues = [string, string, string | null, string, number, number, number, Uint8Array]

/** Rows of `responses`. */
export class ResponseStore {
  readonly #db: Db
  readonly #put
  readonly #deleteOldest

  constructor(db: Db) {
    this.#db = db
    this.#put = once(() => db.sqlite.prepare<unknown, PutValues>(PUT))
    this.#deleteOldest = once(() => db.sqlite.prepare<{ bytes: number }, [string]>(DELETE_OLDEST))
  }

  /** In place of one of its id. */
  put({ id, owner, previousId, state, createdAt, expiresAt, bytes, data }: ResponseRow): void {
    this.#put().run(id, owner, previousId, state, createdAt, expiresAt, bytes, data)
  }

  byId(id: string): ResponseRow | undefined {
    return this.#db.orm.select().from(responses).where(eq(responses.id, id)).get()
  }

  /** How many an owner has, and the bytes of their data. */
  totalsOf(owner: string): { rows: number; bytes: number } {
    const totals = this.#db.orm
      .select({ rows: count(), bytes: sql<number>`coalesce(sum(${responses.bytes}), 0)` })
      .from(responses)
      .where(eq(responses.owner, owner))
      .get()
    return totals ?? { rows: 0, bytes: 0 }
  }

  /** Moves the end of those that expire earlier. */
  extend(ids: readonly string[], expiresAt: number): void {
    this.#db.orm
      .update(responses)
      .set({ expiresAt })
      .where(and(inArray(responses.id, [...ids]), lt(responses.expiresAt, expiresAt)))
      .run()
  }

  delete(id: string): void {
    this.#db.orm.delete(responses).where(eq(responses.id, id)).run()
  }

  /**
   * Deletes the one of an owner that expires first.
   *
   * @returns The bytes of its data; undefined where there is none
   */
  deleteOldest(owner: string): number | undefined {
    return this.#deleteOldest().get(owner)?.bytes
  }

  /** @returns How many were deleted */
  deleteOwned(owner: string): number {
    return this.#db.orm
      .delete(responses)
      .where(eq(responses.owner, owner))
      .returning({ id: responses.id })
      .all().length
  }

  deleteExpired(now: number): void {
    this.#db.orm.delete(responses).where(lte(responses.expiresAt, now)).run()
  }

  /** Marks what the end of the last process has cut off. */
  interruptActive(): void {
    this.#db.orm
      .update(responses)
      .set({ state: 'interrupted' })
      .where(eq(responses.state, 'active'))
      .run()
  }
}
