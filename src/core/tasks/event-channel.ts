/** Weight up to which a producer may run ahead of its reader; about 8 MiB of text. */
const MAX_WEIGHT = 8 * 1024 * 1024

/**
 * Hands batches from one producer to one reader. The producer runs ahead of a slow reader up to a
 * bound, so that a slow client does not hold the machine's one heavy place, then waits.
 */
export class Channel<item> {
  #items: { batch: item; weight: number }[] = []
  #weight = 0
  #ended = false
  #readable: PromiseWithResolvers<void> | undefined
  #writable: PromiseWithResolvers<void> | undefined

  /** @returns A promise only when the producer should wait */
  write(batch: item, weight: number): Promise<void> | undefined {
    if (this.#ended) return undefined
    this.#items.push({ batch, weight })
    this.#weight += weight
    this.#readable?.resolve()
    this.#readable = undefined
    if (this.#weight <= MAX_WEIGHT) return undefined
    this.#writable ??= Promise.withResolvers()
    return this.#writable.promise
  }

  /** No more batches; also frees a producer that waits. */
  end(): void {
    this.#ended = true
    this.#readable?.resolve()
    this.#readable = undefined
    this.#release()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<item> {
    for (;;) {
      const next = this.#items.shift()
      if (next !== undefined) {
        this.#weight -= next.weight
        if (this.#weight <= MAX_WEIGHT) this.#release()
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
