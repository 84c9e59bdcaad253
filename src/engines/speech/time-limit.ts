import { EngineFailure } from '../contract/failure.ts'

/** A caller's signal with a time limit, after which it aborts with a failure as its reason. */
export class TimeLimit implements Disposable {
  readonly signal: AbortSignal
  readonly #timer: Timer

  /** @param subject What may take too long, to begin a sentence */
  constructor(ms: number, signal: AbortSignal, subject: string) {
    const late = new AbortController()
    this.#timer = setTimeout(
      () => late.abort(new EngineFailure('timeout', `${subject} took longer than ${ms / 1000} s`)),
      ms,
    )
    this.signal = AbortSignal.any([signal, late.signal])
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }
}
