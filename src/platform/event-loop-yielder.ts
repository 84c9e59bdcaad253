/** The longest that paced work runs without a turn of the event loop, beside its last piece. */
const BURST_MS = 4
/** Bytes of a piece: as lines of a few characters they take about a millisecond. */
export const PIECE_BYTES = 32 * 1024

/** Splits long work on the main thread, so that requests are served between its pieces. */
export class EventLoopYielder {
  #since = performance.now()

  /** Whether the work has run for a few milliseconds, so that {@link pause} waits. */
  get isDue(): boolean {
    return performance.now() - this.#since >= BURST_MS
  }

  /** Waits for one turn of the event loop when the work has run for a few milliseconds. */
  async pause(): Promise<void> {
    if (!this.isDue) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.#since = performance.now()
  }
}

/**
 * The bytes of a source that may give them faster than they can be worked on, in small pieces. Read
 * without a pause, one that always has more would hold the thread for as long as it goes on, and with it
 * all timers, also those that would end it.
 */
export async function* paced(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const yielder = new EventLoopYielder()
  for await (const bytes of source)
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      if (yielder.isDue) await yielder.pause()
      yield bytes.subarray(at, at + PIECE_BYTES)
    }
}
