import { expect, test } from 'bun:test'
import type { ChatOpenAI } from '@langchain/openai'
import {
  closedUpstreamUrl,
  failureOf,
  holdBothLeases,
  langchainModel,
  readPieces,
} from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

test('langchain: a bad key is refused with 401, before a stream begins', async () => {
  await using service = startService()
  const [whole, streamed] = await refusals(langchainModel(service, { key: 'wrong', retries: 0 }))
  const refused = {
    status: 401,
    code: 'unauthorized',
    type: 'authentication_error',
    lc_error_code: 'MODEL_AUTHENTICATION',
  }
  expect(whole).toMatchObject(refused)
  expect(streamed).toMatchObject(refused)
})

test('langchain: 100,001 characters are refused with 422, before a stream begins', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  // With its retries on, it asks again after a 422 as well; nothing that an answer says stops it.
  const model = langchainModel(service, { retries: 0 })
  const [whole, streamed] = await refusals(model, '🦔'.repeat(100_001))
  const refused = {
    status: 422,
    code: 'too_long',
    type: 'invalid_request_error',
    message: expect.stringContaining('it has 100001 characters, the bound is 100000'),
  }
  expect(whole).toMatchObject(refused)
  expect(streamed).toMatchObject(refused)
})

test('langchain: without retries a 429 is raised at once, before a stream begins', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const places = await holdBothLeases(service, upstream)
  const wire = startWire()
  const [whole, streamed] = await refusals(
    langchainModel(service, { retries: 0, fetch: wire.fetch }),
  )
  const refused = { status: 429, code: 'busy', type: 'rate_limit_error' }
  expect(whole).toMatchObject(refused)
  expect(streamed).toMatchObject(refused)
  expect(wire.statuses).toEqual([429, 429])
  expect(wire.exchanges.map(({ headers }) => headers.get('retry-after'))).toEqual(['5', '5'])
  places.free()
})

test('langchain: without retries a 503 is raised at once, before a stream begins', async () => {
  await using service = startService({
    // In time for a status of its own, on a busy machine too.
    limits: { headersGraceMs: 60_000 },
    upstream: await closedUpstreamUrl(),
  })
  const wire = startWire()
  const [whole, streamed] = await refusals(
    langchainModel(service, { retries: 0, fetch: wire.fetch }),
  )
  const refused = { status: 503, code: 'no_engine', type: 'server_error' }
  expect(whole).toMatchObject(refused)
  expect(streamed).toMatchObject(refused)
  expect(wire.statuses).toEqual([503, 503])
  expect(wire.exchanges.map(({ headers }) => headers.get('retry-after'))).toEqual(['20', '20'])
})

test('langchain: an answer that breaks off ends in an error, not in silence', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const model = langchainModel(service, { fetch: wire.fetch })
  const said = answer.say('Once upon')
  const { read, failure } = await readPieces(pieces(model), () => answer.break())
  await said
  expect(read).toEqual(['Once upon'])
  expect(failure).toMatchObject({ code: 'engine_failed', type: 'invalid_request_error' })
  expect(wire.statuses).toEqual([200])
  expect(wire.exchanges[0]?.text).toMatch(/\n\ndata: {"error":{[^\n]+}}\n\ndata: \[DONE\]\n\n$/)
})

/** What the client raises for a whole answer, and for a stream before its first chunk. */
async function refusals(model: ChatOpenAI, content = 'Say hello'): Promise<unknown[]> {
  return [await failureOf(model.invoke(content)), await failureOf(model.stream(content))]
}

async function* pieces(model: ChatOpenAI): AsyncGenerator<string> {
  for await (const { text } of await model.stream('Tell a story')) if (text !== '') yield text
}
