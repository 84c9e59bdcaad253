import { AppError } from '../../platform/errors.ts'

/** Where a page of a list by time begins: after this row. */
export interface ListCursor {
  createdAt: number
  id: string
}

/**
 * One page of a list that has the newest first.
 *
 * @param read Gives rows after a cursor
 * @throws {AppError} `invalid` for a cursor of another list
 */
export function listPage<row extends ListCursor, item>(
  limit: number,
  cursor: string | undefined,
  read: (count: number, after: ListCursor | undefined) => row[],
  itemOf: (row: row) => item,
): { items: item[]; next_cursor: string | null } {
  const rows = read(limit + 1, cursor === undefined ? undefined : cursorOf(cursor))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(itemOf),
    next_cursor: last === undefined ? null : `${last.createdAt}.${last.id}`,
  }
}

function cursorOf(text: string): ListCursor {
  const [createdAt, id] = text.split('.', 2)
  if (id === undefined || !/^\d{1,15}$/.test(createdAt ?? '')) {
    throw new AppError('invalid', 'Query is invalid at /cursor: not a cursor of this list')
  }
  return { createdAt: Number(createdAt), id }
}
