import type { WriteBatch } from '../db/write-batch.ts'
import type { Log } from '../platform/log.ts'
import type { Alerts } from './alerts/alerts.ts'
import type { AccountMonitor } from './engines/account-monitor.ts'
import type { Features } from './feature.ts'
import type { Admissions } from './tasks/admission.ts'
import type { Jobs } from './tasks/jobs.ts'
import type { Queue } from './tasks/queue.ts'
import type { Runs } from './tasks/runs.ts'

const SWEEP_MS = 60_000
/** Interval at which a stop checks whether the work is done. */
const POLL_MS = 10

interface LifecycleOptions {
  queue: Queue
  admissions: Admissions
  jobs: Jobs
  /** Puts the jobs of the last run back into the queue. */
  recover: () => Promise<void>
  /** Starts what must be there before the first job: the way to other machines. */
  start: () => void
  /** For engines. */
  searches: readonly { start(): void; stop(): Promise<void> }[]
  /** Those of the core included. */
  features: Pick<Features<unknown>, 'sweeps' | 'recover' | 'recovered' | 'stop' | 'end'>
  /** Closed when the queue has stopped. */
  runs: Runs
  accountMonitor: AccountMonitor
  alerts: Alerts
  log: Log
  batch: WriteBatch
  /** Closed last. */
  resources: Disposable
}

/** Starts the background work and stops the service in order. */
export class Lifecycle {
  readonly #options: LifecycleOptions
  #sweeping: Timer | undefined

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /**
   * Recovers the jobs and alerts of the last run, and starts the periodic deletion of expired
   * entries.
   */
  start(): void {
    const { features, searches, accountMonitor, alerts, log } = this.#options
    this.#options.start()
    this.#sweep()
    features.recover()
    this.#recoverJobs().catch((err) =>
      log.error({ err }, 'Cannot take up the jobs of the last run'),
    )
    alerts.resend()
    for (const search of searches) search.start()
    accountMonitor.start()
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS)
  }

  /**
   * Refuses new work, waits for running tasks and open requests, then cancels what is left. Queued
   * jobs, and those that stop at once, are left to the next start.
   *
   * @param graceMs How long work may go on
   * @param closeListeners Sends pending responses and closes the connections, while the database is
   * open
   */
  async stop(graceMs: number, closeListeners = async () => {}): Promise<void> {
    const { queue, admissions, jobs, runs, accountMonitor, alerts } = this.#options
    const { features, batch, resources } = this.#options
    clearInterval(this.#sweeping)
    const monitorStopped = Promise.all([
      accountMonitor.stop(),
      ...this.#options.searches.map((search) => search.stop()),
    ])
    const backgroundStopped = features.stop()
    admissions.close()
    queue.pauseDurable()
    await this.#waitUntilIdle(graceMs)
    jobs.close()
    await queue.stop()
    await runs.close()
    await closeListeners()
    await monitorStopped
    // After the last answer and the last check of an engine.
    await features.end()
    // Before the end of the database, whose last checkpoint would change a file that is copied.
    await backgroundStopped
    await alerts.stop()
    batch.flush()
    resources[Symbol.dispose]()
  }

  /** Open requests and running jobs. Queued jobs do not count. */
  openWork(): number {
    const { queue, admissions } = this.#options
    const running = queue.lanes().flatMap((lane) => lane.running)
    // A run whose client has left goes on for a moment.
    const requests = Math.max(
      admissions.openRequests,
      running.filter(({ durable }) => !durable).length,
    )
    return requests + running.filter(({ durable }) => durable).length
  }

  async #recoverJobs(): Promise<void> {
    await this.#options.recover()
    await this.#options.features.recovered()
  }

  #sweep(): void {
    const { features, log } = this.#options
    for (const store of features.sweeps) {
      try {
        store.sweep()
      } catch (err) {
        // On a full disk the expired entries remain, and the service goes on.
        log.error({ err }, 'Cannot clear away what is past its time')
      }
    }
  }

  /** Resolves when no task runs and no request is open, or after the grace period. */
  async #waitUntilIdle(graceMs: number): Promise<void> {
    const deadline = performance.now() + graceMs
    while (this.openWork() > 0 && performance.now() < deadline) await Bun.sleep(POLL_MS)
  }
}
