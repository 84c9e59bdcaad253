import { deadline } from '../../platform/deadline.ts'
import type { SchemaMessage, SchemaRequest, SchemaResponse } from './schema-worker.ts'

/** One worker that compiles and runs schemas, asked one question at a time. */
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
   * Waits until the worker can be asked; from then on it keeps no process alive.
   *
   * @throws {Error} when it cannot be started
   */
  async start(): Promise<void> {
    await this.#ready
    this.#worker.unref()
  }

  /**
   * @param deadlineMs From now on; a thread that was late must be ended
   * @throws {Error} when the worker has failed or the question cannot be handed over
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

  /** Ends the worker, whatever it is doing. */
  end(): void {
    this.#worker.terminate()
  }
}
