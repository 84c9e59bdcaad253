import { type TSchema, Type } from '@sinclair/typebox'

/** A field of an answer that may be null. */
export const nullable = <schema extends TSchema>(schema: schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** A field of a request that may be left out, or be null. */
export const nullish = <schema extends TSchema>(schema: schema, description?: string) =>
  Type.Optional(nullable(schema, description))
