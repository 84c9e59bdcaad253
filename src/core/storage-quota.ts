import { AppError } from '../platform/errors.ts'

/** Reserved at a time for a file of unknown length. */
const STEP_BYTES = 1024 * 1024

/** What an owner keeps already. */
interface StoredTotals {
  totalsOf(owner: string, now: number): { bytes: number }
}

interface StorageQuotaOptions {
  store: StoredTotals
  /** Bytes that an owner may keep; null for no bound. */
  limitOf: (owner: string) => number | null
  /** Bytes of an owner's resumable uploads, as they will be, of attachments of conversations and of clips. */
  otherBytes: (owner: string) => number
  now: () => number
}

/** Room that is held for a file while it comes. */
export interface Reservation extends Disposable {
  /**
   * Notes how many bytes have come.
   *
   * @throws {AppError} `quota_exceeded`
   */
  grow(bytes: number): void
}

/** What each owner may keep, with the files that are coming. */
export class StorageQuota {
  readonly #options: StorageQuotaOptions
  /** Bytes reserved for the files that are coming, by owner. */
  readonly #coming = new Map<string, number>()

  constructor(options: StorageQuotaOptions) {
    this.#options = options
  }

  /**
   * Holds room for a file.
   *
   * @param bytes Its length; undefined when unknown
   * @throws {AppError} `quota_exceeded`
   */
  reserve(owner: string, bytes = 0): Reservation {
    let reserved = 0
    const add = (needed: number, wanted: number) => {
      const taken = Math.min(wanted, this.#requireRoom(owner, needed))
      reserved += taken
      this.#coming.set(owner, (this.#coming.get(owner) ?? 0) + taken)
    }
    add(bytes, bytes)
    return {
      grow: (seen) => {
        const needed = seen - reserved
        if (needed > 0) add(needed, Math.max(needed, STEP_BYTES))
      },
      [Symbol.dispose]: () => {
        const left = (this.#coming.get(owner) ?? 0) - reserved
        reserved = 0
        if (left > 0) this.#coming.set(owner, left)
        else this.#coming.delete(owner)
      },
    }
  }

  /** What an owner keeps, with what is coming, and the most that it may be; null for no bound. */
  state(owner: string): { usedBytes: number; limitBytes: number | null } {
    const { store, limitOf, otherBytes, now } = this.#options
    const kept = store.totalsOf(owner, now()).bytes + otherBytes(owner)
    const usedBytes = kept + (this.#coming.get(owner) ?? 0)
    return { usedBytes, limitBytes: limitOf(owner) }
  }

  /** @throws {AppError} `quota_exceeded` for an owner who has no room left */
  requireRoom(owner: string): void {
    this.#requireRoom(owner, 1)
  }

  /** @returns The room that is left. @throws {AppError} `quota_exceeded` */
  #requireRoom(owner: string, bytes: number): number {
    const limit = this.#options.limitOf(owner)
    if (limit === null) return Number.POSITIVE_INFINITY
    const room = limit - this.state(owner).usedBytes
    if (bytes <= room) return room
    throw new AppError(
      'quota_exceeded',
      `Cannot keep this file: of your ${limit} bytes of storage, ${Math.max(0, room)} are free. Delete files that you do not need, or ask the owner of this service for more.`,
    )
  }
}
