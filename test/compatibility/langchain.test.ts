import { expect, test } from 'bun:test'
import { langchainModel } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const HELLO = 'Hello from the local model.'
const CITY = {
  title: 'place',
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const WEATHER = { type: 'function' as const, function: { name: 'weather', parameters: CITY } }
const CALLED = { name: 'weather', args: { city: 'example' } }

test('langchain: completes, and counts no tokens', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const answer = await langchainModel(service).invoke('Say hello')
  expect(answer.text).toBe(HELLO)
  expect(answer.response_metadata).toMatchObject({
    finish_reason: 'stop',
    model_name: 'local/test-model',
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  })
})

test('langchain: streams the whole text in pieces, and counts no tokens', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const chunks = await Array.fromAsync(await langchainModel(service).stream('Say hello'))
  const pieces = chunks.map(({ text }) => text).filter((text) => text !== '')
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('')).toBe(HELLO)
  expect(chunks.at(-1)?.usage_metadata).toMatchObject({
    input_tokens: 0,
    output_tokens: 0,
    total_tokens: 0,
  })
})

test('langchain: a forced tool is called, whole and streamed', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const model = langchainModel(service).bindTools([WEATHER], { tool_choice: 'weather' })
  expect((await model.invoke('How is the weather?')).tool_calls).toMatchObject([CALLED])
  const [first, ...rest] = await Array.fromAsync(await model.stream('How is the weather?'))
  const streamed = rest.reduce((sum, chunk) => sum?.concat(chunk), first)
  expect(streamed?.tool_calls).toMatchObject([CALLED])
})

test('langchain: the result of a tool goes back', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const calls = [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } }]
  const answer = await langchainModel(service).invoke([
    { role: 'user', content: 'How is the weather?' },
    { role: 'assistant', content: '', tool_calls: calls },
    { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
  ])
  expect(answer.text).toBe(HELLO)
  expect(upstream.requests[0]?.body.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', tool_calls: calls },
    { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
  ])
})

test('langchain: structured output keeps to its schema', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const model = langchainModel(service).withStructuredOutput(CITY, { method: 'jsonSchema' })
  expect(await model.invoke('Name a city')).toEqual({ city: 'example' })
  expect(upstream.requests[0]?.body['response_format']).toMatchObject({ type: 'json_schema' })
})
