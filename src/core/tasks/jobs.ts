import type { Static, TSchema } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { AppError, expectedError, isNoEngine } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller } from '../caller.ts'
import type { Lease } from './admission.ts'
import type { Pieces, TaskDefinition } from './define-task.ts'
import type { EventStreams } from './event-streams.ts'
import { type JobRecord, jobRecord } from './job-record.ts'
import type { IdempotencyRow, JobRow, JobStore } from './job-store.ts'
import { JobWatchers } from './job-watchers.ts'
import type { Queue } from './queue.ts'
import type { RunEnd } from './run.ts'
import type { AdmittedRequest, RunRecord, Runs } from './runs.ts'

/** How long an `Idempotency-Key` refers to its job. @limit idempotency-key hours */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000

/** Of the text of an input in a list. @limit job-excerpt characters */
export const MAX_EXCERPT_CHARACTERS = 120

/** What the jobs of a service need. */
interface JobsOptions {
  store: JobStore
  queue: Queue
  runs: Runs
  streams: EventStreams
  /** Deletes spooled files in the background; must not throw. */
  deleteFiles: (names: readonly string[]) => void
  log: Log
  now: () => number
}

/** An `Idempotency-Key` with the hash of its request. */
export interface Idempotency {
  key: string
  /** SHA-256 of the body. */
  bodyHash: string
}

/** @returns undefined without a key */
export function idempotencyOf(key: string | undefined, bodyHash: string): Idempotency | undefined {
  return key === undefined ? undefined : { key, bodyHash }
}

/** A job to be queued, for the first time or again. */
export interface QueuedJob {
  definition: TaskDefinition
  caller: Caller
  input: unknown
  id: string
  order: number
  lease: Lease | undefined
  attempt: number
  pieces: readonly unknown[]
}

type JobFacts = 'definition' | 'id' | 'caller' | 'input'

/** A job that has ended, and whose end is stored. */
export interface EndedJob {
  id: string
  kind: string
  owner: string
  status: JobEnd['status']
}

/** Records of a job at each change. */
export interface JobWatch {
  records: AsyncIterable<JobRecord>
  close(): void
}

/** Jobs are tasks that survive the end of their request and a restart of the service. */
export class Jobs {
  readonly kind = 'jobs'
  readonly #options: JobsOptions
  readonly #watchers = new JobWatchers()
  readonly #endListeners: ((job: EndedJob) => void)[] = []

  constructor(options: JobsOptions) {
    this.#options = options
    options.queue.onChange(() => this.#watchers.notifyAll())
  }

  /**
   * Writes a job down and puts it into the queue; a repeated request gets the job that it has made
   * before.
   *
   * @param lease Given back at the new job's end, or at once
   * @throws {AppError} As {@link earlier}; what the definition's `accept` throws
   */
  create(
    definition: TaskDefinition,
    caller: Caller,
    input: unknown,
    lease: Lease | undefined,
    idempotency: Idempotency | undefined,
  ): { job: JobRecord; isNew: boolean } {
    const { store, queue, now } = this.#options
    const id = randomId(definition.idPrefix)
    const { owner } = caller
    const { kind } = definition
    const createdAt = now()
    try {
      const order = queue.reserveOrder()
      // The same key may have come twice at once.
      const earlier = this.earlier(owner, definition, idempotency)
      if (earlier !== undefined) {
        lease?.[Symbol.dispose]()
        return { job: earlier, isNew: false }
      }
      const files = definition.files?.(input) ?? []
      store.insert(
        {
          seq: order,
          id,
          kind,
          owner,
          status: 'queued',
          caller,
          input,
          label: definition.labelOf?.(input) ?? null,
          excerpt: excerptOf(definition.textOf?.(input)),
          files,
          createdAt,
        },
        idempotency && { owner, ...idempotency, jobId: id, createdAt },
        () => definition.accept?.(caller),
      )
      this.submit({ definition, caller, input, id, order, lease, attempt: 1, pieces: [] })
    } catch (error) {
      lease?.[Symbol.dispose]()
      throw error
    }
    return { job: this.get(owner, definition, id), isNew: true }
  }

  /**
   * Makes a job of an admitted request.
   *
   * @throws {AppError} What `check` throws; as {@link create}
   */
  async accept<input extends TSchema, result extends TSchema, event>(
    admitted: AdmittedRequest<input, result, event>,
    input: Static<input>,
    idempotency: Idempotency | undefined,
  ): Promise<{ job: JobRecord; isNew: boolean }> {
    const { definition, caller } = admitted
    try {
      await definition.check?.(caller, input)
    } catch (error) {
      // An engine may be there again when the job starts.
      if (!isNoEngine(error)) throw error
    }
    const lease = admitted.handOver()?.giveToJob()
    return this.create(definition, caller, input, lease, idempotency)
  }

  /** Queues a stored job. */
  submit({ order, attempt, pieces, lease, ...job }: QueuedJob): void {
    const { runs, store } = this.#options
    runs.startDurable({
      ...job,
      lease,
      record: this.#record(job, attempt),
      job: { order, attempt, pieces: new StoredPieces(store, job.id, pieces) },
    })
  }

  /** Notes that a crash has caught a job while it ran. */
  interrupted(id: string): void {
    const { runs, store } = this.#options
    void runs.write(id, () => store.interrupted(id))
  }

  /** Ends a job that was not put into the queue again. */
  async fail(job: Pick<QueuedJob, JobFacts>, error: AppError): Promise<void> {
    await this.#options.runs.fail({ ...job, record: this.#record(job, 1) }, error)
    this.#watchers.notify(job.id)
  }

  /** Ends a job that can't be read any more. */
  failUnreadable(id: string): void {
    const { runs, store, now } = this.#options
    const errorDetail = 'The job can no longer be read'
    const end = { ...NO_ERROR, status: 'failed', errorCode: 'internal', errorDetail } as const
    const times = timesOf(now())
    void runs.write(id, () => void store.ended(id, { ...end, ...times }))
  }

  /**
   * The job that an `Idempotency-Key` already refers to, if any.
   *
   * @throws {AppError} `conflict` when it came with another body; `job_expired` when its job is
   * gone
   */
  earlier(
    owner: string,
    definition: TaskDefinition,
    idempotency: Idempotency | undefined,
  ): JobRecord | undefined {
    const row = this.#idempotency(owner, idempotency?.key)
    if (row === undefined) return undefined
    if (row.bodyHash !== idempotency?.bodyHash)
      throw new AppError('conflict', 'This Idempotency-Key was used with another body')
    const job = this.#find(owner, definition, row.jobId)
    if (job !== undefined) return this.record(job)
    throw new AppError('job_expired', 'The job of this Idempotency-Key has expired')
  }

  /** Whether an `Idempotency-Key` is known; then the request needs no lease. */
  knows(owner: string, key: string | undefined): boolean {
    return this.#idempotency(owner, key) !== undefined
  }

  /** Ids of jobs that have started and wait for the lane of a later stage. */
  waitingAgain(): string[] {
    return this.#options.runs.waitingAgain()
  }

  /** @throws {AppError} `not_found`, also for a job of another owner or kind */
  get(owner: string, definition: TaskDefinition, id: string): JobRecord {
    return this.record(this.#row(owner, definition, id))
  }

  /**
   * The input of a job, for another run of it.
   *
   * @throws {AppError} `not_found`, also for a job of another owner or kind; `conflict` when it
   * cannot be run again
   */
  inputOf<input extends TSchema, result extends TSchema, event>(
    owner: string,
    definition: TaskDefinition<input, result, event>,
    id: string,
  ): Static<input> {
    this.#row(owner, definition, id)
    return repeatableInput(definition, this.#options.store.inputOf(id))
  }

  /**
   * Cancels a job. A job that has ended is not changed.
   *
   * @returns Its record afterwards
   * @throws {AppError} `not_found`; `storage_full` when it has ended and that cannot be written yet
   */
  async cancel(owner: string, definition: TaskDefinition, id: string): Promise<JobRecord> {
    this.#row(owner, definition, id)
    const { runs } = this.#options
    await runs.durable(id)?.cancel()
    if (!runs.isWriting(id)) return this.get(owner, definition, id)
    throw new AppError('storage_full', 'The job no longer runs, but its end cannot be written yet')
  }

  /**
   * Follows a job: its record now and at each change, ended by the final one or by {@link close}.
   *
   * @throws {AppError} `not_found`; `busy` when the owner has too many event streams
   */
  watch(owner: string, definition: TaskDefinition, id: string): JobWatch {
    this.#row(owner, definition, id)
    const release = this.#options.streams.open(owner)
    const left = new AbortController()
    return {
      records: this.#watchers.records(id, left.signal, () => this.get(owner, definition, id)),
      close() {
        left.abort()
        release()
      },
    }
  }

  /** Calls back with each job that ends; the callback must not throw. */
  onEnded(listener: (job: EndedJob) => void): void {
    this.#endListeners.push(listener)
  }

  /** Ends all event streams, when the service stops. */
  close(): void {
    this.#watchers.close()
  }

  /** Names of all spooled files that belong to a job which has not ended. */
  files(): string[] {
    return this.#options.store.files()
  }

  /**
   * Deletes all of an owner's, with their inputs, results and idempotency keys. Called in a
   * transaction. What runs is cancelled elsewhere.
   */
  deleteOwned(owner: string) {
    const { store, deleteFiles } = this.#options
    const deleted = store.deleteOwned(owner)
    return {
      count: deleted.length,
      afterwards: () => {
        deleteFiles(deleted.flatMap(({ files }) => files))
        for (const { id } of deleted) this.#watchers.notify(id)
      },
    }
  }

  /** Deletes expired jobs with their files. */
  sweep(): void {
    const { store, deleteFiles, now } = this.#options
    const files = store.sweep(now(), now() - IDEMPOTENCY_MS)
    if (files.length > 0) deleteFiles(files)
  }

  /** What is written of a run. Only a job whose end is on the disk needs its input no more. */
  #record(
    { definition, id, caller, input }: Pick<QueuedJob, JobFacts>,
    attempt: number,
  ): RunRecord {
    const { store, deleteFiles, log, now } = this.#options
    const listeners = this.#endListeners
    let startedAt: number | undefined
    let status: JobEnd['status'] | undefined
    return {
      started: () => {
        startedAt ??= now()
        store.started(id, startedAt, attempt - 1)
      },
      progressed: (report) => store.progressed(id, report),
      changed: () => this.#watchers.notify(id),
      async end(end) {
        if (isReturned(end)) return () => store.returned(id)
        const ended = { ...endOf(end, (err) => logFailure(log, id, err)), ...timesOf(now()) }
        status = ended.status
        await definition.release?.(id)
        return () => void store.ended(id, ended)
      },
      async written() {
        if (status === undefined) return
        // Nothing reads them any more, and jobs that fail one after the other would fill the disk.
        deleteFiles(definition.files?.(input) ?? [])
        await definition.ended?.(id)
        const { kind } = definition
        for (const listener of listeners) listener({ id, kind, owner: caller.owner, status })
      },
    }
  }

  #row(owner: string, definition: TaskDefinition, id: string): JobRow {
    const row = this.#find(owner, definition, id)
    if (row === undefined) throw new AppError('not_found', 'There is no such job')
    return row
  }

  #find(owner: string, { idPrefix }: TaskDefinition, id: string): JobRow | undefined {
    const row = id.startsWith(idPrefix) ? this.#options.store.byId(id) : undefined
    if (row === undefined || row.owner !== owner) return undefined
    return row.expiresAt !== null && row.expiresAt <= this.#options.now() ? undefined : row
  }

  /** A row with what this process knows of its run. */
  record(row: JobRow): JobRecord {
    return jobRecord(row, this.#options.runs.durable(row.id)?.run)
  }

  #idempotency(owner: string, key: string | undefined): IdempotencyRow | undefined {
    const row = key === undefined ? undefined : this.#options.store.idempotency(owner, key)
    return row && row.createdAt > this.#options.now() - IDEMPOTENCY_MS ? row : undefined
  }
}

function excerptOf(text: string | undefined): string | null {
  if (text === undefined) return null
  // A character may be two code units.
  return [...text.slice(0, 2 * MAX_EXCERPT_CHARACTERS)].slice(0, MAX_EXCERPT_CHARACTERS).join('')
}

function logFailure(log: Log, job: string, err: unknown): void {
  log.error({ job, err }, 'A job failed in an unexpected way')
}

/**
 * The stored input of a job, for another run of it.
 *
 * @throws {AppError} `conflict` when it cannot be run again
 */
function repeatableInput<input extends TSchema, result extends TSchema, event>(
  definition: TaskDefinition<input, result, event>,
  input: unknown,
): Static<input> {
  // The row may be of an older version.
  if (!matches(definition.input, input))
    throw new AppError('conflict', 'The job can no longer be read: send its input anew')
  // They are deleted with the row of the first job.
  if ((definition.files?.(input) ?? []).length > 0)
    throw new AppError('conflict', 'The files of this job belong to it: send them anew')
  return input
}

/** The stored pieces of a job, one row each. */
class StoredPieces implements Pieces {
  readonly #store: JobStore
  readonly #jobId: string
  readonly #finished: unknown[]

  constructor(store: JobStore, jobId: string, finished: readonly unknown[]) {
    this.#store = store
    this.#jobId = jobId
    this.#finished = [...finished]
  }

  get finished(): readonly unknown[] {
    return this.#finished
  }

  async save(piece: unknown): Promise<void> {
    this.#store.addPiece(this.#jobId, this.#finished.length, piece)
    this.#finished.push(piece)
  }
}

/** How a job ended, as stored in its row. */
type JobEnd = Pick<JobRow, 'result' | 'errorCode' | 'errorDetail' | 'errorReason'> & {
  status: 'succeeded' | 'failed' | 'cancelled'
}

const NO_ERROR = { result: null, errorCode: null, errorDetail: null, errorReason: null }

/** Whether a stop of the service has cancelled the run; then the next start runs the job again. */
function isReturned(end: RunEnd): boolean {
  return end.status === 'cancelled' && end.reason === 'stopping'
}

/** @param onUnexpected Called with an error whose message is not for the caller */
function endOf(end: RunEnd, onUnexpected: (error: unknown) => void): JobEnd {
  switch (end.status) {
    case 'succeeded':
      return { ...NO_ERROR, status: 'succeeded', result: end.result }
    case 'cancelled':
      return { ...NO_ERROR, status: 'cancelled' }
    case 'failed': {
      const error = expectedError(end.error)
      if (error !== undefined)
        return {
          status: 'failed',
          result: null,
          errorCode: error.code,
          errorDetail: error.message,
          errorReason: error.reasonFacts ?? null,
        }
      onUnexpected(end.error)
      return {
        ...NO_ERROR,
        status: 'failed',
        errorCode: 'internal',
        errorDetail: 'Internal error',
      }
    }
  }
}

/** Job records are kept this long after their end. @limit job minutes */
export const JOB_RETENTION_MS = 60 * 60 * 1000

/** When a job that ends now has ended, and when its record expires. */
function timesOf(finishedAt: number) {
  return { finishedAt, expiresAt: finishedAt + JOB_RETENTION_MS }
}
