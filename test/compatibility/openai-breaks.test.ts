import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import { openaiClient, rawChat, readPieces } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

/** The last two frames of a stream that failed. */
const FAILED = /\n\ndata: {"error":{[^\n]+}}\n\ndata: \[DONE\]\n\n$/
const STORY = {
  model: 'auto',
  messages: [{ role: 'user' as const, content: 'Tell a story' }],
  stream: true as const,
}

test('openai: an answer that breaks off ends in an error, not in silence', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const story = tell(openaiClient(service, { fetch: wire.fetch }))
  const said = answer.say('Once upon')
  const { read, failure } = await readPieces(story, () => answer.break())
  await said
  expect(read).toEqual(['Once upon'])
  expect(failure).toBeInstanceOf(OpenAI.APIError)
  expect(failure).toMatchObject({ code: 'engine_failed', type: 'invalid_request_error' })
  expect(wire.statuses).toEqual([200])
  expect(wire.exchanges[0]?.text).toMatch(FAILED)
})

test('openai: an answer that just ends, without a finish, ends in an error', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const story = tell(openaiClient(service, { fetch: wire.fetch }))
  const said = answer.say('Once upon')
  const { read, failure } = await readPieces(story, () => answer.end())
  await said
  expect(read).toEqual(['Once upon'])
  expect(failure).toMatchObject({ code: 'engine_failed', type: 'invalid_request_error' })
  expect(wire.exchanges[0]?.text).toMatch(FAILED)
})

test('openai: an error that the model server reports in mid-stream is passed on', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const story = tell(openaiClient(service, { fetch: wire.fetch }))
  const said = answer.say('Once upon')
  const { read, failure } = await readPieces(story, () =>
    answer.raw('data: {"error":{"message":"out of memory"}}\n\n'),
  )
  await said
  expect(read).toEqual(['Once upon'])
  expect(failure).toMatchObject({
    code: 'engine_failed',
    message:
      'The engine local failed before its answer was whole (local: The engine failed in mid-answer: out of memory)',
  })
  expect(wire.exchanges[0]?.text).toMatch(FAILED)
})

test('openai: a queued stream that finds no engine ends in an error', async () => {
  const first = handStream()
  await using upstream = startUpstream(() =>
    upstream.requests.length === 1 ? first.response : new Response('out of order', { status: 500 }),
  )
  await using service = startService({ upstream: upstream.url })
  const running = await rawChat(service)
  const wire = startWire()
  const client = openaiClient(service, { fetch: wire.fetch })
  const stream = await client.chat.completions.create(STORY)
  const finished = first.finish()
  const { read, failure } = await readPieces(textOf(stream), () => undefined)
  await Promise.all([finished, running.text()])
  expect(read).toEqual([])
  expect(failure).toMatchObject({ code: 'no_engine', type: 'invalid_request_error' })
  expect(wire.statuses).toEqual([200])
  expect(wire.exchanges[0]?.text).toMatch(FAILED)
})

async function* tell(client: OpenAI): AsyncGenerator<string> {
  yield* textOf(await client.chat.completions.create(STORY))
}

async function* textOf(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): AsyncGenerator<string> {
  for await (const { choices } of stream) {
    const text = choices[0]?.delta.content ?? ''
    if (text !== '') yield text
  }
}
