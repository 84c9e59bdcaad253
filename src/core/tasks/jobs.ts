import type { IdempotencyRow, JobEnd, JobRow, JobStore } from '../../db/job-store.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { callerFrom } from '../caller.ts'
import type { Admission } from './admission.ts'
import { hasProcessEnded, type Job, jobOf } from './job.ts'
import type { Lease } from './lease.ts'
import type { Queue } from './memory-queue.ts'
import type { Run } from './run.ts'
import type { RunEnd, Task } from './task.ts'

/** Job records are kept this long after they ended. See Limits. */
const RETENTION_MS = 60 * 60 * 1000
/** An `Idempotency-Key` stands for its job this long. */
const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000

/** Event streams of one owner; each reads its job at every change of the line. */
const MAX_WATCHERS_PER_OWNER = 16

/** What a caller's `Idempotency-Key` says. */
export interface Idempotency {
  key: string
  bodyHash: string
}

interface JobsOptions {
  store: JobStore
  queue: Queue
  admission: Admission
  log: Log
  now: () => number
}

/** Jobs: work that outlives its request and a restart of the service. */
export class Jobs {
  readonly #store: JobStore
  readonly #queue: Queue
  readonly #admission: Admission
  readonly #log: Log
  readonly #now: () => number
  readonly #runs = new Map<string, Run>()
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #watching = new Map<string, number>()
  #closed = false

  constructor({ store, queue, admission, log, now }: JobsOptions) {
    this.#store = store
    this.#queue = queue
    this.#admission = admission
    this.#log = log
    this.#now = now
    queue.watch(() => this.#notifyAll())
  }

  /**
   * Writes a job down and puts it in line.
   *
   * @param prefix `gen_`, `agt_`, …
   * @param lease The job's place among the admitted; the job frees it, also when this throws
   */
  create(task: Task, prefix: string, lease: Lease, idempotency: Idempotency | undefined): Job {
    const now = this.#now()
    const order = this.#queue.nextOrder()
    const id = randomId(prefix)
    const { caller, kind, input } = task
    try {
      this.#store.insert(
        {
          seq: order,
          id,
          kind,
          owner: caller.owner,
          status: 'queued',
          caller,
          input,
          createdAt: now,
        },
        idempotency && { owner: caller.owner, ...idempotency, jobId: id, createdAt: now },
      )
    } catch (error) {
      lease[Symbol.dispose]()
      throw error
    }
    this.#submit(task, id, order, lease)
    return this.get(caller.owner, id)
  }

  /**
   * The job that an `Idempotency-Key` already stands for, if any.
   *
   * @throws {AppError} `conflict` when it came with another body; `not_found` when its job has expired
   */
  earlier(owner: string, { key, bodyHash }: Idempotency): Job | undefined {
    const row = this.#idempotency(owner, key)
    if (row === undefined) return undefined
    if (row.bodyHash !== bodyHash) {
      throw new AppError('conflict', 'This Idempotency-Key was used with another body')
    }
    return this.get(owner, row.jobId)
  }

  /** Whether an `Idempotency-Key` is known; such a request needs no place of its own. */
  knows(owner: string, key: string): boolean {
    return this.#idempotency(owner, key) !== undefined
  }

  /** @throws {AppError} `not_found`, also for a job of somebody else's */
  get(owner: string, id: string): Job {
    return this.#job(this.#row(owner, id))
  }

  /** Stops a job at its source and returns its record; one that has ended stays as it is. */
  async cancel(owner: string, id: string): Promise<Job> {
    this.#row(owner, id)
    const run = this.#runs.get(id)
    run?.cancel()
    await run?.ended
    return this.get(owner, id)
  }

  /** The job's record now and at each change, ended by the final one or by {@link close}. */
  async *watch(owner: string, id: string, signal: AbortSignal): AsyncGenerator<Job> {
    using _ = this.#admitWatcher(owner)
    let wake = Promise.withResolvers<void>()
    const notify = () => wake.resolve()
    const watchers = this.#watchers.get(id) ?? new Set()
    this.#watchers.set(id, watchers.add(notify))
    signal.addEventListener('abort', notify, { once: true })
    try {
      let said: string | undefined
      while (!signal.aborted && !this.#closed) {
        wake = Promise.withResolvers()
        const job = this.get(owner, id)
        const text = JSON.stringify(job)
        if (text !== said) yield job
        said = text
        if (hasProcessEnded(job.status)) return
        await wake.promise
      }
    } finally {
      signal.removeEventListener('abort', notify)
      watchers.delete(notify)
      if (watchers.size === 0) this.#watchers.delete(id)
    }
  }

  #admitWatcher(owner: string): Disposable {
    const open = this.#watching.get(owner) ?? 0
    if (open >= MAX_WATCHERS_PER_OWNER) {
      throw new AppError(
        'busy',
        `Try again later: ${MAX_WATCHERS_PER_OWNER} of your event streams are open`,
        {
          retryAfterSeconds: 5,
        },
      )
    }
    this.#watching.set(owner, open + 1)
    return {
      [Symbol.dispose]: () => {
        const left = (this.#watching.get(owner) ?? 1) - 1
        if (left === 0) this.#watching.delete(owner)
        else this.#watching.set(owner, left)
      },
    }
  }

  /** Puts the jobs of the last run back in line, in their old order. Called once, before listening. */
  recover(): void {
    for (const row of this.#store.unfinished()) {
      if (row.status === 'running' && row.interruptions > 0) {
        this.#finish(
          row.id,
          failed('interrupted', 'The service was stopped twice while this job was running'),
        )
        continue
      }
      if (row.status === 'running') this.#store.requeued(row.id)
      const caller = callerFrom(row.caller)
      if (caller === undefined || !this.#queue.handles(row.kind)) {
        this.#finish(row.id, failed('internal', 'The job can no longer be read'))
        continue
      }
      this.#submit(
        { kind: row.kind, caller, input: row.input },
        row.id,
        row.seq,
        this.#admission.restore(row.owner),
      )
    }
  }

  /** Ends what watches jobs, for the end of the service. */
  close(): void {
    this.#closed = true
    this.#notifyAll()
  }

  /** Deletes what is past its time. Called now and then. */
  sweep(): void {
    const now = this.#now()
    this.#store.sweep(now, now - IDEMPOTENCY_MS)
  }

  #submit(task: Task, id: string, order: number, lease: Lease): void {
    const run = this.#queue.submit(task, {
      order,
      durable: true,
      onStart: () => this.#store.started(id, this.#now()),
    })
    this.#runs.set(id, run)
    run.ended
      .then((end) => this.#ended(id, end, lease))
      // The next start finds the job as it was and does it again.
      .catch((err) => this.#log.error({ job: id, err }, 'Cannot write down the end of a job'))
  }

  #ended(id: string, end: RunEnd, lease: Lease): void {
    this.#runs.delete(id)
    lease[Symbol.dispose]()
    // A job that the end of the service stopped stays as it is in the table: the next start goes on with it.
    if (end.status === 'cancelled' && end.reason === 'stopping') return
    this.#finish(id, this.#endOf(id, end))
    this.#notify(id)
  }

  #endOf(id: string, end: RunEnd): Pick<JobEnd, 'status' | 'result' | 'errorCode' | 'errorDetail'> {
    switch (end.status) {
      case 'succeeded':
        return { status: 'succeeded', result: end.result, errorCode: null, errorDetail: null }
      case 'cancelled':
        return { status: 'cancelled', result: null, errorCode: null, errorDetail: null }
      case 'failed': {
        if (end.error instanceof AppError) return failed(end.error.code, end.error.message)
        this.#log.error({ job: id, err: end.error }, 'A job failed in an unexpected way')
        return failed('internal', 'Internal error')
      }
    }
  }

  #finish(id: string, end: Pick<JobEnd, 'status' | 'result' | 'errorCode' | 'errorDetail'>): void {
    const finishedAt = this.#now()
    this.#store.ended(id, { ...end, finishedAt, expiresAt: finishedAt + RETENTION_MS })
  }

  #row(owner: string, id: string): JobRow {
    const row = this.#store.byId(id)
    const expired = row?.expiresAt !== null && row !== undefined && row.expiresAt <= this.#now()
    if (row === undefined || row.owner !== owner || expired) {
      throw new AppError('not_found', 'There is no such job')
    }
    return row
  }

  #job(row: JobRow): Job {
    const run = this.#runs.get(row.id)
    return jobOf(row, run && this.#queue.position(run))
  }

  #idempotency(owner: string, key: string): IdempotencyRow | undefined {
    const row = this.#store.idempotency(owner, key)
    return row && row.createdAt > this.#now() - IDEMPOTENCY_MS ? row : undefined
  }

  #notify(id: string): void {
    for (const notify of this.#watchers.get(id) ?? []) notify()
  }

  #notifyAll(): void {
    for (const id of this.#watchers.keys()) this.#notify(id)
  }
}

function failed(code: string, detail: string) {
  return { status: 'failed' as const, result: null, errorCode: code, errorDetail: detail }
}
