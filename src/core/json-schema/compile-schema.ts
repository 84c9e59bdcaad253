import { Ajv2020 } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { requireBounded } from './schema-bounds.ts'

const AJV_OPTIONS = { strict: false, validateFormats: false, logger: false } as const

/** Made at first use. */
let metaSchema: Ajv2020 | undefined

/** Where a value does not match its schema, as a path such as `/names/0`, and why. */
export interface SchemaFault {
  path: string
  message: string
}

/**
 * Makes a JSON Schema ready to check values; its patterns run in RE2, in linear time. It takes as
 * long as the schema wants: one of a caller's belongs into the worker, by `schemaChecker`.
 *
 * @returns Finds the first fault of a value; undefined when it matches
 * @throws {Error} with the reason, in words for the caller, when it is no usable schema
 */
export function compileSchema(schema: object): (value: unknown) => SchemaFault | undefined {
  requireBounded(schema)
  requireJsonSchema(schema)
  const regExp = Object.assign((pattern: string) => compilePattern(pattern), { code: 'linear' })
  // One of its own for each schema: it keeps all that it ever compiled.
  const ajv = new Ajv2020({ ...AJV_OPTIONS, meta: false, validateSchema: false, code: { regExp } })
  const validate = ajv.compile(schema)
  return (value) => {
    if (validate(value)) return undefined
    const first = validate.errors?.[0]
    return { path: first?.instancePath ?? '', message: first?.message ?? 'does not match' }
  }
}

/** Each schema is checked by the same compiled rules: making them takes longer than all the rest. */
function requireJsonSchema(schema: object): void {
  metaSchema ??= new Ajv2020(AJV_OPTIONS)
  // Whatever dialect it names, it is read as the one that is spoken here.
  const ownDialect: Record<string, unknown> = { ...schema }
  delete ownDialect['$schema']
  if (metaSchema.validateSchema(ownDialect) === true) return
  throw new Error(`schema is invalid: ${metaSchema.errorsText(metaSchema.errors)}`)
}

function compilePattern(pattern: string) {
  const compiled = RE2JS.compile(pattern)
  // Ajv tells patterns apart by their text.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
}
