import { type TSchema, Type } from '@sinclair/typebox'

/** A field of an answer that may be null. */
export const nullable = <schema extends TSchema>(schema: schema) =>
  Type.Union([schema, Type.Null()])
