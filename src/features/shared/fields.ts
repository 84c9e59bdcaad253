import { type TInteger, type TSchema, Type } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'

interface IntegerBounds {
  minimum: number
  maximum: number
  /** Value when the query does not have the field. */
  default: number
}

/** An integer in a query. Elysia's own type does not name the invalid field in its error. */
export function queryInteger(name: string, bounds: IntegerBounds): TInteger {
  const { minimum, maximum } = bounds
  const schema: unknown = Type.Transform(
    Type.Union([Type.String(), Type.Integer(bounds)], { default: bounds.default }),
  )
    .Decode((value) => {
      const number =
        typeof value === 'string' && !/^\d{1,9}$/.test(value) ? Number.NaN : Number(value)
      if (number >= minimum && number <= maximum) return number
      throw new AppError(
        'invalid',
        `Query is invalid: ${name} must be a whole number from ${minimum} to ${maximum}`,
        { param: name },
      )
    })
    .Encode((value) => value)
  // Elysia passes the result of Decode to the handler.
  return schema as TInteger
}

/** A field of an answer that may be null. */
export const nullable = <schema extends TSchema>(schema: schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** A field of a request that may be left out, or be null. */
export const nullish = <schema extends TSchema>(schema: schema, description?: string) =>
  Type.Optional(nullable(schema, description))

/** What stands in a text that has a code. */
export const TextParamsField = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'What stands in the text: words, numbers (those whose names end in `Bytes` and `At` are sizes and UTC milliseconds), and texts with `code` and `params` of their own',
})

/** A time in an answer. */
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })
export const TimeOrNull = nullable(Time)

/** @param at UTC milliseconds */
export function timeView(at: number): string {
  return new Date(at).toISOString()
}

export function timeOrNullView(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : timeView(at)
}

/** Of a resumable upload. */
export const UploadId = Type.String({
  pattern: '^upl_[A-Za-z0-9_-]{22}$',
  examples: ['upl_Xd2LGSy6Hg_Yx2AaQiwqvQ'],
})

/** At least one visible character, and no control, zero-width, bidi or line separator characters. */
export const Label = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern:
    '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]+$',
  'x-expected': '1 to 200 characters in one line, one of them visible',
})
