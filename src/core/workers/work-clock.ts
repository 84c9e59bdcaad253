import { AppError } from '../../platform/errors.ts'

/** Counts the time of a job: that of its model and its tools, and not the wait for their turn. */
export class WorkClock implements Disposable {
  readonly #limitMs: number
  readonly #abort = new AbortController()
  #usedMs: number
  #since: number | undefined
  #timer: Timer | undefined

  /** @param usedMs What earlier attempts have used */
  constructor(limitMs: number, usedMs: number) {
    this.#limitMs = limitMs
    this.#usedMs = usedMs
  }

  /** Fires when the time is used up. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get usedMs(): number {
    return this.#usedMs + (this.#since === undefined ? 0 : performance.now() - this.#since)
  }

  get leftMs(): number {
    return Math.max(0, this.#limitMs - this.usedMs)
  }

  start(): void {
    if (this.#since !== undefined) return
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.#abort.abort(this.#late()), this.leftMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#usedMs = this.usedMs
    this.#since = undefined
  }

  [Symbol.dispose](): void {
    this.stop()
  }

  #late(): AppError {
    const seconds = Math.round(this.#limitMs / 1000)
    return new AppError('request_timeout', `The worker did not finish within ${seconds} seconds`)
  }
}
