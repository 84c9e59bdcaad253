/** The longest that paced work runs without a turn of the event loop, beside its last piece. */
const BURST_MS = 4

/** Splits long work on the main thread, so that requests are served between its pieces. */
export class Pacer {
  #since = performance.now()

  /** Waits for one turn of the event loop when the work has run for a few milliseconds. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < BURST_MS) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.#since = performance.now()
  }
}
