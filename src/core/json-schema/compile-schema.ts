import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js'
import { requireBounded } from './schema-bounds.ts'

/** Of the values and names that a fault mentions. */
const MAX_NAMED_CHARACTERS = 300
const AJV_OPTIONS = { strict: false, validateFormats: false, logger: false } as const

/** Validates schemas against the meta-schema; made at first use. */
let metaSchema: Ajv2020 | undefined

/** The first mismatch of a value: a JSON Pointer such as `/names/0`, and the reason. */
export interface SchemaError {
  path: string
  message: string
}

/**
 * Compiles a JSON Schema. Patterns run in RE2, in linear time. Compiling can take long: compile a
 * caller's schema in the worker, through `schemaChecker`.
 *
 * @returns A function that gives the first mismatch of a value; undefined when it matches
 * @throws {Error} when the schema cannot be used; the message is fit for its author
 */
export function compileSchema(schema: object): (value: unknown) => SchemaError | undefined {
  requireBounded(schema)
  requireJsonSchema(schema)
  const regExp = Object.assign((pattern: string) => compilePattern(pattern), { code: 'linear' })
  // One instance for each schema, because an instance keeps everything that it has compiled.
  const ajv = new (ajvClass())({
    ...AJV_OPTIONS,
    meta: false,
    validateSchema: false,
    code: { regExp },
  })
  const validate = ajv.compile(schema)
  return (value) => {
    if (validate(value)) return undefined
    const first = validate.errors?.[0]
    return { path: first?.instancePath ?? '', message: wordsOf(first) }
  }
}

/** Ajv says that a value is not allowed, and not which values are. */
function wordsOf(error: ErrorObject | undefined): string {
  if (error === undefined) return 'does not match'
  const { keyword, params, message = 'does not match' } = error
  switch (keyword) {
    case 'enum':
      return `must be one of ${shortened(params['allowedValues'].map(nameOf).join(', '))}`
    case 'const':
      return `must be ${shortened(JSON.stringify(params['allowedValue']))}`
    case 'additionalProperties':
      return `must not have the property '${shortened(String(params['additionalProperty']))}'`
    default:
      return message
  }
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function shortened(text: string): string {
  return text.length > MAX_NAMED_CHARACTERS ? `${text.slice(0, MAX_NAMED_CHARACTERS)}…` : text
}

/** Loaded by the first schema, as a start compiles none. */
function ajvClass(): typeof Ajv2020 {
  const ajv: typeof import('ajv/dist/2020.js') = require('ajv/dist/2020.js')
  return ajv.Ajv2020
}

/** The compiled meta-schema is shared: compiling it takes longer than all the rest. */
function requireJsonSchema(schema: object): void {
  metaSchema ??= new (ajvClass())(AJV_OPTIONS)
  // A schema that names another dialect is read as draft 2020-12.
  const ownDialect: Record<string, unknown> = { ...schema }
  delete ownDialect['$schema']
  if (metaSchema.validateSchema(ownDialect) === true) return
  throw new Error(`schema is invalid: ${metaSchema.errorsText(metaSchema.errors)}`)
}

function compilePattern(pattern: string) {
  const { RE2JS }: typeof import('re2js') = require('re2js')
  const compiled = RE2JS.compile(pattern)
  // Ajv caches patterns by `toString`.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
}
