import { memoryCost } from './memory-cost.ts'

/** Bytes of events that are buffered before the producer has to wait. */
const MAX_AHEAD_BYTES = 16 * 1024 * 1024

/**
 * Passes batches of events from one producer to one reader. Events are buffered up to a bound, so
 * that a slow client does not occupy a lane; then the producer waits.
 */
export class EventChannel<event> {
  #items: { batch: readonly event[]; bytes: number }[] = []
  #bytes = 0
  #ended = false
  #readable: PromiseWithResolvers<void> | undefined
  #writable: PromiseWithResolvers<void> | undefined

  /** @returns A promise only when the producer has to wait */
  write(batch: readonly event[]): Promise<void> | undefined {
    if (this.#ended) return undefined
    const bytes = memoryCost(batch)
    this.#items.push({ batch, bytes })
    this.#bytes += bytes
    this.#readable?.resolve()
    this.#readable = undefined
    if (this.#bytes <= MAX_AHEAD_BYTES) return undefined
    this.#writable ??= Promise.withResolvers()
    return this.#writable.promise
  }

  /** Ends the channel; also releases a waiting producer. */
  end(): void {
    this.#ended = true
    this.#readable?.resolve()
    this.#readable = undefined
    this.#release()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly event[]> {
    for (;;) {
      const next = this.#items.shift()
      if (next !== undefined) {
        this.#bytes -= next.bytes
        if (this.#bytes <= MAX_AHEAD_BYTES) this.#release()
        yield next.batch
      } else if (this.#ended) {
        return
      } else {
        this.#readable = Promise.withResolvers()
        await this.#readable.promise
      }
    }
  }

  #release(): void {
    this.#writable?.resolve()
    this.#writable = undefined
  }
}
