import { AppError } from '../../platform/errors.ts'
import type { SchemaFault } from './compile-schema.ts'
import { SchemaThread } from './schema-thread.ts'
import type { SchemaRequest, SchemaResponse } from './schema-worker.ts'

/**
 * Processor time of one schema, or one value, in the worker. The wait for earlier requests does not
 * count, nor does the time that a busy machine gives to others.
 */
export const DEADLINE_MS = 1000
/** Time of the clock after which a request is given up, however little the worker was given. */
export const WALL_DEADLINE_MS = 20_000

/**
 * Compiles and runs callers' JSON Schemas in a worker thread, one after another, so that none can
 * block the main thread. A request that exceeds its time limit ends the worker; the requests behind
 * it run in a new one.
 */
export class SchemaChecker {
  readonly #limit: { cpuMs: number; wallMs: number }
  #thread: SchemaThread | undefined
  #lastRun: Promise<unknown> = Promise.resolve()

  /**
   * @param options.deadlineMs Processor time of one schema, or one value, in the worker; by default 1 s
   * @param options.wallDeadlineMs Its time of the clock; by default 20 s
   */
  constructor({
    deadlineMs = DEADLINE_MS,
    wallDeadlineMs = WALL_DEADLINE_MS,
  }: {
    deadlineMs?: number
    wallDeadlineMs?: number
  } = {}) {
    this.#limit = { cpuMs: deadlineMs, wallMs: wallDeadlineMs }
  }

  /**
   * Refuses a caller's schema that cannot be used.
   *
   * @param field Path of the schema in the caller's input, without the leading slash
   * @throws {AppError} `invalid`, also for a schema that takes too long
   */
  async check(schema: object, field: string): Promise<void> {
    const refusal = await this.refusal(schema)
    if (refusal === undefined) return
    throw new AppError('invalid', `Cannot use the schema at /${field}: ${refusal}`, {
      param: field.replaceAll('/', '.'),
    })
  }

  /** Why a schema cannot be used, in words for its author; undefined when it can be. */
  async refusal(schema: object): Promise<string | undefined> {
    const response = await this.#enqueue({ schema, values: [] })
    return 'refusal' in response ? response.refusal : undefined
  }

  /**
   * The first mismatch of a value; undefined when it matches. A value that takes too long and a
   * schema that cannot be used are mismatches as well.
   */
  async fault(schema: object, value: unknown): Promise<SchemaFault | undefined> {
    const response = await this.#enqueue({ schema, values: [value] })
    if ('fault' in response) return response.fault
    return { path: '', message: `cannot be checked: ${response.refusal}` }
  }

  #enqueue(request: SchemaRequest): Promise<SchemaResponse> {
    const response = this.#lastRun.then(() => this.#run(request))
    // The next request waits until this one has settled, also when it failed.
    this.#lastRun = response.catch(() => undefined)
    return response
  }

  async #run(request: SchemaRequest): Promise<SchemaResponse> {
    this.#thread ??= new SchemaThread()
    try {
      await this.#thread.start()
      const response = await this.#thread.run(request, this.#limit)
      if (response !== 'late') return response
      this.#end()
      return { refusal: 'it takes too long to check' }
    } catch (error) {
      // A deeply nested value cannot be cloned for `postMessage`.
      if (error instanceof RangeError) return { refusal: 'it is nested too deeply' }
      this.#end()
      throw error
    }
  }

  /** The next request starts a new worker. */
  #end(): void {
    this.#thread?.end()
    this.#thread = undefined
  }
}

/**
 * The checker of this process. Its worker starts at first use and does not keep the process alive.
 */
export const schemaChecker = new SchemaChecker()
