import type { Static, TSchema } from '@sinclair/typebox'
import { firstError, matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { MAX_JSON_DEPTH, tryParseJson } from '../../platform/json.ts'
import { errorSentence, misspelledField } from '../../platform/schema-error.ts'
import type { HttpContext } from '../server/connection.ts'
import { type BodyOptions, readText } from './stream.ts'

/**
 * Of a body of JSON: far above every conversation, and some 20 MB in memory.
 * @limit json-values count
 */
export const MAX_VALUES = 250_000

export interface JsonOptions {
  /**
   * Whether clients of another service send the body. They send more fields than the schema has, so
   * none is refused for its name.
   */
  isDialect?: boolean
}

/**
 * Reads a body of JSON, bounded in size and in time while it arrives, and checks its shape. Unknown
 * fields are kept, unless their names are misspelled ones of the schema. A POST without a body
 * has an object without fields.
 *
 * @throws {AppError} `too_large`, `request_timeout`, `malformed`, `invalid`, and what the route's
 * guard throws
 */
export async function readJson<schema extends TSchema>(
  context: HttpContext,
  schema: schema,
  maxBytes: number,
  options?: BodyOptions & JsonOptions,
): Promise<Static<schema>> {
  const text = await readText(context, maxBytes, options)
  // A client that has nothing to add sends no body; a change without one has lost it.
  const none: unknown = {}
  if (text === '' && context.request.method === 'POST' && matches(schema, none)) return none
  return parseJson(text, schema, options)
}

/**
 * @throws {AppError} `malformed` when it is not JSON, `invalid` at the first field that does not
 * match
 */
export function parseJson<schema extends TSchema>(
  text: string,
  schema: schema,
  { isDialect = false }: JsonOptions = {},
): Static<schema> {
  const json = tryParseJson(text, { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_VALUES })
  if (json.ok) {
    if (!isDialect) refuseMisspelled(json.value, schema)
    return checkShape(json.value, schema)
  }
  switch (json.excess) {
    case 'values':
      throw tooMuch(`it holds more than ${MAX_VALUES} values`)
    case 'depth':
      throw tooMuch(`it is nested more than ${MAX_JSON_DEPTH} levels deep`)
    default:
      throw new AppError('malformed', 'Request body is not JSON', { cause: json.error })
  }
}

function tooMuch(words: string): AppError {
  return new AppError('invalid', `Request body is invalid: ${words}`)
}

/**
 * Checks the shape of a body, or of a part of it whose form depends on its type.
 *
 * @param field Where the part is in the body, as in `messages[0].content`; empty for the body
 * @throws {AppError} `invalid` at the first field that does not match
 */
export function checkShape<schema extends TSchema>(
  value: unknown,
  schema: schema,
  field = '',
): Static<schema> {
  if (matches(schema, value)) return value
  const { path, message } = firstError(schema, value)
  const misspelled = misspelledField(schema, value)
  const hint = misspelled?.meant === path ? `; ${unknownField(misspelled)}` : ''
  throw invalidField(fieldAt(field, path), `${message}${hint}`)
}

/** A misspelled field would be passed over like any other, and what it asks for not be done. */
function refuseMisspelled(value: unknown, schema: TSchema): void {
  const misspelled = misspelledField(schema, value)
  if (misspelled === undefined) return
  const message = `Request body is invalid: ${unknownField(misspelled)}`
  throw new AppError('invalid', message, { param: misspelled.field })
}

function unknownField({ field, meant }: { field: string; meant: string }): string {
  return `unknown field ${field}, did you mean ${meant}?`
}

/** @param message Words that follow the field, such as `is missing: it must be text` */
export function invalidField(field: string, message: string): AppError {
  const sentence = errorSentence({ path: field, message })
  return new AppError('invalid', `Request body is invalid: ${sentence}`, { param: field })
}

function fieldAt(field: string, path: string): string {
  return field === '' || path === '' || path.startsWith('[')
    ? `${field}${path}`
    : `${field}.${path}`
}
