import { type FileHandle, statfs } from 'node:fs/promises'
import { releaseBuffer } from '../platform/bytes.ts'
import { AppError, codeOf } from '../platform/errors.ts'

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
    if ((await this.room()) < bytes) throw tooLittleFree(this.#options.minFreeBytes)
  }

  /** Notes bytes that were written. @throws {AppError} `storage_full` */
  async written(bytes: number): Promise<void> {
    this.#uncheckedBytes += bytes
    if (this.#uncheckedBytes < SPACE_CHECK_BYTES) return
    this.#uncheckedBytes = 0
    await this.require(0)
  }
}

const FULL = 'There is no room left on the disk'

function full(cause?: unknown): AppError {
  return new AppError('storage_full', FULL, { cause })
}

/** Names the setting, because other programs still see free space then. */
function tooLittleFree(minFreeBytes: number): AppError {
  const reserved = minFreeBytes === 0 ? '' : ` beside the ${minFreeBytes} bytes of MIN_FREE_BYTES`
  return new AppError('storage_full', FULL + reserved)
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

/** That may wait for the write under way. */
const MAX_WAITING_BYTES = 512 * 1024
/** Chunks that the system writes at once; its own bound is 1024. */
const MAX_VECTORS = 256

/**
 * Writes chunks one after the other: each at once, and those together that come during a write, as each
 * write costs a change of threads.
 */
export class ChunkWriter {
  readonly #handle: FileHandle
  readonly #space: FreeSpace
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  /** Until nothing waits; rejected for good after a write that has failed. */
  #writing: Promise<void> | undefined
  /** The write that is under way. */
  #step: Promise<void> | undefined

  constructor(handle: FileHandle, space: FreeSpace) {
    this.#handle = handle
    this.#space = space
  }

  /**
   * Takes a chunk, whose memory is given back when it is written.
   *
   * @returns A promise when the caller should wait before the next chunk
   * @throws {AppError} `storage_full`, also for a chunk before
   */
  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.byteLength
    if (this.#writing === undefined) {
      this.#writing = this.#writeWaiting()
      // Told to who waits next.
      this.#writing.catch(() => {})
    }
    return this.#waitingBytes < MAX_WAITING_BYTES ? undefined : this.#step
  }

  /** Resolves when all is written. @throws {AppError} `storage_full` */
  async finish(): Promise<void> {
    await this.#writing
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const chunks = this.#waiting
      this.#waiting = []
      this.#waitingBytes = 0
      this.#step = this.#writeChunks(chunks)
      await this.#step
    }
    this.#writing = undefined
  }

  async #writeChunks(chunks: readonly Uint8Array[]): Promise<void> {
    await asAppErrors(() => writeAll(this.#handle, chunks))
    let bytes = 0
    for (const chunk of chunks) {
      bytes += chunk.byteLength
      releaseBuffer(chunk)
    }
    await this.#space.written(bytes)
  }
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
