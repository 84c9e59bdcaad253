import { AppError } from '../../platform/errors.ts'

/** Event streams of one owner; each costs work at every change. @limit event-streams count */
export const MAX_EVENT_STREAMS_PER_OWNER = 16
const RETRY_AFTER_SECONDS = 5

/** Bounds the open event streams of each owner. */
export class EventStreams {
  readonly #open = new Map<string, number>()

  /**
   * Admits one event stream of an owner.
   *
   * @returns Releases the stream; calling it twice is harmless
   * @throws {AppError} `busy` when too many are open
   */
  open(owner: string): () => void {
    const open = this.#open.get(owner) ?? 0
    if (open >= MAX_EVENT_STREAMS_PER_OWNER) {
      throw new AppError(
        'busy',
        `Try again later: ${MAX_EVENT_STREAMS_PER_OWNER} of your event streams are open`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      )
    }
    this.#open.set(owner, open + 1)
    let isClosed = false
    return () => {
      if (isClosed) return
      isClosed = true
      const left = (this.#open.get(owner) ?? 1) - 1
      if (left === 0) this.#open.delete(owner)
      else this.#open.set(owner, left)
    }
  }
}
