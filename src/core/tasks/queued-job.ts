import type { Caller } from '../caller.ts'
import type { TaskDefinition } from './define-task.ts'
import type { Lease } from './lease.ts'

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
