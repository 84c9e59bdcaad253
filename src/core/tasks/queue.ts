import type { Caller } from '../caller.ts'
import type { UsageEntry } from '../usage-entry.ts'
import type { ProgressReport } from './progress.ts'
import type { Pieces } from './task-context.ts'

/** A task in the queue: plain data, so that it can wait in memory, in a database or on another machine. */
export interface QueuedTask {
  kind: string
  caller: Caller
  input: unknown
}

/** Why a run was ended from outside: its caller left or asked for it, or the service is stopping. */
export type CancelReason = 'caller' | 'stopping'

/** How a run has ended. An `AppError` is one wherever the task ran: it is rebuilt from its fields. */
export type RunEnd =
  | { status: 'succeeded'; result: unknown }
  | { status: 'failed'; error: unknown }
  | { status: 'cancelled'; reason: CancelReason }

export interface SubmitOptions {
  /** The job's id; by default one is made. */
  id?: string
  /** A number of {@link Queue.reserveOrder}; by default the next one. */
  order?: number
  /** Whether somebody reads the events; without a reader they are dropped. */
  watched?: boolean
  /** Whether the task is also a row, and so survives a restart. */
  durable?: boolean
  /** 1, or higher when a crash has interrupted earlier attempts. */
  attempt?: number
  /** Where finished pieces are kept; by default in memory. */
  pieces?: Pieces
  /** Called when the run starts. */
  onStart?: () => void
  /** Called at most twice a second. */
  onProgress?: (report: ProgressReport) => void
  /**
   * Writes down how the run has ended and what it has used, before {@link Run.ended} resolves. Where it
   * fails, a run that nobody else keeps has failed with that error.
   */
  settle?: (end: RunEnd, usage: readonly UsageEntry[]) => Promise<void>
}

/** One task on its way through the queue. What changes is what this process has last heard. */
export interface Run<event = unknown> {
  readonly id: string
  /** Grows with every submission; the oldest has the least. */
  readonly order: number
  readonly task: QueuedTask
  readonly durable: boolean
  readonly lane: string
  /** UTC milliseconds. */
  readonly submittedAt: number
  /** UTC milliseconds; undefined before the start. */
  readonly startedAt: number | undefined
  /** 1-based place among those that wait for the lane; undefined while it runs and after its end. */
  readonly position: number | undefined
  /** Milliseconds until it is likely to start or go on; undefined where nothing is known, or while it runs. */
  readonly expectedWaitMs: number | undefined
  readonly progress: ProgressReport | undefined
  readonly finished: boolean
  /** Never rejects: a failure is a value. */
  readonly ended: Promise<RunEnd>
  /** The batches of a watched run, for one reader; ends when the run has ended. */
  readonly events: AsyncIterable<readonly event[]>
  /** Takes the run out of its lane, or stops it at its source. Later calls change nothing. */
  cancel(reason?: CancelReason): void
}

/** What runs and waits in one lane, in order. */
export interface LaneState {
  name: string
  /** How many run at a time. */
  width: number
  running: readonly Run[]
  waiting: readonly Run[]
}

/**
 * Runs tasks, the oldest first in each lane. Order is a number that only grows, never a clock. What
 * every implementation must do is held by the contract tests.
 */
export interface Queue {
  /** Whether tasks of this kind can be run. */
  handles(kind: string): boolean
  /** Takes the next number of the order, for a task that is written down before it is submitted. */
  reserveOrder(): Promise<number>
  submit<event = unknown>(task: QueuedTask, options?: SubmitOptions): Promise<Run<event>>
  lanes(): Promise<readonly LaneState[]>
  /** Calls back when a run starts, ends, or moves in its lane. @returns Ends it */
  onChange(callback: () => void): () => void
  /** Cancels every run whose task matches. */
  cancelWhere(matches: (task: QueuedTask) => boolean): Promise<void>
  /** Lets no durable run start, or go on from a wait, from now on; the others go on. */
  pauseDurable(): Promise<void>
  /** Cancels every run; one that is submitted later is cancelled at once. @returns When all have ended */
  stop(): Promise<void>
}
