import { abortable } from '../../platform/abortable.ts'

/**
 * One process per login at a time: two could race to refresh it, and the loser would be signed out.
 * Shared by all engines, since two of them may use one login.
 */
export class AccountLocks {
  /** For each login in use, when the last in its line will be done. */
  readonly #tails = new Map<string, Promise<void>>()

  /** Logins in use or waited for. */
  get size(): number {
    return this.#tails.size
  }

  isInUse(login: string): boolean {
    return this.#tails.has(login)
  }

  /**
   * Waits for a login, in the order of asking.
   *
   * @returns Gives it back when disposed; twice is harmless
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
      // Only the last in line leaves nobody behind.
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
