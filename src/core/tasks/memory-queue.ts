import type { Caller } from '../caller.ts'
import { Run } from './run.ts'
import type { Handler, Task } from './task.ts'

interface Lane {
  width: number
  /** In a list, not a set: that grows new tables as runs come and go. */
  running: Run[]
  /** In order; short, because admission bounds it. */
  waiting: Run[]
  /** Takes a run out of the line. */
  leave: (run: Run) => void
}

export interface QueueOptions {
  /** How many tasks of a lane run at a time. */
  lanes: Readonly<Record<string, number>>
  kinds: Readonly<Record<string, { lane: string; handler: Handler }>>
  /** The highest place given out before this start; places only grow. */
  highestOrder: number
  now: () => number
}

export interface SubmitOptions {
  /** A place given out earlier, for a job that a restart puts back. */
  order?: number
  watched?: boolean
  /** Whether it is also written down, and so survives a restart. */
  durable?: boolean
  onStart?: () => void
}

/**
 * Runs heavy tasks one at a time in each lane, the oldest first. Order is a number that only grows,
 * never a clock.
 */
export class Queue {
  readonly #lanes: ReadonlyMap<string, Lane>
  readonly #kinds: QueueOptions['kinds']
  readonly #now: () => number
  readonly #watchers = new Set<() => void>()
  #order: number
  #held: ((run: Run) => boolean) | undefined
  #stopped = false

  constructor({ lanes, kinds, highestOrder, now }: QueueOptions) {
    this.#lanes = new Map(
      Object.entries(lanes).map(([name, width]) => [name, this.#makeLane(width)]),
    )
    this.#kinds = kinds
    this.#order = highestOrder
    this.#now = now
  }

  /** Takes the next place in line, for a task that is written down before it is submitted. */
  nextOrder(): number {
    this.#order += 1
    return this.#order
  }

  submit(
    task: Task,
    { order = this.nextOrder(), watched = false, durable = false, onStart }: SubmitOptions = {},
  ): Run {
    const { lane: name } = this.#kind(task.kind)
    const lane = this.#lane(name)
    const onLeave = lane.leave
    const now = this.#now
    const run = new Run({ order, lane: name, task, watched, durable, onStart, onLeave, now })
    if (this.#stopped) {
      run.cancel('stopping')
      return run
    }
    const behind = lane.waiting.findLastIndex((other) => other.order < order)
    lane.waiting.splice(behind + 1, 0, run)
    this.#pump(lane)
    this.#changed()
    return run
  }

  /** The 1-based place in its lane's line; undefined once it runs or has ended. */
  position(run: Run): number | undefined {
    const index = this.#lane(run.lane).waiting.indexOf(run)
    return index === -1 ? undefined : index + 1
  }

  /** Calls back at every change of the lines. @returns Stops it */
  watch(callback: () => void): () => void {
    this.#watchers.add(callback)
    return () => this.#watchers.delete(callback)
  }

  /** Leaves the runs that `hold` names in their line from now on; the rest go on. */
  hold(hold: (run: Run) => boolean): void {
    this.#held = hold
  }

  /** Stops every run; one that is submitted later ends at once. @returns When all have ended */
  async stop(): Promise<void> {
    this.#stopped = true
    // Those in line first, or one of them would begin in the place of one that ends.
    const left = this.lanes().flatMap(({ running, waiting }) => [...waiting, ...running])
    for (const run of left) run.cancel('stopping')
    await Promise.all(left.map((run) => run.ended))
  }

  /** Stops all that certain callers have asked for: they may do nothing any more. */
  cancelAllOf(refused: (caller: Caller) => boolean): void {
    for (const { running, waiting } of this.lanes()) {
      // Those in line first, or one of them would begin in the place of one that ends.
      for (const run of [...waiting, ...running]) {
        if (refused(run.task.caller)) run.cancel()
      }
    }
  }

  /** Whether there is a handler for tasks of this kind. */
  handles(kind: string): boolean {
    return kind in this.#kinds
  }

  /** Every run that has not ended, by lane, in order. */
  lanes(): { name: string; width: number; running: readonly Run[]; waiting: readonly Run[] }[] {
    return [...this.#lanes].map(([name, { width, running, waiting }]) => ({
      name,
      width,
      running: [...running],
      waiting: [...waiting],
    }))
  }

  #pump(lane: Lane): void {
    while (lane.running.length < lane.width && lane.waiting.length > 0) {
      const index = lane.waiting.findIndex((run) => this.#held?.(run) !== true)
      const run = lane.waiting[index]
      if (run === undefined) return
      lane.waiting.splice(index, 1)
      lane.running.push(run)
      void this.#execute(lane, run)
    }
  }

  async #execute(lane: Lane, run: Run): Promise<void> {
    await run.execute(this.#kind(run.task.kind).handler, this.#now)
    lane.running.splice(lane.running.indexOf(run), 1)
    this.#pump(lane)
    this.#changed()
  }

  #changed(): void {
    for (const callback of this.#watchers) callback()
  }

  #makeLane(width: number): Lane {
    const waiting: Run[] = []
    const leave = (run: Run) => {
      const index = waiting.indexOf(run)
      if (index === -1) return
      waiting.splice(index, 1)
      this.#changed()
    }
    return { width, running: [], waiting, leave }
  }

  #kind(name: string): { lane: string; handler: Handler } {
    const kind = this.#kinds[name]
    if (kind === undefined) throw new Error(`No handler for tasks of kind ${name}`)
    return kind
  }

  #lane(name: string): Lane {
    const lane = this.#lanes.get(name)
    if (lane === undefined) throw new Error(`No lane ${name}`)
    return lane
  }
}
