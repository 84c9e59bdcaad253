import type { Turn } from '../../src/engines/contract/text.ts'
import { fakeEngine } from './engines.ts'

/** An engine whose answers a test lets out one by one: each says the question's text back. */
export function gatedEngine() {
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gate = (text: string) => {
    const found = gates.get(text) ?? Promise.withResolvers<void>()
    gates.set(text, found)
    return found
  }
  const engine = fakeEngine('gated', async function* (turn, signal) {
    const text = questionOf(turn)
    const left = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => left.reject(signal.reason), { once: true })
    await Promise.race([gate(text).promise, left.promise])
    yield [{ type: 'text' as const, text: `${text}!` }]
    yield [{ type: 'finish' as const, reason: 'stop' }]
  })
  return {
    engine,
    /** Lets the answer to a question out. */
    open: (text: string) => gate(text).resolve(),
    get asked() {
      return engine.asked.map(questionOf)
    },
  }
}

/** Lets everything that is under way go on until the condition holds; no timer is involved. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise<void>((resolve) => setImmediate(resolve))
}

function questionOf({ messages }: Turn): string {
  const content = messages.at(-1)?.content
  return typeof content === 'string' ? content : ''
}
