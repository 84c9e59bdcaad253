import { expectedError } from '../../platform/errors.ts'
import type { ByteSource, Storage } from '../../storage/contract.ts'
import { S3Storage } from '../../storage/s3/s3-storage.ts'

/** Result of a copy. */
export interface CopyCount {
  copied: number
  /** Of what was copied. */
  bytes: number
  /** Objects that were there already, with the same checksum. */
  same: number
  /** Why others were not copied, by their keys. */
  failed: Map<string, string>
}

interface CopyOptions {
  from: Storage
  to: Storage
  /** SHA-256 in hex as a row has it, by key; undefined where none does. */
  checksumOf: (key: string) => string | undefined
  /** Called after each object. */
  onProgress: (count: CopyCount) => void
  signal: AbortSignal
}

/**
 * Copies every object of a storage into another one. What is there with the same length and checksum
 * is not copied again, so that a copy that was broken off goes on.
 *
 * @throws {AppError} `storage_failed`, `storage_full`; and the signal's reason
 */
export async function copyObjects(options: CopyOptions): Promise<CopyCount> {
  const { from, signal, onProgress } = options
  const count: CopyCount = { copied: 0, bytes: 0, same: 0, failed: new Map() }
  for await (const { key, bytes } of from.list('')) {
    signal.throwIfAborted()
    const outcome = await copyObject(options, key, bytes)
    if (outcome === 'same') count.same += 1
    else if (outcome === 'copied') {
      count.copied += 1
      count.bytes += bytes
    } else count.failed.set(key, outcome)
    onProgress(count)
  }
  return count
}

/** @returns `copied`, `same`, or why neither */
async function copyObject(
  { from, to, checksumOf, signal }: CopyOptions,
  key: string,
  bytes: number,
): Promise<string> {
  const sha256 = checksumOf(key) ?? (await checksumIn(from, key, signal))
  const found = await to.stat(key)
  if (found?.bytes === bytes && (await checksumIn(to, key, signal)) === sha256) return 'same'
  const content = await from.get(key)
  if (content === undefined) return 'it was deleted meanwhile'
  const source = stoppable(content.stream, signal)
  try {
    if (to instanceof S3Storage) {
      await to.put(key, source, { bytes, sha256 })
    } else {
      const hasher = new Bun.CryptoHasher('sha256')
      await to.put(key, hashed(source, hasher, sha256), { bytes })
    }
    return 'copied'
  } catch (error) {
    if (error instanceof OtherBytes || expectedError(error)?.code === 'checksum_mismatch')
      return 'its bytes are not those that were stored'
    throw error
  }
}

/** By what was noted with the object, else by reading it. @returns '' where it is gone */
async function checksumIn(storage: Storage, key: string, signal: AbortSignal): Promise<string> {
  const noted = storage instanceof S3Storage ? await storage.checksumOf(key) : undefined
  if (noted !== undefined) return noted
  const content = await storage.get(key)
  if (content === undefined) return ''
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of stoppable(content.stream, signal)) hasher.update(chunk)
  return hasher.digest('hex')
}

class OtherBytes extends Error {}

/** Fails at the end of other bytes, so that they are not stored. */
async function* hashed(
  source: ByteSource,
  hasher: Bun.CryptoHasher,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hasher.update(chunk)
    yield chunk
  }
  if (hasher.digest('hex') !== sha256) throw new OtherBytes()
}

async function* stoppable(source: ByteSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    signal.throwIfAborted()
    yield chunk
  }
}
