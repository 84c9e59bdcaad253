import type { Caller } from '../caller.ts'
import type { UsageEntry } from '../usage-entry.ts'
import type { ProgressReport } from './progress.ts'
import type { Pieces } from './task-context.ts'

/**
 * A task in the queue: plain data, so that it can wait in memory, in a database or on another
 * machine.
 */
export interface QueuedTask {
  kind: string
  caller: Caller
  input: unknown
}

/**
 * Why a run was cancelled: by its caller, by the owner of the service, or because the service is
 * stopping.
 */
export type CancelReason = 'caller' | 'owner' | 'stopping'

/**
 * How a run has ended. An `AppError` is one wherever the task ran: it is rebuilt from its fields.
 */
export type RunEnd =
  | { status: 'succeeded'; result: unknown }
  | { status: 'failed'; error: unknown }
  | { status: 'cancelled'; reason: CancelReason }

export interface SubmitOptions {
  /** The job's id; by default a new one. */
  id?: string
  /** A number from {@link Queue.reserveOrder}; by default the next one. */
  order?: number
  /** Whether the events are read; otherwise they are dropped. */
  watched?: boolean
  /** Whether the task is stored in a row, and so survives a restart. */
  durable?: boolean
  /** 1, or higher when a crash has interrupted earlier attempts. */
  attempt?: number
  /** Store of finished pieces; by default in memory. */
  pieces?: Pieces
  /** Called when the run starts. */
  onStart?: () => void
  /** Called at most twice a second. */
  onProgress?: (report: ProgressReport) => void
  /**
   * Writes down how the run has ended and what it has used, before {@link Run.ended} resolves.
   * Where it fails, a run that nobody else keeps has failed with that error.
   */
  settle?: (end: RunEnd, usage: readonly UsageEntry[]) => Promise<void>
}

/** A task in the queue. Properties that change have the last state known to this process. */
export interface Run<event = unknown> {
  readonly id: string
  /** Grows with every submission; the oldest run has the lowest. */
  readonly order: number
  readonly task: QueuedTask
  readonly durable: boolean
  readonly lane: string
  /** UTC milliseconds. */
  readonly submittedAt: number
  /** UTC milliseconds; undefined before the start. */
  readonly startedAt: number | undefined
  /**
   * 1-based position among the runs waiting for the lane; undefined while it runs and after its
   * end.
   */
  readonly position: number | undefined
  /**
   * Expected milliseconds until it starts or resumes; undefined without an estimate, or while it
   * runs.
   */
  readonly expectedWaitMs: number | undefined
  readonly progress: ProgressReport | undefined
  readonly finished: boolean
  /** What it has used; complete once it has ended. */
  readonly usage: readonly UsageEntry[]
  /** Never rejects; a failure is a value. */
  readonly ended: Promise<RunEnd>
  /** The batches of a watched run, for one reader; ends when the run has ended. */
  readonly events: AsyncIterable<readonly event[]>
  /** Removes the run from its lane, or aborts its work. Later calls have no effect. */
  cancel(reason?: CancelReason): void
}

/** The running and waiting runs of a lane, in order. */
export interface LaneState {
  name: string
  /** Maximum of concurrent runs. */
  width: number
  running: readonly Run[]
  waiting: readonly Run[]
}

/**
 * Runs tasks, the oldest first in each lane. The order is a growing number and not a clock. The
 * contract tests define what every implementation must do.
 */
export interface Queue {
  /** Whether tasks of this kind can be run. */
  handles(kind: string): boolean
  /** Reserves the next order, for a task that is stored before it is submitted. */
  reserveOrder(): Promise<number>
  submit<event = unknown>(task: QueuedTask, options?: SubmitOptions): Promise<Run<event>>
  lanes(): Promise<readonly LaneState[]>
  /** Changes how many runs of a lane run at a time. What runs goes on. */
  resize(lane: string, width: number): void
  /** Calls back when a run starts, ends, or moves in its lane. @returns Removes the callback */
  onChange(callback: () => void): () => void
  /** Cancels every run whose task matches. */
  cancelWhere(matches: (task: QueuedTask) => boolean): Promise<void>
  /**
   * Lets no durable run start, or go on from a wait, from now on, and interrupts those of tasks that
   * stop at once; the others go on.
   */
  pauseDurable(): Promise<void>
  /**
   * Cancels every run; one that is submitted later is cancelled at once. @returns When all have
   * ended
   */
  stop(): Promise<void>
}
