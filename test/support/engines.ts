import type { Account } from '../../src/engines/contract/account.ts'
import type { Engine, EngineEvent, Turn } from '../../src/engines/contract/text.ts'

type Act = (turn: Turn, signal: AbortSignal) => AsyncIterable<readonly EngineEvent[]>

/** A fake engine with a given answer. */
export function fakeEngine(
  id: string,
  act: (...asked: [...Parameters<Act>, Account]) => ReturnType<Act>,
  options: Partial<Engine> = {},
): Engine & { asked: Turn[] } {
  const asked: Turn[] = []
  return {
    id,
    label: id,
    models: ['small', 'large'],
    maxCharacters: 100_000,
    timeoutMs: 60_000,
    capabilities: { images: true, imageAddresses: true, structured: true, tools: true },
    accounts: [{ id: 'only' }],
    probeKind: () => 'status',
    asked,
    async checkStatus() {},
    run(turn: Turn, account: Account, signal: AbortSignal) {
      asked.push(turn)
      return act(turn, signal, account)
    },
    ...options,
  }
}

/** Answers with a text, in pieces where it is streamed. */
export function saying(...pieces: string[]): Act {
  return async function* say() {
    for (const text of pieces) yield [{ type: 'text', text }]
    yield [{ type: 'finish', reason: 'stop' }]
  }
}

/** Fails at once, or after some text. */
export function failing(error: Error, ...pieces: string[]): Act {
  return async function* fail() {
    for (const text of pieces) yield [{ type: 'text', text }]
    throw error
  }
}

/** Sends nothing until it is aborted. */
export function hanging(): Act {
  return async function* hang(_turn, signal) {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }
}
