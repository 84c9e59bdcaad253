import { statfs } from 'node:fs/promises'
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

export function full(cause?: unknown): AppError {
  return new AppError('storage_full', 'There is no room left on the disk', { cause })
}
