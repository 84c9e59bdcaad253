import { Ajv2020 } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { AppError } from '../../platform/errors.ts'
import { requireBounded } from './schema-bounds.ts'

const SETTINGS = { strict: false, validateFormats: false, logger: false } as const

/** Made at first use. */
let rules: Ajv2020 | undefined

/** What came of reading a model's answer as JSON. */
export type Structured = { ok: true; value: unknown } | { ok: false; fault: string }

/** Where a value does not match its schema, as a path such as `/names/0`, and why. */
export interface SchemaFault {
  path: string
  message: string
}

/**
 * A JSON Schema of the caller's, made ready to check answers.
 *
 * @param field Where the schema stands in the request body, as a path without its first slash
 * @throws {AppError} `invalid` when it is no usable schema
 */
export function responseSchema(
  schema: object,
  field = 'response_schema',
): (text: string) => Structured {
  const faultOf = jsonSchema(schema, field)
  return (text) => {
    const json = readJsonAnswer(text)
    if (!json.ok) return json
    const fault = faultOf(json.value)
    return fault === undefined
      ? json
      : { ok: false, fault: `${fault.path || '/'} ${fault.message}` }
  }
}

/** Reads a model's answer as JSON, whatever its shape. */
export function readJsonAnswer(text: string): Structured {
  try {
    return { ok: true, value: JSON.parse(withoutFence(text)) }
  } catch {
    return { ok: false, fault: 'it is not JSON' }
  }
}

/**
 * A JSON Schema from outside, made ready to check values. Its patterns run in RE2, in linear time:
 * a caller's regular expression must not be able to stop the one thread that serves everybody.
 *
 * @param field Where the schema stands in the request body, as a path without its first slash
 * @returns Finds the first fault of a value; undefined when it matches
 * @throws {AppError} `invalid` when it is no usable schema
 */
export function jsonSchema(
  schema: object,
  field: string,
): (value: unknown) => SchemaFault | undefined {
  const validate = compile(schema, field)
  return (value) => {
    if (validate(value)) return undefined
    const first = validate.errors?.[0]
    return { path: first?.instancePath ?? '', message: first?.message ?? 'does not match' }
  }
}

function compile(schema: object, field: string) {
  const regExp = Object.assign((pattern: string) => linear(pattern), { code: 'linear' })
  // One of its own for each schema: it keeps all that it ever compiled.
  const ajv = new Ajv2020({ ...SETTINGS, meta: false, validateSchema: false, code: { regExp } })
  try {
    requireBounded(schema)
    requireJsonSchema(schema)
    return ajv.compile(schema)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : 'unknown fault'
    throw new AppError('invalid', `Request body is invalid at /${field}: ${reason}`, {
      cause,
      param: field.replaceAll('/', '.'),
    })
  }
}

/** Each schema is checked by the same compiled rules: making them takes longer than all the rest. */
function requireJsonSchema(schema: object): void {
  rules ??= new Ajv2020(SETTINGS)
  // Whatever dialect it names, it is read as the one that is spoken here.
  const spoken: Record<string, unknown> = { ...schema }
  delete spoken['$schema']
  if (rules.validateSchema(spoken) === true) return
  throw new Error(`schema is invalid: ${rules.errorsText(rules.errors)}`)
}

function linear(pattern: string) {
  const compiled = RE2JS.compile(pattern)
  // Ajv tells patterns apart by their text.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
}

/** Models like to wrap JSON in a Markdown fence, even when told not to. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
}
