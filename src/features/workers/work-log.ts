import type { JobStore } from '../../core/tasks/job-store.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { type ModelStep, type WorkerArtifact, WorkerPiece, type WorkerStep } from './pieces.ts'

/** Ended jobs whose steps stay in memory, because their pages ask again. */
const MAX_REMEMBERED = 50

/** What a job has done so far. */
export interface WorkLog {
  steps: readonly WorkerStep[]
  artifacts: readonly WorkerArtifact[]
}

/** What the jobs of workers have done: those that run from memory, the others from their pieces. */
export class WorkLogs {
  readonly #store: Pick<JobStore, 'pieces'>
  readonly #running = new Map<string, WorkLog>()
  readonly #ended = new Map<string, WorkLog>()

  constructor(store: Pick<JobStore, 'pieces'>) {
    this.#store = store
  }

  /** Notes what a running job has done. */
  set(jobId: string, log: WorkLog): void {
    this.#running.set(jobId, log)
  }

  /** Forgets a job that no longer runs. */
  end(jobId: string): void {
    this.#running.delete(jobId)
    this.#ended.delete(jobId)
  }

  /** @param hasEnded Whether nothing is added any more */
  of(jobId: string, hasEnded: boolean): WorkLog {
    const known = this.#running.get(jobId) ?? this.#ended.get(jobId)
    if (known !== undefined) return known
    const steps = this.#store.pieces(jobId).flatMap((piece) => (isModelStep(piece) ? [piece] : []))
    const log = logOf(steps)
    if (!hasEnded) return log
    this.#ended.set(jobId, log)
    const [oldest] = this.#ended.keys()
    if (this.#ended.size > MAX_REMEMBERED && oldest !== undefined) this.#ended.delete(oldest)
    return log
  }
}

/** What whole steps have done. A later artifact takes the place of one of the same name. */
export function logOf(steps: readonly Pick<ModelStep, 'results' | 'wait'>[]): WorkLog {
  const results = steps.flatMap((step) => step.results)
  const artifacts = new Map<string, WorkerArtifact>()
  for (const { artifact } of results)
    if (artifact !== undefined) artifacts.set(artifact.name, artifact)
  return {
    steps: steps.flatMap(({ wait, results }) => [
      ...(wait === undefined ? [] : [wait]),
      ...results.map(({ step }) => step),
    ]),
    artifacts: [...artifacts.values()],
  }
}

function isModelStep(piece: unknown): piece is ModelStep {
  return matches(WorkerPiece, piece) && piece.type === 'step'
}

/** Counts the time of a job: that of its model and its tools, and not the wait for their turn. */
export class WorkClock implements Disposable {
  readonly #limitMs: number
  readonly #abort = new AbortController()
  #usedMs: number
  #since: number | undefined
  #timer: Timer | undefined

  /** @param usedMs What earlier attempts have used */
  constructor(limitMs: number, usedMs: number) {
    this.#limitMs = limitMs
    this.#usedMs = usedMs
  }

  /** Fires when the time is used up. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get usedMs(): number {
    return this.#usedMs + (this.#since === undefined ? 0 : performance.now() - this.#since)
  }

  get leftMs(): number {
    return Math.max(0, this.#limitMs - this.usedMs)
  }

  start(): void {
    if (this.#since !== undefined) return
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.#abort.abort(this.#late()), this.leftMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#usedMs = this.usedMs
    this.#since = undefined
  }

  [Symbol.dispose](): void {
    this.stop()
  }

  #late(): AppError {
    const seconds = Math.round(this.#limitMs / 1000)
    return new AppError('request_timeout', `The worker did not finish within ${seconds} seconds`)
  }
}
