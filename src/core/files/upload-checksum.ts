import { AppError } from '../../platform/errors.ts'

/** Names as in `Upload-Checksum`. SHA-1 is the one that every server must know. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const

/** What the bytes of one piece must hash to. */
export interface Checksum {
  algorithm: (typeof CHECKSUM_ALGORITHMS)[number]
  /** Base64. */
  digest: string
}

/**
 * Passes the bytes on, and compares their hash at the end.
 *
 * @throws {AppError} `checksum_mismatch`
 */
export async function* verified(
  source: AsyncIterable<Uint8Array>,
  { algorithm, digest }: Checksum,
): AsyncGenerator<Uint8Array> {
  const hasher = new Bun.CryptoHasher(algorithm)
  for await (const chunk of source) {
    hasher.update(chunk)
    yield chunk
  }
  if (!hasher.digest().equals(Buffer.from(digest, 'base64')))
    throw new AppError(
      'checksum_mismatch',
      `The bytes that came do not have the given ${algorithm} checksum: send the piece again`,
    )
}
