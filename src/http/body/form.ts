import type { Static, TSchema } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'
import type { HttpContext } from '../server/connection.ts'
import { checkShape, parseJson } from './json.ts'
import { mediaTypeOf } from './media-type.ts'
import { type BodyOptions, readText } from './stream.ts'

/** Of the bodies of the device flow and of tokens. @limit grant-body KiB */
export const MAX_GRANT_BYTES = 4096
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/

/**
 * Reads a body that is a form, with each field once, or JSON. No body at all is a form without
 * fields.
 *
 * @throws {AppError} `too_large`, `request_timeout`, `unsupported_media_type`, `malformed`,
 * `invalid`
 */
export async function readFormOrJson<schema extends TSchema>(
  context: HttpContext,
  schema: schema,
  maxBytes: number,
  options?: BodyOptions,
): Promise<Static<schema>> {
  const text = await readText(context, maxBytes, options)
  const mediaType = mediaTypeOf(context.request)
  if (JSON_TYPE.test(mediaType)) return parseJson(text, schema, { isDialect: true })
  if (mediaType === FORM || (mediaType === '' && text === '')) {
    return checkShape(readForm(text), schema)
  }
  throw new AppError('unsupported_media_type', `Expected a body of ${FORM} or JSON`)
}

/**
 * The same for the device flow and for tokens: every fault of the body is an `invalid_request`.
 * RFC 6749, 5.2
 *
 * @throws {AppError} `invalid_request`, `too_large`, `request_timeout`
 */
export async function readGrantBody<schema extends TSchema>(
  context: HttpContext,
  schema: schema,
): Promise<Static<schema>> {
  try {
    return await readFormOrJson(context, schema, MAX_GRANT_BYTES)
  } catch (error) {
    throw isFault(error) ? new AppError('invalid_request', error.message, { cause: error }) : error
  }
}

/** @throws {AppError} `malformed` for a field that is there twice. RFC 6749, 3.2 */
function readForm(text: string): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new AppError('malformed', 'Request body has a field twice')
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

function isFault(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    (error.code === 'malformed' ||
      error.code === 'invalid' ||
      error.code === 'unsupported_media_type')
  )
}
