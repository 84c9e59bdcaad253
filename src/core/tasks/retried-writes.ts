import type { Log } from '../../platform/log.ts'

const RETRY_MS = 1000

/** Writes that could not be made, as on a full disk: tried again every second until they can be. */
export class RetriedWrites {
  readonly #log: Log
  readonly #retryMs: number
  readonly #writes = new Map<string, () => Promise<void>>()
  #timer: Timer | undefined
  #isStopped = false

  constructor(log: Log, retryMs = RETRY_MS) {
    this.#log = log
    this.#retryMs = retryMs
  }

  /** Whether a write for this id is still to be made. */
  has(id: string): boolean {
    return this.#writes.has(id)
  }

  /**
   * Makes a write now, or again and again until it succeeds; a later write for the same id takes its place.
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

  /** Gives up what is still to be written; the next start finds the rows as they are. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#isStopped || this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.#retry(), this.#retryMs)
  }

  async #retry(): Promise<void> {
    for (const [id, write] of [...this.#writes]) {
      try {
        await write()
        if (this.#writes.get(id) === write) this.#writes.delete(id)
      } catch {
        // Said once already; the next round tries again.
      }
    }
    this.#timer = undefined
    if (this.#writes.size > 0) this.#schedule()
  }
}
