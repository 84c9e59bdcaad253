import type { Account } from '../../engines/contract/account.ts'
import type { Engine } from '../../engines/contract/text.ts'

/** One minimal answer of a model, needed to probe an account. */
export interface ModelProbe {
  engine: Engine
  account: Account
  model: string
  /** Aborts the probe, in the queue and while it runs. */
  signal: AbortSignal
}

/**
 * Runs a model probe: at once, or as a heavy task of the queue. The time limit is the engine's and
 * counts from the start of the run.
 *
 * @throws {EngineFailure} the same verdicts as any answer; any other error is the service's own and
 * says nothing about the account
 */
export type RunModelProbe = (probe: ModelProbe) => Promise<void>
