import type { Static, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { explainError, type SchemaError, tellingError } from './schema-error.ts'

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Whether a value matches a schema. The schema is compiled at its first use. */
export function matches<schema extends TSchema>(
  schema: schema,
  value: unknown,
): value is Static<schema> {
  return checker(schema).Check(value)
}

/** The first mismatch of a value that does not match, in words. */
export function firstError(schema: TSchema, value: unknown): SchemaError {
  const fault = tellingError(checker(schema).Errors(value))
  return fault === undefined
    ? { path: '', message: 'has another form' }
    : explainError(fault, value)
}

function checker(schema: TSchema): TypeCheck<TSchema> {
  let check = compiled.get(schema)
  if (check === undefined) {
    check = TypeCompiler.Compile(schema)
    compiled.set(schema, check)
  }
  return check
}
