import {
  type ObjectOptions,
  type SchemaOptions,
  type TLiteral,
  type TProperties,
  type TUnion,
  Type,
} from '@sinclair/typebox'

/** An object with these fields and no others. */
export const closedObject = <fields extends TProperties>(
  fields: fields,
  options: ObjectOptions = {},
) => Type.Object(fields, { ...options, additionalProperties: false })

/** An object that the API description has under a name of its own. */
export const component = <fields extends TProperties>(
  $id: string,
  fields: fields,
  options: ObjectOptions = {},
) => Type.Object(fields, { $id, ...options })

type Literals<values extends readonly string[]> = {
  -readonly [index in keyof values]: TLiteral<values[index] & string>
}

/** One of several words. */
export function oneOf<const values extends readonly string[]>(
  values: values,
  options?: SchemaOptions,
): TUnion<Literals<values>> {
  const schema: unknown = Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  )
  return schema as TUnion<Literals<values>>
}
