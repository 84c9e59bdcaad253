import type { UsageEntry } from '../usage-entry.ts'
import { EventChannel } from './event-channel.ts'
import type { Lane, LaneEntry } from './lane.ts'
import { ProgressMeter, type ProgressReport } from './progress.ts'
import type { CancelReason, QueuedTask, Run, RunEnd, SubmitOptions } from './queue.ts'

interface MemoryRunOptions extends Omit<SubmitOptions, 'id' | 'order' | 'pieces' | 'attempt'> {
  id: string
  order: number
  task: QueuedTask
  /** What running times are averaged by beside the kind. */
  durationKey: string | undefined
  lane: Lane<MemoryRun>
  /** UTC milliseconds. */
  submittedAt: number
  /** Milliseconds until the run's turn. */
  estimate: (run: MemoryRun) => number | undefined
  /** Whether the run may not start at present. */
  isHeld: (run: MemoryRun) => boolean
  /** Called when the run has left its lane before its start. */
  onWithdraw: () => void
}

/** A run of the queue of this process. */
export class MemoryRun implements Run, LaneEntry {
  readonly id: string
  readonly order: number
  readonly task: QueuedTask
  readonly kind: string
  readonly durationKey: string | undefined
  readonly durable: boolean
  readonly submittedAt: number
  readonly ended: Promise<RunEnd>
  readonly channel: EventChannel | undefined
  readonly meter: ProgressMeter
  readonly usage: UsageEntry[] = []
  /** Set by the queue. */
  onTurn: () => void = () => {}
  currentLane: Lane<MemoryRun>
  /** The run that it waits for, whose place is its own meanwhile. */
  followed: MemoryRun | undefined
  /** When it started in its lane; `performance.now()`. Undefined while it waits. */
  heldSince: number | undefined
  /** Milliseconds for which it has held places, by lane; only of lanes with a deadline. */
  readonly laneMs = new Map<string, number>()
  readonly #enqueued = performance.now()
  readonly #options: MemoryRunOptions
  readonly #end = Promise.withResolvers<RunEnd>()
  readonly #abort = new AbortController()
  #startedAt: number | undefined
  #firstWaitMs = 0
  #reason: CancelReason | undefined
  #finished = false

  constructor(options: MemoryRunOptions) {
    this.#options = options
    this.id = options.id
    this.order = options.order
    this.task = options.task
    this.kind = options.task.kind
    this.durationKey = options.durationKey
    this.durable = options.durable ?? false
    this.submittedAt = options.submittedAt
    this.currentLane = options.lane
    this.ended = this.#end.promise
    this.channel = options.watched === true ? new EventChannel() : undefined
    this.meter = new ProgressMeter((report) => options.onProgress?.(report))
  }

  get owner(): string {
    return this.task.caller.owner
  }

  get lane(): string {
    return this.currentLane.name
  }

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
    return this.#options.isHeld(this)
  }

  get position(): number | undefined {
    const index = this.currentLane.waiting.indexOf(this)
    return index === -1 ? this.followed?.position : index + 1
  }

  get expectedWaitMs(): number | undefined {
    if (this.followed !== undefined) return this.followed.expectedWaitMs
    return this.position === undefined ? undefined : this.#options.estimate(this)
  }

  get events(): AsyncIterable<readonly unknown[]> {
    if (this.channel === undefined) throw new Error('This run was submitted without a reader')
    return this.channel
  }

  cancel(reason: CancelReason = 'caller'): void {
    if (this.#finished || this.#reason !== undefined) return
    this.#reason = reason
    if (this.#startedAt === undefined) {
      this.currentLane.leave(this)
      void this.finish({ status: 'cancelled', reason })
      this.#options.onWithdraw()
      return
    }
    // Also releases a producer that waits for its reader.
    this.channel?.end()
    this.abort(new DOMException('The run was cancelled', 'AbortError'))
  }

  /** Fires the signal. The run ends with the reason, unless it was cancelled before. */
  abort(reason: Error): void {
    this.#abort.abort(reason)
  }

  /** Called once, when the run starts in its first lane. */
  start(at: number): void {
    this.#startedAt = at
    this.#firstWaitMs = performance.now() - this.#enqueued
    this.#options.onStart?.()
  }

  /** The end of a run whose work has thrown. */
  failure(error: unknown): RunEnd {
    if (this.#reason !== undefined) return { status: 'cancelled', reason: this.#reason }
    return { status: 'failed', error: this.signal.aborted ? this.signal.reason : error }
  }

  /** Stores the end and resolves `ended`. */
  async finish(end: RunEnd): Promise<void> {
    this.meter.stop()
    const settled = await this.#settle(end)
    this.#finished = true
    this.#end.resolve(settled)
    this.channel?.end()
  }

  async #settle(end: RunEnd): Promise<RunEnd> {
    try {
      await this.#options.settle?.(end, this.usage)
      return end
    } catch (error) {
      return { status: 'failed', error }
    }
  }
}
