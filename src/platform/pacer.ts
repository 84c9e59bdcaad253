/** The longest that paced work runs without a turn of the event loop, beside its last piece. */
const BURST_MS = 4
/** Bytes of a piece: as lines of a few characters they take about a millisecond. */
const PIECE_BYTES = 32 * 1024

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

/**
 * The bytes of a source that may give them faster than they can be worked on, in small pieces. Read
 * without a pause, one that always has more would hold the thread for as long as it goes on, and with it
 * all timers, also those that would end it.
 */
export async function* paced(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pacer = new Pacer()
  for await (const bytes of source)
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      await pacer.pause()
      yield bytes.subarray(at, at + PIECE_BYTES)
    }
}

/** Chunks from this size on are worth it. */
const WORTH_BYTES = 16 * 1024

/**
 * Gives the memory of bytes back at once, which are empty then; nothing of a part of a buffer. Left to
 * the collector, 80 MB of chunks that were written pile up during an upload at full speed.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < WORTH_BYTES || byteLength !== buffer.byteLength) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Work in rounds, of which one runs at a time: who asks meanwhile gets another one after it. */
export class Rounds {
  readonly #round: () => Promise<void>
  #isAsked = false
  #running: Promise<void> | undefined

  /** @param round Never rejects */
  constructor(round: () => Promise<void>) {
    this.#round = round
  }

  /** Asks for a round. */
  ask(): void {
    this.#isAsked = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Takes back what was asked for; a round that runs goes on. */
  cancel(): void {
    this.#isAsked = false
  }

  /** Resolves when no round runs. */
  async done(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false
      await this.#round()
    }
  }
}
