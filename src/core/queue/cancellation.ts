/**
 * Tells a task that it was cancelled. An AbortSignal says the same, but with its listeners it costs
 * more than the queue itself: one is made only for a task that asks for it.
 */
export class Cancellation {
  readonly #callbacks = new Set<() => void>()
  #abort: AbortController | undefined
  #cancelled = false

  get cancelled(): boolean {
    return this.#cancelled
  }

  /** The same as a signal, for what takes one. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController()
    if (this.#cancelled) this.#abort.abort()
    return this.#abort.signal
  }

  /** Calls back when it is cancelled, not when it was already. @returns Stops it */
  onCancel(callback: () => void): () => void {
    this.#callbacks.add(callback)
    return () => this.#callbacks.delete(callback)
  }

  throwIfCancelled(): void {
    if (this.#cancelled) throw new DOMException('The task was cancelled', 'AbortError')
  }

  cancel(): void {
    this.#cancelled = true
    this.#abort?.abort()
    for (const callback of this.#callbacks) callback()
    this.#callbacks.clear()
  }
}
