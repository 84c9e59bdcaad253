import type { Caller } from '../caller.ts'
import type { UsageEntry } from '../usage-entry.ts'
import type { Progress } from './progress.ts'

/** Finished pieces of a run's work, in order. After a crash the run resumes after the last one. */
export interface Pieces<piece = unknown> {
  /** The pieces that earlier attempts have finished. */
  readonly finished: readonly piece[]
  /** Adds a piece; resolves when it is stored. */
  save(piece: piece): Promise<void>
}

/** The context of a running task. */
export interface TaskContext<event = unknown, piece = unknown> {
  /** The job's id, or one that only this process knows. */
  readonly id: string
  /** The caller with its current rights. */
  readonly caller: Caller
  /** 1, or higher when a crash has interrupted earlier attempts. */
  readonly attempt: number
  /** Fires when the run is cancelled or has used up the time of its lane. */
  readonly signal: AbortSignal
  /** The lane in which the run is. */
  readonly lane: string
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
  /** Records usage, which is stored with the run's end. */
  record(entry: UsageEntry): void
  /** Leaves the current lane and waits for another one, the oldest run first. */
  enterLane(lane: string): Promise<void>
  /**
   * Shows the place of another run as this one's, whose end it waits for in a lane without a bound of
   * its own; until it enters another lane.
   *
   * @param id Of the other run
   */
  follow(id: string): void
  /** Yields the lane to waiting runs, between two pieces of the work. */
  yieldLane(): Promise<void>
}
