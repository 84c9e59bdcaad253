/**
 * How often bytes that nothing refers to are looked for, besides at the start.
 * @limit leftover-check minutes
 */
export const ORPHAN_CLEANUP_MS = 60 * 60_000

/**
 * Says when to look for the bytes that a crash or a failed deletion has left. Not only at the start: a
 * server of S3 may be away then, and what has just been cut off may still go on.
 */
export class OrphanCleanup {
  readonly #now: () => number
  #startedAt: number | undefined

  /** @param now UTC milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether it is time; it then counts as looked for. */
  take(): boolean {
    const now = this.#now()
    if (this.#startedAt !== undefined && now - this.#startedAt < ORPHAN_CLEANUP_MS) return false
    this.#startedAt = now
    return true
  }
}
