import { statSync } from 'node:fs'
import { AppError } from '../../platform/errors.ts'
import type { Storage } from '../../storage/contract.ts'
import { type OpenedFile, recordOf } from './file-record.ts'
import { type FileRow, MAX_CACHED_ROWS } from './file-store.ts'

/** Files up to this size are read whole, and held in memory as long as their rows are. See Limits. */
export const MAX_HELD_FILE_BYTES = 64 * 1024
/** All of them. @limit files-in-memory MiB */
export const MAX_HELD_BYTES = MAX_CACHED_ROWS * MAX_HELD_FILE_BYTES

/** What is sent of stored files, held for those that are read again and again. */
export class OpenedFiles {
  readonly #storage: Storage
  /** By the row, so that nothing is found here once the row has changed. */
  readonly #opened = new WeakMap<Readonly<FileRow>, OpenedFile>()

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** @returns undefined where the bytes are gone, or are not as many as they were */
  async open(row: Readonly<FileRow>): Promise<OpenedFile | undefined> {
    const known = this.#opened.get(row)
    if (known?.content !== undefined) return known
    const opened = known ?? (await this.#read(row))
    this.#opened.set(row, opened)
    return (await this.#sizeOf(row.id, opened)) === row.bytes ? opened : undefined
  }

  async #read(row: Readonly<FileRow>): Promise<OpenedFile> {
    const { id, bytes } = row
    const path = this.#storage.pathOf(id)
    const isHeld = path !== undefined && bytes <= MAX_HELD_FILE_BYTES
    const content = isHeld ? await bytesOf(path) : undefined
    return {
      record: recordOf(row),
      path,
      content: content?.byteLength === bytes ? content : undefined,
      stream: async (range) => {
        const found = await this.#storage.get(id, range)
        if (found === undefined) throw new AppError('not_found', 'There is no such file')
        return found.stream
      },
    }
  }

  async #sizeOf(id: string, { content, path }: OpenedFile): Promise<number | undefined> {
    if (content !== undefined) return content.byteLength
    if (path === undefined) return (await this.#storage.stat(id))?.bytes
    // On this thread: it takes microseconds, and a change of threads ten times as long.
    return statSync(path, { throwIfNoEntry: false })?.size
  }
}

/** @returns undefined where it cannot be read */
async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await Bun.file(path).bytes()
  } catch {
    return undefined
  }
}

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
