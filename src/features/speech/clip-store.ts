import { and, eq, gt, isNull, lte, or, sum } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { clips } from './table.ts'

export type ClipRow = typeof clips.$inferSelect

/** Rows of `clips`. */
export class ClipStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  byId(id: string): ClipRow | undefined {
    return this.#db.orm.select().from(clips).where(eq(clips.id, id)).get()
  }

  insert(row: ClipRow): void {
    this.#db.orm.insert(clips).values(row).run()
  }

  setExpiry(id: string, expiresAt: number | null): void {
    this.#db.orm.update(clips).set({ expiresAt }).where(eq(clips.id, id)).run()
  }

  delete(id: string): void {
    this.#db.orm.delete(clips).where(eq(clips.id, id)).run()
  }

  /** Bytes of all clips of an owner that have not expired. */
  bytesOf(owner: string, now: number): number {
    const row = this.#db.orm
      .select({ bytes: sum(clips.bytes).mapWith(Number) })
      .from(clips)
      .where(and(eq(clips.owner, owner), or(isNull(clips.expiresAt), gt(clips.expiresAt, now))))
      .get()
    return row?.bytes ?? 0
  }

  idsOf(owner: string): string[] {
    const rows = this.#db.orm
      .select({ id: clips.id })
      .from(clips)
      .where(eq(clips.owner, owner))
      .all()
    return rows.map(({ id }) => id)
  }

  expired(now: number, limit: number): Pick<ClipRow, 'id' | 'name'>[] {
    return this.#db.orm
      .select({ id: clips.id, name: clips.name })
      .from(clips)
      .where(lte(clips.expiresAt, now))
      .limit(limit)
      .all()
  }
}
