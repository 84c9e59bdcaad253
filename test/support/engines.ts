import type { Account } from '../../src/engines/contract/account.ts'
import type { Engine, EngineEvent, Turn } from '../../src/engines/contract/text.ts'

type Respond = (turn: Turn, signal: AbortSignal) => AsyncIterable<readonly EngineEvent[]>

/** An engine whose answers are given by a function. `turns` records its requests. */
export function fakeEngine(
  id: string,
  respond: (...turns: [...Parameters<Respond>, Account]) => ReturnType<Respond>,
  options: Partial<Engine> = {},
): Engine & { turns: Turn[] } {
  const turns: Turn[] = []
  return {
    type: 'text',
    id,
    label: id,
    models: ['small', 'large'],
    maxCharacters: 100_000,
    // Longer than a test on a busy machine holds an answer.
    timeoutMs: 600_000,
    capabilities: { images: true, structured: true, tools: true },
    accounts: [{ id: 'only' }],
    turns,
    async checkStatus() {},
    run(turn: Turn, account: Account, signal: AbortSignal) {
      turns.push(turn)
      return respond(turn, signal, account)
    },
    ...options,
  }
}

/** Answers with a text, one event for each piece. */
export function saying(...pieces: string[]): Respond {
  return async function* say() {
    for (const text of pieces) yield [{ type: 'text', text }]
    yield [{ type: 'finish', reason: 'stop' }]
  }
}

/** Fails at once, or after some text. */
export function failing(error: Error, ...pieces: string[]): Respond {
  return async function* fail() {
    for (const text of pieces) yield [{ type: 'text', text }]
    throw error
  }
}

/** Sends nothing until it is aborted. */
export function hanging(): Respond {
  return async function* hang(_turn, signal) {
    yield await aborted(signal)
  }
}

/** Rejects with the reason when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  // Where nobody waits for it any more.
  promise.catch(() => {})
  return promise
}
