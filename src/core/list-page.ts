import type { TimeCursor } from '../db/time-cursor.ts'
import { AppError } from '../platform/errors.ts'

/**
 * What one page of brands or of the audit holds; a single one that is larger is a page.
 * @limit list-bytes MiB
 */
export const MAX_LISTED_BYTES = 1024 ** 2

/** One page of a list. */
export interface Page<item> {
  items: item[]
  /** Cursor of the next page; undefined on the last page. */
  nextCursor: string | undefined
}

/** One page of a list that says how many items there are on all pages. */
export interface CountedPage<item> extends Page<item> {
  total: number
}

interface TimeListOptions<row, item> {
  /** Reads rows after a cursor, the newest first. */
  read: (count: number, after: TimeCursor | undefined) => row[]
  cursorOf: (row: row) => TimeCursor
  itemOf: (row: row) => item
}

/**
 * One page of a list, the newest first.
 *
 * @throws {AppError} `invalid` for a cursor of another list
 */
export function timePage<row, item>(
  limit: number,
  cursor: string | undefined,
  { read, cursorOf, itemOf }: TimeListOptions<row, item>,
): Page<item> {
  const rows = read(limit + 1, cursor === undefined ? undefined : timeCursor(cursor))
  return pageOf(rows, limit, (row) => timeCursorText(cursorOf(row)), itemOf)
}

/** @param rows One more than the limit when there is a next page */
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

/**
 * How many of the rows a page has, so that their bytes fit it; at least one.
 *
 * @param limit Of rows
 */
export function limitOfBytes(
  rows: readonly { bytes: number }[],
  limit: number,
  maxBytes: number,
): number {
  let bytes = 0
  const past = rows.findIndex((row, index) => {
    bytes += row.bytes
    return index > 0 && bytes > maxBytes
  })
  return past === -1 ? limit : Math.min(limit, past)
}

export function timeCursorText({ at, id }: TimeCursor): string {
  return `${at}.${id}`
}

/** A cursor that is a number. @throws {AppError} `invalid` for a cursor of another list */
export function numberCursor(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalidCursor()
  return Number(text)
}

/** A cursor that is a time and an id. @throws {AppError} `invalid` for a cursor of another list */
export function timeCursor(text: string): TimeCursor {
  const [at = '', id] = text.split('.', 2)
  if (id === undefined) throw invalidCursor()
  return { at: numberCursor(at), id }
}

function invalidCursor(): AppError {
  return new AppError('invalid', 'Cannot go on with the list: the cursor is of another list', {
    param: 'cursor',
  })
}
