import type { AttackedService, ServiceOptions } from './attacked-service.ts'
import type { WatchedService } from './watch.ts'

/** What a driver has found. */
export interface Figures {
  /** What was lost, doubled or broken; each is one line. Any of them fails the run. */
  readonly losses: readonly string[]
  /** Counts and measurements for the table, by their names. */
  readonly values: Readonly<Record<string, number | string>>
  /** Why the driver could not run on this machine. */
  readonly skipped?: string
}

/** What a driver gets. Everything that it starts ends before its `run` does. */
export interface AttackContext {
  /** Fires when the driver's share of the time is used up; it then ends within a minute. */
  readonly deadline: AbortSignal
  /** The same numbers for the same `--seed`. */
  readonly random: () => number
  readonly seed: number
  /** An empty folder of this driver, removed after it unless something was lost. */
  readonly folder: string
  /** Writes one line to stderr, with the driver's name. */
  readonly log: (line: string) => void
  /**
   * Starts the service as a child process, under a memory limit of 1 GiB unless another is given.
   *
   * @throws {Error} with its log, when it ends before it listens
   */
  readonly start: (options?: ServiceOptions) => Promise<AttackedService>
  /** The same, with its `/health` probed all the while. */
  readonly startWatched: (options?: ServiceOptions) => Promise<WatchedService>
}

/** One kind of attack: a file of this folder, listed in `drivers.ts`. */
export interface Driver {
  /** In kebab-case; `--only` takes it. */
  readonly name: string
  readonly run: (context: AttackContext) => Promise<Figures>
}

/** For a machine that lacks what a driver needs. */
export function skipped(reason: string): Figures {
  return { losses: [], values: {}, skipped: reason }
}
