/** Reports of one run are passed on at most this often. */
const REPORT_MS = 500

/** How far a run is. */
export interface Progress {
  done: number
  /** Undefined while it is not known. */
  total?: number | undefined
  /** What is counted: `seconds`, `pages`, … */
  unit: string
  /** What is being done, in a few words. */
  note?: string | undefined
}

/** A report of progress with the time that is left. */
export interface ProgressReport extends Progress {
  /** By the speed so far; undefined while it cannot be told. */
  secondsLeft: number | undefined
}

/** Passes the reports of one run on: the first at once, the latest of each interval after it. */
export class ProgressMeter {
  readonly #onReport: (report: ProgressReport) => void
  readonly #startedAt = performance.now()
  #latest: ProgressReport | undefined
  #timer: Timer | undefined
  #isWaiting = false

  constructor(onReport: (report: ProgressReport) => void) {
    this.#onReport = onReport
  }

  get latest(): ProgressReport | undefined {
    return this.#latest
  }

  report(progress: Progress): void {
    this.#latest = { ...progress, secondsLeft: this.#secondsLeft(progress) }
    if (this.#timer === undefined) this.#pass()
    else this.#isWaiting = true
  }

  /** Ends the timer; the latest report stays readable. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#isWaiting = false
  }

  #pass(): void {
    this.#isWaiting = false
    if (this.#latest !== undefined) this.#onReport(this.#latest)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isWaiting) this.#pass()
    }, REPORT_MS)
  }

  #secondsLeft({ done, total }: Progress): number | undefined {
    if (total === undefined || done <= 0) return undefined
    const elapsedMs = performance.now() - this.#startedAt
    return Math.max(0, Math.round((elapsedMs / done) * (total - done)) / 1000)
  }
}
