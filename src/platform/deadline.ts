/** Options of {@link deadline}. */
interface DeadlineOptions<fallback> {
  /** Ends the wait early; the wait then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Gives the value to use when time is up, or throws; by default a `DeadlineError` is thrown. */
  onTimeout?: () => fallback
}

/** Time was up before the promise settled. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/**
 * Waits for a promise for a limited time. The promise itself is not stopped.
 *
 * @throws {DeadlineError} when time is up and there is no `onTimeout`
 */
export async function deadline<value, fallback = never>(
  promise: Promise<value>,
  ms: number,
  { signal, onTimeout = () => timedOut(ms) }: DeadlineOptions<fallback> = {},
): Promise<value | fallback> {
  const settled = Promise.withResolvers<value | fallback>()
  // In a promise of its own, so that what `onTimeout` throws rejects the wait.
  const timer = setTimeout(
    () => settled.resolve(new Promise((resolve) => resolve(onTimeout()))),
    ms,
  )
  const abort = () => settled.reject(signal?.reason)
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort, { once: true })
  promise.then(settled.resolve, settled.reject)
  try {
    return await settled.promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function timedOut(ms: number): never {
  throw new DeadlineError(`Not finished within ${ms} ms`)
}
