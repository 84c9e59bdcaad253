import { AppError } from '../../platform/errors.ts'
import type { SchemaFault } from './compile-schema.ts'
import { OwnerQueue } from './owner-queue.ts'
import { SchemaThread } from './schema-thread.ts'
import type { SchemaRequest, SchemaResponse } from './schema-worker.ts'
import { digestOf, SlowRequests } from './slow-requests.ts'

/**
 * Processor time of one schema, or one value, in the worker. The wait for earlier requests does not
 * count, nor does the time that a busy machine gives to others.
 */
export const DEADLINE_MS = 1000
/** Time of the clock after which a request is given up, however little the worker was given. */
export const WALL_DEADLINE_MS = 20_000

/** Checks that run at a time, each in a worker thread of its own. */
export const SCHEMA_THREADS = 2
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
  readonly #idle: SchemaThread[] = []

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
  async fault(schema: object, value: unknown, owner: string): Promise<SchemaFault | undefined> {
    const response = await this.#enqueue({ schema, values: [value] }, owner)
    if ('fault' in response) return response.fault
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
    const thread = this.#idle.pop() ?? new SchemaThread()
    let isUsable = false
    try {
      await thread.start()
      const started = performance.now()
      const response = await thread.run(request, this.#limit)
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

/**
 * The checker of this process. Its workers start when they are needed and do not keep the process alive.
 */
export const schemaChecker = new SchemaChecker()
