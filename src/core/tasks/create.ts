import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type Caller, callerFrom } from '../caller.ts'
import { type AdmissionLimits, Admissions, type LeaseCaller } from './admission.ts'
import type { TaskDefinition } from './define-task.ts'
import { EventStreams } from './event-streams.ts'
import type { JobStore, StoredJobRow } from './job-store.ts'
import { Jobs } from './jobs.ts'
import type { LaneWidth } from './lane.ts'
import { Queue } from './queue.ts'
import { Runs, type UsageRecorder } from './runs.ts'

interface TaskParts {
  store: JobStore
  usage: UsageRecorder
  /** The caller with its current rights; undefined when its credential is no longer valid. */
  currentCaller: (caller: Caller) => Caller | undefined
  deleteFiles: (names: readonly string[]) => void
  /** How long a producer waits for a slow reader. */
  readerWaitMs: number
  /** How long a write of a job that could not be made waits for the next try. */
  writeRetryMs: number
  log: Log
  now: () => number
}

/** Kinds of work, and what they need of the queue. */
export interface TaskKinds {
  tasks?: readonly TaskDefinition[]
  /** How many runs of each lane run at a time. */
  lanes?: Readonly<Record<string, LaneWidth>>
  /** By admission class. */
  admission?: Readonly<Record<string, AdmissionLimits>>
}

/** Creates the queue, admission, jobs and the runner, which know no kind of work yet. */
export function createTasks({ store, usage, ...parts }: TaskParts) {
  const { currentCaller, readerWaitMs, writeRetryMs, deleteFiles, log, now } = parts
  const highestOrder = store.highestSeq()
  const queue = new Queue({ highestOrder, currentCaller, readerWaitMs, now })
  const admissions = new Admissions({})
  const runs = new Runs({ queue, admissions, usage, writeRetryMs, log })
  const streams = new EventStreams()
  const jobs = new Jobs({ store, queue, runs, streams, deleteFiles, log, now })
  return {
    queue,
    admissions,
    jobs,
    streams,
    runs,
    /** Adds kinds of work, before anything is admitted or recovered. */
    define({ tasks = [], lanes = {}, admission = {} }: TaskKinds): void {
      admissions.add(admission)
      queue.define(tasks, lanes)
      for (const task of tasks) if (task.admission !== undefined) admissions.of(task.admission)
    },
    /** Queues the jobs of the last start again. Called once, before listening. */
    recover: () => recoverJobs({ store, jobs, runs, queue }),
    /** Cancels the queued and running work of callers whose credential is no longer valid. */
    stopWork(matches: (caller: LeaseCaller) => boolean): void {
      admissions.refuseWhere(matches)
      queue.cancelWhere(({ caller }) => matches(caller))
    },
  }
}

interface RecoverOptions {
  store: JobStore
  jobs: Jobs
  runs: Runs
  queue: Queue
}

/**
 * Queues the jobs of the last start again, in their old order. Called once, before listening. A job
 * that ran during a crash is run again once.
 */
async function recoverJobs({ store, jobs, runs, queue }: RecoverOptions): Promise<void> {
  for (const row of store.unfinished()) {
    const job = readRow(row, queue, store)
    if (job === undefined) {
      jobs.failUnreadable(row.id)
      continue
    }
    if (row.status === 'running' && row.interruptions > 0) {
      await jobs.fail({ ...job, id: row.id }, interrupted())
      continue
    }
    if (row.status === 'running') jobs.interrupted(row.id)
    jobs.submit({
      ...job,
      id: row.id,
      order: row.seq,
      attempt: row.interruptions + (row.status === 'running' ? 2 : 1),
      lease: runs.readmit(job.definition, job.caller),
    })
  }
}

function interrupted(): AppError {
  return new AppError('interrupted', 'The service has crashed twice while this job was running')
}

/** Validates the row, which may be of an older version. */
function readRow(row: StoredJobRow, queue: Queue, store: JobStore) {
  const definition = queue.definitionOf(row.kind)
  const caller = callerFrom(row.caller)
  if (definition === undefined || caller === undefined) return undefined
  if (!matches(definition.input, row.input)) return undefined
  const { piece } = definition
  const stored = piece === undefined ? [] : store.pieces(row.id)
  // An invalid piece and all pieces after it are made again.
  const broken = piece === undefined ? -1 : stored.findIndex((one) => !matches(piece, one))
  if (broken !== -1) store.dropPieces(row.id, broken)
  const pieces = broken === -1 ? stored : stored.slice(0, broken)
  return { definition, caller, input: row.input, pieces }
}
