import type { TimeCursor } from '../db/time-cursor.ts'
import { AppError } from '../platform/errors.ts'

/** Part of a list. */
export interface Page<item> {
  items: item[]
  /** Asks for the next part; undefined at the end. */
  nextCursor: string | undefined
}

interface TimeListOptions<row, item> {
  /** Gives rows after a cursor, the newest first. */
  read: (count: number, after: TimeCursor | undefined) => row[]
  placeOf: (row: row) => TimeCursor
  itemOf: (row: row) => item
}

/**
 * One page of a list that has the newest first.
 *
 * @throws {AppError} `invalid` for a cursor of another list
 */
export function timePage<row, item>(
  limit: number,
  cursor: string | undefined,
  { read, placeOf, itemOf }: TimeListOptions<row, item>,
): Page<item> {
  const rows = read(limit + 1, cursor === undefined ? undefined : timeCursor(cursor))
  const cursorOf = (row: row) => {
    const { at, id } = placeOf(row)
    return `${at}.${id}`
  }
  return pageOf(rows, limit, cursorOf, itemOf)
}

/** @param rows More than the limit where there is a next page */
export function pageOf<row, item>(
  rows: readonly row[],
  limit: number,
  cursorOf: (last: row) => string,
  itemOf: (row: row) => item,
): Page<item> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(itemOf),
    nextCursor: last && cursorOf(last),
  }
}

/** A cursor that is a number. @throws {AppError} `invalid` for a cursor of another list */
export function numberCursor(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw foreignCursor()
  return Number(text)
}

function timeCursor(text: string): TimeCursor {
  const [at = '', id] = text.split('.', 2)
  if (id === undefined) throw foreignCursor()
  return { at: numberCursor(at), id }
}

function foreignCursor(): AppError {
  return new AppError('invalid', 'Cannot go on with the list: the cursor is of another list', {
    param: 'cursor',
  })
}
