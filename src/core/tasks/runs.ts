import type { Static, TSchema } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { AppError, expectedError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller } from '../caller.ts'
import type { CreditEntry, UsageEntry } from '../usage-entry.ts'
import {
  type Admission,
  type Admissions,
  type Lease,
  type LeaseCaller,
  STOPPING_RETRY_AFTER_SECONDS,
} from './admission.ts'
import type { Pieces, TaskDefinition } from './define-task.ts'
import type { ProgressReport } from './progress.ts'
import type { Queue } from './queue.ts'
import { RetriedWrites } from './retried-writes.ts'
import type { QueuedTask, Run, RunEnd, SubmitOptions } from './run.ts'

/** Records usage. */
export interface UsageRecorder {
  /**
   * @param write Another write of the same transaction
   * @returns Resolves once committed
   */
  record(caller: Caller, entries: readonly UsageEntry[], write?: () => void): Promise<void>
}

interface RunsOptions {
  queue: Queue
  admissions: Admissions
  usage: UsageRecorder
  /** How long a write that could not be made waits for the next try, in milliseconds. */
  writeRetryMs: number
  log: Log
}

/** What a store writes of a durable run. */
export interface RunRecord<event = unknown> {
  /** Writes that it has started; tried again where it fails. */
  started?(): void | Promise<void>
  /** Writes how far it is. */
  progressed?(report: ProgressReport): void
  /** Takes the events of the run, in order. */
  received?(events: readonly event[]): void
  /** Called at every change that is known to this process, and at the end. */
  changed?(): void
  /**
   * Called once when it has ended, or could not be started.
   *
   * @returns Writes the end, in the transaction of the usage; synchronous, and called again where
   * that could not be committed. Undefined for nothing to write there
   */
  end(end: RunEnd): Promise<(() => void) | undefined> | (() => void) | undefined
  /** Called once the end is written. */
  written?(): Promise<void> | void
}

/** Work that goes on without its client, to be queued for the first time or again. */
export interface DurableWork<
  input extends TSchema = TSchema,
  result extends TSchema = TSchema,
  event = unknown,
> {
  definition: TaskDefinition<input, result, event>
  caller: Caller
  input: Static<input>
  id: string
  record: RunRecord<event>
  /** Given back at the end; may still be pending. */
  lease: Lease | undefined
  /** How long a pending lease is waited for, in milliseconds. */
  leaseWaitMs?: number
  /** For a job, which the next start runs again when the service stops. */
  job?: { order: number; attempt: number; pieces: Pieces }
}

/** A run that goes on without its client. */
export interface DurableRun {
  /** Undefined while it waits for its lease. */
  run: Run | undefined
  /** Rejects with what it could not be started for. */
  readonly started: Promise<Run>
  /** Resolves when it has ended and that is written, or can't be written yet. */
  ended: Promise<void>
  /** Ends it where it is. @returns As `ended` */
  cancel(): Promise<void>
}

interface ActiveRun extends DurableRun {
  readonly record: RunRecord
  /** Whether only its end is still to be written. */
  isOver: boolean
}

interface AdmitOptions {
  /** Fires when the client disconnects; without it, the work goes on. */
  signal?: AbortSignal | undefined
  /** How long a request waits for its lease, in milliseconds; without it, it is refused at once. */
  waitMs?: number | undefined
}

/**
 * The one way to work: admits a request, starts its run, and stores the end, the usage and the price
 * of each run in one transaction.
 */
export class Runs {
  readonly #options: RunsOptions
  readonly #durable = new Map<string, ActiveRun>()
  readonly #writes: RetriedWrites

  constructor(options: RunsOptions) {
    this.#options = options
    const { log, writeRetryMs } = options
    this.#writes = new RetriedWrites(log, (id) => this.#forget(id), writeRetryMs)
  }

  /**
   * Admits a request before its body is read. Dispose of it when its handler is done.
   *
   * @throws {AppError} What `authorize` throws; `busy`; `stopping`
   */
  admit<input extends TSchema, result extends TSchema, event>(
    definition: TaskDefinition<input, result, event>,
    caller: Caller,
    { signal = new AbortController().signal, waitMs }: AdmitOptions = {},
  ): AdmittedRequest<input, result, event> {
    definition.authorize?.(caller)
    const admission = this.#admissionOf(definition)
    const lease = waitMs === undefined ? admission?.tryAcquire(caller) : admission?.acquire(caller)
    return new AdmittedRequest({ runs: this, definition, caller, signal, lease, waitMs })
  }

  /** The lease of a job that had one before a restart. */
  readmit(definition: TaskDefinition, caller: LeaseCaller): Lease | undefined {
    return this.#admissionOf(definition)?.readmit(caller)
  }

  /** Starts a run whose client waits for it, in {@link admit}, or which the service itself needs. */
  start<input extends TSchema, result extends TSchema, event>(
    definition: TaskDefinition<input, result, event>,
    caller: Caller,
    input: Static<input>,
    { watched = false, onStart }: Pick<SubmitOptions, 'watched' | 'onStart'> = {},
  ): Run<event> {
    const task = { kind: definition.kind, caller, input }
    const options: SubmitOptions<event> = {
      watched,
      settle: (end, usage) => {
        const credit = creditOf(definition, task, end)
        const entries = credit === undefined ? usage : [...usage, credit]
        return entries.length > 0 ? this.#options.usage.record(caller, entries) : undefined
      },
    }
    if (onStart !== undefined) options.onStart = onStart
    return this.#options.queue.submit<event>(task, options)
  }

  /**
   * Runs a task of the service itself.
   *
   * @throws What the run failed with; `cancelled`, `stopping`
   */
  async result<input extends TSchema, result extends TSchema, event>(
    definition: TaskDefinition<input, result, event>,
    caller: Caller,
    input: Static<input>,
    { signal, onStart }: { signal: AbortSignal } & Pick<SubmitOptions, 'onStart'>,
  ): Promise<Static<result>> {
    const run = this.start(definition, caller, input, onStart === undefined ? {} : { onStart })
    const cancel = () => run.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      if (signal.aborted) cancel()
      return await resultOf(definition, run)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Starts work that goes on without its client, once its lease is granted. */
  startDurable<input extends TSchema, result extends TSchema, event>(
    work: DurableWork<input, result, event>,
  ): DurableRun {
    const abort = new AbortController()
    const started = Promise.withResolvers<Run>()
    // Most callers do not wait for the start.
    started.promise.catch(() => {})
    const durable: ActiveRun = {
      record: work.record,
      isOver: false,
      run: undefined,
      started: started.promise,
      ended: Promise.resolve(),
      cancel() {
        abort.abort()
        durable.run?.cancel()
        return durable.ended
      },
    }
    this.#durable.set(work.id, durable)
    durable.ended = this.#work(work, durable, started, abort.signal)
    return durable
  }

  /** Work that goes on without its client; undefined once its end is written. */
  durable(id: string): DurableRun | undefined {
    return this.#durable.get(id)
  }

  /** Ids of durable runs that have started and wait for the lane of a later stage. */
  waitingAgain(): string[] {
    return [...this.#durable].flatMap(([id, { run }]) =>
      run?.startedAt !== undefined && run.position !== undefined ? [id] : [],
    )
  }

  /** Ends work that is not queued again. */
  async fail(work: Omit<DurableWork, 'lease'>, error: AppError): Promise<void> {
    await this.#settle(work, { status: 'failed', error }, [])
  }

  /** Makes a write of a durable run now, or retries it until it succeeds. */
  async write(id: string, write: () => void): Promise<void> {
    await this.#writes.write(id, async () => write())
  }

  /** Whether a write of a durable run is still to be made. */
  isWriting(id: string): boolean {
    return this.#writes.has(id)
  }

  /**
   * Resolves when the ends of all durable runs are written, or were tried to be once more; the queue
   * must have been stopped.
   */
  async close(): Promise<void> {
    await this.settled()
    await this.#writes.stop()
  }

  /** Resolves when all durable runs of now have ended. */
  async settled(): Promise<void> {
    await Promise.all([...this.#durable.values()].map(({ ended }) => ended))
  }

  async #work<input extends TSchema, result extends TSchema, event>(
    work: DurableWork<input, result, event>,
    durable: ActiveRun,
    started: PromiseWithResolvers<Run>,
    signal: AbortSignal,
  ): Promise<void> {
    const { definition, caller, input, id, record, lease, leaseWaitMs = 0, job } = work
    try {
      if (lease?.isGranted === false) await lease.granted(signal, leaseWaitMs)
      signal.throwIfAborted()
      const task = { kind: definition.kind, caller, input }
      const run = this.#options.queue.submit<event>(task, {
        ...(job === undefined ? {} : { ...job, id, durable: true }),
        onStart: () => void this.#writes.write(id, async () => record.started?.()),
        onProgress: (report) => {
          record.changed?.()
          if (record.progressed !== undefined && !this.#writes.has(id))
            void this.write(id, () => record.progressed?.(report))
        },
        onEvents: (events) => record.received?.(events),
        settle: (end, usage) => this.#settle(work, end, usage),
      })
      durable.run = run
      started.resolve(run)
      record.changed?.()
      await run.ended
    } catch (error) {
      started.reject(error)
      await this.#write(work, { status: 'failed', error }, [])
    }
    lease?.[Symbol.dispose]()
    durable.isOver = true
    if (!this.#writes.has(id)) this.#durable.delete(id)
    record.changed?.()
  }

  async #settle(
    work: Omit<DurableWork, 'lease'>,
    end: RunEnd,
    usage: readonly UsageEntry[],
  ): Promise<void> {
    const { definition, caller, input } = work
    const task = { kind: definition.kind, caller, input }
    const credit = creditOf(definition, task, end)
    await this.#write(work, end, credit === undefined ? usage : [...usage, credit])
  }

  /** A failed write does not occupy the lane: it is retried later, and the lease is released. */
  async #write(
    { id, caller, record }: Omit<DurableWork, 'lease'>,
    end: RunEnd,
    entries: readonly UsageEntry[],
  ): Promise<void> {
    const write = await record.end(end)
    await this.#writes.write(id, async () => {
      if (write !== undefined || entries.length > 0)
        await this.#options.usage.record(caller, entries, write)
      await this.#written(id, record)
    })
  }

  /** Not tried again: its usage is recorded. */
  async #written(id: string, record: RunRecord): Promise<void> {
    try {
      await record.written?.()
    } catch (err) {
      this.#options.log.error({ run: id, err }, 'Cannot finish a run whose end is written')
    }
  }

  /** Called when what could not be written at first is written. */
  #forget(id: string): void {
    const durable = this.#durable.get(id)
    if (durable?.isOver === true) this.#durable.delete(id)
    durable?.record.changed?.()
  }

  #admissionOf({ admission }: Pick<TaskDefinition, 'admission'>): Admission | undefined {
    return admission === undefined ? undefined : this.#options.admissions.of(admission)
  }
}

interface AdmittedRequestOptions<input extends TSchema, result extends TSchema, event> {
  runs: Runs
  definition: TaskDefinition<input, result, event>
  caller: Caller
  signal: AbortSignal
  lease: Lease | undefined
  waitMs: number | undefined
}

/**
 * A request that was admitted, with the run whose client waits. Its lease is given back when the run
 * has ended: after the handler, or when what the handler keeps open is closed.
 */
export class AdmittedRequest<
  input extends TSchema = TSchema,
  result extends TSchema = TSchema,
  event = unknown,
> implements Disposable
{
  readonly #options: AdmittedRequestOptions<input, result, event>
  readonly #cancel = () => this.#run?.cancel()
  #run: Run | undefined
  #isKept = false
  #isClosed = false

  constructor(options: AdmittedRequestOptions<input, result, event>) {
    this.#options = options
  }

  get definition(): TaskDefinition<input, result, event> {
    return this.#options.definition
  }

  get caller(): Caller {
    return this.#options.caller
  }

  /** Whether the lease is not granted yet. */
  get isWaiting(): boolean {
    return this.#options.lease?.isGranted === false
  }

  /** Resolves when the run has ended; at once where there is none. */
  get ended(): Promise<unknown> {
    return this.#run?.ended ?? Promise.resolve()
  }

  /**
   * Starts the run once the lease is granted; it is cancelled when the client disconnects.
   *
   * @throws {AppError} `busy` when the lease is not granted in time, `cancelled`, `stopping`
   */
  async start(
    input: Static<input>,
    options: Pick<SubmitOptions, 'watched' | 'onStart'> = {},
  ): Promise<Run<event>> {
    const { runs, definition, caller, signal } = this.#options
    if (this.isWaiting) await this.granted()
    const run = runs.start(definition, caller, input, options)
    this.#run = run
    signal.addEventListener('abort', this.#cancel)
    if (signal.aborted || this.#isClosed) run.cancel()
    return run
  }

  /**
   * Checks the input and waits for the result of its run.
   *
   * @param onRun Called with the run
   * @throws What `check` throws; what the run failed with
   */
  async result(input: Static<input>, onRun?: (run: Run) => void): Promise<Static<result>> {
    const { definition, caller } = this.#options
    await definition.check?.(caller, input)
    const run = await this.start(input)
    onRun?.(run)
    return await resultOf(definition, run)
  }

  /** Resolves when the lease is granted. @throws {AppError} As {@link start} */
  async granted(): Promise<void> {
    const { lease, signal, waitMs = 0 } = this.#options
    if (lease?.isGranted === false) await lease.granted(signal, waitMs)
  }

  /** Keeps the lease after the handler, while the answer is being sent. @returns Releases it */
  keepOpen(): () => void {
    this.#isKept = true
    return () => this.close()
  }

  /** Gives the lease to work that goes on without the client, which releases it at its end. */
  handOver(): Lease | undefined {
    this.#isKept = true
    return this.#options.lease
  }

  /** Cancels the run, and releases the lease when it has ended. */
  close(): void {
    this.#isClosed = true
    this.#options.signal.removeEventListener('abort', this.#cancel)
    this.#run?.cancel()
    this.#options.lease?.releaseAfter(this.#run)
  }

  [Symbol.dispose](): void {
    if (!this.#isKept) this.close()
  }
}

/**
 * Waits for a run's result.
 *
 * @throws What the run failed with; `cancelled`, `stopping`
 */
export async function resultOf<result extends TSchema>(
  definition: Pick<TaskDefinition<TSchema, result>, 'kind' | 'result'>,
  run: Run,
): Promise<Static<result>> {
  return resultOfEnd(definition, await run.ended)
}

/** @throws What the run failed with; `cancelled`, `stopping` */
export function resultOfEnd<result extends TSchema>(
  { kind, result }: Pick<TaskDefinition<TSchema, result>, 'kind' | 'result'>,
  end: RunEnd,
): Static<result> {
  if (end.status !== 'succeeded') throw failureOf(end)
  if (matches(result, end.result)) return end.result
  throw new Error(`A run of ${kind} gave a result that is not as declared`)
}

/** A run that did not succeed, as the error to answer with. */
export function failureOf(end: Exclude<RunEnd, { status: 'succeeded' }>): unknown {
  if (end.status === 'failed') return end.error
  return end.reason === 'stopping'
    ? new AppError('stopping', 'The service was stopped before the answer was whole', {
        retryAfterSeconds: STOPPING_RETRY_AFTER_SECONDS,
      })
    : new AppError(
        'cancelled',
        end.reason === 'owner'
          ? 'The owner of this service has cancelled the request'
          : 'The request was cancelled',
      )
}

/**
 * Success costs the task's price; a failure is recorded with 0 credits, unless its kind is in no
 * usage; a cancelled run is not recorded.
 */
function creditOf(
  definition: TaskDefinition,
  { input }: QueuedTask,
  end: RunEnd,
): CreditEntry | undefined {
  const { kind } = definition
  if (end.status === 'cancelled') return undefined
  if (end.status === 'failed') {
    if (definition.countsFailures === false) return undefined
    const outcome = expectedError(end.error)?.code ?? 'internal'
    return { type: 'credit', surface: kind, action: '', units: 0, outcome }
  }
  const charge = definition.charge?.(input, end.result)
  if (charge === undefined) return undefined
  return { type: 'credit', surface: kind, ...charge, outcome: 'succeeded' }
}
