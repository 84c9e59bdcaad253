/**
 * A worker that answers one request at a time. It keeps the process alive only while a request is
 * open.
 */
export class WorkerThread<request, response> {
  readonly #worker: Worker
  #pending: PromiseWithResolvers<response> | undefined

  /** @param url The worker's module; it answers each message by one message */
  constructor(url: URL) {
    const worker = new Worker(url)
    this.#worker = worker
    worker.unref()
    worker.addEventListener('message', ({ data }: MessageEvent<response>) => {
      this.#settle(({ resolve }) => resolve(data))
    })
    const fail = (reason: string) =>
      this.#settle(({ reject }) => reject(new Error(`The worker failed: ${reason}`)))
    worker.addEventListener('error', ({ message }) => fail(message))
    worker.addEventListener('close', () => fail('it has ended'))
  }

  /**
   * @param moved Buffers that are handed over instead of copied
   * @throws {Error} when the worker fails or is ended
   */
  ask(request: request, moved: ArrayBuffer[] = []): Promise<response> {
    if (this.#pending !== undefined) throw new Error('The worker has an open request')
    this.#pending = Promise.withResolvers()
    this.#worker.ref()
    this.#worker.postMessage(request, moved)
    return this.#pending.promise
  }

  /** Ends the worker, also in the middle of a request, which then fails. */
  end(): void {
    this.#worker.terminate()
    this.#settle(({ reject }) => reject(new Error('The worker was ended')))
  }

  #settle(settle: (pending: PromiseWithResolvers<response>) => void): void {
    const pending = this.#pending
    this.#pending = undefined
    this.#worker.unref()
    if (pending !== undefined) settle(pending)
  }
}
