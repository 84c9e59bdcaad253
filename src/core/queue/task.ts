import type { EngineEvent } from '../../engines/contract.ts'
import type { Caller } from '../auth/actor.ts'

/** A heavy task: plain data, so that it can wait in memory, in a database or on another machine. */
export interface Task {
  kind: string
  caller: Caller
  input: unknown
}

/** What a task says while it runs; `done` is its last word. */
export type TaskEvent =
  | EngineEvent
  | { type: 'engine'; engine: string; model: string }
  | { type: 'done'; result: unknown }

export interface TaskContext {
  /** Fires when the task is cancelled; nothing of it may be left running after its events have ended. */
  signal: AbortSignal
  /** Milliseconds that it waited in line. */
  queueMs: number
}

/** Turns one kind of task into its events, in batches. */
export type Handler = (task: Task, context: TaskContext) => AsyncIterable<readonly TaskEvent[]>

/** Why a run was ended from outside: its caller left or asked for it, or the service is stopping. */
export type CancelReason = 'caller' | 'stopping'

export type RunEnd =
  | { status: 'succeeded'; result: unknown }
  | { status: 'failed'; error: unknown }
  | { status: 'cancelled'; reason: CancelReason }
