import type { WriteBatch } from '../db/write-batch.ts'
import type { Log } from '../platform/log.ts'
import type { AccountMonitor } from './accounts/account-monitor.ts'
import type { Alerts } from './alerts/alerts.ts'
import type { Admissions } from './tasks/admissions.ts'
import type { Jobs } from './tasks/jobs.ts'
import type { Queue } from './tasks/queue.ts'

const SWEEP_MS = 60_000
/** How often a stop looks whether the work is done. */
const POLL_MS = 10

interface LifecycleOptions {
  queue: Queue
  admissions: Admissions
  jobs: Jobs
  /** Puts the jobs of the last run back into the queue. */
  recover: () => Promise<void>
  accountMonitor: AccountMonitor
  alerts: Alerts
  /** What holds things for a time and forgets them after it. */
  sweeps: readonly { sweep(): void }[]
  log: Log
  batch: WriteBatch
  /** Closed last. */
  resources: Disposable
}

/** Start and end of the work: what a restart finds, and what a stop leaves. */
export class Lifecycle {
  readonly #options: LifecycleOptions
  #sweeping: Timer | undefined

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /** Takes up the jobs and alerts of the last run, and clears away what is past its time from now on. */
  start(): void {
    const { recover, accountMonitor, alerts, log } = this.#options
    this.#sweep()
    recover().catch((err) => log.error({ err }, 'Cannot take up the jobs of the last run'))
    alerts.resend()
    accountMonitor.start()
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS)
  }

  /**
   * Refuses new work, lets what runs and the clients that are there come to their end, then stops
   * what is left. Jobs in line stay there for the next start.
   *
   * @param graceMs How long work may go on
   * @param closeListeners Sends what is left to send and closes the connections; the database is open until then
   */
  async stop(graceMs: number, closeListeners = async () => {}): Promise<void> {
    const { queue, admissions, jobs, accountMonitor, alerts, batch, resources } = this.#options
    clearInterval(this.#sweeping)
    const watched = accountMonitor.stop()
    admissions.close()
    await queue.pauseDurable()
    await this.#idle(graceMs)
    jobs.close()
    await queue.stop()
    await jobs.stopWrites()
    await closeListeners()
    await watched
    await alerts.stop()
    batch.flush()
    resources[Symbol.dispose]()
  }

  #sweep(): void {
    const { sweeps, log } = this.#options
    for (const one of sweeps) {
      try {
        one.sweep()
      } catch (err) {
        // A full disk: what is past its time is still there, and the service goes on.
        log.error({ err }, 'Cannot clear away what is past its time')
      }
    }
  }

  /** Resolves when nothing runs and every client has its answer, or after the grace. */
  async #idle(graceMs: number): Promise<void> {
    const deadline = performance.now() + graceMs
    while ((await this.#hasWork()) && performance.now() < deadline) await Bun.sleep(POLL_MS)
  }

  /** Whether something runs, or a request is under way: jobs that wait may be left. */
  async #hasWork(): Promise<boolean> {
    const { queue, admissions } = this.#options
    if (admissions.hasRequests) return true
    return (await queue.lanes()).some(({ running }) => running.length > 0)
  }
}
