import { expect, test } from 'bun:test'
import { openaiClient } from '../support/clients.ts'
import { PIXEL } from '../support/documents/images.ts'
import { startService } from '../support/service.ts'
import { chunk, sse, startUpstream, wholeAnswer } from '../support/upstream.ts'

const WEATHER = {
  type: 'function' as const,
  function: {
    name: 'weather',
    strict: true,
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
}
const FORCED = { type: 'function' as const, function: { name: 'weather' } }
const MESSAGES = [{ role: 'user' as const, content: 'How is the weather?' }]
const CALLED = { type: 'function', function: { name: 'weather', arguments: '{"city":"example"}' } }
/** A PNG of one pixel. */
test('openai: a forced tool is called', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const answer = await openaiClient(service).chat.completions.create({
    model: 'auto',
    messages: MESSAGES,
    tools: [WEATHER],
    tool_choice: FORCED,
  })
  expect(answer.choices[0]).toMatchObject({
    message: { content: null, tool_calls: [CALLED] },
    finish_reason: 'tool_calls',
  })
  expect(upstream.requests[0]?.body).toMatchObject({ tools: [WEATHER], tool_choice: FORCED })
})

test('openai: the call of a forced tool is streamed', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const stream = openaiClient(service).chat.completions.stream({
    model: 'auto',
    messages: MESSAGES,
    tools: [WEATHER],
    tool_choice: FORCED,
  })
  const answer = await stream.finalChatCompletion()
  expect(answer.choices[0]).toMatchObject({
    message: { tool_calls: [{ id: 'call_1', ...CALLED }] },
    finish_reason: 'tool_calls',
  })
})

test('openai: arguments that come in pieces are put together, call by call', async () => {
  await using upstream = startUpstream(() => streamCalls())
  await using service = startService({ upstream: upstream.url })
  const stream = openaiClient(service).chat.completions.stream({
    model: 'auto',
    messages: MESSAGES,
    tools: [WEATHER],
  })
  const { choices } = await stream.finalChatCompletion()
  const calls = choices[0]?.message.tool_calls?.flatMap((call) =>
    call.type === 'function' ? [[call.id, call.function.arguments]] : [],
  )
  expect(calls).toEqual([
    ['call_a', '{"city":"Rome"}'],
    ['call_b', '{"city":"Oslo"}'],
  ])
})

test('openai: the result of a tool goes back, as parts and after a null content', async () => {
  await using upstream = startUpstream(() => wholeAnswer('It is sunny in Rome.'))
  await using service = startService({ upstream: upstream.url })
  const messages = [
    ...MESSAGES,
    {
      role: 'assistant' as const,
      content: null,
      tool_calls: [{ id: 'call_1', ...FORCED, function: { name: 'weather', arguments: '{}' } }],
    },
    {
      role: 'tool' as const,
      tool_call_id: 'call_1',
      content: [{ type: 'text' as const, text: '{"sky":"clear"}' }],
    },
  ]
  const answer = await openaiClient(service).chat.completions.create({
    model: 'auto',
    messages,
    tools: [WEATHER],
  })
  expect(answer.choices[0]?.message.content).toBe('It is sunny in Rome.')
  expect(upstream.requests[0]?.body.messages).toEqual(messages)
})

test('openai: an answer keeps to a JSON schema, whole and streamed', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const asked = {
    model: 'auto',
    messages: MESSAGES,
    response_format: {
      type: 'json_schema' as const,
      json_schema: { name: 'weather', strict: true, schema: WEATHER.function.parameters },
    },
  }
  const { completions } = openaiClient(service).chat
  const answer = await completions.parse(asked)
  expect(answer.choices[0]?.message.parsed).toEqual({ city: 'example' })
  const streamed = await completions.stream(asked).finalChatCompletion()
  expect(streamed.choices[0]?.message.parsed).toEqual({ city: 'example' })
  expect(upstream.requests[0]?.body['response_format']).toEqual(asked.response_format)
})

test('openai: an image reaches the upstream where it stood, encoded anew', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const messages = [
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: 'What is this?' },
        { type: 'image_url' as const, image_url: { url: PIXEL, detail: 'low' as const } },
      ],
    },
  ]
  await openaiClient(service).chat.completions.create({ model: 'auto', messages })
  const url = expect.stringMatching(/^data:image\/jpeg;base64,/)
  const [text] = messages[0]?.content ?? []
  const content = [text, { type: 'image_url', image_url: { url, detail: 'low' } }]
  expect(upstream.requests[0]?.body.messages).toEqual([{ role: 'user', content }])
})

test('openai: sampling fields reach the upstream untouched', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const sampling = {
    temperature: 0,
    top_p: 0.25,
    max_tokens: 32_000,
    max_completion_tokens: 16_000,
    stop: ['\n\n', 'END'],
    seed: 7,
    presence_penalty: -1.5,
    frequency_penalty: 0.5,
    logit_bias: { '50256': -100 },
    logprobs: true,
    top_logprobs: 2,
    parallel_tool_calls: false,
    reasoning_effort: 'low' as const,
  }
  await openaiClient(service).chat.completions.create({
    model: 'auto',
    messages: MESSAGES,
    ...sampling,
  })
  expect(upstream.requests[0]?.body).toEqual({
    ...sampling,
    model: 'test-model',
    messages: MESSAGES,
    stream: false,
  })
})

test('openai: unknown fields are ignored', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const body = {
    model: 'auto',
    messages: MESSAGES,
    store: true,
    metadata: { chat: '42' },
    user: 'someone',
    field_of_tomorrow: { deep: [1, null] },
  }
  const answer = await openaiClient(service).chat.completions.create(body)
  expect(answer.choices[0]?.message.content).toBe('Hello from the local model.')
  expect(upstream.requests[0]?.body).toEqual({
    model: 'test-model',
    messages: MESSAGES,
    stream: false,
  })
})

function streamCalls(): Response {
  const call = (index: number, part: object) => ({ tool_calls: [{ index, ...part }] })
  return sse([
    chunk({ role: 'assistant', content: null }),
    chunk(
      call(0, { id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } }),
    ),
    chunk(call(0, { function: { arguments: '{"city":' } })),
    chunk(call(0, { function: { arguments: '"Rome"}' } })),
    chunk(
      call(1, { id: 'call_b', type: 'function', function: { name: 'weather', arguments: '' } }),
    ),
    chunk(call(1, { function: { arguments: '{"city":"Oslo"}' } })),
    chunk({}, 'tool_calls'),
  ])
}
