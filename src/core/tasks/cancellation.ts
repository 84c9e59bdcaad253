/**
 * Tells a task that it was cancelled. An AbortSignal says the same, but with its listeners it costs
 * more than the queue itself: one is made only for a task that asks for it.
 */
export class Cancellation {
  #callbacks: (() => void)[] = []
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

  /** Calls back when it is cancelled, not when it was already. */
  onCancel(callback: () => void): void {
    this.#callbacks.push(callback)
  }

  /** Takes a callback back. */
  offCancel(callback: () => void): void {
    const index = this.#callbacks.indexOf(callback)
    if (index !== -1) this.#callbacks.splice(index, 1)
  }

  throwIfCancelled(): void {
    if (this.#cancelled) throw new DOMException('The task was cancelled', 'AbortError')
  }

  cancel(): void {
    this.#cancelled = true
    this.#abort?.abort()
    const callbacks = this.#callbacks
    this.#callbacks = []
    for (const callback of callbacks) callback()
  }
}
