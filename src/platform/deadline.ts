/** Options of {@link deadline}. */
interface DeadlineOptions<fallback> {
  /** Ends the wait early: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /**
   * Returns the value to use after the time limit, or throws; by default a `DeadlineError` is
   * thrown.
   */
  onTimeout?: () => fallback
}

/** The promise did not settle in time. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/**
 * Waits for a promise up to a time limit. The promise itself is not stopped.
 *
 * @throws {DeadlineError} after the time limit, without `onTimeout`
 */
export function deadline<value, fallback = never>(
  promise: Promise<value>,
  ms: number,
  { signal, onTimeout = () => timedOut(ms) }: DeadlineOptions<fallback> = {},
): Promise<value | fallback> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop()
      reject(signal?.reason)
    }
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const timer = setTimeout(() => {
      stop()
      // Within a promise, so that an error of `onTimeout` rejects the wait.
      resolve(new Promise((settle) => settle(onTimeout())))
    }, ms)
    promise.then(
      (value) => {
        stop()
        resolve(value)
      },
      (error) => {
        stop()
        reject(error)
      },
    )
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

function timedOut(ms: number): never {
  throw new DeadlineError(`Not finished within ${ms} ms`)
}

/**
 * Waits for a time.
 *
 * @throws The signal's reason when it aborts
 */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await abortable(promise, signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Waits for a promise until the signal aborts. The promise itself is not stopped.
 *
 * @throws The signal's reason
 */
export function abortable<value>(promise: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void promise.then(resolve, reject).then(() => signal.removeEventListener('abort', abort))
  })
}
