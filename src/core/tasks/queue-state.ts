import type { Queue } from './memory-queue.ts'
import type { Run } from './run.ts'

/** One task of the queue as the owner sees it. */
interface QueueItem {
  lane: string
  kind: string
  owner: string
  actor: string
  request_id: string
  /** 1-based place in its line; null while it runs. */
  position: number | null
  /** Since it was submitted. */
  age_seconds: number
  /** Since it began. */
  running_seconds: number | null
}

/** The lines as the owner sees them; reads memory only, so it may be polled every second. */
export function queueState(queue: Queue, now: number) {
  const lanes = queue.lanes()
  return {
    running: lanes.flatMap(({ running }) => running.map((run) => itemOf(run, null, now))),
    waiting: lanes.flatMap(({ waiting }) =>
      waiting.map((run, index) => itemOf(run, index + 1, now)),
    ),
    lanes: lanes.map(({ name, width, running, waiting }) => ({
      name,
      width,
      running: running.length,
      waiting: waiting.length,
    })),
  }
}

function itemOf(run: Run, position: number | null, now: number): QueueItem {
  const { kind, caller } = run.task
  return {
    lane: run.lane,
    kind,
    owner: caller.owner,
    actor: caller.actor,
    request_id: caller.requestId,
    position,
    age_seconds: seconds(now - run.submittedAt),
    running_seconds: run.startedAt === undefined ? null : seconds(now - run.startedAt),
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
