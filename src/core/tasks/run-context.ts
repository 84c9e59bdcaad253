import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { UsageEntry } from '../usage-entry.ts'
import type { MemoryRun } from './memory-run.ts'
import type { Progress } from './progress.ts'
import type { Pieces, TaskContext } from './task-context.ts'

interface RunContextOptions {
  run: MemoryRun
  caller: Caller
  attempt: number
  pieces: Pieces
  /** How long a producer waits for a slow reader, in milliseconds. */
  readerWaitMs: number
  enterLane: (lane: string) => Promise<void>
  yieldLane: () => Promise<void>
  /** A run that has not ended. */
  find: (id: string) => MemoryRun | undefined
}

/** The context of a run of this process. */
export class RunContext implements TaskContext {
  readonly id: string
  readonly caller: Caller
  readonly attempt: number
  readonly signal: AbortSignal
  readonly pieces: Pieces
  readonly enterLane: (lane: string) => Promise<void>
  readonly yieldLane: () => Promise<void>
  readonly #run: MemoryRun
  readonly #find: (id: string) => MemoryRun | undefined
  readonly #readerWaitMs: number
  #waitedMs = 0

  constructor({ run, caller, attempt, pieces, readerWaitMs, find, ...lanes }: RunContextOptions) {
    this.id = run.id
    this.caller = caller
    this.attempt = attempt
    this.signal = run.signal
    this.pieces = pieces
    this.enterLane = (lane) => this.#wait(() => lanes.enterLane(lane))
    this.yieldLane = () => this.#wait(lanes.yieldLane)
    this.#run = run
    this.#find = find
    this.#readerWaitMs = readerWaitMs
    this.#waitedMs = run.firstWaitMs
  }

  get lane(): string {
    return this.#run.lane
  }

  get queueMs(): number {
    return Math.round(this.#waitedMs)
  }

  follow(id: string): void {
    this.#run.followed = this.#find(id)
  }

  emit(batch: readonly unknown[]): Promise<void> | undefined {
    const room = this.#run.channel?.write(batch)
    return room && this.#waitForReader(room)
  }

  reportProgress(progress: Progress): void {
    this.#run.meter.report(progress)
  }

  record(entry: UsageEntry): void {
    this.#run.usage.push(entry)
  }

  /** Bounds how long a slow reader can occupy the lane. */
  #waitForReader(room: Promise<void>): Promise<void> {
    return deadline(room, this.#readerWaitMs, {
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
    const ms = performance.now() - since
    this.#waitedMs += ms
    this.#run.meter.waited(ms)
  }
}

/** Pieces of a run that is not stored. */
export class MemoryPieces implements Pieces {
  readonly finished: unknown[] = []

  async save(piece: unknown): Promise<void> {
    this.finished.push(piece)
  }
}
