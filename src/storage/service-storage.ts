import { rmSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashed } from '../platform/bytes.ts'
import { codeOf } from '../platform/errors.ts'
import { randomId } from '../platform/ids.ts'
import { asAppErrors, ChunkWriter, FreeSpace } from './chunk-writer.ts'
import {
  type ByteSource,
  type FoundFile,
  type PartialFiles,
  type PutOptions,
  requireKey,
  type Spool,
  type SpooledFile,
  type Storage,
  type TemporaryFile,
} from './contract.ts'
import type { KEPT_STORES } from './contract-backup.ts'
import { LocalStorage } from './local.ts'
import { type BucketError, checkBucket } from './s3/check-bucket.ts'
import { S3_LIMITS, S3Connection, type S3Limits, type S3Settings } from './s3/s3-connection.ts'
import { S3Storage } from './s3/s3-storage.ts'

/** Stays free whatever is sent, so that the database can still be written. */
const MIN_FREE_BYTES = 256 * 1024 * 1024

interface LocalSpoolOptions {
  /** Made with the first file. */
  folder: string
  /** Whether the folder goes when the spool is disposed of; for a service without a data folder. */
  temporary?: boolean
}

/** Received files in a folder of this machine, each named by its id. */
export class LocalSpool implements Spool, Disposable {
  readonly #folder: string
  readonly #temporary: boolean
  readonly #storage: LocalStorage

  constructor({ folder, temporary = false }: LocalSpoolOptions) {
    this.#folder = folder
    this.#temporary = temporary
    this.#storage = new LocalStorage({ folder, minFreeBytes: MIN_FREE_BYTES })
  }

  async write(
    source: ByteSource,
    { id = this.reserve(), ...options }: PutOptions & { id?: string | undefined } = {},
  ): Promise<SpooledFile> {
    const hasher = new Bun.CryptoHasher('sha256')
    const { bytes } = await this.#storage.put(id, hashed(source, hasher), options)
    return {
      id,
      path: this.#storage.pathOf(id),
      bytes,
      sha256: hasher.digest('hex'),
      ...(options.mediaType === undefined ? {} : { mediaType: options.mediaType }),
    }
  }

  reserve(): string {
    return randomId('spl_')
  }

  async link(path: string): Promise<FoundFile | undefined> {
    const id = this.reserve()
    try {
      const { bytes } = await this.#storage.putFile(id, path)
      return { id, path: this.#storage.pathOf(id), bytes }
    } catch (error) {
      if (await Bun.file(path).exists()) throw error
      return undefined
    }
  }

  async make(id: string, work: (path: string) => Promise<void>): Promise<FoundFile> {
    const { bytes } = await this.#storage.make(id, work)
    return { id, path: this.#storage.pathOf(id), bytes }
  }

  async temporary(): Promise<TemporaryFile> {
    return this.#storage.temporary(this.reserve())
  }

  async find(id: string): Promise<FoundFile | undefined> {
    const found = await this.#storage.stat(id)
    return found && { id, path: this.#storage.pathOf(id), bytes: found.bytes }
  }

  async remove(id: string): Promise<void> {
    await this.#storage.delete(id)
  }

  /** As {@link LocalStorage.hold}. */
  hold(): Disposable {
    return this.#storage.hold()
  }

  /**
   * Removes what no work can need any more; at the start, before anything is received.
   *
   * @param live Ids that rows name
   */
  sweep(live: ReadonlySet<string>): void {
    this.#storage.sweep((id) => live.has(id))
  }

  [Symbol.dispose](): void {
    if (this.#temporary) rmSync(this.#folder, { recursive: true, force: true })
  }
}

interface ServiceStorageOptions {
  /** The data folder; without one, what is stored is gone when this is disposed of. */
  folder: string | undefined
  /** What stored files leave free on the disk. */
  minFreeBytes: number
  /** Has {@link KEPT_STORES} in place of the data folder. */
  bucket?: S3Settings | undefined
  limits?: S3Limits
}

/** Everything in which the service keeps bytes, each in a folder or under a prefix of its own. */
export class ServiceStorage implements Disposable {
  readonly #resources = new DisposableStack()
  /** Received files, until their work is over. */
  readonly spool: LocalSpool
  readonly files: Storage
  /** Images of earlier versions. */
  readonly images: Storage
  /** What is attached to messages. */
  readonly attachments: Storage
  /** What was spoken. */
  readonly clips: Storage
  /** What ended jobs of workers have left. */
  readonly artifacts: Storage
  /** What people take with them; on this machine, as it is there for a day. */
  readonly exports: Storage
  /** Uploads in pieces. */
  readonly partialFiles: LocalPartialFiles
  /** Path of the folder that the jobs of workers have theirs in. */
  readonly workersFolder: string
  readonly workersSpace: FreeSpace
  readonly #connection: S3Connection | undefined
  /** Those of this machine whose bytes a backup has. */
  readonly #local: { hold(): Disposable }[]

  constructor({ folder, minFreeBytes, bucket, limits = S3_LIMITS }: ServiceStorageOptions) {
    const connection = bucket && new S3Connection(bucket, limits)
    this.#connection = connection
    const folderOf = (name: string) =>
      folder === undefined ? this.#temporaryFolder(name) : join(folder, name)
    this.spool = this.#resources.use(
      new LocalSpool({
        folder: folder === undefined ? temporaryPath('spool') : join(folder, 'spool'),
        temporary: folder === undefined,
      }),
    )
    this.#local = [this.spool]
    const kept = (name: (typeof KEPT_STORES)[number]): Storage => {
      if (connection !== undefined) return new S3Storage({ connection, prefix: `${name}/` })
      const storage = new LocalStorage({ folder: folderOf(name), minFreeBytes })
      this.#local.push(storage)
      return storage
    }
    this.files = kept('files')
    this.images = kept('images')
    this.attachments = kept('attachments')
    this.clips = kept('clips')
    this.artifacts = kept('artifacts')
    this.exports = new LocalStorage({ folder: folderOf('exports'), minFreeBytes })
    this.workersFolder = folderOf('workers')
    this.workersSpace = new FreeSpace({ folder: this.workersFolder, minFreeBytes })
    this.partialFiles = new LocalPartialFiles({ folder: folderOf('uploads'), minFreeBytes })
  }

  /** Why the bucket cannot be used; undefined where it can, and where there is none. */
  async bucketError(signal?: AbortSignal): Promise<BucketError | undefined> {
    return this.#connection && (await checkBucket(this.#connection, signal))
  }

  /** Keeps the bytes of what is deleted until it is disposed of, for a backup. */
  holdDeletions(): Disposable {
    const holds = new DisposableStack()
    for (const storage of this.#local) holds.use(storage.hold())
    return holds
  }

  #temporaryFolder(name: string): string {
    const folder = temporaryPath(name)
    this.#resources.defer(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  [Symbol.dispose](): void {
    this.#resources.dispose()
  }
}

function temporaryPath(name: string): string {
  return join(tmpdir(), randomId(`hearth-${name}-`))
}

export interface LocalPartialFilesOptions {
  /** Made with the first file. */
  folder: string
  /** Bytes that must stay free on the disk. */
  minFreeBytes: number
}

/** Partial files in a folder of this machine, each named by its id. */
export class LocalPartialFiles implements PartialFiles {
  readonly #folder: string
  readonly #space: FreeSpace

  constructor({ folder, minFreeBytes }: LocalPartialFilesOptions) {
    this.#folder = folder
    this.#space = new FreeSpace({ folder, minFreeBytes })
  }

  pathOf(id: string): string {
    return join(this.#folder, requireKey(id))
  }

  async create(id: string, expectedBytes: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#space.require(expectedBytes)
    const handle = await asAppErrors(() => open(this.pathOf(id), 'wx', 0o600))
    await handle.close()
  }

  async size(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(id))).size
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  async append(id: string, source: ByteSource): Promise<void> {
    const handle = await open(this.pathOf(id), 'a')
    try {
      await this.#space.require(0)
      const writer = new ChunkWriter(handle, this.#space)
      try {
        for await (const chunk of source) {
          const written = writer.write(chunk)
          if (written !== undefined) await written
        }
      } finally {
        // Of a source that fails, what has come stays.
        await writer.finish()
      }
    } finally {
      await handle.close()
    }
  }

  async truncate(id: string, bytes: number): Promise<void> {
    await truncate(this.pathOf(id), bytes)
  }

  async flush(id: string): Promise<void> {
    const handle = await open(this.pathOf(id), 'r+')
    try {
      await asAppErrors(() => handle.sync())
    } finally {
      await handle.close()
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
  }

  async sweep(isKept: (id: string) => boolean, writtenBefore: number): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name)
      if (!isKept(name) && (await stat(path)).mtimeMs < writtenBefore) await rm(path)
    }
  }
}
