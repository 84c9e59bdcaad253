import { statfs } from 'node:fs/promises'
import { codeOf } from '../platform/error-code.ts'
import { AppError } from '../platform/errors.ts'

/** How often the free space is looked up anew while bytes come, counted over all writers. */
const SPACE_CHECK_BYTES = 64 * 1024 * 1024

interface FreeSpaceOptions {
  /** On the disk in question; there when it is first asked for. */
  folder: string
  /** Bytes that must stay free. */
  minFreeBytes: number
}

/** Sees that enough of a disk stays free, no matter who fills it. */
export class FreeSpace {
  readonly #options: FreeSpaceOptions
  #uncheckedBytes = 0

  constructor(options: FreeSpaceOptions) {
    this.#options = options
  }

  /** Bytes that may be written until too little is left; below zero when it is already. */
  async room(): Promise<number> {
    const { folder, minFreeBytes } = this.#options
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize - minFreeBytes
  }

  /** @throws {AppError} `storage_full` when so many bytes would leave too little */
  async require(bytes: number): Promise<void> {
    if ((await this.room()) < bytes) throw full()
  }

  /** Notes bytes that were written. @throws {AppError} `storage_full` */
  async written(bytes: number): Promise<void> {
    this.#uncheckedBytes += bytes
    if (this.#uncheckedBytes < SPACE_CHECK_BYTES) return
    this.#uncheckedBytes = 0
    await this.require(0)
  }
}

function full(cause?: unknown): AppError {
  return new AppError('storage_full', 'There is no room left on the disk', { cause })
}

/** A disk that was mounted read-only, as after a fault, and a folder of another user. */
const FAULT_CODES = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO'])
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

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
