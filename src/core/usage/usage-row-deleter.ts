import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { SettingStore } from '../../db/setting-store.ts'
import { rollupMarks } from './table.ts'

const DAY_MS = 86_400_000
/** The setting that has the first day, `YYYY-MM-DD`, of which no row was deleted. */
const ROWS_FROM = 'usage_rows_from'

/** The tables whose rows are in the sums. */
export const USAGE_SOURCES = ['model_calls', 'usage'] as const
export type UsageSource = (typeof USAGE_SOURCES)[number]

/** Rows to look at, in the order of their ids. */
export interface OldRows {
  source: UsageSource
  /** Rows up to this id were looked at before. */
  after: number
  /** UTC milliseconds; rows of this time and later stay. */
  before: number
  /** UTC milliseconds. */
  now: number
  /** Rows that are looked at. */
  limit: number
}

/** What became of them. */
export interface DeletedRows {
  /** The last row that was looked at; undefined where there was none. */
  last: number | undefined
  /** Whether old rows may come after it. */
  isMore: boolean
}

/**
 * Deletes old rows that are in the sums. The rows, and the day from which there are all, change in
 * one transaction. The newest row of a table stays, because SQLite would give its id to the next
 * row, and the mark of the sums is an id.
 */
export class UsageRowDeleter {
  readonly #settings: SettingStore
  readonly delete: (rows: OldRows) => DeletedRows

  constructor(db: Db) {
    const { sqlite, orm } = db
    this.#settings = new SettingStore(db)
    const statements = {
      model_calls: statementsOf('model_calls'),
      usage: statementsOf('usage'),
    }
    function statementsOf(table: UsageSource) {
      return {
        last: sqlite.prepare<{ id: number | null }, [number, number, number]>(
          `SELECT max(id) AS id FROM (SELECT id FROM ${table} WHERE id > ?1 AND id <= ?2
            AND id < (SELECT max(id) FROM ${table}) ORDER BY id LIMIT ?3)`,
        ),
        found: sqlite.prepare<
          { newest: number | null; kept: number },
          [number, number, number, number]
        >(
          `SELECT max(at) FILTER (WHERE at < ?3) AS newest,
            count(*) FILTER (WHERE at BETWEEN ?3 AND ?4) AS kept
            FROM ${table} WHERE id > ?1 AND id <= ?2`,
        ),
        remove: sqlite.prepare<unknown, [number, number, number]>(
          `DELETE FROM ${table} WHERE id > ?1 AND id <= ?2 AND at < ?3`,
        ),
      }
    }
    this.delete = sqlite.transaction((rows: OldRows): DeletedRows => {
      const { source, after, before, now, limit } = rows
      const mark = orm.select().from(rollupMarks).where(eq(rollupMarks.source, source)).get()
      const { last, found, remove } = statements[source]
      const id = last.get(after, mark?.upTo ?? 0, limit)?.id ?? undefined
      if (id === undefined) return { last: undefined, isMore: false }
      const { newest = null, kept = 0 } = found.get(after, id, before, now) ?? {}
      if (newest !== null) {
        this.#keepFrom(Math.floor(newest / DAY_MS + 1) * DAY_MS)
        remove.run(after, id, before)
      }
      // Rows are in the order of time, but for those that were written while the clock was wrong.
      return { last: id, isMore: newest !== null || kept === 0 }
    }).immediate
  }

  /** The first moment, in UTC milliseconds, from which all rows are there; 0 before any deletion. */
  rowsFrom(): number {
    const day = this.#settings.get(ROWS_FROM)
    return day === undefined ? 0 : Date.parse(day)
  }

  #keepFrom(at: number): void {
    if (at > this.rowsFrom()) this.#settings.set(ROWS_FROM, new Date(at).toISOString().slice(0, 10))
  }
}
