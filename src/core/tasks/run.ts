import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { UsageEntry } from '../usage-entry.ts'
import type { Pieces, TaskContext } from './define-task.ts'
import { EventChannel } from './event-channel.ts'
import type { Lane, LaneEntry } from './lane.ts'
import { type Progress, ProgressMeter, type ProgressReport } from './progress.ts'

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

export interface SubmitOptions<event = unknown> {
  /** The job's id; by default a new one. */
  id?: string
  /** A number from `Queue.reserveOrder`; by default the next one. */
  order?: number
  /** Whether the events are read; otherwise they are dropped. */
  watched?: boolean
  /** Whether the task is stored in a row, and so survives a restart. */
  durable?: boolean
  /** 1, or higher when a crash has interrupted earlier attempts. */
  attempt?: number
  /** Store of finished pieces; by default in memory. */
  pieces?: Pieces
  /** Called with each batch of events of a run that was not cancelled. */
  onEvents?(events: readonly event[]): void
  /** Called when the run starts. */
  onStart?: () => void
  /** Called at most twice a second. */
  onProgress?: (report: ProgressReport) => void
  /**
   * Writes down how the run has ended and what it has used, before {@link Run.ended} resolves.
   * Where it fails, a run that nobody else keeps has failed with that error.
   */
  settle?: (end: RunEnd, usage: readonly UsageEntry[]) => Promise<void> | undefined
}

/** What the queue does for each of its runs. */
export interface RunHooks {
  /** Milliseconds until the run's turn. */
  estimate: (run: Run) => number | undefined
  /** Whether the run may not start at present. */
  isHeld: (run: Run) => boolean
  /** Called when the run has left its lane before its start. */
  onWithdraw: () => void
  /** Called when the run has ended and that is settled. */
  onEnded: (run: Run) => void
}

interface RunOptions<event> {
  id: string
  order: number
  task: QueuedTask
  /** What running times are averaged by beside the kind. */
  durationKey: string | undefined
  lane: Lane<Run>
  /** UTC milliseconds. */
  submittedAt: number
  submitted: SubmitOptions<event>
  hooks: RunHooks
}

/** A task in the queue, from its submission to its end. */
export class Run<event = unknown> implements LaneEntry {
  readonly id: string
  /** Grows with every submission; the oldest run has the lowest. */
  readonly order: number
  readonly task: QueuedTask
  readonly kind: string
  readonly durationKey: string | undefined
  /** Whether the task is stored in a row, and so survives a restart. */
  readonly durable: boolean
  /** UTC milliseconds. */
  readonly submittedAt: number
  /** Never rejects; a failure is a value. */
  readonly ended: Promise<RunEnd>
  readonly channel: EventChannel | undefined
  readonly meter: ProgressMeter
  /** What it has used; complete once it has ended. */
  readonly usage: UsageEntry[] = []
  /** Set by the queue before it enters a lane. */
  onTurn = nothing
  currentLane: Lane<Run>
  /** The run that it waits for, whose place is its own meanwhile. */
  followed: Run | undefined
  /** When it started in its lane; `performance.now()`. Undefined while it waits. */
  heldSince: number | undefined
  /** The engine that it asks, by its label, with its model; undefined where it has asked none. */
  asked: { engine: string; model: string | undefined } | undefined
  /** Milliseconds for which it has held places, by lane; only of lanes with a deadline. */
  laneMs: Map<string, number> | undefined
  /** Ends the bound of the place that it holds; undefined where there is none. */
  endBound: (() => void) | undefined
  readonly #enqueued = performance.now()
  readonly #submitted: SubmitOptions
  readonly #hooks: RunHooks
  readonly #end = Promise.withResolvers<RunEnd>()
  readonly #abort = new AbortController()
  #startedAt: number | undefined
  #firstWaitMs = 0
  #reason: CancelReason | undefined
  #finished = false

  constructor(options: RunOptions<event>) {
    const { submitted, task } = options
    this.#submitted = submitted
    this.#hooks = options.hooks
    this.id = options.id
    this.order = options.order
    this.task = task
    this.kind = task.kind
    this.durationKey = options.durationKey
    this.durable = submitted.durable ?? false
    this.submittedAt = options.submittedAt
    this.currentLane = options.lane
    this.ended = this.#end.promise
    this.channel = submitted.watched === true ? new EventChannel() : undefined
    this.meter = new ProgressMeter(submitted.onProgress)
  }

  get owner(): string {
    return this.task.caller.owner
  }

  get lane(): string {
    return this.currentLane.name
  }

  /** UTC milliseconds; undefined before the start. */
  get startedAt(): number | undefined {
    return this.#startedAt
  }

  get finished(): boolean {
    return this.#finished
  }

  /** Milliseconds from the submission to the start. */
  get firstWaitMs(): number {
    return this.#firstWaitMs
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get progress(): ProgressReport | undefined {
    return this.meter.latest
  }

  get isHeld(): boolean {
    return this.#hooks.isHeld(this)
  }

  /**
   * 1-based position among the runs waiting for the lane; undefined while it runs and after its
   * end.
   */
  get position(): number | undefined {
    const index = this.currentLane.waiting.indexOf(this)
    return index === -1 ? this.followed?.position : index + 1
  }

  /**
   * Expected milliseconds until it starts or resumes; undefined without an estimate, or while it
   * runs.
   */
  get expectedWaitMs(): number | undefined {
    if (this.followed !== undefined) return this.followed.expectedWaitMs
    return this.position === undefined ? undefined : this.#hooks.estimate(this)
  }

  /** The batches of a watched run, for one reader; ends when the run has ended. */
  get events(): AsyncIterable<readonly event[]> {
    if (this.channel === undefined) throw new Error('This run was submitted without a reader')
    return eventsOf<event>(this.channel)
  }

  /** Removes the run from its lane, or aborts its work. Later calls have no effect. */
  cancel(reason: CancelReason = 'caller'): void {
    if (this.#finished || this.#reason !== undefined) return
    this.#reason = reason
    if (this.#startedAt === undefined) {
      this.currentLane.leave(this)
      void this.finish({ status: 'cancelled', reason })
      this.#hooks.onWithdraw()
      return
    }
    // Also releases a producer that waits for its reader.
    this.channel?.end()
    this.abort(new DOMException('The run was cancelled', 'AbortError'))
  }

  /** @returns A promise only when the reader is far behind */
  emit(batch: readonly unknown[]): Promise<void> | undefined {
    if (this.#reason === undefined) this.#submitted.onEvents?.(batch)
    return this.channel?.write(batch)
  }

  /** Fires the signal. The run ends with the reason, unless it was cancelled before. */
  abort(reason: Error): void {
    this.#abort.abort(reason)
  }

  /** Called once, when the run starts in its first lane. */
  start(at: number): void {
    this.#startedAt = at
    this.#firstWaitMs = performance.now() - this.#enqueued
    this.#submitted.onStart?.()
  }

  /** The end of a run whose work has thrown. */
  failure(error: unknown): RunEnd {
    if (this.#reason !== undefined) return { status: 'cancelled', reason: this.#reason }
    return { status: 'failed', error: this.signal.aborted ? this.signal.reason : error }
  }

  /** Stores the end and resolves `ended`. */
  async finish(end: RunEnd): Promise<void> {
    this.meter.stop()
    let settled = end
    try {
      await this.#submitted.settle?.(end, this.usage)
    } catch (error) {
      settled = { status: 'failed', error }
    }
    this.#finished = true
    this.#hooks.onEnded(this)
    this.#end.resolve(settled)
    this.channel?.end()
  }
}

/** The queue passes events unchanged; the submitter knows their type from the task's definition. */
function eventsOf<event>(channel: EventChannel): AsyncIterable<readonly event[]> {
  return channel as AsyncIterable<unknown> as AsyncIterable<readonly event[]>
}

/** What the queue does for the contexts of its runs. */
export interface ContextHooks {
  /** How long a producer waits for a slow reader, in milliseconds. */
  readerWaitMs: number
  enterLane: (run: Run, lane: string) => Promise<void>
  yieldLane: (run: Run) => Promise<void>
  /** A run that has not ended. */
  find: (id: string) => Run | undefined
}

interface RunContextOptions {
  run: Run
  caller: Caller
  attempt: number
  /** By default in memory. */
  pieces: Pieces | undefined
}

/** The context of a run of this process. */
export class RunContext implements TaskContext {
  readonly caller: Caller
  readonly attempt: number
  readonly #run: Run
  readonly #hooks: ContextHooks
  #pieces: Pieces | undefined
  #waitedMs: number

  constructor(hooks: ContextHooks, { run, caller, attempt, pieces }: RunContextOptions) {
    this.caller = caller
    this.attempt = attempt
    this.#run = run
    this.#hooks = hooks
    this.#pieces = pieces
    this.#waitedMs = run.firstWaitMs
  }

  get id(): string {
    return this.#run.id
  }

  get signal(): AbortSignal {
    return this.#run.signal
  }

  get pieces(): Pieces {
    this.#pieces ??= new MemoryPieces()
    return this.#pieces
  }

  // Not methods, as kinds of tasks take them out of the context.
  get enterLane() {
    return (lane: string) => this.#wait(() => this.#hooks.enterLane(this.#run, lane))
  }

  get yieldLane() {
    return () => this.#wait(() => this.#hooks.yieldLane(this.#run))
  }

  get lane(): string {
    return this.#run.lane
  }

  get queueMs(): number {
    return Math.round(this.#waitedMs)
  }

  follow(id: string): void {
    this.#run.followed = this.#hooks.find(id)
  }

  emit(batch: readonly unknown[]): Promise<void> | undefined {
    const room = this.#run.emit(batch)
    return room && this.#waitForReader(room)
  }

  asks(engine: string, model?: string): void {
    this.#run.asked = { engine, model }
  }

  reportProgress(progress: Progress): void {
    this.#run.meter.report(progress)
  }

  record(entry: UsageEntry): void {
    this.#run.usage.push(entry)
  }

  /** Bounds how long a slow reader can occupy the lane. */
  #waitForReader(room: Promise<void>): Promise<void> {
    return deadline(room, this.#hooks.readerWaitMs, {
      signal: this.signal,
      onTimeout: () => {
        throw new AppError('request_timeout', 'The answer was not read in time')
      },
    })
  }

  async #wait(enter: () => Promise<void>): Promise<void> {
    this.signal.throwIfAborted()
    this.#run.followed = undefined
    const since = performance.now()
    await enter()
    // It may have been cancelled between its turn and this moment.
    this.signal.throwIfAborted()
    const ms = performance.now() - since
    this.#waitedMs += ms
    this.#run.meter.waited(ms)
  }
}

/** Pieces of a run that is not stored. */
class MemoryPieces implements Pieces {
  readonly finished: unknown[] = []

  async save(piece: unknown): Promise<void> {
    this.finished.push(piece)
  }
}

function nothing(): void {}
