import { expect, test } from 'bun:test'
import { APICallError, generateText, type LanguageModel, streamText } from 'ai'
import { aiModel, closedUpstreamUrl, failureOf, holdBothLeases } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

test('ai: a bad key is refused with 401, before a stream begins', async () => {
  await using service = startService()
  const [whole, streamed] = await refusals(aiModel(service, { key: 'wrong' }))
  expect(APICallError.isInstance(whole)).toBe(true)
  expect(whole).toMatchObject({
    statusCode: 401,
    isRetryable: false,
    message: 'Invalid or missing API key',
    data: { error: { code: 'unauthorized', type: 'authentication_error' } },
  })
  expect(streamed).toMatchObject({ statusCode: 401 })
})

test('ai: 100,001 characters are refused with 422, before a stream begins', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const [whole, streamed] = await refusals(aiModel(service), '🦔'.repeat(100_001))
  const refused = {
    statusCode: 422,
    isRetryable: false,
    message: 'The conversation is too long: it has 100001 characters, the bound is 100000',
    data: { error: { code: 'too_long', type: 'invalid_request_error', param: 'messages' } },
  }
  expect(whole).toMatchObject(refused)
  expect(streamed).toMatchObject(refused)
})

test('ai: without retries a 429 is raised at once, before a stream begins', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const places = await holdBothLeases(service, upstream)
  const wire = startWire()
  const [whole, streamed] = await refusals(aiModel(service, { fetch: wire.fetch }))
  const refused = {
    statusCode: 429,
    isRetryable: true,
    data: { error: { code: 'busy', type: 'rate_limit_error' } },
    responseHeaders: { 'retry-after': '5' },
  }
  expect(whole).toMatchObject(refused)
  expect(streamed).toMatchObject(refused)
  expect(wire.statuses).toEqual([429, 429])
  places.free()
})

test('ai: without retries a 503 is raised at once, before a stream begins', async () => {
  await using service = startService({
    // In time for a status of its own, on a busy machine too.
    limits: { headersGraceMs: 60_000 },
    upstream: await closedUpstreamUrl(),
  })
  const wire = startWire()
  const [whole, streamed] = await refusals(aiModel(service, { fetch: wire.fetch }))
  const refused = {
    statusCode: 503,
    isRetryable: true,
    data: { error: { code: 'no_engine', type: 'server_error' } },
    responseHeaders: { 'retry-after': '20' },
  }
  expect(whole).toMatchObject(refused)
  expect(streamed).toMatchObject(refused)
  expect(wire.statuses).toEqual([503, 503])
})

test('ai: an answer that breaks off ends in an error part, not in silence', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const errors: unknown[] = []
  const { stream, finishReason } = streamText({
    model: aiModel(service, { fetch: wire.fetch }),
    prompt: 'Tell a story',
    onError: ({ error }) => {
      errors.push(error)
    },
  })
  const said = answer.say('Once upon')
  const types: string[] = []
  for await (const part of stream) {
    types.push(part.type)
    if (part.type === 'text-delta') await answer.break()
  }
  await said
  expect(types).toContain('error')
  expect(errors).toMatchObject([
    {
      // Without the reason: opencode, which reads answers by this package, repeats an ECONNRESET.
      message: 'The engine local failed before its answer was whole',
    },
  ])
  expect(await finishReason).toBe('error')
  expect(wire.statuses).toEqual([200])
  expect(wire.exchanges[0]?.text).toMatch(/\n\ndata: {"error":{[^\n]+}}\n\ndata: \[DONE\]\n\n$/)
})

/** What the client raises for a whole answer, and shows for a stream in place of its first word. */
async function refusals(model: LanguageModel, prompt = 'Say hello'): Promise<unknown[]> {
  const asked = { model, prompt, maxRetries: 0 }
  const whole = await failureOf(generateText(asked))
  let streamed: unknown
  const { stream } = streamText({
    ...asked,
    onError: ({ error }) => {
      streamed = error
    },
  })
  const types = await Array.fromAsync(stream, ({ type }) => type)
  expect(types).toEqual(['start', 'error'])
  return [whole, streamed]
}
