import { expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import {
  anthropicClient,
  closedUpstreamUrl,
  failureOf,
  holdBothLeases,
} from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { chunk, frame, handStream, startUpstream, streamText } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const ASK = {
  model: 'auto',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content: 'Tell a story' }],
}
/** The last frames of a stream that failed: a block has ended, then the error. */
const FAILED =
  /event: content_block_stop\ndata: [^\n]+\n\nevent: error\ndata: {"type":"error","error":{[^\n]+}\n\n$/

test('anthropic: an answer that breaks off ends in an error behind its text, and is asked for once', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const wire = startWire()
  const stream = anthropicClient(service, { fetch: wire.fetch }).messages.stream(ASK)
  const pieces: string[] = []
  stream.on('text', (piece) => {
    pieces.push(piece)
    void answer.break()
  })
  const said = answer.say('Once upon')
  const failure = await failureOf(stream.finalMessage())
  await said
  expect(pieces).toEqual(['Once upon'])
  expect(failure).toBeInstanceOf(Anthropic.APIError)
  expect(failure).toMatchObject({ error: { type: 'error', error: { type: 'api_error' } } })
  expect(wire.exchanges[0]?.text).toMatch(FAILED)
  expect(upstream.requests).toHaveLength(1)
})

test('anthropic: the block of a call that breaks off is not ended, so that nothing runs it', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const called = Promise.withResolvers<void>()
  const wire = startWire(undefined, (text) => {
    if (text.includes('input_json_delta')) called.resolve()
  })
  const stream = anthropicClient(service, { fetch: wire.fetch }).messages.stream(ASK)
  const failed = failureOf(stream.finalMessage())
  const piece = { index: 0, id: 'call_1', function: { name: 'run', arguments: '{"command":"rm ' } }
  const said = answer.raw(frame(chunk({ tool_calls: [piece] })))
  await called.promise
  await answer.break()
  await said
  expect(await failed).toBeInstanceOf(Anthropic.APIError)
  const text = wire.exchanges[0]?.text ?? ''
  expect(text).toMatch(FAILED)
  expect(text).not.toContain('{"type":"content_block_stop","index":0}')
  expect(text).toContain('{"type":"content_block_stop","index":1}')
})

test('anthropic: a stream that waits is told so, and its events are an answer', async () => {
  const first = handStream()
  await using upstream = startUpstream(() =>
    upstream.requests.length === 1 ? first.response : streamText(['Two']),
  )
  await using service = startService({
    ...{ speechEngines: [], upstream: upstream.url },
    limits: { keepaliveMs: 10 },
  })
  const client = anthropicClient(service)
  const running = client.messages.stream(ASK).finalMessage()
  await upstream.until(() => upstream.requests.length === 1)
  const pinged = Promise.withResolvers<void>()
  const wire = startWire(undefined, (text) => {
    if (text.includes('event: ping')) pinged.resolve()
  })
  const waiting = anthropicClient(service, { fetch: wire.fetch }).messages.stream(ASK)
  const answer = waiting.finalMessage()
  await pinged.promise
  expect(wire.exchanges[0]?.text).toStartWith('event: message_start\n')
  expect(wire.exchanges[0]?.text).toContain(': keepalive, 1st in line')
  await first.say('One')
  await first.finish()
  expect((await running).content).toMatchObject([{ text: 'One' }])
  expect((await answer).content).toMatchObject([{ text: 'Two' }])
  expect(upstream.requests).toHaveLength(2)
})

test('anthropic: refusals have its form, and are not repeated where no wait helps', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const wire = startWire()
  const { fetch } = wire
  const refused = (client: Anthropic, fields: object = {}) =>
    failureOf(client.messages.create({ ...ASK, ...fields }))
  expect(await refused(anthropicClient(service, { key: 'wrong', fetch }))).toMatchObject({
    status: 401,
    error: { type: 'error', error: { type: 'authentication_error' } },
  })
  const client = anthropicClient(service, { fetch })
  const messages = [{ role: 'user', content: [{ type: 'image', source: { type: 'base64' } }] }]
  expect(await refused(client, { messages })).toMatchObject({
    status: 422,
    error: { error: { message: expect.stringContaining('messages[0].content[0].source') } },
  })
  expect(await refused(client, { model: 'unknown' })).toMatchObject({
    status: 404,
    error: { error: { type: 'not_found_error' } },
  })
  expect(wire.statuses).toEqual([401, 422, 404])
  expect(upstream.requests).toEqual([])
})

test('anthropic: 429 may be repeated, 503 is not', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const wire = startWire()
  const leases = await holdBothLeases(service, upstream)
  const client = anthropicClient(service, { fetch: wire.fetch, retries: 0 })
  expect(await failureOf(client.messages.create(ASK))).toMatchObject({
    status: 429,
    error: { error: { type: 'rate_limit_error' } },
  })
  leases.free()
  const upstreamUrl = await closedUpstreamUrl()
  await using broken = startService({ speechEngines: [], upstream: upstreamUrl })
  const other = anthropicClient(broken, { fetch: wire.fetch })
  expect(await failureOf(other.messages.create(ASK))).toMatchObject({
    status: 503,
    error: { error: { type: 'api_error' } },
  })
  const headers = wire.exchanges.map((exchange) => exchange.headers.get('x-should-retry'))
  expect(headers).toEqual([null, 'false'])
})
