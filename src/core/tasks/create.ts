import type { JobStore } from '../../db/job-store.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller } from '../caller.ts'
import type { AdmissionLimits, LeaseCaller } from './admission.ts'
import { Admissions } from './admissions.ts'
import type { TaskDefinition } from './define-task.ts'
import { EventStreams } from './event-streams.ts'
import { Jobs } from './jobs.ts'
import type { LaneWidth } from './lane.ts'
import { Queue } from './queue.ts'
import { recoverJobs } from './recover-jobs.ts'
import { Runs, type UsageRecorder } from './runs.ts'

interface TaskParts {
  definitions: readonly TaskDefinition[]
  /** How many runs of each lane run at a time. */
  lanes: Readonly<Record<string, LaneWidth>>
  admission: Readonly<Record<string, AdmissionLimits>>
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

/** Creates the queue, admission, jobs and the runner. */
export function createTasks({ definitions, store, usage, ...parts }: TaskParts) {
  const { lanes, currentCaller, readerWaitMs, writeRetryMs, deleteFiles, log, now } = parts
  const highestOrder = store.highestSeq()
  const queue = new Queue({
    lanes,
    tasks: definitions,
    highestOrder,
    currentCaller,
    readerWaitMs,
    now,
  })
  const admissions = new Admissions(parts.admission)
  for (const { admission } of definitions) if (admission !== undefined) admissions.of(admission)
  const runs = new Runs({ queue, admissions, usage, writeRetryMs, log })
  const streams = new EventStreams()
  const jobs = new Jobs({ store, queue, runs, streams, deleteFiles, log, now })
  return {
    queue,
    admissions,
    jobs,
    streams,
    runs,
    /** Queues the jobs of the last start again. Called once, before listening. */
    recover: () => recoverJobs({ store, jobs, runs, tasks: definitions }),
    /** Cancels the queued and running work of callers whose credential is no longer valid. */
    stopWork(matches: (caller: LeaseCaller) => boolean): void {
      admissions.refuseWhere(matches)
      queue.cancelWhere(({ caller }) => matches(caller))
    },
  }
}
