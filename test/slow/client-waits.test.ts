import { expect, test } from 'bun:test'
import { generateText, streamText } from 'ai'
import { aiModel, holdBothLeases, langchainModel, openaiClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import {
  defaultAnswer,
  handStream,
  startUpstream,
  type UpstreamRequest,
} from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

// All of them wait at the same time: what is slow here is Retry-After and silence, not work.
const SILENCE_MS = 25_000
/** An engine's failure is in time for a status of its own, on a busy machine too. */
const LIMITS = { headersGraceMs: 60_000, modelLoadWaitMs: 62 }
const HELLO = 'Hello from the local model.'
const MESSAGES = [{ role: 'user' as const, content: 'Say hello' }]

test.concurrent('openai: a stream outlives 25 s of silence', async () => {
  await using upstream = startUpstream(silentThenSpeak)
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const chunks = await openaiClient(service, {
    retries: 0,
    fetch: wire.fetch,
  }).chat.completions.create({ model: 'auto', messages: MESSAGES, stream: true })
  let text = ''
  for await (const chunk of chunks) text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toBe('One, two')
  expectKeepalives(wire.exchanges[0]?.text)
})

test.concurrent('ai: a stream outlives 25 s of silence', async () => {
  await using upstream = startUpstream(silentThenSpeak)
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const model = aiModel(service, { fetch: wire.fetch })
  const answer = streamText({ model, messages: MESSAGES, maxRetries: 0 })
  expect(await answer.text).toBe('One, two')
  expectKeepalives(wire.exchanges[0]?.text)
})

test.concurrent('langchain: a stream outlives 25 s of silence', async () => {
  await using upstream = startUpstream(silentThenSpeak)
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const model = langchainModel(service, { retries: 0, fetch: wire.fetch })
  let text = ''
  for await (const chunk of await model.stream(MESSAGES)) text += chunk.text
  expect(text).toBe('One, two')
  expectKeepalives(wire.exchanges[0]?.text)
})

test.concurrent('openai: asks again 5 s after a 429 and is answered', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const places = await holdBothLeases(service, upstream)
  const wire = startWire((status) => status === 429 && places.free())
  const client = openaiClient(service, { fetch: wire.fetch })
  const answer = await client.chat.completions.create({ model: 'auto', messages: MESSAGES })
  expect(answer.choices[0]?.message.content).toBe(HELLO)
  expect(wire.statuses).toEqual([429, 200])
  expect(wire.pauseSeconds).toBeGreaterThan(4.9)
})

test.concurrent('ai: asks again 5 s after a 429 and is answered', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const places = await holdBothLeases(service, upstream)
  const wire = startWire((status) => status === 429 && places.free())
  const model = aiModel(service, { fetch: wire.fetch })
  const { text } = await generateText({ model, messages: MESSAGES })
  expect(text).toBe(HELLO)
  expect(wire.statuses).toEqual([429, 200])
  expect(wire.pauseSeconds).toBeGreaterThan(4.9)
})

test.concurrent('langchain: asks again 5 s after a 429 and is answered', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const places = await holdBothLeases(service, upstream)
  const wire = startWire((status) => status === 429 && places.free())
  const answer = await langchainModel(service, { fetch: wire.fetch }).invoke(MESSAGES)
  expect(answer.text).toBe(HELLO)
  expect(wire.statuses).toEqual([429, 200])
  expect(wire.pauseSeconds).toBeGreaterThan(4.9)
})

test.concurrent('openai: asks again 20 s after a 503, as a stream, and is answered', async () => {
  await using upstream = startUpstream(stillLoading)
  await using service = startService({ limits: LIMITS, upstream: upstream.url })
  const wire = startWire((status) => status === 503 && upstream.script(defaultAnswer))
  const client = openaiClient(service, { fetch: wire.fetch })
  const chunks = await client.chat.completions.create({
    model: 'auto',
    messages: MESSAGES,
    stream: true,
  })
  let text = ''
  for await (const chunk of chunks) text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toBe(HELLO)
  expect(wire.statuses).toEqual([503, 200])
  expect(wire.pauseSeconds).toBeGreaterThan(19.9)
})

test.concurrent('ai: asks again 20 s after a 503, as a stream, and is answered', async () => {
  await using upstream = startUpstream(stillLoading)
  await using service = startService({ limits: LIMITS, upstream: upstream.url })
  const wire = startWire((status) => status === 503 && upstream.script(defaultAnswer))
  const model = aiModel(service, { fetch: wire.fetch })
  expect(await streamText({ model, messages: MESSAGES }).text).toBe(HELLO)
  expect(wire.statuses).toEqual([503, 200])
  expect(wire.pauseSeconds).toBeGreaterThan(19.9)
})

test.concurrent('langchain: asks again after a 503, as a stream, and is answered', async () => {
  await using upstream = startUpstream(stillLoading)
  await using service = startService({ limits: LIMITS, upstream: upstream.url })
  // It reads Retry-After of a 429 only; after a 503 it waits by its own rule, a second or two.
  const wire = startWire((status) => status === 503 && upstream.script(defaultAnswer))
  const model = langchainModel(service, { fetch: wire.fetch })
  let text = ''
  for await (const chunk of await model.stream(MESSAGES)) text += chunk.text
  expect(text).toBe(HELLO)
  expect(wire.statuses).toEqual([503, 200])
})

async function silentThenSpeak({ signal }: UpstreamRequest): Promise<Response> {
  const stream = handStream()
  const timer = setTimeout(async () => {
    await stream.say('One, ')
    await stream.say('two')
    await stream.finish()
  }, SILENCE_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return stream.response
}

/** A request on which a model has worked is not asked again. */
function stillLoading(): Response {
  return Response.json({ error: { message: 'Loading model' } }, { status: 503 })
}

/** One each 10 s; on a busy machine the silence takes longer. */
function expectKeepalives(text = ''): void {
  const lines = text.split('\n').filter((line) => line === ': keepalive')
  expect(lines.length).toBeWithin(2, 7)
}
