import type { Static, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Whether a value matches a schema. The schema is compiled at its first use. */
export function matches<schema extends TSchema>(
  schema: schema,
  value: unknown,
): value is Static<schema> {
  return checker(schema).Check(value)
}

/** The first mismatch of a value: its path (`/messages/0/role`) and the reason. */
export function firstFault(schema: TSchema, value: unknown): { path: string; message: string } {
  const fault = checker(schema).Errors(value).First()
  return { path: fault?.path || '/', message: fault?.message ?? 'does not match' }
}

function checker(schema: TSchema): TypeCheck<TSchema> {
  let check = compiled.get(schema)
  if (check === undefined) {
    check = TypeCompiler.Compile(schema)
    compiled.set(schema, check)
  }
  return check
}
