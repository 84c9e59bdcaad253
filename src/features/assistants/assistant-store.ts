import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { BackupFilter } from '../../core/restorable.ts'
import type { Db } from '../../db/open.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { assistants } from './table.ts'

export type AssistantRow = typeof assistants.$inferSelect

/** Rows of `assistants`. */
export class AssistantStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** @param owners Whose it may be; without them, anybody's */
  byId(id: string, owners?: readonly string[]): AssistantRow | undefined {
    const isTheirs = owners === undefined ? undefined : inArray(assistants.owner, [...owners])
    return this.#db.orm
      .select()
      .from(assistants)
      .where(and(eq(assistants.id, id), isTheirs))
      .get()
  }

  bySlug(slug: string, owner: string): AssistantRow | undefined {
    return this.#db.orm
      .select()
      .from(assistants)
      .where(and(eq(assistants.owner, owner), eq(assistants.slug, slug)))
      .get()
  }

  /** By name; their number is bounded. */
  of(owners: readonly string[]): AssistantRow[] {
    return this.#db.orm
      .select()
      .from(assistants)
      .where(inArray(assistants.owner, [...owners]))
      .orderBy(sql`lower(${assistants.name})`, assistants.id)
      .all()
  }

  insert(row: AssistantRow): void {
    this.#db.orm.insert(assistants).values(row).run()
  }

  update(id: string, change: Partial<Omit<AssistantRow, 'id' | 'owner'>>): void {
    this.#db.orm.update(assistants).set(change).where(eq(assistants.id, id)).run()
  }

  delete(id: string): void {
    this.#db.orm.delete(assistants).where(eq(assistants.id, id)).run()
  }

  /** @returns How many there were */
  deleteOf(owner: string): number {
    return this.#db.orm.delete(assistants).where(eq(assistants.owner, owner)).returning().all()
      .length
  }

  /** Of all owners, the last changed first. */
  pageOfAll(
    { owner, search }: BackupFilter,
    limit: number,
    after: TimeCursor | undefined,
  ): AssistantRow[] {
    const { updatedAt, id, name } = assistants
    return this.#db.orm
      .select()
      .from(assistants)
      .where(
        and(
          owner === undefined ? undefined : eq(assistants.owner, owner),
          search === undefined ? undefined : sql`instr(lower(${name}), lower(${search})) > 0`,
          isAfter(updatedAt, id, after),
        ),
      )
      .orderBy(desc(updatedAt), desc(id))
      .limit(limit)
      .all()
  }
}
