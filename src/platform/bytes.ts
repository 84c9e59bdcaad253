import { open } from 'node:fs/promises'
import { endianness } from 'node:os'

/** Numbers of 32 bits, the lowest byte first, in base64. Empty for any other text. */
export function float32FromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length % 4 !== 0) return new Float32Array()
  if (endianness() === 'BE') bytes.swap32()
  // Of its own memory, as a small buffer begins anywhere in a shared one.
  return new Float32Array(new Uint8Array(bytes).buffer)
}

/** As {@link float32FromBase64} reads it. */
export function float32ToBase64(numbers: Float32Array): string {
  const bytes = Buffer.from(new Float32Array(numbers).buffer)
  if (endianness() === 'BE') bytes.swap32()
  return bytes.toString('base64')
}

/** Chunks from this size on are worth it. */
const WORTH_BYTES = 16 * 1024

/**
 * Gives the memory of bytes back at once, which are empty then; nothing of a part of a buffer. Left to
 * the collector, 80 MB of chunks that were written pile up during an upload at full speed.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < WORTH_BYTES || byteLength !== buffer.byteLength) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

const PIECE_BYTES = 256 * 1024

/** The bytes of a file, each piece in memory of its own because it is handed on. */
export async function* pieces(path: string): AsyncGenerator<Uint8Array> {
  await using source = await open(path, 'r')
  for (;;) {
    const buffer = new Uint8Array(PIECE_BYTES)
    const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** The size of a file, and the SHA-256 of its bytes as they are now, in hex. */
export async function checksumOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  let bytes = 0
  for await (const piece of pieces(path)) {
    hasher.update(piece)
    bytes += piece.byteLength
  }
  return { bytes, sha256: hasher.digest('hex') }
}

/** The same bytes, each chunk as soon as a hasher has had it. */
export async function* hashed(
  source: AsyncIterable<Uint8Array>,
  hasher: Bun.CryptoHasher,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hasher.update(chunk)
    yield chunk
  }
}
