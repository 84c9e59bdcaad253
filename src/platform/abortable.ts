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
