import { type FileHandle, mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { AppError } from '../platform/errors.ts'

/** How often the free space is looked up anew while bytes of unknown number come. */
const SPACE_CHECK_BYTES = 64 * 1024 * 1024
/** Of making the folder, when somebody removes it as empty at the same time. */
const CREATE_ATTEMPTS = 5
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

interface WholeFileOptions {
  path: string
  /** In the same folder, so that the rename is one step. */
  partPath: string
  /** The uppermost folder that is made when it is missing. */
  root: string
  minFreeBytes: number
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
  #nextCheck = SPACE_CHECK_BYTES
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
        await file.#requireSpace(options.expectedBytes ?? 0)
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

  /** @throws {AppError} `storage_full` */
  async write(chunk: Uint8Array): Promise<void> {
    await asAppErrors(async () => {
      for (let at = 0; at < chunk.byteLength; ) {
        const { bytesWritten } = await this.#handle.write(chunk, at)
        at += bytesWritten
      }
    })
    this.#bytes += chunk.byteLength
    if (this.#bytes < this.#nextCheck) return
    this.#nextCheck = this.#bytes + SPACE_CHECK_BYTES
    await this.#requireSpace(0)
  }

  /** @throws {AppError} `storage_full` */
  async commit(): Promise<void> {
    const { path, partPath, root } = this.#options
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
    // Closing twice is harmless.
    await this.#handle.close().catch(() => {})
    await rm(this.#options.partPath, { force: true })
  }

  async #requireSpace(bytes: number): Promise<void> {
    const { root, minFreeBytes } = this.#options
    const { bavail, bsize } = await statfs(root)
    if (bavail * bsize - bytes < minFreeBytes) throw full()
  }
}

async function createIn({ partPath }: WholeFileOptions): Promise<FileHandle> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(partPath), { recursive: true, mode: 0o700 })
      return await open(partPath, 'wx', 0o600)
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
async function asAppErrors<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (FULL_CODES.has(code)) throw full(error)
    if (code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOTEMPTY') {
      throw new AppError('conflict', 'One storage key is the folder of another', { cause: error })
    }
    throw error
  }
}

function full(cause?: unknown): AppError {
  return new AppError('storage_full', 'There is no room left on the disk', { cause })
}

/** The system's name of a failure, as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = Reflect.get(Object(error), 'code')
  return typeof code === 'string' ? code : undefined
}
