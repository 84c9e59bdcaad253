import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Caller } from '../caller.ts'
import type { TaskDefinition } from './define-task.ts'
import { Lane, type LaneWidth } from './lane.ts'
import {
  type ContextHooks,
  type QueuedTask,
  Run,
  RunContext,
  type RunEnd,
  type RunHooks,
  type SubmitOptions,
} from './run.ts'

/** How long a producer waits for a slow reader. @limit reader-wait seconds */
export const READER_WAIT_MS = 30_000

interface QueueOptions {
  /** The highest order assigned before this start; orders only grow. */
  highestOrder: number
  /** UTC milliseconds. */
  now: () => number
  /** The caller with its current rights; undefined when its credential is no longer valid. */
  currentCaller?: (caller: Caller) => Caller | undefined
  readerWaitMs?: number
}

/**
 * A run that holds its lane for longer than the average is expected to need this part of its time so
 * far again, so that the estimate of those behind it neither ends nor stays at zero.
 */
const OVERTIME_SHARE = 0.1

/** The running and waiting runs of a lane, in order. */
export interface LaneState {
  name: string
  /** Maximum of concurrent runs. */
  width: number
  running: readonly Run[]
  waiting: readonly Run[]
}

/**
 * Runs tasks, the oldest first in each lane. The order is a growing number and not a clock. What
 * runs and waits is in memory; jobs survive in their rows.
 */
export class Queue {
  readonly #lanes = new Map<string, Lane<Run>>()
  readonly #tasks = new Map<string, TaskDefinition>()
  readonly #averages = new DurationAverages()
  readonly #now: () => number
  readonly #currentCaller: (caller: Caller) => Caller | undefined
  readonly #callbacks = new Set<() => void>()
  /**
   * Runs that have not ended, those whose end is being written included. A list, because a set that
   * gains and loses an entry with each request leaves its old tables in memory until a full collection:
   * with the same in `Admission`, a fifth of a chat's processor time.
   */
  readonly #unended: Run[] = []
  readonly #hooks: RunHooks = {
    estimate: (run) => this.#estimate(run),
    isHeld: ({ durable }) => this.#isPaused && durable,
    onWithdraw: () => this.#changed(),
    onEnded: (run) => remove(this.#unended, run),
  }
  readonly #contextHooks: ContextHooks
  #order: number
  #isPaused = false
  #isStopped = false

  constructor(options: QueueOptions) {
    const { highestOrder, now } = options
    this.#order = highestOrder
    this.#now = now
    this.#currentCaller = options.currentCaller ?? ((caller) => caller)
    this.#contextHooks = {
      readerWaitMs: options.readerWaitMs ?? READER_WAIT_MS,
      enterLane: (run, lane) => this.#wait(run, () => this.#enterLane(run, lane)),
      yieldLane: (run) => this.#wait(run, () => this.#yieldLane(run)),
      find: (id) => this.#unended.find((one) => one.id === id),
    }
  }

  /**
   * Adds kinds of tasks and lanes, before the first task is submitted.
   *
   * @param lanes How many runs of each lane run at a time
   */
  define(tasks: readonly TaskDefinition[], lanes: Readonly<Record<string, LaneWidth>> = {}): void {
    for (const [name, width] of Object.entries(lanes))
      this.#lanes.set(name, new Lane<Run>(name, width))
    for (const task of tasks) {
      for (const lane of task.lanes) this.#lane(lane)
      this.#tasks.set(task.kind, task)
    }
  }

  /** The definition of a kind; undefined where it cannot be run. */
  definitionOf(kind: string): TaskDefinition | undefined {
    return this.#tasks.get(kind)
  }

  /** Reserves the next order, for a task that is stored before it is submitted. */
  reserveOrder(): number {
    this.#order += 1
    return this.#order
  }

  submit<event = unknown>(task: QueuedTask, options: SubmitOptions<event> = {}): Run<event> {
    const definition = this.#definition(task.kind)
    const run = new Run<event>({
      id: options.id ?? randomId('run_'),
      order: options.order ?? this.reserveOrder(),
      task,
      durationKey: definition.durationKey?.(task.input),
      lane: this.#lane(definition.firstLane?.(task.caller, task.input) ?? definition.lanes[0]),
      submittedAt: this.#now(),
      submitted: options,
      hooks: this.#hooks,
    })
    this.#unended.push(run)
    if (this.#isStopped) run.cancel('stopping')
    else {
      run.onTurn = () => void this.#execute(definition, run, options)
      run.currentLane.enter(run)
      this.#changed()
    }
    return run
  }

  lanes(): readonly LaneState[] {
    return [...this.#lanes.values()].map((lane) => ({
      name: lane.name,
      width: lane.width,
      running: [...lane.running],
      waiting: lane.waiting,
    }))
  }

  /**
   * Whether nothing runs or waits.
   *
   * @param except A lane that is left out
   */
  isIdle(except?: string): boolean {
    return this.lanes().every(
      ({ name, running, waiting }) => name === except || running.length + waiting.length === 0,
    )
  }

  /** Changes how many runs of a lane run at a time. What runs goes on. */
  resize(name: string, width: number): void {
    const lane = this.#lane(name)
    if (lane.width === width) return
    lane.resize(width)
    this.#changed()
  }

  /** Calls back when a run starts, ends, or moves in its lane. @returns Removes the callback */
  onChange(callback: () => void): () => void {
    this.#callbacks.add(callback)
    return () => this.#callbacks.delete(callback)
  }

  /** Cancels every run whose task matches. */
  cancelWhere(matches: (task: QueuedTask) => boolean): void {
    for (const run of this.#runs()) if (matches(run.task)) run.cancel()
  }

  /**
   * Lets no durable run start, or go on from a wait, from now on, and interrupts those of tasks that
   * stop at once; the others go on.
   */
  pauseDurable(): void {
    this.#isPaused = true
    for (const run of this.#runs()) {
      const isInterrupted = run.durable && run.position === undefined
      if (isInterrupted && this.#definition(run.kind).stopsAtOnce === true) run.cancel('stopping')
    }
  }

  /**
   * Cancels every run; one that is submitted later is cancelled at once. @returns When all have
   * ended
   */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const run of this.#runs()) run.cancel('stopping')
    await Promise.all(this.#unended.map((run) => run.ended))
  }

  async #execute(
    definition: TaskDefinition,
    run: Run,
    { attempt = 1, pieces }: SubmitOptions,
  ): Promise<void> {
    this.#hold(run)
    let end: RunEnd
    try {
      run.start(this.#now())
      const caller = this.#currentCaller(run.task.caller)
      if (caller === undefined)
        throw new AppError('unauthorized', 'The credential of this request is no longer valid')
      definition.authorize?.(caller)
      const context = new RunContext(this.#contextHooks, { run, caller, attempt, pieces })
      end = { status: 'succeeded', result: await definition.run(run.task.input, context) }
    } catch (error) {
      end = run.failure(error)
    }
    run.endBound?.()
    this.#leave(run, end.status === 'succeeded')
    await run.finish(end)
  }

  /**
   * Notes that the run has its place, and bounds how long it may keep places of this lane, all its
   * pieces together.
   */
  #hold(run: Run): void {
    const start = performance.now()
    const { lane } = run
    run.heldSince = start
    const limitMs = this.#definition(run.kind).laneDeadlineMs?.[lane]
    if (limitMs === undefined) return
    run.laneMs ??= new Map()
    const { laneMs } = run
    const usedMs = laneMs.get(lane) ?? 0
    const seconds = limitMs / 1000
    const late = () =>
      run.abort(new AppError('request_timeout', `This stage did not end within ${seconds} seconds`))
    const timer = setTimeout(late, Math.max(0, limitMs - usedMs))
    run.endBound = () => {
      clearTimeout(timer)
      laneMs.set(lane, usedMs + performance.now() - start)
      run.endBound = undefined
    }
  }

  #enterLane(run: Run, name: string): void {
    const lane = this.#lane(name)
    this.#leave(run, true)
    run.currentLane = lane
    lane.enter(run)
  }

  #yieldLane(run: Run): void {
    // When the service stops, a job with a finished piece resumes from its row.
    if (this.#isPaused && run.durable) run.cancel('stopping')
    this.#noteDuration(run)
    run.heldSince = undefined
    run.currentLane.yield(run, this.reserveOrder())
  }

  /** @param join Adds the run to a lane; its turn may come at once */
  async #wait(run: Run, join: () => void): Promise<void> {
    run.endBound?.()
    const turn = Promise.withResolvers<void>()
    const abort = () => turn.reject(run.signal.reason)
    // Nobody waits for the turn yet when joining itself cancels the run.
    turn.promise.catch(() => {})
    run.onTurn = () => turn.resolve()
    run.signal.addEventListener('abort', abort, { once: true })
    try {
      join()
      run.signal.throwIfAborted()
      this.#changed()
      await turn.promise
    } finally {
      run.signal.removeEventListener('abort', abort)
    }
    this.#hold(run)
  }

  #leave(run: Run, isFinished: boolean): void {
    if (isFinished) this.#noteDuration(run)
    run.heldSince = undefined
    run.currentLane.leave(run)
    this.#changed()
  }

  #noteDuration({ kind, durationKey, heldSince, lane }: Run): void {
    if (heldSince !== undefined)
      this.#averages.add(`${lane}/${kind}`, durationKey, performance.now() - heldSince)
  }

  #estimate(run: Run): number | undefined {
    const { name, running, waiting, width } = run.currentLane
    const now = performance.now()
    let total = 0
    for (const other of [...running, ...waiting.slice(0, waiting.indexOf(run))]) {
      const average = this.#averages.of(`${name}/${other.kind}`, other.durationKey)
      if (average === undefined) return undefined
      const heldMs = other.heldSince === undefined ? 0 : now - other.heldSince
      total += Math.max(average - heldMs, heldMs * OVERTIME_SHARE)
    }
    return total / width
  }

  /** Waiting runs first, or one of them would start when a running one is cancelled. */
  #runs(): Run[] {
    const lanes = [...this.#lanes.values()]
    return [...lanes.flatMap(({ waiting }) => waiting), ...lanes.flatMap(({ running }) => running)]
  }

  #changed(): void {
    for (const callback of this.#callbacks) callback()
  }

  #definition(kind: string): TaskDefinition {
    const definition = this.definitionOf(kind)
    if (definition === undefined) throw new Error(`There is no task of the kind ${kind}`)
    return definition
  }

  #lane(name: string): Lane<Run> {
    const lane = this.#lanes.get(name)
    if (lane === undefined) throw new Error(`There is no lane ${name}`)
    return lane
  }
}

/** Takes one entry out of a short list. */
function remove<item>(list: item[], item: item): void {
  const index = list.indexOf(item)
  if (index !== -1) list.splice(index, 1)
}

/** Weight of the latest run in the moving average, which covers about ten runs. */
const WEIGHT = 0.2
/** Bound of the averages in memory; the oldest one is evicted. */
const MAX_AVERAGES = 1000

/** Running averages of how long runs hold a lane, by lane and kind, and by the kind's duration key. */
class DurationAverages {
  readonly #averages = new Map<string, number>()

  /**
   * @param kind With the lane: a kind may pass through several
   * @param key Distinguishes runs of the kind, such as an engine; undefined for no distinction
   */
  add(kind: string, key: string | undefined, ms: number): void {
    this.#add(kind, ms)
    if (key !== undefined) this.#add(nameOf(kind, key), ms)
  }

  /**
   * Expected milliseconds of a run: by its key, else by its kind; undefined before any has ended.
   */
  of(kind: string, key: string | undefined): number | undefined {
    const own = key === undefined ? undefined : this.#averages.get(nameOf(kind, key))
    return own ?? this.#averages.get(kind)
  }

  #add(name: string, ms: number): void {
    const before = this.#averages.get(name)
    // Behind all others: those that are used stay.
    this.#averages.delete(name)
    this.#averages.set(name, before === undefined ? ms : before + WEIGHT * (ms - before))
    if (this.#averages.size <= MAX_AVERAGES) return
    const [oldest] = this.#averages.keys()
    if (oldest !== undefined) this.#averages.delete(oldest)
  }
}

function nameOf(kind: string, key: string): string {
  return `${kind}/${key}`
}
