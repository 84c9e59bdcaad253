import type { EngineEvent } from '../../engines/contract/text.ts'
import type { Caller } from '../caller.ts'
import type { Cancellation } from './cancellation.ts'

/** A heavy task: plain data, so that it can wait in memory, in a database or on another machine. */
export interface Task {
  kind: string
  caller: Caller
  input: unknown
}

/** What a task says while it runs. */
export type TaskEvent = EngineEvent | { type: 'engine'; engine: string; model: string }

export interface TaskContext {
  /** Says when the task is cancelled; nothing of it may be left running after its events have ended. */
  readonly cancellation: Cancellation
  /** The same as an AbortSignal, made when it is asked for. */
  readonly signal: AbortSignal
  /** Milliseconds that it waited in line. */
  queueMs: number
  /**
   * Says a batch of events to whoever reads the run.
   *
   * @returns A promise only when the reader is far behind: the task should wait for it
   */
  emit: (batch: readonly TaskEvent[]) => Promise<void> | undefined
}

/**
 * Does one kind of task: says its events as they come and returns its result. Events are pushed: each
 * async iterator between an engine and its reader costs more than the text it hands on.
 */
export type Handler = (task: Task, context: TaskContext) => Promise<unknown>

/** Why a run was ended from outside: its caller left or asked for it, or the service is stopping. */
export type CancelReason = 'caller' | 'stopping'

export type RunEnd =
  | { status: 'succeeded'; result: unknown }
  | { status: 'failed'; error: unknown }
  | { status: 'cancelled'; reason: CancelReason }
