import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { transcriptCache } from './table.ts'

export type TranscriptCacheRow = typeof transcriptCache.$inferSelect

/** Rows of `transcript_cache`. */
export class TranscriptCacheStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  has(key: string, now: number): boolean {
    return (
      this.#db.orm
        .select({ key: transcriptCache.key })
        .from(transcriptCache)
        .where(live(key, now))
        .get() !== undefined
    )
  }

  /** @returns undefined when there is none that has not expired */
  find(key: string, now: number): unknown {
    const row = this.#db.orm
      .select({ value: transcriptCache.value })
      .from(transcriptCache)
      .where(live(key, now))
      .get()
    return row === undefined ? undefined : JSON.parse(row.value)
  }

  /** In place of one that is there. */
  put(row: TranscriptCacheRow): void {
    const { key: _, ...columns } = row
    this.#db.orm
      .insert(transcriptCache)
      .values(row)
      .onConflictDoUpdate({ target: transcriptCache.key, set: columns })
      .run()
  }

  /** Deletes the oldest above a number of rows, or of bytes. */
  shrink(maxRows: number, maxBytes: number): void {
    // In an index that has the bytes, so that no value is read.
    const rows = this.#db.orm
      .select({ expiresAt: transcriptCache.expiresAt, bytes: transcriptCache.bytes })
      .from(transcriptCache)
      .orderBy(desc(transcriptCache.expiresAt))
      .all()
    let bytes = 0
    const first = rows.findIndex((row, index) => {
      bytes += row.bytes
      return index >= maxRows || bytes > maxBytes
    })
    const excess = first === -1 ? 0 : rows.length - first
    if (excess === 0) return
    const oldest = this.#db.orm
      .select({ key: transcriptCache.key })
      .from(transcriptCache)
      .orderBy(transcriptCache.expiresAt)
      .limit(excess)
    this.#db.orm.delete(transcriptCache).where(inArray(transcriptCache.key, oldest)).run()
  }

  deleteExpired(now: number): void {
    this.#db.orm.delete(transcriptCache).where(lte(transcriptCache.expiresAt, now)).run()
  }
}

function live(key: string, now: number) {
  return and(eq(transcriptCache.key, key), gt(transcriptCache.expiresAt, now))
}
