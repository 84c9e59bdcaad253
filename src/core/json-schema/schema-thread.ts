import { deadline } from '../../platform/deadline.ts'
import type { SchemaMessage, SchemaRequest, SchemaResponse } from './schema-worker.ts'

/** A worker that compiles and runs schemas, one request at a time. */
export class SchemaThread {
  readonly #worker = new Worker(new URL('./schema-worker.ts', import.meta.url))
  readonly #ready: Promise<SchemaMessage>
  #pending = Promise.withResolvers<SchemaMessage>()

  constructor() {
    this.#ready = this.#pending.promise
    const worker = this.#worker
    worker.addEventListener('message', ({ data }: MessageEvent<SchemaMessage>) =>
      this.#pending.resolve(data),
    )
    const fail = (reason: string) =>
      this.#pending.reject(new Error(`The schema worker failed: ${reason}`))
    worker.addEventListener('error', ({ message }) => fail(message))
    worker.addEventListener('close', () => fail('it has ended'))
  }

  /**
   * Waits until the worker is ready. From then on it does not keep the process alive.
   *
   * @throws {Error} when it cannot be started
   */
  async start(): Promise<void> {
    await this.#ready
    this.#worker.unref()
  }

  /**
   * @param deadlineMs Time limit of this request; after `late` the worker must be ended
   * @throws {Error} when the worker has failed or the request cannot be cloned
   */
  async run(request: SchemaRequest, deadlineMs: number): Promise<SchemaResponse | 'late'> {
    this.#worker.postMessage(request)
    this.#pending = Promise.withResolvers()
    const message = await deadline(this.#pending.promise, deadlineMs, {
      onTimeout: () => 'late' as const,
    })
    if (message === 'ready') throw new Error('The schema worker started twice')
    return message
  }

  /** Terminates the worker, also in the middle of a request. */
  end(): void {
    this.#worker.terminate()
  }
}
