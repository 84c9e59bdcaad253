import type { WriteBatch } from '../db/write-batch.ts'
import type { Admission } from './admission.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Queue } from './queue/queue.ts'

const SWEEP_MS = 60_000

interface LifecycleOptions {
  queue: Queue
  admission: Admission
  jobs: Jobs
  batch: WriteBatch
  db: Disposable
}

/** Start and end of the work: what a restart finds, and what a stop leaves. */
export class Lifecycle {
  readonly #options: LifecycleOptions
  #sweeping: Timer | undefined

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /** Takes up the jobs of the last run, and clears away what is past its time from now on. */
  start(): void {
    const { jobs } = this.#options
    jobs.sweep()
    jobs.recover()
    this.#sweeping = setInterval(() => jobs.sweep(), SWEEP_MS)
  }

  /**
   * Refuses new work, lets what runs and the clients in line come to their end, then stops what is
   * left. Jobs in line stay there for the next start.
   *
   * @param graceMs How long work may go on
   */
  async stop(graceMs: number): Promise<void> {
    const { queue, admission, batch, db } = this.#options
    clearInterval(this.#sweeping)
    admission.close()
    queue.hold((run) => run.durable)
    await this.#idle(graceMs)
    const left = queue.lanes().flatMap(({ running, waiting }) => [...waiting, ...running])
    for (const run of left) run.cancel('stopping')
    await Promise.all(left.map((run) => run.ended))
    batch.flush()
    db[Symbol.dispose]()
  }

  counts(): { running: Record<string, number>; waiting: Record<string, number> } {
    const lanes = this.#options.queue.lanes()
    return {
      running: Object.fromEntries(lanes.map(({ name, running }) => [name, running.length])),
      waiting: Object.fromEntries(lanes.map(({ name, waiting }) => [name, waiting.length])),
    }
  }

  /** Resolves when nothing runs and no client waits, or after the grace. */
  async #idle(graceMs: number): Promise<void> {
    const { queue } = this.#options
    const busy = () =>
      queue
        .lanes()
        .some(({ running, waiting }) => running.length > 0 || waiting.some((run) => !run.durable))
    if (!busy()) return
    const done = Promise.withResolvers<void>()
    const unwatch = queue.watch(() => {
      if (!busy()) done.resolve()
    })
    const timer = setTimeout(done.resolve, graceMs)
    await done.promise
    clearTimeout(timer)
    unwatch()
  }
}
