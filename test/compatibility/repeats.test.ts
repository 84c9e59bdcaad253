import { expect, test } from 'bun:test'
import { EngineFailure, type Verdict } from '../../src/engines/contract/failure.ts'
import { anthropicClient, failureOf, openaiClient } from '../support/clients.ts'
import { failing, fakeEngine } from '../support/engines.ts'
import { startService } from '../support/service.ts'
import { startWire } from '../support/wire.ts'

const MESSAGES = [{ role: 'user' as const, content: 'Say hello' }]
const ASK = { model: 'auto', messages: MESSAGES }
const ASK_CLAUDE = { ...ASK, max_tokens: 100 }
const INPUT = { model: 'auto', input: 'Say hello' }

/**
 * Asks in each dialect, whole and streamed, with clients that repeat as often as they do by
 * themselves. The engine fails before its first word.
 *
 * @returns The statuses, and how often the engine was asked
 */
async function askEach(verdict: Verdict) {
  const engine = fakeEngine('local', failing(new EngineFailure(verdict, 'It broke')))
  await using service = startService({
    ...{ speechEngines: [], engines: [engine] },
    // In time for a status of its own, on a busy machine too.
    limits: { headersGraceMs: 60_000 },
  })
  const wire = startWire()
  const openai = openaiClient(service, { fetch: wire.fetch })
  const claude = anthropicClient(service, { fetch: wire.fetch })
  const asked = [
    () => openai.chat.completions.create(ASK),
    async () => Array.fromAsync(await openai.chat.completions.create({ ...ASK, stream: true })),
    () => openai.completions.create({ model: 'auto', prompt: 'Say hello' }),
    () => openai.responses.create(INPUT),
    async () => {
      // OpenAI's client gives the response that has failed, and raises nothing.
      const { status, error } = await openai.responses.stream(INPUT).finalResponse()
      if (status === 'failed') throw new Error(error?.message)
    },
    () => claude.messages.create(ASK_CLAUDE),
    () => claude.messages.stream(ASK_CLAUDE).finalMessage(),
  ]
  const turns: number[] = []
  for (const ask of asked) {
    const before = engine.turns.length
    expect(await failureOf(ask())).toBeInstanceOf(Error)
    turns.push(engine.turns.length - before)
  }
  return { turns, statuses: wire.statuses, exchanges: wire.exchanges }
}

test('an answer that breaks before its first word is asked for once by every client', async () => {
  const { turns, statuses, exchanges } = await askEach('transient')
  expect(turns).toEqual([1, 1, 1, 1, 1, 1, 1])
  // In streams of clients that repeat in spite of headers, the failure is no status.
  expect(statuses).toEqual([503, 503, 503, 503, 200, 503, 200])
  expect(exchanges[4]?.text).toContain('event: response.created\n')
  expect(exchanges[4]?.text).toContain('"code":"server_is_overloaded"')
  expect(exchanges[6]?.text).toStartWith('event: message_start\n')
  expect(exchanges[6]?.text).toContain('event: error\n')
  expect(exchanges[0]?.headers.get('retry-after')).toBe('20')
  // Claude Code repeats an `overloaded_error`.
  expect(exchanges.map(({ text }) => text).join()).not.toContain('overloaded_error')
})

test('a failure of accounts, before any model has worked, keeps its status in each stream', async () => {
  const { turns, statuses } = await askEach('signed_out')
  // The account is asked once, and then known to be signed out.
  expect(turns).toEqual([1, 0, 0, 0, 0, 0, 0])
  expect(statuses).toEqual(Array(7).fill(503))
})
