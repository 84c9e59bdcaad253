import type { Log } from '../../platform/log.ts'
import type { Run } from '../tasks/run.ts'

interface ActiveRun {
  owner: string
  run: Run
  settled: Promise<void>
}

/** Runs whose client does not wait for them, by the ids of their responses. */
export class BackgroundRuns {
  readonly #active = new Map<string, ActiveRun>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** @param kept Settles when the end of the run is kept */
  add(owner: string, id: string, run: Run, kept: Promise<unknown>): void {
    const settled = kept
      .catch((err) => this.#log.error({ err, response: id }, 'Cannot keep the end of a response'))
      .then(() => void this.#active.delete(id))
    this.#active.set(id, { owner, run, settled })
  }

  /** @returns undefined when it has ended */
  statusOf(owner: string, id: string): 'waiting' | 'running' | undefined {
    const run = this.#find(owner, id)?.run
    if (run === undefined) return undefined
    return run.startedAt === undefined ? 'waiting' : 'running'
  }

  /** @returns Resolves when its end is kept; whether it was under way */
  async cancel(owner: string, id: string): Promise<boolean> {
    const active = this.#find(owner, id)
    active?.run.cancel()
    await active?.settled
    return active !== undefined
  }

  /** Resolves when the ends of all are kept; the queue must have been stopped. */
  async close(): Promise<void> {
    await Promise.all([...this.#active.values()].map(({ settled }) => settled))
  }

  #find(owner: string, id: string): ActiveRun | undefined {
    const active = this.#active.get(id)
    return active?.owner === owner ? active : undefined
  }
}
