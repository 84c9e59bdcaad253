import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { BackupFilter } from '../../core/restorable.ts'
import type { Db } from '../../db/open.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { savedTexts } from './table.ts'

export type SavedTextRow = typeof savedTexts.$inferSelect

/** Rows of `saved_texts`. */
export class SavedTextStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** @param owners Whose it may be; without them, anybody's */
  byId(id: string, owners?: readonly string[]): SavedTextRow | undefined {
    const isTheirs = owners === undefined ? undefined : inArray(savedTexts.owner, [...owners])
    return this.#db.orm
      .select()
      .from(savedTexts)
      .where(and(eq(savedTexts.id, id), isTheirs))
      .get()
  }

  /** By name; their number is bounded. */
  of(owners: readonly string[], kind: SavedTextRow['kind']): SavedTextRow[] {
    return this.#db.orm
      .select()
      .from(savedTexts)
      .where(and(inArray(savedTexts.owner, [...owners]), eq(savedTexts.kind, kind)))
      .orderBy(sql`lower(${savedTexts.name})`, savedTexts.id)
      .all()
  }

  /** All of one owner. */
  allOf(owner: string): SavedTextRow[] {
    return this.#db.orm.select().from(savedTexts).where(eq(savedTexts.owner, owner)).all()
  }

  put(row: SavedTextRow): void {
    const { id: _, ...set } = row
    this.#db.orm
      .insert(savedTexts)
      .values(row)
      .onConflictDoUpdate({ target: savedTexts.id, set })
      .run()
  }

  delete(id: string): void {
    this.#db.orm.delete(savedTexts).where(eq(savedTexts.id, id)).run()
  }

  /** @returns How many there were */
  deleteOf(owner: string): number {
    return this.#db.orm.delete(savedTexts).where(eq(savedTexts.owner, owner)).returning().all()
      .length
  }

  /** Of all owners, the last changed first. */
  pageOfAll(
    { owner, search }: BackupFilter,
    limit: number,
    after: TimeCursor | undefined,
  ): SavedTextRow[] {
    const { updatedAt, id, name, text } = savedTexts
    const found = sql`instr(lower(${name} || char(10) || ${text}), lower(${search ?? ''})) > 0`
    return this.#db.orm
      .select()
      .from(savedTexts)
      .where(
        and(
          owner === undefined ? undefined : eq(savedTexts.owner, owner),
          search === undefined ? undefined : found,
          isAfter(updatedAt, id, after),
        ),
      )
      .orderBy(desc(updatedAt), desc(id))
      .limit(limit)
      .all()
  }
}
