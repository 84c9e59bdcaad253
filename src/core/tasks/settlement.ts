import { expectedError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { CreditEntry, UsageEntry } from '../usage-entry.ts'
import type { TaskDefinition } from './define-task.ts'
import type { QueuedTask, RunEnd } from './queue.ts'

/** Keeps what was used. */
export interface UsageRecorder {
  /**
   * @param write Another write of the same transaction
   * @returns Resolves once committed
   */
  record(caller: Caller, entries: readonly UsageEntry[], write?: () => void): Promise<void>
}

/** Writes down, in one transaction, how a run has ended, what it has used and what it costs. */
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

/** Success costs what the task says; a failure is recorded without credits; a cancelled run is neither. */
function creditOf(definition: TaskDefinition, { input }: QueuedTask, end: RunEnd): CreditEntry[] {
  const { kind } = definition
  if (end.status === 'cancelled') return []
  if (end.status === 'failed') {
    const outcome = expectedError(end.error)?.code ?? 'internal'
    return [{ type: 'credit', surface: kind, action: '', units: 0, outcome }]
  }
  const charge = definition.charge?.(input, end.result)
  if (charge === undefined) return []
  return [{ type: 'credit', surface: kind, ...charge, outcome: 'succeeded' }]
}
