import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { HTTP_LIMITS, type HttpLimits } from '../limits.ts'
import type { Connection, HttpContext } from '../server/connection.ts'

/** Options of every reader of a body. */
export interface BodyOptions {
  /** Is given the bytes as they arrive, for who compares bodies by their hash. */
  hasher?: Bun.CryptoHasher | undefined
  /** Ends the reading with its reason, also while bytes are waited for. */
  signal?: AbortSignal | undefined
}

/**
 * The bytes of a body as they arrive, bounded in size and in time. Read on only as they are asked
 * for: a slow reader slows its sender down, and is not what the time bounds count.
 *
 * Its sender may be slow on purpose: after the last byte, the caller is authorized again.
 * So what is made of the bytes is valid only when the iteration has come to its end.
 *
 * @throws {AppError} `too_large`, `request_timeout`, `malformed`, and what the route's guard throws
 */
export async function* readStream(
  { request, connection }: HttpContext,
  maxBytes: number,
  { hasher, signal }: BodyOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  const declared = declaredBytes(request, maxBytes)
  let seen = 0
  if (request.body !== null) {
    await using body = new PacedBody(request.body, limitsOf(connection), signal)
    for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) {
      seen += chunk.byteLength
      if (seen > maxBytes) throw tooLarge(maxBytes)
      hasher?.update(chunk)
      yield chunk
    }
  }
  if (declared !== undefined && seen !== declared) throw cutOff(undefined)
  await connection.reauthorize?.()
}

/**
 * @returns undefined when the length is not declared
 * @throws {AppError} `too_large`, also for a length that is no number; `unsupported_media_type` where
 * it is that of a compressed body, whose bytes would be taken for the content
 */
export function declaredBytes({ headers }: Request, maxBytes: number): number | undefined {
  const encoding = headers.get('content-encoding') ?? ''
  if (encoding !== '' && encoding.toLowerCase() !== 'identity')
    throw new AppError(
      'unsupported_media_type',
      'Send the body as it is: bodies with a Content-Encoding are not taken',
    )
  const header = headers.get('content-length')
  if (header === null) return undefined
  const declared = Number(header)
  if (declared <= maxBytes) return declared
  throw tooLarge(maxBytes)
}

/** What the two descriptions of streams, Bun's and Node's, have in common. */
interface Reader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/** Reads a stream whose sender must not be slower than the least rate, nor silent for long. */
class PacedBody implements AsyncDisposable {
  readonly #reader: Reader
  readonly #limits: HttpLimits
  readonly #signal: AbortSignal | undefined
  /** How long the sender may still be waited for: more with every byte that has come. */
  #leftMs: number
  #late = false

  constructor(body: ReadableStream<Uint8Array>, limits: HttpLimits, signal?: AbortSignal) {
    this.#reader = body.getReader()
    this.#limits = limits
    this.#signal = signal
    signal?.addEventListener('abort', this.#cancel)
    this.#leftMs = limits.bodyGraceMs
  }

  /** @returns undefined at the end */
  async next(): Promise<Uint8Array | undefined> {
    this.#signal?.throwIfAborted()
    const asked = performance.now()
    const timer = setTimeout(() => this.#giveUp(), this.#leftMs)
    const chunk = await this.#read().finally(() => clearTimeout(timer))
    if (this.#late) refuseSlow()
    this.#signal?.throwIfAborted()
    if (chunk === undefined) return undefined
    // By what has arrived, never by what was declared: a promise of much is no reason to wait.
    const { bodyGraceMs, bodyPauseMs, bodyBytesPerSecond } = this.#limits
    const earnedMs = (chunk.byteLength / bodyBytesPerSecond) * 1000
    const leftMs = this.#leftMs - (performance.now() - asked) + earnedMs
    this.#leftMs = Math.max(0, Math.min(leftMs, Math.max(bodyGraceMs, bodyPauseMs)))
    return chunk
  }

  /** What still comes is thrown away by the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#cancel)
    this.#cancel()
  }

  #cancel = (): void => {
    this.#reader.cancel().catch(() => {})
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#reader.read()
      return done ? undefined : value
    } catch (error) {
      throw cutOff(error)
    }
  }

  /** Ends the read that waits. */
  #giveUp(): void {
    this.#late = true
    this.#cancel()
  }
}

function limitsOf({ limits }: Connection): HttpLimits {
  return limits ?? HTTP_LIMITS
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

const IN_TIME = { onTimeout: refuseSlow }

/** A declared body up to this size is read at one go. */
const SMALL_BODY_BYTES = 64 * 1024

/**
 * The body as text, bounded in size and in time while it arrives. Its declared length is taken from
 * the budget of all bodies before a byte is read; without one, each chunk as it arrives.
 *
 * @throws {AppError} `too_large`, `busy`, `request_timeout`, `malformed`, and what the route's guard throws
 */
export async function readText(
  context: HttpContext,
  maxBytes: number,
  options: BodyOptions = {},
): Promise<string> {
  const declared = declaredBytes(context.request, maxBytes)
  const { bodyShare } = context.connection
  if (declared !== undefined) bodyShare?.take(declared)
  if (declared !== undefined && declared <= SMALL_BODY_BYTES)
    return await readSmall(context, options)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readStream(context, maxBytes, options)) {
    if (declared === undefined) bodyShare?.take(chunk.byteLength)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * A body that is small, as declared, read by the server at one go; it has the grace and no more.
 *
 * @throws {AppError} `request_timeout`, `malformed`, and what the route's guard throws
 */
async function readSmall(
  { request, connection }: HttpContext,
  { hasher }: BodyOptions,
): Promise<string> {
  let text: string
  try {
    const { bodyGraceMs } = limitsOf(connection)
    if (hasher === undefined) text = await deadline(request.text(), bodyGraceMs, IN_TIME)
    else {
      const bytes = await deadline(request.bytes(), bodyGraceMs, IN_TIME)
      hasher.update(bytes)
      text = new TextDecoder().decode(bytes)
    }
  } catch (error) {
    throw error instanceof AppError ? error : cutOff(error)
  }
  await connection.reauthorize?.()
  return text
}
