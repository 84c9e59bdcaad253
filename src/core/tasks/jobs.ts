import type { Static, TSchema } from '@sinclair/typebox'
import type { IdempotencyRow, JobRow, JobStore } from '../../db/job-store.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller } from '../caller.ts'
import type { UsageEntry } from '../usage-entry.ts'
import type { Pieces, TaskDefinition } from './define-task.ts'
import type { EventStreams } from './event-streams.ts'
import { endOf, isReturned, type JobEnd, timesOf } from './job-end.ts'
import { type JobRecord, jobRecord } from './job-record.ts'
import { JobWatchers } from './job-watchers.ts'
import type { Lease } from './lease.ts'
import type { Queue } from './queue.ts'
import { RetriedWrites } from './retried-writes.ts'
import type { Run, RunEnd } from './run.ts'
import type { Settlement } from './settlement.ts'

/** How long an `Idempotency-Key` refers to its job. See Limits. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000

/** Of the text of an input in a list. See Limits. */
export const MAX_EXCERPT_CHARACTERS = 120

/** What the jobs of a service need. */
interface JobsOptions {
  store: JobStore
  queue: Queue
  settlement: Settlement
  streams: EventStreams
  /** Deletes spooled files in the background; must not throw. */
  deleteFiles: (names: readonly string[]) => void
  /** How long a write that could not be made waits for the next try, in milliseconds. */
  writeRetryMs: number
  log: Log
  now: () => number
}

/** An `Idempotency-Key` with the hash of its request. */
export interface Idempotency {
  key: string
  /** SHA-256 of the body. */
  bodyHash: string
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

/** Records of a job at each change. */
export interface JobWatch {
  records: AsyncIterable<JobRecord>
  close(): void
}

/** Jobs are tasks that survive the end of their request and a restart of the service. */
export class Jobs {
  readonly kind = 'jobs'
  readonly #options: JobsOptions
  readonly #runs = new Map<string, Run>()
  readonly #watchers = new JobWatchers()
  readonly #writes: RetriedWrites

  constructor(options: JobsOptions) {
    this.#options = options
    const { log, writeRetryMs } = options
    this.#writes = new RetriedWrites(log, (id) => this.#watchers.notify(id), writeRetryMs)
    options.queue.onChange(() => this.#watchers.notifyAll())
  }

  /**
   * Writes a job down and puts it into the queue; a repeated request gets the job that it has made
   * before.
   *
   * @param lease Given back at the new job's end, or at once
   * @throws {AppError} As {@link earlier}; what the definition's `accept` throws
   */
  async create(
    definition: TaskDefinition,
    caller: Caller,
    input: unknown,
    lease: Lease | undefined,
    idempotency: Idempotency | undefined,
  ): Promise<{ job: JobRecord; isNew: boolean }> {
    const { store, queue, now } = this.#options
    const id = randomId(definition.idPrefix)
    const { owner } = caller
    const { kind } = definition
    const createdAt = now()
    try {
      const order = queue.reserveOrder()
      // The same key may have come twice at once; from here to the insert, nothing else runs.
      const earlier = idempotency && this.earlier(owner, definition, idempotency)
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
      await this.submit({ definition, caller, input, id, order, lease, attempt: 1, pieces: [] })
    } catch (error) {
      lease?.[Symbol.dispose]()
      throw error
    }
    return { job: this.get(owner, definition, id), isNew: true }
  }

  /** Queues a stored job. */
  async submit({ definition, lease, order, attempt, ...job }: QueuedJob): Promise<void> {
    const { queue, store, now } = this.#options
    const { id, caller, input } = job
    const task = { kind: definition.kind, caller, input }
    const run = queue.submit(task, {
      id,
      order,
      durable: true,
      attempt,
      pieces: new StoredPieces(store, id, job.pieces),
      onStart: () => {
        const at = now()
        void this.#writes.write(id, async () => store.started(id, at, attempt - 1))
      },
      onProgress: (progress) => {
        this.#watchers.notify(id)
        if (!this.#writes.has(id))
          void this.#writes.write(id, async () => store.progressed(id, progress))
      },
      settle: (end, usage) => this.#settle(definition, job, end, usage),
    })
    if (!run.finished) this.#runs.set(id, run)
    void run.ended.then(() => {
      this.#runs.delete(id)
      lease?.[Symbol.dispose]()
      this.#watchers.notify(id)
    })
  }

  /** Notes that a crash has caught a job while it ran. */
  interrupted(id: string): void {
    void this.#writes.write(id, async () => this.#options.store.interrupted(id))
  }

  /** Ends a job that was not put into the queue again. */
  async fail(job: Pick<QueuedJob, JobFacts>, error: AppError): Promise<void> {
    await this.#settle(job.definition, job, { status: 'failed', error }, [])
    this.#watchers.notify(job.id)
  }

  /** Ends a job that can't be read any more. */
  failUnreadable(id: string): void {
    const { store, now } = this.#options
    const errorDetail = 'The job can no longer be read'
    const end: JobEnd = { status: 'failed', result: null, errorCode: 'internal', errorDetail }
    const times = timesOf(now())
    void this.#writes.write(id, async () => void store.ended(id, { ...end, ...times }))
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
    { key, bodyHash }: Idempotency,
  ): JobRecord | undefined {
    const row = this.#idempotency(owner, key)
    if (row === undefined) return undefined
    if (row.bodyHash !== bodyHash)
      throw new AppError('conflict', 'This Idempotency-Key was used with another body')
    const job = this.#find(owner, definition, row.jobId)
    if (job !== undefined) return this.record(job)
    throw new AppError('job_expired', 'The job of this Idempotency-Key has expired')
  }

  /** Whether an `Idempotency-Key` is known; then the request needs no lease. */
  knows(owner: string, key: string): boolean {
    return this.#idempotency(owner, key) !== undefined
  }

  /** Ids of jobs that have started and wait for the lane of a later stage. */
  waitingAgain(): string[] {
    return [...this.#runs.values()]
      .filter(({ startedAt, position }) => startedAt !== undefined && position !== undefined)
      .map(({ id }) => id)
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
    const run = this.#runs.get(id)
    run?.cancel()
    await run?.ended
    if (!this.#writes.has(id)) return this.get(owner, definition, id)
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

  /** Ends all event streams, when the service stops. */
  close(): void {
    this.#watchers.close()
  }

  /** Tries once more to write what could not be written. Called when nothing runs any more. */
  async stopWrites(): Promise<void> {
    await this.#writes.stop()
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

  /**
   * A failed write does not occupy the lane: it is retried later, and the lease is released
   * meanwhile. Only a job whose end is on the disk needs its input no more.
   */
  async #settle(
    definition: TaskDefinition,
    { id, caller, input }: Pick<QueuedJob, 'id' | 'caller' | 'input'>,
    end: RunEnd,
    usage: readonly UsageEntry[],
  ): Promise<void> {
    const { store, settlement, deleteFiles, log, now } = this.#options
    const task = { kind: definition.kind, caller, input }
    const ended = isReturned(end)
      ? undefined
      : { ...endOf(end, (err) => logFailure(log, id, err)), ...timesOf(now()) }
    if (ended !== undefined) await definition.release?.(id)
    const writeEnd = () => {
      if (ended === undefined) store.returned(id)
      else store.ended(id, ended)
    }
    await this.#writes.write(id, async () => {
      await settlement.write(definition, task, end, usage, writeEnd)
      // Nothing reads them any more, and jobs that fail one after the other would fill the disk.
      if (ended === undefined) return
      deleteFiles(definition.files?.(input) ?? [])
      await definition.ended?.(id)
    })
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
    return jobRecord(row, this.#runs.get(row.id))
  }

  #idempotency(owner: string, key: string): IdempotencyRow | undefined {
    const row = this.#options.store.idempotency(owner, key)
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
