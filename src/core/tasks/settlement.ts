import { expectedError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { CreditEntry, UsageEntry } from '../usage-entry.ts'
import type { TaskDefinition } from './define-task.ts'
import type { QueuedTask, RunEnd } from './run.ts'

/** Records usage. */
export interface UsageRecorder {
  /**
   * @param write Another write of the same transaction
   * @returns Resolves once committed
   */
  record(caller: Caller, entries: readonly UsageEntry[], write?: () => void): Promise<void>
}

/** Stores the end, the usage and the price of a run in one transaction. */
export class Settlement {
  readonly #usage: UsageRecorder

  constructor(usage: UsageRecorder) {
    this.#usage = usage
  }

  /** @param writeEnd Writes the end of a job to its row */
  async write(
    definition: TaskDefinition,
    task: QueuedTask,
    end: RunEnd,
    usage: readonly UsageEntry[],
    writeEnd?: () => void,
  ): Promise<void> {
    const entries = [...usage, ...creditOf(definition, task, end)]
    if (entries.length === 0 && writeEnd === undefined) return
    await this.#usage.record(task.caller, entries, writeEnd)
  }
}

/**
 * Success costs the task's price; a failure is recorded with 0 credits, unless its kind is in no
 * usage; a cancelled run is not recorded.
 */
function creditOf(definition: TaskDefinition, { input }: QueuedTask, end: RunEnd): CreditEntry[] {
  const { kind } = definition
  if (end.status === 'cancelled') return []
  if (end.status === 'failed') {
    if (definition.countsFailures === false) return []
    const outcome = expectedError(end.error)?.code ?? 'internal'
    return [{ type: 'credit', surface: kind, action: '', units: 0, outcome }]
  }
  const charge = definition.charge?.(input, end.result)
  if (charge === undefined) return []
  return [{ type: 'credit', surface: kind, ...charge, outcome: 'succeeded' }]
}
