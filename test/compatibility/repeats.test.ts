import { expect, test } from 'bun:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, streamText } from 'ai'
import { EngineFailure, type Verdict } from '../../src/engines/contract/failure.ts'
import { aiModel, anthropicClient, failureOf, openaiClient } from '../support/clients.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
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
  // In streams the failure is no status: some clients repeat in spite of headers.
  expect(statuses).toEqual([503, 200, 503, 503, 200, 503, 200])
  expect(exchanges[4]?.text).toContain('event: response.created\n')
  expect(exchanges[4]?.text).toContain('"code":"invalid_prompt"')
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

test('the AI SDK asks once for a stream that fails after a model has worked, and for a whole answer without retries', async () => {
  const engine = fakeEngine(
    'local',
    failing(new EngineFailure('transient', 'It broke: ECONNRESET')),
  )
  await using service = startService({
    ...{ speechEngines: [], engines: [engine] },
    limits: { headersGraceMs: 60_000 },
  })
  const options = { baseURL: `${service.url}/v1`, apiKey: PRIMARY_KEY }
  const models = [
    createOpenAI(options)('auto'),
    createOpenAI(options).chat('auto'),
    createOpenAI(options).completion('auto'),
    createAnthropic(options)('auto'),
    aiModel(service),
  ]
  for (const model of models) {
    const before = engine.turns.length
    const asked = { model, prompt: 'Say hello', maxOutputTokens: 100 }
    const errors: unknown[] = []
    const onError = ({ error }: { error: unknown }) => void errors.push(error)
    await streamText({ ...asked, onError }).consumeStream()
    expect(errors).toMatchObject([{ message: 'No engine could answer: local failed' }])
    expect([model.provider, engine.turns.length - before]).toEqual([model.provider, 1])
    expect(await failureOf(generateText({ ...asked, maxRetries: 0 }))).toBeInstanceOf(Error)
    expect([model.provider, engine.turns.length - before]).toEqual([model.provider, 2])
  }
})

test('a stream whose usage cannot be recorded is told in the stream, logged, and asked for once', async () => {
  const errors: string[] = []
  const engines = [
    fakeEngine('works', saying('Hello')),
    fakeEngine('breaks', failing(new EngineFailure('transient', 'It broke'))),
  ]
  await using service = startService({
    ...{ speechEngines: [], engines },
    limits: { headersGraceMs: 60_000 },
    log: {
      ...{ debug() {}, info() {}, warn() {}, flush() {} },
      error: (_fields: object, message: string) => void errors.push(message),
    },
  })
  service.services.db.sqlite.run(
    `CREATE TRIGGER no_calls BEFORE INSERT ON model_calls BEGIN SELECT RAISE(ABORT, 'none'); END`,
  )
  for (const engine of engines) {
    const wire = startWire()
    const openai = openaiClient(service, { fetch: wire.fetch })
    const asked = async () =>
      Array.fromAsync(
        await openai.chat.completions.create({ ...ASK, model: engine.id, stream: true }),
      )
    expect(await failureOf(asked())).toMatchObject({ code: 'internal' })
    expect(wire.statuses).toEqual([200])
    expect(engine.turns).toHaveLength(1)
    const whole = () => openai.chat.completions.create({ ...ASK, model: engine.id })
    expect(await failureOf(whole())).toMatchObject({ status: 500, code: 'internal' })
    expect(engine.turns).toHaveLength(2)
  }
  expect(errors).toContain('A stream failed in an unexpected way')
})
