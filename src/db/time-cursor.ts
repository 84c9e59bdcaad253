import { and, eq, lt, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** The last row of the previous page, in a list with the newest row first. */
export interface TimeCursor {
  /** UTC milliseconds. */
  at: number
  /** Orders rows with the same time. */
  id: string
}

/** The SQL condition for rows after a cursor; undefined without a cursor. */
export function isAfter(
  at: SQLiteColumn,
  id: SQLiteColumn,
  cursor: TimeCursor | undefined,
): SQL | undefined {
  return cursor && or(lt(at, cursor.at), and(eq(at, cursor.at), lt(id, cursor.id)))
}
