import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { CountedPage, Page } from '../../core/list-page.ts'
import { queryInteger } from './fields.ts'

/** @limit list-limit 1-to */
export const MAX_LIST_ITEMS = 200
/** @limit list-default count */
export const DEFAULT_LIST_ITEMS = 50

/** The query of a list: the size of a page and where it starts. */
export const ListQuery = Type.Object({
  limit: queryInteger('limit', {
    minimum: 1,
    maximum: MAX_LIST_ITEMS,
    default: DEFAULT_LIST_ITEMS,
  }),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The `next_cursor` of the page before; none for the first page',
    }),
  ),
})
export type ListQuery = Static<typeof ListQuery>

/** Schema of an answer that is one page of a list. */
export function listSchema<item extends TSchema>(item: item) {
  return Type.Object({
    items: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Asks for the next page as `cursor`; null on the last page',
    }),
  })
}

/** One page of a list as an answer. */
export function listOf<item, view>(
  { items, nextCursor }: Page<item>,
  itemView: (item: item) => view,
): { items: view[]; next_cursor: string | null } {
  return { items: items.map(itemView), next_cursor: nextCursor ?? null }
}

/** Schema of an answer that is one page of a list and says how many items there are in all. */
export function countedListSchema<item extends TSchema>(item: item) {
  return Type.Object({
    ...listSchema(item).properties,
    total: Type.Integer({ description: 'Items that match, on all pages together' }),
  })
}

/** One page of a counted list as an answer. */
export function countedListOf<item, view>(page: CountedPage<item>, itemView: (item: item) => view) {
  return { ...listOf(page, itemView), total: page.total }
}
