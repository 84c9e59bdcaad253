/** Minimum interval between two passed on reports of a run. */
const REPORT_MS = 500

/** The progress of a run. */
export interface Progress {
  done: number
  /** Undefined while unknown. */
  total?: number | undefined
  /** Whether `total` is only a bound, which says nothing about the time that is left. */
  isUpperBound?: boolean
  /** What is counted: `seconds`, `pages`, … */
  unit: string
  /** Short description of the current step. */
  note?: string | undefined
}

/** A report of progress with the time that is left. */
export interface ProgressReport extends Progress {
  /** Estimated from the speed so far; undefined without an estimate. */
  secondsLeft: number | undefined
}

/**
 * Throttles the reports of a run: passes on the first at once, then the latest of each interval.
 */
export class ProgressMeter {
  readonly #onReport: ((report: ProgressReport) => void) | undefined
  /**
   * The speed counts from here: the wait before it, and what earlier attempts have done, tell
   * nothing. Another unit or total is another step, with a speed of its own.
   */
  #first: (Progress & { at: number }) | undefined
  #latest: ProgressReport | undefined
  #timer: Timer | undefined
  #isWaiting = false
  #isStopped = false

  constructor(onReport?: (report: ProgressReport) => void) {
    this.#onReport = onReport
  }

  get latest(): ProgressReport | undefined {
    return this.#latest
  }

  report(progress: Progress): void {
    this.#latest = { ...progress, secondsLeft: this.#secondsLeft(progress) }
    if (this.#isStopped) return
    if (this.#timer === undefined) this.#pass()
    else this.#isWaiting = true
  }

  /** Takes a wait out of the speed: nothing was done meanwhile. */
  waited(ms: number): void {
    if (this.#first !== undefined) this.#first.at += ms
  }

  /** Passes the latest report on, and nothing after it; it stays readable. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    clearTimeout(this.#timer)
    if (this.#isWaiting && this.#latest !== undefined) this.#onReport?.(this.#latest)
    this.#isWaiting = false
  }

  #pass(): void {
    this.#isWaiting = false
    if (this.#latest !== undefined) this.#onReport?.(this.#latest)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isWaiting) this.#pass()
    }, REPORT_MS)
  }

  #secondsLeft({ done, total, unit, isUpperBound = false }: Progress): number | undefined {
    const now = performance.now()
    if (this.#first?.unit !== unit || this.#first.total !== total)
      this.#first = { done, total, unit, at: now }
    const counted = done - this.#first.done
    if (total === undefined || isUpperBound || counted <= 0) return undefined
    const msEach = (now - this.#first.at) / counted
    return Math.max(0, Math.round(msEach * (total - done)) / 1000)
  }
}
