import type { Run } from '../../core/tasks/run.ts'
import type { EngineFacts } from '../../http/server/connection.ts'

/** The model call that a run's answer came from, or failed with: its last one. */
export function engineFacts({ usage }: Run): EngineFacts | undefined {
  for (let index = usage.length - 1; index >= 0; index -= 1) {
    const entry = usage[index]
    if (entry?.type !== 'model_call') continue
    const { engine, model, account, queueMs, outcome } = entry
    return {
      engine,
      model,
      account,
      queueMs,
      failure: outcome === 'succeeded' ? undefined : outcome,
    }
  }
  return undefined
}
