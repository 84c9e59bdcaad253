/** Lets one thing (a caller who leaves, an early verdict) end the wait for another. */
export class Interrupt {
  #reason: { error: unknown } | undefined
  #wake: ((reason: unknown) => void) | undefined

  /** Later calls change nothing. */
  fire(error: unknown): void {
    if (this.#reason !== undefined) return
    this.#reason = { error }
    this.#wake?.(error)
  }

  /** Fires when the signal does. */
  follow(signal: AbortSignal): Disposable {
    const abort = () => this.fire(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    return { [Symbol.dispose]: () => signal.removeEventListener('abort', abort) }
  }

  /**
   * Waits for a promise; one wait at a time.
   *
   * @throws What it was fired with
   */
  wait<value>(promise: Promise<value>): Promise<value> {
    return new Promise((resolve, reject) => {
      this.#wake = reject
      // Not a race of promises: against one that lives for the whole run, each would leave a trace.
      promise.then(resolve, reject)
      if (this.#reason !== undefined) reject(this.#reason.error)
    })
  }
}
