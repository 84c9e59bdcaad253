import { threadDeadline } from '../../platform/thread-time.ts'
import type { SchemaMessage, SchemaRequest, SchemaResponse } from './schema-worker.ts'

/** The longest that the worker may take for one request. */
interface SchemaLimit {
  /** Processor time of the worker. */
  cpuMs: number
  /** Time of the clock, for a worker that gets little processor time. */
  wallMs: number
}

/** A worker that compiles and runs schemas, one request at a time. */
export class SchemaThread {
  readonly #worker = new Worker(new URL('./schema-worker.ts', import.meta.url))
  readonly #ready: Promise<SchemaMessage>
  #pending = Promise.withResolvers<SchemaMessage>()
  #thread: number | undefined

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
    const ready = await this.#ready
    if ('thread' in ready) this.#thread = ready.thread
    this.#worker.unref()
  }

  /**
   * @param limit Of this request; after `late` the worker must be ended
   * @throws {Error} when the worker has failed or the request cannot be cloned
   */
  async run(request: SchemaRequest, limit: SchemaLimit): Promise<SchemaResponse | 'late'> {
    this.#worker.postMessage(request)
    this.#pending = Promise.withResolvers()
    const message = await threadDeadline(this.#pending.promise, {
      ...limit,
      thread: this.#thread,
      onTimeout: () => 'late' as const,
    })
    if (message !== 'late' && 'thread' in message)
      throw new Error('The schema worker started twice')
    return message
  }

  /** Terminates the worker, also in the middle of a request. */
  end(): void {
    this.#worker.terminate()
  }
}
