import type { WriteBatch } from '../db/write-batch.ts'
import type { Log } from '../platform/log.ts'
import type { AccountMonitor } from './accounts/account-monitor.ts'
import type { Alerts } from './alerts/alerts.ts'
import type { Admission } from './tasks/admission.ts'
import type { Jobs } from './tasks/jobs.ts'
import type { Queue } from './tasks/memory-queue.ts'

const SWEEP_MS = 60_000
/** How often a stop looks whether the work is done. */
const POLL_MS = 10

interface LifecycleOptions {
  queue: Queue
  admission: Admission
  jobs: Jobs
  accountMonitor: AccountMonitor
  alerts: Alerts
  /** What holds things for a time and forgets them after it. */
  sweeps: readonly { sweep(): void }[]
  log: Log
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

  /** Takes up the jobs and alerts of the last run, and clears away what is past its time from now on. */
  start(): void {
    const { jobs, accountMonitor, alerts } = this.#options
    this.#sweep()
    jobs.recover()
    alerts.resend()
    accountMonitor.start()
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS)
  }

  /**
   * Refuses new work, lets what runs and the clients that are there come to their end, then stops
   * what is left. Jobs in line stay there for the next start.
   *
   * @param graceMs How long work may go on
   * @param closeDoors Sends what is left to send and closes the connections; the database is open until then
   */
  async stop(graceMs: number, closeListeners = async () => {}): Promise<void> {
    const { queue, admission, jobs, accountMonitor, alerts, batch, db } = this.#options
    clearInterval(this.#sweeping)
    const watched = accountMonitor.stop()
    admission.close()
    queue.hold((run) => run.durable)
    await this.#idle(graceMs)
    jobs.close()
    await queue.stop()
    await closeListeners()
    await watched
    await alerts.stop()
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
    while (this.#busy() && performance.now() < deadline) await Bun.sleep(POLL_MS)
  }

  /**
   * A place is held from before the body is read until the last byte is sent, so the places tell
   * more than the line does; only jobs in line have a place and may be left.
   */
  #busy(): boolean {
    const { queue, admission } = this.#options
    const lanes = queue.lanes()
    const left = lanes.flatMap(({ waiting }) => waiting.filter((run) => run.durable)).length
    return admission.snapshot().admitted > left || lanes.some(({ running }) => running.length > 0)
  }
}
