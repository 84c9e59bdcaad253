import type { Static, TSchema } from '@sinclair/typebox'
import type { Caller } from '../caller.ts'
import type { UsageEntry } from '../usage-entry.ts'
import type { Progress } from './progress.ts'

const ID_PREFIX = /^[a-z]{3}_$/

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
  /** Says which engine is asked now, by its label, as the queue shows it. */
  asks(engine: string, model?: string): void
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

/** The price of a succeeded task. */
interface Charge {
  /** Key of the price list. */
  action: string
  /** How many of the action's unit. */
  units: number
}

/**
 * One kind of work. Queue, admission, job routes, usage, recovery and clean-up follow from it.
 *
 * Input, result and pieces are JSON: they may be kept in a database or travel to another machine,
 * and are checked against their schema when they are read back.
 */
export interface TaskDefinition<
  input extends TSchema = TSchema,
  result extends TSchema = TSchema,
  event = unknown,
  piece extends TSchema = TSchema,
> {
  /** Stored with every job, so it must not change. */
  readonly kind: string
  /** Prefix of its job ids: three letters and an underscore. */
  readonly idPrefix: string
  /** The lanes of its stages. */
  readonly lanes: readonly [string, ...string[]]
  /** The lane in which a task starts; by default the first of `lanes`. */
  firstLane?(caller: Caller, input: Static<input>): string
  /** Time limit of a run in each lane, in milliseconds; other lanes have no limit. */
  readonly laneDeadlineMs?: Readonly<Record<string, number>>
  /** Admission class whose lease a request or job of this kind holds; undefined for none. */
  readonly admission: string | undefined
  readonly input: input
  readonly result: result
  /**
   * Schema of a finished piece, for kinds that resume after their last piece when a crash occurred.
   */
  readonly piece?: piece
  /**
   * Refuses callers by their credential alone: before admission and before the body is read.
   *
   * @throws {AppError} `capability_denied`
   */
  authorize?(caller: Caller): void
  /**
   * Refuses invalid input before the task is queued or stored.
   *
   * @throws {AppError}
   */
  check?(caller: Caller, input: Static<input>): void | Promise<void>
  /**
   * Called once for each new job, in the transaction that stores it; not for a repeated request.
   *
   * @throws {AppError} where no further job is accepted
   */
  accept?(caller: Caller): void
  /** What lists show of its jobs beside the kind, and can be filtered by, such as a name. */
  labelOf?(input: Static<input>): string
  /** The text whose beginning lists show; undefined where the input has none. */
  textOf?(input: Static<input>): string | undefined
  /** What running times are averaged by beside the kind: an engine's id, a model. */
  durationKey?(input: Static<input>): string
  /** The price when it has succeeded; undefined when it is free. */
  charge?(input: Static<input>, result: Static<result>): Charge | undefined
  /** Whether its failures are in the usage, with 0 credits; by default they are. */
  readonly countsFailures?: boolean
  /**
   * Whether a job of it is interrupted as soon as the service stops, and goes on from its last piece
   * at the next start; by default it may go on for the grace of the stop.
   */
  readonly stopsAtOnce?: boolean
  /** Names of the spooled files that belong to the input; deleted when the job has ended. */
  files?(input: Static<input>): readonly string[]
  /**
   * Called when a job has ended, before its end is stored: removes what may have filled the disk, so
   * that there is room for the end. Never throws.
   */
  release?(id: string): Promise<void>
  /**
   * Called when the end of a job is stored, whether it has succeeded, failed or was cancelled, also
   * before its start. Not called when the service stops and the next start runs the job again.
   * Never throws.
   */
  ended?(id: string): Promise<void>
  /** Does the work. Nothing may be left running after the promise has settled. */
  run(input: Static<input>, context: TaskContext<event, Static<piece>>): Promise<Static<result>>
}

/** Declares one kind of work. */
export function defineTask<
  input extends TSchema,
  result extends TSchema,
  event = unknown,
  piece extends TSchema = TSchema,
>(
  definition: TaskDefinition<input, result, event, piece>,
): TaskDefinition<input, result, event, piece> {
  if (!ID_PREFIX.test(definition.idPrefix))
    throw new Error(`The id prefix of ${definition.kind} is not three letters and an underscore`)
  return Object.freeze(definition)
}
