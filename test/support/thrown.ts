/**
 * The rejection of a promise. `expect().rejects` runs the event loop synchronously, and a worker's
 * messages do not arrive meanwhile.
 */
export function thrown(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It did not fail')
    },
    (reason: unknown) => reason,
  )
}
