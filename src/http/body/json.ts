import type { Static, TSchema } from '@sinclair/typebox'
import { firstFault, matches } from '../../platform/check.ts'
import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { HTTP_LIMITS, type HttpLimits } from '../limits.ts'
import { connectionOf } from '../server/connection.ts'
import { holdsMore } from './json-size.ts'

/** Nobody needs more, and deeper values break those who walk them by recursion. */
const MAX_DEPTH = 200
/** Of a body of JSON: far above every conversation, and some 20 MB in memory. */
const MAX_VALUES = 250_000
/** A declared body up to this size is read at one go; it has the grace and no more. */
const SMALL_BODY_BYTES = 64 * 1024

/**
 * Reads a body of JSON, bounded in size and in time while it arrives, and checks its shape. Unknown
 * fields are kept.
 *
 * @throws {AppError} `too_large`, `request_timeout`, `malformed`, `invalid`
 */
export async function readJson<schema extends TSchema>(
  request: Request,
  schema: schema,
  maxBytes: number,
): Promise<Static<schema>> {
  return parseJson(await readText(request, maxBytes), schema)
}

/** @throws {AppError} `malformed` when it is not JSON, `invalid` at the first field that does not match */
export function parseJson<schema extends TSchema>(text: string, schema: schema): Static<schema> {
  if (text.length > MAX_VALUES && holdsMore(text, MAX_VALUES)) {
    throw new AppError(
      'invalid',
      `Request body is invalid: it holds more than ${MAX_VALUES} values`,
    )
  }
  const json = tryParseJson(text)
  if (!json.ok) throw new AppError('malformed', 'Request body is not JSON', { cause: json.error })
  const { value } = json
  if (isDeeper(value, MAX_DEPTH)) {
    throw new AppError(
      'invalid',
      `Request body is invalid: it is nested more than ${MAX_DEPTH} levels deep`,
    )
  }
  return checkShape(value, schema)
}

/** @throws {AppError} `invalid` at the first field that does not match */
export function checkShape<schema extends TSchema>(value: unknown, schema: schema): Static<schema> {
  if (matches(schema, value)) return value
  const { path, message } = firstFault(schema, value)
  throw new AppError(
    'invalid',
    `Request body is invalid at ${path}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
    {
      param: path.slice(1).replaceAll('/', '.'),
    },
  )
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeper(one, levels - 1)) return true
  }
  return false
}

/**
 * The body as text, bounded in size and in time while it arrives. Its sender may be slow on purpose:
 * whoever was refused meanwhile is refused here.
 *
 * @throws {AppError} `too_large`, `request_timeout`, `malformed`, and what the route's guard throws
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  let text: string
  try {
    text = await arrived(request, maxBytes, connectionOf(request).limits ?? HTTP_LIMITS)
  } catch (error) {
    throw error instanceof AppError ? error : cutOff(error)
  }
  await connectionOf(request).reauthorize?.()
  return text
}

function arrived(request: Request, maxBytes: number, limits: HttpLimits): Promise<string> | string {
  const header = request.headers.get('content-length')
  const declared = header === null ? undefined : Number(header)
  // In this form, a length that is no number is refused as well.
  if (declared !== undefined && !(declared <= maxBytes)) throw tooLarge(maxBytes)
  if (declared !== undefined && declared <= SMALL_BODY_BYTES)
    return deadline(request.text(), limits.bodyGraceMs, { onTimeout: refuseSlow })
  return request.body === null ? '' : readPieces(request.body, maxBytes, limits)
}

async function readPieces(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  { bodyGraceMs, bodyBytesPerSecond }: HttpLimits,
): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const started = performance.now()
  let text = ''
  let seen = 0
  let late = false
  let timer = setTimeout(look, bodyGraceMs)

  function look() {
    // By what has arrived, never by what was declared: a promise of much is no reason to wait.
    const allowedMs = bodyGraceMs + (seen / bodyBytesPerSecond) * 1000
    const leftMs = allowedMs - (performance.now() - started)
    if (leftMs > 0) {
      timer = setTimeout(look, leftMs)
      return
    }
    late = true
    stop()
  }

  // Ends a pending read; what still comes is thrown away by the server.
  function stop() {
    reader.cancel().catch(() => {})
  }

  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (late) refuseSlow()
      if (done) return text + decoder.decode()
      seen += value.byteLength
      if (seen > maxBytes) throw tooLarge(maxBytes)
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    clearTimeout(timer)
    stop()
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `Request body is larger than ${maxBytes} bytes`)
}

function refuseSlow(): never {
  throw new AppError('request_timeout', 'The request body did not arrive in time')
}

function cutOff(cause: unknown): AppError {
  return new AppError('malformed', 'The request body was cut off', { cause })
}
