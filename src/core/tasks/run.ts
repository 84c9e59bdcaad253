import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { Cancellation } from './cancellation.ts'
import { Channel } from './event-channel.ts'
import type { CancelReason, Handler, RunEnd, Task, TaskContext, TaskEvent } from './task.ts'

/** How long a producer waits for a reader that is a channel's bound behind. */
const MAX_READER_WAIT_MS = 30_000

export interface RunOptions {
  order: number
  lane: string
  task: Task
  /** Whether somebody reads the events; without a reader only the end is kept. */
  watched: boolean
  /** Whether the task is also written down. */
  durable: boolean
  /** Called when the run leaves the line and begins. */
  onStart: (() => void) | undefined
  /** Called when the run is cancelled while it stands in line. */
  onLeave: (run: Run) => void
  now: () => number
}

/** One task on its way through the queue. */
export class Run {
  readonly order: number
  readonly lane: string
  readonly task: Task
  readonly durable: boolean
  readonly submittedAt: number
  /** Never rejects: a failure is a value. */
  readonly ended: Promise<RunEnd>
  readonly #end = Promise.withResolvers<RunEnd>()
  readonly #channel: Channel<readonly TaskEvent[]> | undefined
  readonly #cancellation = new Cancellation()
  readonly #onStart: (() => void) | undefined
  readonly #onLeave: (run: Run) => void
  readonly #enqueued = performance.now()
  #startedAt: number | undefined
  #reason: CancelReason | undefined
  #finished = false

  constructor({ order, lane, task, watched, durable, onStart, onLeave, now }: RunOptions) {
    this.order = order
    this.lane = lane
    this.task = task
    this.durable = durable
    this.submittedAt = now()
    this.ended = this.#end.promise
    this.#channel = watched ? new Channel() : undefined
    this.#onStart = onStart
    this.#onLeave = onLeave
  }

  get startedAt(): number | undefined {
    return this.#startedAt
  }

  /** Whether {@link Run.ended} has been resolved. */
  get finished(): boolean {
    return this.#finished
  }

  /** The batches of a watched run, for one reader; ends when the run has ended. */
  get events(): AsyncIterable<readonly TaskEvent[]> {
    if (this.#channel === undefined) throw new Error('This run was submitted without a reader')
    return this.#channel
  }

  /** Takes the run out of the line, or stops it at its source. Later calls change nothing. */
  cancel(reason: CancelReason = 'caller'): void {
    if (this.#finished || this.#reason !== undefined) return
    this.#reason = reason
    if (this.#startedAt === undefined) {
      this.#onLeave(this)
      this.#finish({ status: 'cancelled', reason })
    } else {
      // A producer that waits for its reader must hear of the end as well.
      this.#channel?.end()
      this.#cancellation.cancel()
    }
  }

  /** Runs the handler to its end. Called once, by the queue. */
  async execute(handler: Handler, now: () => number): Promise<void> {
    this.#startedAt = now()
    try {
      this.#onStart?.()
      this.#finish({ status: 'succeeded', result: await this.#run(handler) })
    } catch (error) {
      this.#finish(
        this.#reason === undefined
          ? { status: 'failed', error }
          : { status: 'cancelled', reason: this.#reason },
      )
    }
  }

  #run(handler: Handler): Promise<unknown> {
    const queueMs = Math.round(performance.now() - this.#enqueued)
    const emit: TaskContext['emit'] = (batch) => {
      const room = this.#channel?.write(batch, weigh(batch))
      return room && this.#waitFor(room)
    }
    return handler(this.task, new Context(this.#cancellation, queueMs, emit))
  }

  /** A reader far behind may hold the lane for a while, not for as long as it likes. */
  #waitFor(room: Promise<void>): Promise<void> {
    return deadline(room, MAX_READER_WAIT_MS, {
      onTimeout: () => {
        throw new AppError('request_timeout', 'The answer was not read in time')
      },
    })
  }

  #finish(end: RunEnd): void {
    this.#finished = true
    this.#end.resolve(end)
    this.#channel?.end()
  }
}

class Context implements TaskContext {
  readonly cancellation: Cancellation
  readonly queueMs: number
  readonly emit: TaskContext['emit']

  constructor(cancellation: Cancellation, queueMs: number, emit: TaskContext['emit']) {
    this.cancellation = cancellation
    this.queueMs = queueMs
    this.emit = emit
  }

  get signal(): AbortSignal {
    return this.cancellation.signal
  }
}

function weigh(batch: readonly TaskEvent[]): number {
  let weight = 0
  for (const event of batch) weight += event.type === 'text' ? event.text.length : 256
  return weight
}
