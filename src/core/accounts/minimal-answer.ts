import { asFailure, EngineFailure } from '../../engines/contract/failure.ts'
import { type EngineEvent, minimalTurn } from '../../engines/contract/text.ts'
import type { ModelProbe } from './model-probe.ts'

/**
 * Requests the shortest answer of a model: the only proof that its account can answer. The run is
 * aborted after the engine's time limit.
 *
 * @throws {EngineFailure} also `empty` for an answer without content, and `timeout`
 */
export async function requestMinimalAnswer({
  engine,
  account,
  model,
  signal,
}: ModelProbe): Promise<void> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), engine.timeoutMs)
  let answered = false
  try {
    const runSignal = AbortSignal.any([signal, limit.signal])
    for await (const batch of engine.run(minimalTurn(model), account, runSignal))
      answered ||= batch.some(hasContent)
    signal.throwIfAborted()
  } catch (cause) {
    signal.throwIfAborted()
    if (!limit.signal.aborted) throw asFailure(cause)
    const seconds = engine.timeoutMs / 1000
    throw new EngineFailure('timeout', `The engine did not answer within ${seconds} seconds`, {
      cause,
    })
  } finally {
    clearTimeout(timer)
  }
  if (!answered) throw new EngineFailure('empty', 'The engine ended without an answer')
}

function hasContent(event: EngineEvent): boolean {
  return event.type === 'delta' || (event.type === 'text' && event.text !== '')
}
