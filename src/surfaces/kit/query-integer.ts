import { type TInteger, Type } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'

interface IntegerBounds {
  minimum: number
  maximum: number
  /** What a query without the field has. */
  default: number
}

/** A whole number in a query's text. Elysia's own type for it does not name the field at fault. */
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
        `Query is invalid at /${name}: expected an integer from ${minimum} to ${maximum}`,
        { param: name },
      )
    })
    .Encode((value) => value)
  // Elysia hands over what Decode returns.
  return schema as TInteger
}
