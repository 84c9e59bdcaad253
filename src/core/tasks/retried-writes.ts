import type { Log } from '../../platform/log.ts'

/** How long a write that could not be made waits for the next try. */
export const WRITE_RETRY_MS = 1000

/** Writes that could not be made, as on a full disk: tried again and again until they can be. */
export class RetriedWrites {
  readonly #log: Log
  readonly #onWritten: (id: string) => void
  readonly #retryMs: number
  readonly #writes = new Map<string, () => Promise<void>>()
  #timer: Timer | undefined
  /** The round that is under way: two at once could make one write twice. */
  #round = Promise.resolve()
  #isStopped = false

  /** @param onWritten Called when a write that had failed was made */
  constructor(log: Log, onWritten: (id: string) => void, retryMs: number) {
    this.#log = log
    this.#onWritten = onWritten
    this.#retryMs = retryMs
  }

  /** Whether a write for this id is pending. */
  has(id: string): boolean {
    return this.#writes.has(id)
  }

  /**
   * Makes a write now, or retries it until it succeeds. A later write for the same id replaces it.
   *
   * @returns Whether it was made now
   */
  async write(id: string, write: () => Promise<void>): Promise<boolean> {
    this.#writes.delete(id)
    try {
      await write()
      return true
    } catch (err) {
      this.#log.error({ job: id, err }, 'Cannot write the state of a job: trying again')
      this.#writes.set(id, write)
      this.#schedule()
      return false
    }
  }

  /** Tries once more, then gives up: the next start finds the rows as they are. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#round = this.#round.then(() => this.#retry())
    await this.#round
  }

  #schedule(): void {
    if (this.#isStopped || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#round = this.#retry()
    }, this.#retryMs)
  }

  async #retry(): Promise<void> {
    for (const [id, write] of [...this.#writes]) {
      // Another write may have taken its place while an earlier one was made.
      if (this.#writes.get(id) !== write) continue
      try {
        await write()
        if (this.#writes.get(id) === write) this.#writes.delete(id)
        this.#onWritten(id)
      } catch {
        // Already logged; the next round retries it.
      }
    }
    this.#timer = undefined
    if (this.#writes.size > 0) this.#schedule()
  }
}
