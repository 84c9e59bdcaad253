import { type Static, Type } from '@sinclair/typebox'
import { t } from 'elysia'

/** Admin bodies are small. */
export const MAX_ADMIN_BYTES = 64 * 1024

// Something to see, and nothing that hides, reverses or breaks a line of a table.
const Label = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern:
    '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]+$',
})
const Tag = Type.Union([Label, Type.Null()])

export const NewKeyBody = Type.Object(
  { label: Label, project: Type.Optional(Tag), product: Type.Optional(Tag) },
  { additionalProperties: false },
)
export type NewKeyBody = Static<typeof NewKeyBody>

/** The profile is not among these: it belongs to the key's id for good. */
export const KeyChangeBody = Type.Object(
  { label: Type.Optional(Label), project: Type.Optional(Tag), product: Type.Optional(Tag) },
  { additionalProperties: false },
)

export const ListQuery = Type.Object({
  // Elysia's own: it reads a number from the query's text.
  limit: t.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})

export const KeyParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T[0-9:.]+Z)?$' })

export const UsageQuery = Type.Object({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  group_by: Type.Optional(Type.String({ maxLength: 200 })),
})
export type UsageQuery = Static<typeof UsageQuery>
