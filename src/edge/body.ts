import type { Static, TSchema } from '@sinclair/typebox'
import { firstFault, matches } from '../platform/check.ts'
import { AppError } from '../platform/errors.ts'

/** Time that any body may take to arrive, and the least rate of a larger one. */
const BODY_GRACE_MS = 15_000
const MIN_BYTES_PER_SECOND = 16 * 1024

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
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AppError('malformed', 'Request body is not JSON', { cause })
  }
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

/** The body as text, bounded in size and in time while it arrives. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const header = request.headers.get('content-length')
  if (header === null) return request.body === null ? '' : readChunked(request.body, maxBytes)
  const declared = Number(header)
  if (declared > maxBytes) throw tooLarge(maxBytes)
  // The server ends such a body at its declared length: no count is needed, only the clock.
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(tooSlow()), allowedMs(declared))
  try {
    return await Promise.race([request.text(), deadline.promise])
  } catch (error) {
    throw error instanceof AppError ? error : cutOff(error)
  } finally {
    clearTimeout(timer)
  }
}

async function readChunked(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const started = performance.now()
  let text = ''
  let seen = 0
  try {
    for (;;) {
      const { done, value } = await within(
        reader.read(),
        allowedMs(seen) - (performance.now() - started),
      )
      if (done) return text + decoder.decode()
      seen += value.byteLength
      if (seen > maxBytes) throw tooLarge(maxBytes)
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error instanceof AppError ? error : cutOff(error)
  }
}

async function within<value>(read: Promise<value>, ms: number): Promise<value> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(tooSlow()), Math.max(ms, 0))
  try {
    return await Promise.race([read, deadline.promise])
  } finally {
    clearTimeout(timer)
  }
}

function allowedMs(bytes: number): number {
  return BODY_GRACE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1000
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `Request body is larger than ${maxBytes} bytes`)
}

function tooSlow(): AppError {
  return new AppError('request_timeout', 'The request body did not arrive in time')
}

function cutOff(cause: unknown): AppError {
  return new AppError('malformed', 'The request body was cut off', { cause })
}
