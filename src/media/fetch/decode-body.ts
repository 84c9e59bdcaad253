import { pipeline, Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'

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
export class UnknownEncodingError extends Error {
  override readonly name = 'UnknownEncodingError'
}

/** The encodings of a body in the order of their application. */
export function parseEncodings(header: string | null): readonly string[] {
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
export async function* decodeBody(
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
