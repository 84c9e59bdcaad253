/**
 * What a promise fails with. `expect().rejects` turns the event loop by itself, and inside of that a
 * worker's messages do not arrive.
 */
export function thrown(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It did not fail')
    },
    (reason: unknown) => reason,
  )
}
