import { open } from 'node:fs/promises'

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
