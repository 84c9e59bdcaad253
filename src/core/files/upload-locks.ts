/** Gives each upload to one request at a time: the latest, which ends the one before. */
export class UploadLocks {
  readonly #held = new Map<string, { controller: AbortController; released: Promise<void> }>()

  /**
   * Ends the request that holds the upload, waits until it has let go, and runs the work.
   *
   * A client whose connection broke resumes while its old request still waits for bytes, so the new
   * request has precedence.
   *
   * @param work Ends early when the signal aborts
   */
  async run<value>(
    id: string,
    reason: () => Error,
    work: (signal: AbortSignal) => Promise<value>,
  ): Promise<value> {
    for (let held = this.#held.get(id); held !== undefined; held = this.#held.get(id)) {
      held.controller.abort(reason())
      await held.released
    }
    const controller = new AbortController()
    const { promise: released, resolve } = Promise.withResolvers<void>()
    this.#held.set(id, { controller, released })
    try {
      return await work(controller.signal)
    } finally {
      this.#held.delete(id)
      resolve()
    }
  }

  isHeld(id: string): boolean {
    return this.#held.has(id)
  }
}
