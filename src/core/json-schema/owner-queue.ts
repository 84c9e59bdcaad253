/** Work of one owner that has not started, in the order in which it came. */
type Waiting = (() => Promise<void>)[]

/**
 * Runs work of several owners, a bounded number at a time. Each owner runs one piece of work at a
 * time, and owners with waiting work take turns, so that none waits behind all the work of another.
 */
export class OwnerQueue {
  readonly #concurrency: number
  /** Owners with waiting work; the first one is next. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #running = new Set<string>()

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** Runs work in its owner's turn; settles as the work does. */
  run<result>(owner: string, work: () => Promise<result>): Promise<result> {
    const { promise, resolve, reject } = Promise.withResolvers<result>()
    const waiting = this.#waiting.get(owner) ?? []
    waiting.push(() => work().then(resolve, reject))
    this.#waiting.set(owner, waiting)
    this.#startNext()
    return promise
  }

  #startNext(): void {
    while (this.#running.size < this.#concurrency) {
      const owner = this.#waiting.keys().find((name) => !this.#running.has(name))
      if (owner === undefined) return
      void this.#start(owner)
    }
  }

  async #start(owner: string): Promise<void> {
    const waiting = this.#waiting.get(owner) ?? []
    const work = waiting.shift()
    this.#waiting.delete(owner)
    // Behind the other owners.
    if (waiting.length > 0) this.#waiting.set(owner, waiting)
    this.#running.add(owner)
    await work?.()
    this.#running.delete(owner)
    this.#startNext()
  }
}
