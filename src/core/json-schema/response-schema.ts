import { withoutFence } from '../../platform/code-fence.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import type { SchemaFault } from './compile-schema.ts'
import { schemaChecker } from './schema-checker.ts'

/** The result of reading a model's answer as JSON. */
export type Structured = { ok: true; value: unknown } | { ok: false; fault: string }

/** Makes a function that reads answers as JSON and validates them against a caller's schema. */
export function responseReader(schema: object): (text: string) => Promise<Structured> {
  return async (text) => {
    const json = readJsonAnswer(text)
    return json.ok ? validated(schema, json.value) : json
  }
}

/** Validates a value; the fault says where it does not match, and why. */
export async function validated(schema: object, value: unknown): Promise<Structured> {
  const fault = await schemaChecker.fault(schema, value)
  return fault === undefined ? { ok: true, value } : { ok: false, fault: sentence(fault) }
}

/** Reads a model's answer as JSON of any shape, also from within a Markdown code fence. */
export function readJsonAnswer(text: string): Structured {
  const json = tryParseJson(withoutFence(text))
  return json.ok ? { ok: true, value: json.value } : { ok: false, fault: 'it is not JSON' }
}

function sentence({ path, message }: SchemaFault): string {
  return `${path || '/'} ${message}`
}
