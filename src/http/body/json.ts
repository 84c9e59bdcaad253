import type { Static, TSchema } from '@sinclair/typebox'
import { firstFault, matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { faultSentence } from '../../platform/schema-fault.ts'
import { MAX_JSON_DEPTH, tryParseJson } from '../../platform/try-parse-json.ts'
import type { BodyOptions } from './stream.ts'
import { readText } from './text.ts'

/** Of a body of JSON: far above every conversation, and some 20 MB in memory. */
export const MAX_VALUES = 250_000

/**
 * Reads a body of JSON, bounded in size and in time while it arrives, and checks its shape. Unknown
 * fields are kept.
 *
 * @throws {AppError} `too_large`, `request_timeout`, `malformed`, `invalid`, and what the route's
 * guard throws
 */
export async function readJson<schema extends TSchema>(
  request: Request,
  schema: schema,
  maxBytes: number,
  options?: BodyOptions,
): Promise<Static<schema>> {
  return parseJson(await readText(request, maxBytes, options), schema)
}

/**
 * @throws {AppError} `malformed` when it is not JSON, `invalid` at the first field that does not
 * match
 */
export function parseJson<schema extends TSchema>(text: string, schema: schema): Static<schema> {
  const json = tryParseJson(text, { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_VALUES })
  if (json.ok) return checkShape(json.value, schema)
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
  const { path, message } = firstFault(schema, value)
  throw invalidField(fieldAt(field, path), message)
}

/** @param message Words that follow the field, such as `is missing: it must be text` */
export function invalidField(field: string, message: string): AppError {
  const sentence = faultSentence({ path: field, message })
  return new AppError('invalid', `Request body is invalid: ${sentence}`, { param: field })
}

function fieldAt(field: string, path: string): string {
  return field === '' || path === '' || path.startsWith('[')
    ? `${field}${path}`
    : `${field}.${path}`
}
