import { pipeline, Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { AppError, codeOf } from '../../platform/errors.ts'
import { knownFetchReason } from '../../platform/fetch-reason.ts'
import { tryDecode } from '../../platform/urls.ts'
import type { FetchedResource, SafeFetchOptions } from '../contract-fetch.ts'
import type { Target } from './resolve-host.ts'

const PIECE_BYTES = 64 * 1024
/** Largest window of zstd, which is memory. RFC 9659 has no larger one for HTTP. */
const ZSTD_WINDOW_LOG = 23
/** Encodings one upon the other; one is usual. */
const MAX_ENCODINGS = 3

/** Makes the decoder of an encoding; the first byte tells the two forms of `deflate` apart. */
const DECODERS: Readonly<Record<string, (firstByte: number) => Transform>> = {
  gzip: () => zlib.createGunzip({ chunkSize: PIECE_BYTES }),
  'x-gzip': () => zlib.createGunzip({ chunkSize: PIECE_BYTES }),
  deflate: (firstByte) =>
    (firstByte & 0x0f) === 8
      ? zlib.createInflate({ chunkSize: PIECE_BYTES })
      : zlib.createInflateRaw({ chunkSize: PIECE_BYTES }),
  br: () => zlib.createBrotliDecompress({ chunkSize: PIECE_BYTES }),
  zstd: () =>
    zlib.createZstdDecompress({
      chunkSize: PIECE_BYTES,
      params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    }),
}

/** What is asked for by `Accept-Encoding`. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

/** The body has an encoding that was not asked for. */
class UnknownEncodingError extends Error {
  override readonly name = 'UnknownEncodingError'
}

/** The encodings of a body in the order of their application. */
function parseEncodings(header: string | null): readonly string[] {
  const names = (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > MAX_ENCODINGS || names.some((name) => !Object.hasOwn(DECODERS, name)))
    throw new UnknownEncodingError('The encoding of the body is not known')
  return names
}

/**
 * Decodes a body piece by piece: a piece of the input is not held in memory with all that it
 * unpacks to.
 */
async function* decodeBody(
  body: AsyncIterable<Uint8Array>,
  encodings: readonly string[],
): AsyncGenerator<Uint8Array> {
  let pieces: AsyncIterable<Uint8Array> = body
  for (const encoding of encodings.toReversed()) pieces = decoded(pieces, encoding)
  yield* pieces
}

async function* decoded(
  body: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array> {
  const input = body[Symbol.asyncIterator]()
  try {
    const first = await firstPiece(input)
    const decoder = first && DECODERS[encoding]?.(first[0] ?? 0)
    // An empty body is empty in every encoding, also where the decoder misses its end.
    if (decoder === undefined) return
    const pieces = Readable.from(rejoined(first, input), { objectMode: false })
    // The error is that of the loop.
    pipeline(pieces, decoder, () => undefined)
    yield* decoder
  } finally {
    await input.return?.()
  }
}

async function firstPiece(input: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await input.next()
    if (done === true) return undefined
    if (value.byteLength > 0) return value
  }
}

async function* rejoined(
  first: Uint8Array | undefined,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first !== undefined) yield first
  for (;;) {
    const { done, value } = await rest.next()
    if (done === true) return
    yield value
  }
}

/** What the encoded bytes may be more than the decoded ones. */
const ENCODING_OVERHEAD_BYTES = 1024 * 1024
const UNKNOWN_MEDIA_TYPE = 'application/octet-stream'
const MEDIA_TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/

/** The bounds of one download, from the look-up of the name to the last byte. */
export class Download {
  /** Aborts at the deadline, when the caller leaves, and when the body is not wanted any more. */
  readonly signal: AbortSignal
  readonly #options: SafeFetchOptions
  readonly #end = new AbortController()
  readonly #timer: Timer
  #isLate = false

  constructor(options: SafeFetchOptions) {
    this.#options = options
    const { signal, deadlineMs } = options
    this.signal = AbortSignal.any([this.#end.signal, ...(signal === undefined ? [] : [signal])])
    this.#timer = setTimeout(() => {
      this.#isLate = true
      this.#end.abort()
    }, deadlineMs)
  }

  /** Closes the connection, if it is still open. */
  close(): void {
    clearTimeout(this.#timer)
    this.#end.abort()
  }

  /** @throws {AppError} `too_large`, `download_failed` */
  resource(target: Target, response: Response): FetchedResource {
    const { status, headers } = response
    const encodings = this.#encodings(headers, target)
    const declaredBytes = Number(headers.get('content-length') ?? 0)
    if (encodings.length === 0 && declaredBytes > this.#options.maxBytes && response.body !== null)
      throw this.#tooLarge(target)
    const [, mediaType = UNKNOWN_MEDIA_TYPE] =
      MEDIA_TYPE.exec(headers.get('content-type') ?? '') ?? []
    const filename = answerName(headers.get('content-disposition'), target.url)
    return {
      url: target.url.href,
      status,
      headers,
      mediaType: mediaType.toLowerCase(),
      ...(filename === undefined ? {} : { filename }),
      body: this.#body(target, response, encodings),
    }
  }

  /** The error for the caller; no word of it is of the error itself, which may hold the address. */
  failure(error: unknown, { host }: Target): unknown {
    const { signal, deadlineMs } = this.#options
    if (error instanceof AppError) return error
    if (this.#isLate)
      return new AppError(
        'download_timeout',
        `Cannot download from ${host}: not finished within ${deadlineMs / 1000} seconds`,
      )
    if (signal?.aborted === true) return signal.reason
    const reason =
      knownFetchReason(error) ?? (isDamage(error) ? 'what it sends is damaged' : undefined)
    return downloadFailed(host, reason ?? 'the connection failed', error)
  }

  #encodings(headers: Headers, { host }: Target): readonly string[] {
    try {
      return parseEncodings(headers.get('content-encoding'))
    } catch (cause) {
      if (!(cause instanceof UnknownEncodingError)) throw cause
      throw downloadFailed(host, 'its answer is packed in an unknown way', cause)
    }
  }

  #body(
    target: Target,
    response: Response,
    encodings: readonly string[],
  ): ReadableStream<Uint8Array> {
    const pieces = this.#pieces(target, response, encodings)
    return new ReadableStream(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await pieces.next()
            if (done !== true) return controller.enqueue(value)
            controller.close()
          } catch (error) {
            controller.error(this.failure(error, target))
          }
          this.close()
        },
        cancel: () => this.close(),
      },
      { highWaterMark: 0 },
    )
  }

  async *#pieces(
    target: Target,
    { body }: Response,
    encodings: readonly string[],
  ): AsyncGenerator<Uint8Array> {
    const { maxBytes } = this.#options
    let bytes = 0
    const encoded = this.#bounded(target, body, maxBytes + ENCODING_OVERHEAD_BYTES)
    for await (const piece of decodeBody(encoded, encodings)) {
      bytes += piece.byteLength
      if (bytes > maxBytes) throw this.#tooLarge(target)
      yield piece
    }
  }

  /** An encoded body may be endless and unpack to nothing. */
  async *#bounded(
    target: Target,
    body: ReadableStream<Uint8Array> | null,
    maxBytes: number,
  ): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const piece of body ?? []) {
      bytes += piece.byteLength
      if (bytes > maxBytes) throw this.#tooLarge(target)
      yield piece
    }
  }

  #tooLarge({ host }: Target): AppError {
    const { maxBytes, boundOf = 'one download' } = this.#options
    return new AppError(
      'too_large',
      `Cannot download from ${host}: it is larger than the ${maxBytes} bytes of ${boundOf}`,
    )
  }
}

/** Whether a decoder has failed; its codes are those of zlib, brotli and zstd. */
function isDamage(error: unknown): boolean {
  return /^(?:Z_|ZSTD_|ERR__ERROR|ERR_BROTLI)/.test(codeOf(error) ?? '')
}

export function downloadFailed(host: string, reason: string, cause?: unknown): AppError {
  return new AppError('download_failed', `Cannot download from ${host}: ${reason}`, { cause })
}

const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/y
const MAX_DISPOSITION_CHARACTERS = 2_048
const MAX_NAME_CHARACTERS = 255

/**
 * The name of a downloaded file: that of the header, else the last name of the path.
 *
 * @param disposition The header `Content-Disposition`. RFC 6266
 */
function answerName(disposition: string | null, url: URL): string | undefined {
  const parameters = parseDisposition(disposition ?? '')
  const [, extended] = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '') ?? []
  const names = [
    extended === undefined ? undefined : tryDecode(extended),
    parameters.get('filename'),
    tryDecode(url.pathname),
  ]
  return names.map(lastName).find((name) => name !== undefined)
}

function parseDisposition(value: string): Map<string, string> {
  const parameters = new Map<string, string>()
  if (value.length > MAX_DISPOSITION_CHARACTERS) return parameters
  for (let at = value.indexOf(';'); at >= 0 && at < value.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const [, key, quoted, plain = ''] = PARAMETER.exec(value) ?? []
    if (key === undefined) break
    parameters.set(key.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain)
  }
  return parameters
}

/** Without folders and control characters; undefined where nothing is left. */
function lastName(path: string | undefined): string | undefined {
  const name = path
    ?.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed()
  return name === undefined || /^\.{0,2}$/.test(name) ? undefined : name
}
