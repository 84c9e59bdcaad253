import { type TSchema, Type } from '@sinclair/typebox'
import type { Page } from '../../core/list-page.ts'

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
