import { copyFile, type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { AppError } from '../platform/errors.ts'
import { type FreeSpace, full } from './free-space.ts'

/** Of making the folder, when somebody removes it as empty at the same time. */
const CREATE_ATTEMPTS = 5
/** Written at a time. */
const WRITE_BYTES = 512 * 1024
/** Chunks from this size on are worth it. */
const RELEASE_BYTES = 16 * 1024
/** Chunks that the system writes at once; its own bound is 1024. */
const MAX_VECTORS = 256
/** A disk that was mounted read-only, as after a fault, and a folder of another user. */
const FAULT_CODES = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO'])
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

interface WholeFileOptions {
  path: string
  /** In the same folder, so that the rename is one step. */
  partPath: string
  /** The uppermost folder that is made when it is missing. */
  root: string
  space: FreeSpace
  expectedBytes: number | undefined
}

/**
 * A file that is there whole or not at all: written as a part, flushed to the disk, then renamed.
 * Disposed of before `commit`, it leaves nothing.
 */
export class WholeFile implements AsyncDisposable {
  readonly #options: WholeFileOptions
  readonly #handle: FileHandle
  #bytes = 0
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  /** The write that is under way. */
  #writing: Promise<void> = Promise.resolve()
  #done = false

  private constructor(options: WholeFileOptions, handle: FileHandle) {
    this.#options = options
    this.#handle = handle
  }

  /**
   * @throws {AppError} `storage_full`; `conflict` when the path is that of a folder, or in a file
   */
  static async create(options: WholeFileOptions): Promise<WholeFile> {
    return await asAppErrors(async () => {
      const handle = await createIn(options)
      const file = new WholeFile(options, handle)
      try {
        await options.space.require(options.expectedBytes ?? 0)
      } catch (error) {
        await file[Symbol.asyncDispose]()
        throw error
      }
      return file
    })
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Takes a chunk, whose memory is given back when it is written. Chunks are written together, and the next ones
   * are taken meanwhile: each write costs a change of threads.
   *
   * @returns A promise when the caller should wait before the next chunk
   * @throws {AppError} `storage_full`, also for a chunk before
   */
  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#bytes += chunk.byteLength
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.byteLength
    return this.#waitingBytes < WRITE_BYTES ? undefined : this.#writeWaiting()
  }

  /** Resolves when the write before is done, and this one has started. */
  async #writeWaiting(): Promise<void> {
    const chunks = this.#waiting
    const bytes = this.#waitingBytes
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#writing
    this.#writing = asAppErrors(() => writeAll(this.#handle, chunks)).then(() => {
      for (const chunk of chunks) release(chunk)
      return this.#options.space.written(bytes)
    })
    // Told to who waits for it next.
    this.#writing.catch(() => {})
  }

  /** @throws {AppError} `storage_full` */
  async commit(): Promise<void> {
    const { path, partPath, root } = this.#options
    if (this.#waiting.length > 0) await this.#writeWaiting()
    await this.#writing
    await asAppErrors(async () => {
      await this.#handle.sync()
      await this.#handle.close()
      await rename(partPath, path)
      this.#done = true
      await syncFolders(dirname(path), root)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#done) return
    this.#done = true
    await this.#writing.catch(() => {})
    // Closing twice is harmless.
    await this.#handle.close().catch(() => {})
    await rm(this.#options.partPath, { force: true })
  }
}

/**
 * Gives a file of this machine a second name, as {@link WholeFile} makes one: the bytes are copied
 * only where the file system cannot.
 *
 * @throws {AppError} `storage_full`
 */
export async function linkWhole(
  source: string,
  { path, partPath, root, space }: Omit<WholeFileOptions, 'expectedBytes'>,
): Promise<void> {
  await asAppErrors(async () => {
    try {
      await inFolder(partPath, () => linkOrCopy(source, partPath, space))
      const handle = await open(partPath, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(partPath, path)
      await syncFolders(dirname(path), root)
    } finally {
      // Between two names of one file, a rename leaves both.
      await rm(partPath, { force: true })
    }
  })
}

/** Codes of a file system without second names, or of another disk. */
const UNLINKABLE = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

async function linkOrCopy(source: string, target: string, space: FreeSpace): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    if (!UNLINKABLE.has(codeOf(error) ?? '')) throw error
    await space.require((await stat(source)).size)
    await copyFile(source, target)
  }
}

/**
 * Gives memory back at once. Left to the collector, 80 MB of chunks that were written pile up during an
 * upload at full speed.
 */
function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < RELEASE_BYTES || byteLength !== buffer.byteLength) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let left = chunks
  while (left.length > 0) {
    const { bytesWritten } = await handle.writev(left.slice(0, MAX_VECTORS))
    left = without(left, bytesWritten)
  }
}

/** What a write of so many bytes has left. */
function without(chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.byteLength > left) return [chunk.subarray(left), ...chunks.slice(index + 1)]
    left -= chunk.byteLength
  }
  return []
}

async function createIn({ partPath }: WholeFileOptions): Promise<FileHandle> {
  return inFolder(partPath, () => open(partPath, 'wx', 0o600))
}

/** Makes the folder of a path, and a file in it. */
async function inFolder<value>(path: string, make: () => Promise<value>): Promise<value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return await make()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === CREATE_ATTEMPTS) throw error
    }
  }
}

/** A new name is safe only when its folder is on the disk, and so is that one's own name. */
async function syncFolders(folder: string, root: string): Promise<void> {
  // There a folder cannot be opened.
  if (process.platform === 'win32') return
  const names = relative(root, folder).split(sep).filter(Boolean)
  for (let count = names.length; count >= 0; count -= 1) {
    const handle = await open(join(root, ...names.slice(0, count)), 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

/** Gives what the system refuses a name that callers know. */
export async function asAppErrors<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (FULL_CODES.has(code)) throw full(error)
    if (FAULT_CODES.has(code)) {
      throw new AppError('storage_failed', 'The disk takes no writes at the moment', {
        cause: error,
      })
    }
    if (code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOTEMPTY') {
      throw new AppError('conflict', 'One storage key is the folder of another', { cause: error })
    }
    throw error
  }
}

/** The system's name of a failure, as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = Reflect.get(Object(error), 'code')
  return typeof code === 'string' ? code : undefined
}
