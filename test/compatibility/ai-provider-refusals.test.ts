import { expect, test } from 'bun:test'
import { generateText, streamText } from 'ai'
import {
  aiModels,
  closedUpstreamUrl,
  failureOf,
  holdBothLeases,
  rawChat,
} from '../support/clients.ts'
import { localEngine, startService } from '../support/service.ts'
import { defaultAnswer, handStream, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const MAX_CHARACTERS = 100_000
const ENGINE_SECONDS = 1
const HELLO = 'Hello from the local model.'

test('ai: every provider is told of a bad key by 401, and asks once', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const wire = startWire()
  for (const [name, model] of Object.entries(
    aiModels(service, { fetch: wire.fetch, key: 'wrong' }),
  ))
    expect([
      name,
      await failureOf(generateText({ model, prompt: 'Hi', maxOutputTokens: 9 })),
    ]).toMatchObject([
      name,
      { statusCode: 401, isRetryable: false, message: 'Invalid or missing API key' },
    ])
  expect(wire.statuses).toEqual([401, 401, 401])
  expect(upstream.requests).toEqual([])
})

test('ai: every provider is told of too long a conversation by 422, and asks once', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const wire = startWire()
  const prompt = 'x'.repeat(MAX_CHARACTERS + 1)
  for (const [name, model] of Object.entries(aiModels(service, wire)))
    expect([
      name,
      await failureOf(generateText({ model, prompt, maxOutputTokens: 9 })),
    ]).toMatchObject([
      name,
      {
        ...{ statusCode: 422, isRetryable: false },
        message: `The conversation is too long: it has ${MAX_CHARACTERS + 1} characters, the bound is ${MAX_CHARACTERS}`,
      },
    ])
  expect(wire.statuses).toEqual([422, 422, 422])
  expect(upstream.requests).toEqual([])
})

test('ai: every provider is told of 503 with its words, where no engine is there', async () => {
  await using service = startService({
    ...{ speechEngines: [], upstream: await closedUpstreamUrl() },
    // In time for a status of its own, on a busy machine too.
    limits: { headersGraceMs: 60_000 },
  })
  const wire = startWire()
  for (const [name, model] of Object.entries(aiModels(service, wire)))
    expect([
      name,
      await failureOf(generateText({ model, prompt: 'Hi', maxOutputTokens: 9, maxRetries: 0 })),
    ]).toMatchObject([
      name,
      { statusCode: 503, message: expect.stringContaining('No engine could answer') },
    ])
  expect(wire.statuses).toEqual([503, 503, 503])
})

test('ai: every provider is told of 429 with the time to wait, and no engine is asked', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const wire = startWire()
  const places = await holdBothLeases(service, upstream)
  const asked = upstream.requests.length
  for (const model of Object.values(aiModels(service, wire)))
    expect(
      await failureOf(generateText({ model, prompt: 'Hi', maxOutputTokens: 9, maxRetries: 0 })),
    ).toMatchObject({ statusCode: 429, isRetryable: true, responseHeaders: { 'retry-after': '5' } })
  expect(wire.statuses).toEqual([429, 429, 429])
  expect(upstream.requests).toHaveLength(asked)
  places.free()
})

test('ai: every provider reads an answer that has waited in line, asked for once', async () => {
  await using upstream = startUpstream()
  await using service = startService({
    ...{ speechEngines: [], upstream: upstream.url, heavyWidth: 1 },
    limits: { keepaliveMs: 50 },
  })
  const wire = startWire()
  for (const [name, model] of Object.entries(aiModels(service, wire))) {
    const other = handStream()
    upstream.script(() => other.response)
    const before = upstream.requests.length
    const first = rawChat(service).then((response) => response.text())
    await upstream.until(() => upstream.requests.length === before + 1)
    upstream.script(defaultAnswer)
    const { queue } = service.services
    const inLine = Promise.withResolvers<void>()
    const stop = queue.onChange(async () => {
      if ((await queue.lanes()).some(({ waiting }) => waiting.length > 0)) inLine.resolve()
    })
    const text = streamText({ model, prompt: 'Hi', maxOutputTokens: 9 }).text
    await inLine.promise
    stop()
    await other.finish()
    await first
    expect([name, await text]).toEqual([name, HELLO])
    expect(upstream.requests).toHaveLength(before + 2)
  }
  expect(wire.statuses).toEqual([200, 200, 200])
})

test('ai: every provider is told of an engine that takes too long, and asks once', async () => {
  await using upstream = startUpstream(() => {
    const answer = handStream()
    void answer.say('Once upon')
    return answer.response
  })
  await using service = startService({
    ...{ speechEngines: [] },
    engines: [localEngine(upstream.url, { timeout_seconds: ENGINE_SECONDS })],
  })
  const wire = startWire()
  for (const [index, [name, model]] of Object.entries(aiModels(service, wire)).entries()) {
    const errors: unknown[] = []
    const onError = ({ error }: { error: unknown }) => void errors.push(error)
    await streamText({ model, prompt: 'Hi', maxOutputTokens: 9, onError }).consumeStream()
    expect([name, String(errors)]).toEqual([
      name,
      expect.stringContaining('failed before its answer was whole'),
    ])
    expect(upstream.requests).toHaveLength(index + 1)
  }
  expect(wire.statuses).toEqual([200, 200, 200])
})
