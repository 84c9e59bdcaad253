import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import { closedUpstreamUrl, failureOf, holdBothLeases, openaiClient } from '../support/clients.ts'
import { createDevice } from '../support/devices.ts'
import { startService } from '../support/service.ts'
import { defaultAnswer, handStream, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const MAX_CHAT_BYTES = 60 * 1024 * 1024
const HELLO = { model: 'auto', input: 'Say hello' }

/** What the client raises, whole and streamed. */
async function refusals(client: OpenAI, input = HELLO.input): Promise<unknown[]> {
  const asked = { ...HELLO, input }
  return [
    await failureOf(client.responses.create(asked)),
    await failureOf(client.responses.create({ ...asked, stream: true })),
  ]
}

test('openai: 401, 413 and 422 of responses are raised before a stream begins', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const client = openaiClient(service, { retries: 0 })
  for (const failure of await refusals(openaiClient(service, { key: 'wrong', retries: 0 })))
    expect(failure).toBeInstanceOf(OpenAI.AuthenticationError)
  expect(await refusals(client, 'x'.repeat(100_001))).toMatchObject(
    Array(2).fill({ status: 422, code: 'too_long' }),
  )
  expect(
    await failureOf(client.responses.create({ ...HELLO, input: 'x'.repeat(MAX_CHAT_BYTES) })),
  ).toMatchObject({
    status: 413,
    code: 'too_large',
  })
  expect(upstream.requests).toEqual([])
})

test('openai: 429 and 503 of responses are raised at once without retries', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const places = await holdBothLeases(service, upstream)
  expect(await refusals(openaiClient(service, { retries: 0 }))).toMatchObject(
    Array(2).fill({ status: 429, code: 'busy' }),
  )
  places.free()
  await using closed = startService({
    // In time for a status of its own, on a busy machine too.
    limits: { headersGraceMs: 60_000 },
    upstream: await closedUpstreamUrl(),
  })
  expect(await refusals(openaiClient(closed, { retries: 0 }))).toMatchObject(
    Array(2).fill({ status: 503, code: 'no_engine' }),
  )
})

test('openai: a code assistant’s stream is alive while it waits for its lease, and then answers', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url, limits: { keepaliveMs: 10 } })
  const { credential: apiKey } = createDevice(service)
  const held = [handStream(), handStream()]
  const scripts = [...held]
  upstream.script((ask) => scripts.shift()?.response ?? defaultAnswer(ask))
  const alive = Promise.withResolvers<void>()
  const wire = startWire(undefined, (text) => {
    if (text.split('event: response.in_progress').length > 4) alive.resolve()
  })
  const client = (fetch: typeof globalThis.fetch) =>
    new OpenAI({ baseURL: `${service.url}/api/code/v1`, apiKey, maxRetries: 0, fetch })
  const first = await Promise.all(
    held.map(() => client(globalThis.fetch).responses.create({ ...HELLO, stream: true })),
  )
  const waiting = client(wire.fetch).responses.stream(HELLO)
  await alive.promise
  expect(upstream.requests.length).toBeLessThan(3)
  // One of the two runs, and the other is behind it; either can have come first.
  const ended = Promise.all(
    first.map(async (stream) => {
      for await (const event of stream) expect(event.type).not.toBe('response.failed')
    }),
  )
  for (const { say, finish } of held) {
    await say('Hi')
    await finish()
  }
  await ended
  expect((await waiting.finalResponse()).output_text).toBe('Hello from the local model.')
  expect(wire.exchanges[0]?.text).not.toContain(': keepalive')
  expect(upstream.requests.length).toBe(3)
})
