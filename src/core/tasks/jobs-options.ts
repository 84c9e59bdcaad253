import type { JobStore } from '../../db/job-store.ts'
import type { Log } from '../../platform/log.ts'
import type { EventStreams } from './event-streams.ts'
import type { Queue } from './queue.ts'
import type { Settlement } from './settlement.ts'

/** What the jobs of a service need. */
export interface JobsOptions {
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
