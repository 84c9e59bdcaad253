import { eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { brands } from './table.ts'

export type BrandRow = typeof brands.$inferSelect

/** Rows of `brands`. */
export class BrandStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  byId(id: string): BrandRow | undefined {
    return this.#db.orm.select().from(brands).where(eq(brands.id, id)).get()
  }

  /** By id, at most `limit` after one: without what they hold, with the bytes of it. */
  page(limit: number, after: string | undefined): { id: string; bytes: number }[] {
    const { id, tone, glossary } = brands
    const bytes = sql<number>`octet_length(${glossary}) + coalesce(octet_length(${tone}), 0)`
    return this.#db.orm
      .select({ id, bytes })
      .from(brands)
      .where(after === undefined ? undefined : gt(brands.id, after))
      .orderBy(brands.id)
      .limit(limit)
      .all()
  }

  put(row: BrandRow): void {
    const { id: _, ...set } = row
    this.#db.orm.insert(brands).values(row).onConflictDoUpdate({ target: brands.id, set }).run()
  }

  delete(id: string): void {
    this.#db.orm.delete(brands).where(eq(brands.id, id)).run()
  }
}
