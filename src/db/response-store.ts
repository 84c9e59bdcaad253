import { and, asc, count, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { responses } from './schema/responses.ts'

export type ResponseRow = typeof responses.$inferSelect

/** Rows of `responses`. */
export class ResponseStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Of an id that is not there. */
  put(row: ResponseRow): void {
    this.#db.orm.insert(responses).values(row).run()
  }

  byId(id: string): ResponseRow | undefined {
    return this.#db.orm.select().from(responses).where(eq(responses.id, id)).get()
  }

  /** Of the data of one; undefined where there is none. */
  bytesOf(id: string): number | undefined {
    return this.#db.orm
      .select({ bytes: responses.bytes })
      .from(responses)
      .where(eq(responses.id, id))
      .get()?.bytes
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

  /** Of an owner, those that expire first. */
  oldestOf(owner: string, limit: number): { id: string; bytes: number }[] {
    return this.#db.orm
      .select({ id: responses.id, bytes: responses.bytes })
      .from(responses)
      .where(eq(responses.owner, owner))
      .orderBy(asc(responses.expiresAt))
      .limit(limit)
      .all()
  }

  /** Moves the end of those that expire earlier. */
  extend(ids: readonly string[], expiresAt: number): void {
    this.#db.orm
      .update(responses)
      .set({ expiresAt })
      .where(and(inArray(responses.id, [...ids]), lt(responses.expiresAt, expiresAt)))
      .run()
  }

  delete(ids: readonly string[]): void {
    this.#db.orm
      .delete(responses)
      .where(inArray(responses.id, [...ids]))
      .run()
  }

  /** @returns How many were deleted */
  deleteOwned(owner: string): number {
    return this.#db.orm
      .delete(responses)
      .where(eq(responses.owner, owner))
      .returning({ id: responses.id })
      .all().length
  }

  /** @returns The owners of what was deleted */
  deleteExpired(now: number): string[] {
    return this.#db.orm
      .delete(responses)
      .where(lte(responses.expiresAt, now))
      .returning({ owner: responses.owner })
      .all()
      .map(({ owner }) => owner)
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
