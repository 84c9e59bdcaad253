import { isThreadReady } from './answer-requests.ts'
import { abortable } from './deadline.ts'
import { type ThreadLimit, threadCpuMs, threadDeadline } from './thread-time.ts'

interface ThreadPoolOptions {
  /** The module of the workers; each answers a message by one message. */
  worker: URL
  /** Requests that are answered at a time; further ones wait. */
  threads: number
  /** How long a thread waits for the next request before its memory is given back. */
  idleMs: number
}

/** Worker threads that are started when they are needed, and ended with a request that fails. */
export class ThreadPool<request, response> implements Disposable {
  readonly #options: ThreadPoolOptions
  readonly #idle: Thread<request, response>[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #timer: Timer | undefined

  constructor(options: ThreadPoolOptions) {
    this.#options = options
  }

  /**
   * Asks a thread, and ends it when the signal aborts or the limit passes.
   *
   * @throws The signal's reason; what the limit throws; an `Error` when the worker fails
   */
  async ask(request: request, signal: AbortSignal, limit?: ThreadLimit<never>): Promise<response> {
    await this.#enter(signal)
    const thread = this.#idle.pop() ?? new Thread<request, response>(this.#options.worker)
    let isWell = false
    try {
      const asked = thread.ask(request)
      const answer = await (limit === undefined
        ? abortable(asked, signal)
        : thread.limit(asked, { ...limit, signal }))
      isWell = true
      return answer
    } finally {
      if (isWell) this.#keep(thread)
      else thread.end()
      this.#leave()
    }
  }

  /** Ends the threads that have nothing to do. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    for (const thread of this.#idle.splice(0)) thread.end()
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#busy < this.#options.threads) {
      this.#busy += 1
      return
    }
    const turn = Promise.withResolvers<void>()
    this.#waiting.push(turn.resolve)
    try {
      await abortable(turn.promise, signal)
    } catch (error) {
      const place = this.#waiting.indexOf(turn.resolve)
      if (place === -1) this.#leave()
      else this.#waiting.splice(place, 1)
      throw error
    }
  }

  /** Hands the place to who waits the longest. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#busy -= 1
    else next()
  }

  #keep(thread: Thread<request, response>): void {
    this.#idle.push(thread)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this[Symbol.dispose](), this.#options.idleMs)
    this.#timer.unref()
  }
}

/**
 * A worker that answers one request at a time. It keeps the process alive only while a request is
 * open.
 */
export class Thread<request, response> {
  readonly #worker: Worker
  #pending: PromiseWithResolvers<response> | undefined
  /** Its processor time since it was ready, in ms; see {@link threadDeadline}. */
  #spentMs: () => number | undefined = () => 0

  /** @param url The worker's module; it answers each message by one message */
  constructor(url: URL) {
    const worker = new Worker(url)
    this.#worker = worker
    worker.unref()
    worker.addEventListener('message', ({ data }: MessageEvent<response>) => {
      if (isThreadReady(data)) this.#spentMs = timeOf(data.readyThread)
      else this.#settle(({ resolve }) => resolve(data))
    })
    const fail = (reason: string) =>
      this.#settle(({ reject }) => reject(new Error(`The thread failed: ${reason}`)))
    worker.addEventListener('error', ({ message }) => fail(message))
    worker.addEventListener('close', () => fail('it has ended'))
  }

  /**
   * @param moved Buffers that are handed over instead of copied
   * @throws {Error} when the worker fails or is ended
   */
  ask(request: request, moved: ArrayBuffer[] = []): Promise<response> {
    if (this.#pending !== undefined) throw new Error('The thread has an open request')
    // Throws where the request cannot be cloned.
    this.#worker.postMessage(request, moved)
    this.#pending = Promise.withResolvers()
    this.#worker.ref()
    return this.#pending.promise
  }

  /**
   * Waits for answers up to a limit of the processor time that the worker spends on them. Its start
   * does not count. The worker must say that it is ready: see `answerRequests`.
   */
  limit<value, fallback>(
    answers: Promise<value>,
    limit: ThreadLimit<fallback>,
  ): Promise<value | fallback> {
    return threadDeadline(answers, () => this.#spentMs(), limit)
  }

  /** Ends the worker, also in the middle of a request, which then fails. */
  end(): void {
    this.#worker.terminate()
    this.#settle(({ reject }) => reject(new Error('The thread was ended')))
  }

  #settle(settle: (pending: PromiseWithResolvers<response>) => void): void {
    const pending = this.#pending
    this.#pending = undefined
    this.#worker.unref()
    if (pending !== undefined) settle(pending)
  }
}

/** Counts the processor time of a thread from now on. */
function timeOf(thread: number | undefined): () => number | undefined {
  const atStart = thread === undefined ? undefined : threadCpuMs(thread)
  return () => {
    const now = thread === undefined ? undefined : threadCpuMs(thread)
    return now === undefined || atStart === undefined ? undefined : now - atStart
  }
}
