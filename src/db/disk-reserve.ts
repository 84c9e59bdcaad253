import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs'

/** Of the file in the data folder. */
export const RESERVE_NAME = 'disk-reserve'
/** @limit disk-reserve MiB */
export const RESERVE_BYTES = 16 * 1024 * 1024
/** Given up at a time; what the write has not taken of it is taken back at once. */
const SLICE_BYTES = 1024 * 1024
const OWNER_ONLY = 0o600
const FULL_CODES: ReadonlySet<unknown> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
])

/**
 * A file that holds room on the disk for writes that must be possible when it is full, such as the
 * end of a job or of somebody's access. Other writes never get that room.
 */
export class DiskReserve {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Takes room that is free until the reserve is whole. Never throws. */
  fill(): void {
    try {
      if (bytesOf(this.#path) < RESERVE_BYTES) this.#open(grow)
    } catch {
      // The disk is still full.
    }
  }

  /**
   * Runs a write; gives up room until it succeeds.
   *
   * @param write Has changed nothing when it throws, and can be run again
   * @param leaveBytes Of the reserve, for writes that matter more
   * @throws What the write throws, when room does not help or there is none left
   */
  run<value>(write: () => value, leaveBytes = 0): value {
    let isUsed = false
    try {
      for (;;) {
        try {
          return write()
        } catch (error) {
          if (!isDiskFull(error) || !this.#shrink(leaveBytes)) throw error
          isUsed = true
        }
      }
    } finally {
      if (isUsed) this.fill()
    }
  }

  /** @returns Whether something was given up */
  #shrink(leaveBytes: number): boolean {
    try {
      return this.#open((file) => {
        const { size } = fstatSync(file)
        if (size <= leaveBytes) return false
        ftruncateSync(file, Math.max(leaveBytes, size - SLICE_BYTES))
        return true
      })
    } catch {
      return false
    }
  }

  #open<value>(work: (file: number) => value): value {
    const file = openSync(this.#path, constants.O_RDWR | constants.O_CREAT, OWNER_ONLY)
    try {
      return work(file)
    } finally {
      closeSync(file)
    }
  }
}

/** Bytes of the reserve at a path; 0 where there is none. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** @throws When the disk is full, with all of it taken */
function grow(file: number): void {
  // Not zeros, which some file systems store without room.
  const slice = crypto.getRandomValues(new Uint8Array(64 * 1024))
  for (let { size } = fstatSync(file); size < RESERVE_BYTES; )
    size += writeSync(file, slice, 0, Math.min(slice.length, RESERVE_BYTES - size), size)
}

/**
 * As SQLite says it, which may be the cause of another error. A used-up quota is a failed write to it;
 * the index of the WAL has a code of its own.
 */
function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (FULL_CODES.has(Reflect.get(one, 'code'))) return true
  return false
}
