import { tryParseJson } from '../../platform/json.ts'
import { withoutFence } from '../../platform/subprocess.ts'
import type { SchemaError } from './compile-schema.ts'
import { schemaChecker } from './schema-checker.ts'

/** The result of parsing a model's answer as JSON. */
export type ParsedAnswer = { ok: true; value: unknown } | { ok: false; fault: string }

/** Makes a function that parses answers as JSON and validates them against a caller's schema. */
export function responseParser(
  schema: object,
  owner: string,
): (text: string) => Promise<ParsedAnswer> {
  return async (text) => {
    const json = parseJsonAnswer(text)
    return json.ok ? validate(schema, json.value, owner) : json
  }
}

/** Validates a value; the fault says where it does not match, and why. */
export async function validate(
  schema: object,
  value: unknown,
  owner: string,
): Promise<ParsedAnswer> {
  const mismatch = await schemaChecker.mismatch(schema, value, owner)
  return mismatch === undefined ? { ok: true, value } : { ok: false, fault: describe(mismatch) }
}

/** Parses a model's answer as JSON of any shape, also from within a Markdown code fence. */
export function parseJsonAnswer(text: string): ParsedAnswer {
  const json = tryParseJson(withoutFence(text))
  return json.ok ? { ok: true, value: json.value } : { ok: false, fault: 'it is not JSON' }
}

function describe({ path, message }: SchemaError): string {
  return `${path || '/'} ${message}`
}
