import { type Static, Type } from '@sinclair/typebox'
import { queryInteger } from './query-integer.ts'

/** Which part of a list is asked for; at most 200 items at a time. */
export const ListQuery = Type.Object({
  limit: queryInteger('limit', { minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})
export type ListQuery = Static<typeof ListQuery>
