import type { Caller } from '../caller.ts'
import type { UsageEntry } from '../usage-entry.ts'
import type { Progress } from './progress.ts'

/** Finished pieces of a run's work, in order. A crashed run goes on from the last one. */
export interface Pieces<piece = unknown> {
  /** The pieces that earlier attempts have finished. */
  readonly finished: readonly piece[]
  /** Keeps one more; resolves when it is written down. */
  save(piece: piece): Promise<void>
}

/** What a task can do and know while it runs. */
export interface TaskContext<event = unknown, piece = unknown> {
  /** The job's id, or one that only this process knows. */
  readonly id: string
  /** Who has asked, with the rights of this moment. */
  readonly caller: Caller
  /** 1, or higher when a crash has interrupted earlier attempts. */
  readonly attempt: number
  /** Fires when the run is cancelled or has used up the time of its lane. */
  readonly signal: AbortSignal
  /** Milliseconds that the run has waited in lanes so far. */
  readonly queueMs: number
  readonly pieces: Pieces<piece>
  /**
   * Hands a batch of events to the reader of a watched run.
   *
   * @returns A promise only when the reader is far behind: the task should wait for it
   */
  emit(batch: readonly event[]): Promise<void> | undefined
  /** Reports how far the work is; cheap enough to be called for every step. */
  reportProgress(progress: Progress): void
  /** Notes what was used; written with the run's end. */
  record(entry: UsageEntry): void
  /** Leaves the current lane and waits for a place in another one, the oldest run first. */
  enterLane(lane: string): Promise<void>
  /** Lets those that wait for the lane pass, between two pieces of the work. */
  yieldLane(): Promise<void>
}
