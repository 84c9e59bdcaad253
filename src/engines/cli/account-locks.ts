import { abortable } from '../../platform/deadline.ts'

/**
 * Locks that allow one process per login at a time: two processes could refresh the login
 * concurrently, and one of them would be signed out. Shared by all engines, because two engines may
 * use one login.
 */
export class AccountLocks {
  /** For each login in use, a promise that resolves when the last waiter is done. */
  readonly #tails = new Map<string, Promise<void>>()

  /** Number of logins that are in use or waited for. */
  get size(): number {
    return this.#tails.size
  }

  isInUse(login: string): boolean {
    return this.#tails.has(login)
  }

  /**
   * Waits for a login; first come, first served.
   *
   * @returns Releases the login when disposed; disposing twice is harmless
   * @throws The signal's reason
   */
  async acquire(login: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted()
    const previous = this.#tails.get(login)
    const done = Promise.withResolvers<void>()
    const tail = previous === undefined ? done.promise : previous.then(() => done.promise)
    this.#tails.set(login, tail)
    const release = () => {
      done.resolve()
      // Only the last waiter may remove the entry.
      void tail.then(() => {
        if (this.#tails.get(login) === tail) this.#tails.delete(login)
      })
    }
    try {
      if (previous !== undefined) await abortable(previous, signal)
    } catch (reason) {
      release()
      throw reason
    }
    return { [Symbol.dispose]: release }
  }
}
