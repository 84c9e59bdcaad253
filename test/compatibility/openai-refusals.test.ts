import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import { closedUpstreamUrl, failureOf, holdBothLeases, openaiClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

test('openai: a bad key is refused with 401, before a stream begins', async () => {
  await using service = startService()
  const [whole, streamed] = await refusals(openaiClient(service, { key: 'wrong', retries: 0 }))
  expect(whole).toBeInstanceOf(OpenAI.AuthenticationError)
  expect(whole).toMatchObject({
    status: 401,
    code: 'unauthorized',
    type: 'authentication_error',
    requestID: expect.stringMatching(/^req_/),
  })
  expect(streamed).toBeInstanceOf(OpenAI.AuthenticationError)
})

test('openai: 100,001 characters are refused with 422, before a stream begins', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const client = openaiClient(service, { retries: 0 })
  const [whole, streamed] = await refusals(client, '🦔'.repeat(100_001))
  expect(whole).toBeInstanceOf(OpenAI.UnprocessableEntityError)
  expect(whole).toMatchObject({
    code: 'too_long',
    type: 'invalid_request_error',
    param: 'messages',
    message: '422 The conversation is too long: it has 100001 characters, the bound is 100000',
  })
  expect(streamed).toBeInstanceOf(OpenAI.UnprocessableEntityError)
  expect(await refusals(client, '🦔'.repeat(100_000))).toEqual([undefined, undefined])
})

test('openai: without retries a 429 is raised at once, before a stream begins', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const places = await holdBothLeases(service, upstream)
  const wire = startWire()
  const client = openaiClient(service, { retries: 0, fetch: wire.fetch })
  const [whole, streamed] = await refusals(client)
  expect(whole).toBeInstanceOf(OpenAI.RateLimitError)
  expect(whole).toMatchObject({ code: 'busy', type: 'rate_limit_error' })
  expect(streamed).toBeInstanceOf(OpenAI.RateLimitError)
  expect(wire.statuses).toEqual([429, 429])
  expect(wire.exchanges.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5'])
  places.free()
})

test('openai: without retries a 503 is raised at once, before a stream begins', async () => {
  await using service = startService({
    // In time for a status of its own, on a busy machine too.
    limits: { headersGraceMs: 60_000 },
    upstream: await closedUpstreamUrl(),
  })
  const wire = startWire()
  const client = openaiClient(service, { retries: 0, fetch: wire.fetch })
  const [whole, streamed] = await refusals(client)
  expect(whole).toBeInstanceOf(OpenAI.InternalServerError)
  expect(whole).toMatchObject({ status: 503, code: 'no_engine', type: 'server_error' })
  expect(streamed).toMatchObject({ status: 503, code: 'no_engine' })
  expect(wire.statuses).toEqual([503, 503])
  expect(wire.exchanges.map(({ headers }) => headers.get('retry-after'))).toEqual(['20', '20'])
})

function ask(content: string) {
  return { model: 'auto', messages: [{ role: 'user' as const, content }] }
}

/** What the client raises for a whole answer, and for a stream before its first chunk. */
async function refusals(client: OpenAI, content = 'Say hello'): Promise<unknown[]> {
  const { completions } = client.chat
  return [
    await failureOf(completions.create(ask(content))),
    await failureOf(completions.create({ ...ask(content), stream: true })),
  ]
}
