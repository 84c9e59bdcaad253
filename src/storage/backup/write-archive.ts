import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createTarPacker } from 'modern-tar'
import { pieces } from '../../platform/bytes.ts'
import { type BackupManifest, MANIFEST_NAME } from '../contract-backup.ts'

/**
 * Written to the disk each time that so much has come. Without it the system would collect hundreds
 * of megabytes, and a service that shares the disk would wait for them at its next checkpoint.
 */
const FLUSH_BYTES = 2 * 1024 * 1024

/** Writes a large file in steps that others on the same disk hardly notice. */
export class FlushedWriter implements AsyncDisposable {
  readonly #handle: FileHandle
  #bytes = 0
  #unflushed = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** @param path Must not exist; mode 0600 */
  static async create(path: string): Promise<FlushedWriter> {
    return new FlushedWriter(await open(path, 'wx', 0o600))
  }

  get bytes(): number {
    return this.#bytes
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.byteLength; ) {
      const { bytesWritten } = await this.#handle.write(chunk, at)
      at += bytesWritten
    }
    this.#bytes += chunk.byteLength
    this.#unflushed += chunk.byteLength
    if (this.#unflushed < FLUSH_BYTES) return
    this.#unflushed = 0
    await this.#handle.datasync()
  }

  /** What was written is on the disk when it resolves. */
  async flush(): Promise<void> {
    await this.#handle.sync()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close()
  }
}

const MODE = 0o600

/**
 * Packs the files of a manifest as a tar archive (ustar), the manifest first.
 *
 * @param folder Where the files are, by their names
 * @param path Must not exist
 * @returns Its size
 */
export async function writeArchive(
  manifest: BackupManifest,
  folder: string,
  path: string,
): Promise<number> {
  await using target = await FlushedWriter.create(path)
  const { readable, controller } = createTarPacker()
  const packed = pack()
  // Awaited below; a rejection before that must not count as unhandled.
  packed.catch((error) => controller.error(error))
  for await (const chunk of readable) await target.write(chunk)
  await packed
  await target.flush()
  return target.bytes

  async function pack(): Promise<void> {
    const mtime = new Date(manifest.at)
    const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
    const head = controller.add({ name: MANIFEST_NAME, size: text.byteLength, mode: MODE, mtime })
    const writer = head.getWriter()
    await writer.write(text)
    await writer.close()
    for (const { name, bytes } of manifest.files) {
      const entry = controller.add({ name, size: bytes, mode: MODE, mtime }).getWriter()
      for await (const piece of pieces(join(folder, name))) await entry.write(piece)
      await entry.close()
    }
    controller.finalize()
  }
}

/** A manifest of 100,000 files with long names fits in. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024

const MAX_DEPTH = 16
const MAX_PART_BYTES = 255

/** A fault of a backup, in words for the owner. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code = 'EBACKUP'
}

/** Whether a name stays in the folder in which it is restored. */
export function isSafeName(name: string): boolean {
  const parts = name.split('/')
  return parts.length <= MAX_DEPTH && parts.every(isSafePart)
}

function isSafePart(part: string): boolean {
  return (
    part !== '' &&
    part !== '.' &&
    part !== '..' &&
    !/[\\\p{Cc}]/u.test(part) &&
    Buffer.byteLength(part) <= MAX_PART_BYTES
  )
}
