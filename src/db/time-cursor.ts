import { and, eq, lt, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** The last row of the page before, in a list that has the newest first. */
export interface TimeCursor {
  /** UTC milliseconds. */
  at: number
  /** Tells rows of the same moment apart. */
  id: string
}

/** The condition of being after a cursor; none without one. */
export function isAfter(
  at: SQLiteColumn,
  id: SQLiteColumn,
  cursor: TimeCursor | undefined,
): SQL | undefined {
  return cursor && or(lt(at, cursor.at), and(eq(at, cursor.at), lt(id, cursor.id)))
}
