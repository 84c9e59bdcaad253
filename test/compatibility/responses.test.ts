import { expect, test } from 'bun:test'
import type OpenAI from 'openai'
import { openaiClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { chunk, handStream, sse, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const HELLO = { model: 'auto', input: 'Say hello' }
const TEXT = 'Hello from the local model.'
const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const WEATHER = {
  ...{ type: 'function' as const, name: 'weather', description: 'Of a city' },
  ...{ parameters: SCHEMA, strict: true },
}
const CALL = { name: 'weather', arguments: '{"city":"Rome"}' }
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('openai: responses.create, whole and streamed, and .stream() have the text once', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const client = openaiClient(service, { retries: 0 })
  const whole = await client.responses.create(HELLO)
  expect([whole.output_text, whole.status]).toEqual([TEXT, 'completed'])
  let text = ''
  for await (const event of await client.responses.create({ ...HELLO, stream: true }))
    if (event.type === 'response.output_text.delta') text += event.delta
  expect(text).toBe(TEXT)
  const final = await client.responses.stream(HELLO).finalResponse()
  expect(final.output_text).toBe(TEXT)
  expect((await client.responses.retrieve(final.id)).output_text).toBe(TEXT)
  expect(upstream.requests.length).toBe(3)
})

test('openai: a schema is followed, and parsed, whole and streamed', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const client = openaiClient(service, { retries: 0 })
  const format = { type: 'json_schema' as const, name: 'place', schema: SCHEMA, strict: true }
  const asked = { ...HELLO, text: { format, verbosity: 'low' as const } }
  expect((await client.responses.parse(asked)).output_parsed).toEqual({ city: 'example' })
  const final = await client.responses.stream(asked).finalResponse()
  expect(final.output_parsed).toEqual({ city: 'example' })
  expect(upstream.requests[0]?.body['response_format']).toEqual({
    type: 'json_schema',
    json_schema: { name: 'place', schema: SCHEMA, strict: true },
  })
  expect(upstream.requests[0]?.body['verbosity']).toBe('low')
})

test('openai: a tool is called, whole and streamed, and its output is answered', async () => {
  await using upstream = startUpstream(({ body }) =>
    body.messages.at(-1)?.role === 'tool'
      ? sse([chunk({ content: 'Enjoy Rome.' }), chunk({}, 'stop')])
      : sse([
          chunk({ reasoning_content: 'Hm. ' }),
          chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: CALL }] }),
          chunk({}, 'tool_calls'),
        ]),
  )
  await using service = startService({ upstream: upstream.url })
  const client = openaiClient(service, { retries: 0 })
  const tools = [WEATHER, { type: 'web_search' as const }]
  const stream = client.responses.stream({ ...HELLO, tools, parallel_tool_calls: false })
  const { id, output } = await stream.finalResponse()
  expect(output).toMatchObject([
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm. ' }] },
    { type: 'function_call', call_id: 'call_1', status: 'completed', ...CALL },
  ])
  const answer: OpenAI.Responses.ResponseInputItem = {
    ...{ type: 'function_call_output', call_id: 'call_1', output: 'sunny' },
  }
  const next = { ...HELLO, tools, stream: true as const }
  const texts: string[] = []
  const inputs: OpenAI.Responses.ResponseCreateParamsStreaming[] = [
    { ...next, previous_response_id: id, input: [answer] },
    { ...next, input: [{ role: 'user', content: 'Say hello' }, ...output, answer] as never },
  ]
  for (const input of inputs)
    for await (const event of await client.responses.create(input))
      if (event.type === 'response.output_text.done') texts.push(event.text)
  expect(texts).toEqual(['Enjoy Rome.', 'Enjoy Rome.'])
  const messages = [
    { role: 'user', content: 'Say hello' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: CALL }],
      reasoning_content: 'Hm. ',
    },
    { role: 'tool', content: 'sunny', tool_call_id: 'call_1' },
  ]
  expect<unknown>(upstream.requests.map(({ body }) => body.messages)).toEqual([
    messages.slice(0, 1),
    messages,
    messages,
  ])
  expect(upstream.requests[0]?.body['tools']).toEqual([
    {
      type: 'function',
      function: { name: 'weather', description: 'Of a city', parameters: SCHEMA, strict: true },
    },
  ])
})

test('openai: an image reaches the model', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const client = openaiClient(service, { retries: 0 })
  const content: OpenAI.Responses.ResponseInputContent[] = [
    { type: 'input_text', text: 'What is it?' },
    { type: 'input_image', image_url: PIXEL, detail: 'low' },
  ]
  const input = [{ role: 'user' as const, content }]
  expect((await client.responses.create({ ...HELLO, input })).output_text).toBe(TEXT)
  expect(upstream.requests[0]?.body.messages[0]?.content).toMatchObject([
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { detail: 'low' } },
  ])
})

test('openai: a refusal and an answer that is cut are told as such', async () => {
  await using upstream = startUpstream(() =>
    sse([chunk({ refusal: 'I will ' }), chunk({ refusal: 'not.' }), chunk({}, 'stop')]),
  )
  await using service = startService({ upstream: upstream.url })
  const client = openaiClient(service, { retries: 0 })
  const refused = await client.responses.stream(HELLO).finalResponse()
  expect(refused.output).toMatchObject([{ content: [{ type: 'refusal', refusal: 'I will not.' }] }])
  upstream.script(() => sse([chunk({ content: 'Once' }), chunk({}, 'length')]))
  const cut = await client.responses.stream({ ...HELLO, max_output_tokens: 1 }).finalResponse()
  expect(cut).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output_text: 'Once',
  })
  expect(upstream.requests[1]?.body['max_tokens']).toBe(1)
})

test('openai: an answer that breaks off is a failed response, asked for once, and its text is kept', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url })
  const client = openaiClient(service)
  const said = answer.say('Once upon')
  const types: string[] = []
  let failed: OpenAI.Responses.Response | undefined
  for await (const event of await client.responses.create({ ...HELLO, stream: true })) {
    types.push(event.type)
    if (event.type === 'response.output_text.delta') await answer.break()
    if (event.type === 'response.failed') failed = event.response
  }
  await said
  expect(types.at(-1)).toBe('response.failed')
  // The code at which codex stops.
  expect(failed?.error).toMatchObject({
    code: 'invalid_prompt',
    message: expect.stringContaining('failed before its answer was whole'),
  })
  expect(upstream.requests.length).toBe(1)
  const kept = await client.responses.retrieve(failed?.id ?? '')
  expect(kept).toMatchObject({ status: 'failed', output: [{ content: [{ text: 'Once upon' }] }] })
})

test('openai: signs of life of a silent stream change nothing of its answer', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url, limits: { keepaliveMs: 10 } })
  let signs = 0
  let changed = Promise.withResolvers<void>()
  // The client shows the first one only.
  const wire = startWire(undefined, (text) => {
    signs = text.split('event: response.in_progress').length - 1
    changed.resolve()
    changed = Promise.withResolvers()
  })
  const silence = async () => {
    const target = signs + 3
    while (signs < target) await changed.promise
  }
  const client = openaiClient(service, { retries: 0, fetch: wire.fetch })
  const stream = client.responses.stream(HELLO)
  await silence()
  await answer.say('Hello ')
  await silence()
  await answer.say('you')
  await answer.finish()
  expect((await stream.finalResponse()).output_text).toBe('Hello you')
})
