import { createHash } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { Thread } from '../../platform/thread-pool.ts'
import type { SchemaError } from './compile-schema.ts'
import type { SchemaRequest, SchemaResponse } from './schema.thread.ts'

/**
 * Processor time of one schema, or one value, in the worker. The wait for earlier requests does not
 * count, nor does the time that a busy machine gives to others. @limit schema-check seconds
 */
export const DEADLINE_MS = 1000
/**
 * Time of the clock after which a request is given up, however little the worker was given.
 * @limit schema-check-wait seconds
 */
export const WALL_DEADLINE_MS = 20_000

/** Checks that run at a time, each in a worker thread of its own. @limit schema-threads count */
export const SCHEMA_THREADS = 2
const WORKER = new URL('./schema.thread.ts', import.meta.url)
const TOO_SLOW: SchemaResponse = { refusal: 'it takes too long to check' }

interface SchemaCheckerOptions {
  /** Processor time of one schema, or one value, in the worker; by default 1 s. */
  deadlineMs?: number
  /** Its time of the clock; by default 20 s. */
  wallDeadlineMs?: number
  now?: () => number
}

/**
 * Compiles and runs callers' JSON Schemas in worker threads, so that none can block the main thread.
 * An owner's requests run one after another, and owners take turns. A request that exceeds its time
 * limit ends its worker, and the same request is then refused unchecked for a while.
 */
export class SchemaChecker {
  readonly #limit: { cpuMs: number; wallMs: number }
  readonly #queue = new OwnerQueue(SCHEMA_THREADS)
  readonly #slow: SlowRequests
  readonly #idle: Thread<SchemaRequest, SchemaResponse>[] = []

  constructor(options: SchemaCheckerOptions = {}) {
    const { deadlineMs = DEADLINE_MS, wallDeadlineMs = WALL_DEADLINE_MS } = options
    this.#limit = { cpuMs: deadlineMs, wallMs: wallDeadlineMs }
    this.#slow = new SlowRequests(options.now ?? Date.now)
  }

  /**
   * Refuses a caller's schema that cannot be used.
   *
   * @param field Path of the schema in the caller's input, without the leading slash
   * @param owner Owner of the jobs of its caller
   * @throws {AppError} `invalid`, also for a schema that takes too long
   */
  async check(schema: object, field: string, owner: string): Promise<void> {
    const refusal = await this.refusal(schema, owner)
    if (refusal === undefined) return
    throw new AppError('invalid', `Cannot use the schema at /${field}: ${refusal}`, {
      param: field.replaceAll('/', '.'),
    })
  }

  /** Why a schema cannot be used, in words for its author; undefined when it can be. */
  async refusal(schema: object, owner: string): Promise<string | undefined> {
    const response = await this.#enqueue({ schema, values: [] }, owner)
    return 'refusal' in response ? response.refusal : undefined
  }

  /**
   * The first mismatch of a value; undefined when it matches. A value that takes too long and a
   * schema that cannot be used are mismatches as well.
   */
  async mismatch(schema: object, value: unknown, owner: string): Promise<SchemaError | undefined> {
    const response = await this.#enqueue({ schema, values: [value] }, owner)
    if ('mismatch' in response) return response.mismatch
    return { path: '', message: `cannot be checked: ${response.refusal}` }
  }

  async #enqueue(request: SchemaRequest, owner: string): Promise<SchemaResponse> {
    const digest = digestOf(request)
    if (digest === undefined) return { refusal: 'it is nested too deeply' }
    if (this.#slow.has(digest)) return TOO_SLOW
    // The same request may have been found slow while this one waited.
    return this.#queue.run(owner, async () =>
      this.#slow.has(digest) ? TOO_SLOW : this.#run(request, digest),
    )
  }

  async #run(request: SchemaRequest, digest: string): Promise<SchemaResponse> {
    const thread = this.#idle.pop() ?? new Thread<SchemaRequest, SchemaResponse>(WORKER)
    let isUsable = false
    try {
      const started = performance.now()
      const response = await thread.limit(thread.ask(request), {
        ...this.#limit,
        onTimeout: () => 'late' as const,
      })
      if (response !== 'late') {
        isUsable = true
        return response
      }
      // What exceeds the other limit may only have had a busy machine.
      if (performance.now() - started < this.#limit.wallMs) this.#slow.add(digest)
      return TOO_SLOW
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // A deeply nested value cannot be cloned for `postMessage`; the worker has seen nothing of it.
      isUsable = true
      return { refusal: 'it is nested too deeply' }
    } finally {
      if (isUsable) this.#idle.push(thread)
      else thread.end()
    }
  }
}

/** Work of one owner that has not started, in the order in which it came. */
type Waiting = (() => Promise<void>)[]

/**
 * Runs work of several owners, a bounded number at a time. Each owner runs one piece of work at a
 * time, and owners with waiting work take turns, so that none waits behind all the work of another.
 */
class OwnerQueue {
  readonly #concurrency: number
  /** Owners with waiting work; the first one is next. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #running = new Set<string>()

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** Runs work in its owner's turn; settles as the work does. */
  run<result>(owner: string, work: () => Promise<result>): Promise<result> {
    const { promise, resolve, reject } = Promise.withResolvers<result>()
    const waiting = this.#waiting.get(owner) ?? []
    waiting.push(() => work().then(resolve, reject))
    this.#waiting.set(owner, waiting)
    this.#startNext()
    return promise
  }

  #startNext(): void {
    while (this.#running.size < this.#concurrency) {
      const owner = this.#waiting.keys().find((name) => !this.#running.has(name))
      if (owner === undefined) return
      void this.#start(owner)
    }
  }

  async #start(owner: string): Promise<void> {
    const waiting = this.#waiting.get(owner) ?? []
    const work = waiting.shift()
    this.#waiting.delete(owner)
    // Behind the other owners.
    if (waiting.length > 0) this.#waiting.set(owner, waiting)
    this.#running.add(owner)
    await work?.()
    this.#running.delete(owner)
    this.#startNext()
  }
}

/**
 * How long a schema, or a value, that took too long is refused unchecked.
 * @limit slow-schema minutes
 */
export const SLOW_SCHEMA_MINUTES = 10
/** How many of them are remembered; the oldest is forgotten first. @limit slow-schemas count */
export const MAX_SLOW_SCHEMAS = 1_000

/** Remembers by digest which requests have exceeded the processor time of a check. */
class SlowRequests {
  readonly #now: () => number
  /** Digest to the time of expiry in ms, oldest first. */
  readonly #expiries = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  add(digest: string): void {
    this.#expiries.delete(digest)
    this.#expiries.set(digest, this.#now() + SLOW_SCHEMA_MINUTES * 60_000)
    const [oldest] = this.#expiries.keys()
    if (oldest !== undefined && this.#expiries.size > MAX_SLOW_SCHEMAS)
      this.#expiries.delete(oldest)
  }

  has(digest: string): boolean {
    const expiry = this.#expiries.get(digest)
    if (expiry === undefined) return false
    if (expiry > this.#now()) return true
    this.#expiries.delete(digest)
    return false
  }
}

/**
 * SHA-256 of a schema and its value.
 *
 * @returns undefined when it is nested too deeply to be written as JSON
 */
function digestOf({ schema, values }: SchemaRequest): string | undefined {
  try {
    return createHash('sha256')
      .update(JSON.stringify([schema, values]))
      .digest('base64')
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * The checker of this process. Its workers start when they are needed and do not keep the process alive.
 */
export const schemaChecker = new SchemaChecker()
