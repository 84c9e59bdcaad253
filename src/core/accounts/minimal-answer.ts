import type { Account } from '../../engines/contract/account.ts'
import { EngineFailure } from '../../engines/contract/failure.ts'
import { type Engine, type EngineEvent, minimalTurn } from '../../engines/contract/text.ts'

/**
 * Asks an account for the least answer of a model: the one sure sign that it can answer.
 *
 * @throws {EngineFailure} also for an answer without content
 */
export async function requestMinimalAnswer(
  engine: Engine,
  account: Account,
  model: string,
  signal: AbortSignal,
): Promise<void> {
  let answered = false
  for await (const batch of engine.run(minimalTurn(model), account, signal))
    answered ||= batch.some(hasContent)
  if (!answered) throw new EngineFailure('empty', 'The engine ended without an answer')
}

function hasContent(event: EngineEvent): boolean {
  return event.type === 'delta' || (event.type === 'text' && event.text !== '')
}
