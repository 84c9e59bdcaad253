import type { Engine, Turn } from '../../src/engines/contract/text.ts'
import { aborted, fakeEngine } from './engines.ts'

/** An engine whose answers the test releases one by one. Each answer is the prompt with an `!`. */
export function gatedEngine(id = 'gated', options: Partial<Engine> = {}) {
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gate = (text: string) => {
    const found = gates.get(text) ?? Promise.withResolvers<void>()
    gates.set(text, found)
    return found
  }
  async function* respond(turn: Turn, signal: AbortSignal) {
    const text = questionOf(turn)
    await Promise.race([gate(text).promise, aborted(signal)])
    yield [{ type: 'text' as const, text: `${text}!` }]
    yield [{ type: 'finish' as const, reason: 'stop' }]
  }
  const engine = fakeEngine(id, respond, options)
  return {
    engine,
    /** Releases the answer to a prompt. */
    release: (text: string) => gate(text).resolve(),
    get prompts() {
      return engine.turns.map(questionOf)
    },
  }
}

/** Yields to the event loop until the condition holds, without a timer. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise<void>((resolve) => setImmediate(resolve))
}

function questionOf({ messages }: Turn): string {
  const content = messages.at(-1)?.content
  return typeof content === 'string' ? content : ''
}
