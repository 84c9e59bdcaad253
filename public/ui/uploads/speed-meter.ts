/** The speed is that of the last seconds. */
const WINDOW_MS = 8_000
/** Nothing is told before there is enough to tell from. */
const FIRST_MS = 800
/** Told no more often than this, so that it can be read. */
const TELL_MS = 500

/** Measures the speed of an upload. */
export class SpeedMeter {
  #samples: { at: number; sent: number }[] = []
  #shown: number | undefined
  #shownAt = 0

  /** Forgets what was, as after a pause. */
  restart(): void {
    this.#samples = []
    this.#shown = undefined
    this.#shownAt = 0
  }

  /**
   * Notes how many bytes have been sent.
   *
   * @param at Milliseconds of a clock that never goes back
   * @returns Bytes in a second; undefined while too little is known
   */
  note(sent: number, at = performance.now()): number | undefined {
    if (sent < (this.#samples.at(-1)?.sent ?? 0)) this.restart()
    this.#samples.push({ at, sent })
    this.#samples = this.#samples.filter((one) => at - one.at <= WINDOW_MS)
    const [first] = this.#samples
    if (first === undefined || at - first.at < FIRST_MS) return this.#shown
    if (at - this.#shownAt < TELL_MS) return this.#shown
    this.#shownAt = at
    this.#shown = ((sent - first.sent) * 1000) / (at - first.at)
    return this.#shown
  }
}
