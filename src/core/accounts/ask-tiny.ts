import {
  type Account,
  type Engine,
  type EngineEvent,
  EngineFailure,
  tinyTurn,
} from '../../engines/contract.ts'

/**
 * Asks an account for the least answer of a model: the one sure sign that it can answer.
 *
 * @throws {EngineFailure} also for an answer without content
 */
export async function askTiny(
  engine: Engine,
  account: Account,
  model: string,
  signal: AbortSignal,
): Promise<void> {
  let answered = false
  for await (const batch of engine.run(tinyTurn(model), account, signal))
    answered ||= batch.some(hasContent)
  if (!answered) throw new EngineFailure('empty', 'The engine ended without an answer')
}

function hasContent(event: EngineEvent): boolean {
  return event.type === 'delta' || (event.type === 'text' && event.text !== '')
}
