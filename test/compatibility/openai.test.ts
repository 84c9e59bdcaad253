import { expect, test } from 'bun:test'
import { openaiClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const HELLO = 'Hello from the local model.'
const MESSAGES = [{ role: 'user' as const, content: 'Say hello' }]
const NO_TOKENS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

test('openai: completes, and counts no tokens', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const answer = await openaiClient(service).chat.completions.create({
    model: 'auto',
    messages: MESSAGES,
  })
  expect(answer.choices).toHaveLength(1)
  expect(answer.choices[0]).toMatchObject({
    message: { role: 'assistant', content: HELLO },
    finish_reason: 'stop',
  })
  expect(answer.usage).toEqual(NO_TOKENS)
  expect(answer.model).toBe('local/test-model')
  expect(answer.id).toStartWith('chatcmpl-')
})

test('openai: streams the whole text in pieces, without a usage that was not asked for', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const chunks = await Array.fromAsync(
    await openaiClient(service).chat.completions.create({
      model: 'auto',
      messages: MESSAGES,
      stream: true,
    }),
  )
  const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta.content || [])
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('')).toBe(HELLO)
  expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false)
})

test('openai: stream_options.include_usage ends the stream with zeros', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const chunks = await Array.fromAsync(
    await openaiClient(service).chat.completions.create({
      model: 'auto',
      messages: MESSAGES,
      stream: true,
      stream_options: { include_usage: true },
    }),
  )
  const last = chunks.pop()
  expect(last?.choices).toEqual([])
  expect(last?.usage).toEqual(NO_TOKENS)
  expect(chunks.every(({ usage }) => usage === null)).toBe(true)
})

test('openai: the stream helper puts the answer together', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const stream = openaiClient(service).chat.completions.stream({
    model: 'auto',
    messages: MESSAGES,
    stream_options: { include_usage: true },
  })
  const pieces: string[] = []
  stream.on('content', (piece) => pieces.push(piece))
  const answer = await stream.finalChatCompletion()
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('')).toBe(HELLO)
  expect(answer.choices[0]).toMatchObject({
    message: { role: 'assistant', content: HELLO },
    finish_reason: 'stop',
  })
  expect(answer.usage).toEqual(NO_TOKENS)
})

test('openai: lists auto, the engine and its model', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const models = await Array.fromAsync(openaiClient(service).models.list())
  expect(models.map(({ id }) => id)).toEqual(['auto', 'local', 'local/test-model'])
  expect(models[0]).toMatchObject({ object: 'model', owned_by: 'hearth' })
})

test('openai: sees the request id, its own where it sent one', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { completions } = openaiClient(service).chat
  const made = await completions.create({ model: 'auto', messages: MESSAGES })
  expect(made._request_id).toStartWith('req_')
  const { response } = await completions
    .create(
      { model: 'auto', messages: MESSAGES, stream: true },
      { headers: { 'x-request-id': 'canvas-42' } },
    )
    .withResponse()
  expect(response.headers.get('x-request-id')).toBe('canvas-42')
  await response.body?.cancel()
})
