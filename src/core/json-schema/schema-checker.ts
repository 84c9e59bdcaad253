import { AppError } from '../../platform/errors.ts'
import type { SchemaFault } from './compile-schema.ts'
import { SchemaThread } from './schema-thread.ts'
import type { SchemaRequest, SchemaResponse } from './schema-worker.ts'

/** Of one schema, or one value, in the worker; the time in line does not count. */
const DEADLINE_MS = 1000

/**
 * Compiles and runs JSON Schemas of others in a thread of its own, one after another, so that none
 * can hold the thread that serves. One that takes too long ends with its worker; those behind it go
 * on in a fresh one.
 */
export class SchemaChecker {
  readonly #deadlineMs: number
  #thread: SchemaThread | undefined
  #lastRun: Promise<unknown> = Promise.resolve()

  /** @param options.deadlineMs Of one schema, or one value, in the worker; by default a second */
  constructor({ deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}) {
    this.#deadlineMs = deadlineMs
  }

  /**
   * Refuses a caller's schema that cannot be used.
   *
   * @param field Where the schema stands in the request body, as a path without its first slash
   * @throws {AppError} `invalid`, also for one that takes too long
   */
  async check(schema: object, field: string): Promise<void> {
    const refusal = await this.refusal(schema)
    if (refusal === undefined) return
    throw new AppError('invalid', `Request body is invalid at /${field}: ${refusal}`, {
      param: field.replaceAll('/', '.'),
    })
  }

  /** Why a schema cannot be used, in words for whoever wrote it; undefined when it can. */
  async refusal(schema: object): Promise<string | undefined> {
    const response = await this.#enqueue({ schema, values: [] })
    return 'refusal' in response ? response.refusal : undefined
  }

  /**
   * Finds the first fault of a value, undefined when it matches. A value that takes too long, or a
   * schema that cannot be used, is a fault as well.
   */
  async fault(schema: object, value: unknown): Promise<SchemaFault | undefined> {
    const response = await this.#enqueue({ schema, values: [value] })
    if ('fault' in response) return response.fault
    return { path: '', message: `cannot be checked: ${response.refusal}` }
  }

  #enqueue(request: SchemaRequest): Promise<SchemaResponse> {
    const response = this.#lastRun.then(() => this.#run(request))
    // Whoever comes next waits for the end of this one, not for its success.
    this.#lastRun = response.catch(() => undefined)
    return response
  }

  async #run(request: SchemaRequest): Promise<SchemaResponse> {
    this.#thread ??= new SchemaThread()
    try {
      await this.#thread.start()
      const response = await this.#thread.run(request, this.#deadlineMs)
      if (response !== 'late') return response
      this.#end()
      return { refusal: 'it takes too long to check' }
    } catch (error) {
      // What is nested too deeply cannot be handed over to a thread.
      if (error instanceof RangeError) return { refusal: 'it is nested too deeply' }
      this.#end()
      throw error
    }
  }

  /** The next question starts a fresh one. */
  #end(): void {
    this.#thread?.end()
    this.#thread = undefined
  }
}

/** The one of this process: its thread starts at first use and keeps no process alive. */
export const schemaChecker = new SchemaChecker()
