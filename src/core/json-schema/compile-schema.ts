import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js'

/**
 * Bounds of a schema: its JSON text, its depth, and its parts with every reference expanded.
 * @limit schema-characters characters
 */
export const MAX_SCHEMA_CHARACTERS = 64 * 1024
/** @limit schema-depth count */
export const MAX_DEPTH = 100
/** @limit schema-parts count */
export const MAX_PARTS = 2_000

/**
 * `$async` makes a check pass every value. The others are references whose target is not known
 * before a check.
 */
const REFUSED_KEYWORDS: ReadonlySet<string> = new Set([
  '$async',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
])

/**
 * Refuses a schema whose check could block a thread: nested references grow exponentially when they
 * are expanded, and a recursive schema recurses as deeply as the value.
 *
 * @throws {Error} when a bound is exceeded; the message is fit for the schema's author
 */
export function requireBounded(schema: object): void {
  // `JSON.stringify` recurses, so the depth is checked first.
  const walk = new SchemaWalk(schema)
  walk.visit(schema, 0)
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) {
    throw new Error(`the schema is longer than ${MAX_SCHEMA_CHARACTERS} characters`)
  }
}

class SchemaWalk {
  readonly #root: object
  /** The parts from the root to the current one; a part that occurs twice means recursion. */
  readonly #ancestors = new Set<object>()
  #partCount = 0

  constructor(root: object) {
    this.#root = root
  }

  visit(part: unknown, depth: number): void {
    if (typeof part !== 'object' || part === null) return
    this.#partCount += 1
    if (this.#partCount > MAX_PARTS) {
      throw new Error(`the schema has more than ${MAX_PARTS} parts, references written out`)
    }
    if (depth > MAX_DEPTH)
      throw new Error(`the schema is nested more than ${MAX_DEPTH} levels deep`)
    if (this.#ancestors.has(part)) throw new Error('recursive schemas are not taken')
    this.#ancestors.add(part)
    for (const [name, value] of Object.entries(part)) {
      if (REFUSED_KEYWORDS.has(name)) throw new Error(`${name} is not taken`)
      // A nested `$id` changes the base of the references below it.
      if (name === '$id' && typeof value === 'string' && depth > 0) {
        throw new Error('$id is taken at the top only')
      }
      const reference = name === '$ref' && typeof value === 'string'
      this.visit(reference ? this.#target(value) : value, depth + 1)
    }
    this.#ancestors.delete(part)
  }

  /** Resolves a reference within the schema, such as `#/$defs/name`. */
  #target(reference: string): unknown {
    if (reference !== '#' && !reference.startsWith('#/')) {
      throw new Error(`the reference ${reference.slice(0, 100)} does not lead into the schema`)
    }
    let found: unknown = this.#root
    for (const step of reference.split('/').slice(1)) {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
      found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
    }
    if (found !== undefined) return found
    throw new Error(`the reference ${reference.slice(0, 100)} leads nowhere`)
  }
}

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
