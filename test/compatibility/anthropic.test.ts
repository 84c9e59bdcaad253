import { expect, test } from 'bun:test'
import type Anthropic from '@anthropic-ai/sdk'
import { anthropicClient } from '../support/clients.ts'
import { PIXEL } from '../support/documents/images.ts'
import { startService } from '../support/service.ts'
import { chunk, sse, startUpstream, wholeAnswer } from '../support/upstream.ts'

const HELLO = 'Hello from the local model.'
const ASK = { model: 'auto', max_tokens: 1000 }
const MESSAGES: Anthropic.MessageParam[] = [{ role: 'user', content: 'Say hello' }]
const WEATHER: Anthropic.Tool = {
  name: 'get_weather',
  description: 'The weather of a city',
  input_schema: { type: 'object', properties: { city: { type: 'string' } } },
}

test('anthropic: answers a message, and counts no tokens', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const answer = await anthropicClient(service).messages.create({
    ...ASK,
    system: 'Be brief',
    messages: MESSAGES,
  })
  expect(answer).toMatchObject({
    type: 'message',
    role: 'assistant',
    model: 'local/test-model',
    content: [{ type: 'text', text: HELLO }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  })
  expect(answer.id).toStartWith('msg_')
  expect(upstream.requests.map(({ body }) => body)).toMatchObject([
    {
      max_tokens: 1000,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'Say hello' },
      ],
    },
  ])
})

test('anthropic: .stream() puts the events of an answer together', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const stream = anthropicClient(service).messages.stream({ ...ASK, messages: MESSAGES })
  const pieces: string[] = []
  const types: string[] = []
  stream.on('text', (piece) => pieces.push(piece))
  stream.on('streamEvent', ({ type }) => types.push(type))
  const answer = await stream.finalMessage()
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('')).toBe(HELLO)
  expect(answer.content).toMatchObject([{ type: 'text', text: HELLO }])
  expect(answer.stop_reason).toBe('end_turn')
  expect([...new Set(types)]).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  expect(upstream.requests).toHaveLength(1)
})

test('anthropic: calls a tool, and answers with its result, its picture and its error', async () => {
  await using upstream = startUpstream(({ body }) =>
    body.messages.some(({ role }) => role === 'tool')
      ? wholeAnswer('Rain.')
      : sse([
          chunk({ role: 'assistant', content: 'Let me look.' }),
          chunk({ tool_calls: [call(0, 'call_a', 'get_weather', '{"city":')] }),
          chunk({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
          chunk({ tool_calls: [call(1, 'call_b', 'get_weather', '{}')] }),
          chunk({}, 'stop'),
        ]),
  )
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const client = anthropicClient(service)
  const tools = [WEATHER]
  const first = await client.messages.stream({ ...ASK, messages: MESSAGES, tools }).finalMessage()
  expect(first.stop_reason).toBe('tool_use')
  expect(first.content).toMatchObject([
    { type: 'text', text: 'Let me look.' },
    { type: 'tool_use', id: 'call_a', name: 'get_weather', input: { city: 'Oslo' } },
    { type: 'tool_use', id: 'call_b', name: 'get_weather', input: {} },
  ])
  const picture = PIXEL.slice(PIXEL.indexOf(',') + 1)
  const second = await client.messages.create({
    ...ASK,
    tools,
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    messages: [
      ...MESSAGES,
      { role: 'assistant', content: first.content },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Here it is' },
          {
            type: 'tool_result',
            tool_use_id: 'call_a',
            content: [
              { type: 'text', text: 'Wet' },
              {
                type: 'image',
                source: { type: 'base64', media_type: 'image/png', data: picture },
              },
            ],
          },
          { type: 'tool_result', tool_use_id: 'call_b', content: 'No city', is_error: true },
        ],
      },
    ],
  })
  expect(second.content).toMatchObject([{ type: 'text', text: 'Rain.' }])
  const { messages, ...options } = upstream.requests[1]?.body ?? { messages: [] }
  expect(options).toMatchObject({
    tool_choice: 'auto',
    parallel_tool_calls: false,
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'The weather of a city',
          parameters: WEATHER.input_schema,
        },
      },
    ],
  })
  expect(messages).toEqual([
    { role: 'user', content: 'Say hello' },
    {
      role: 'assistant',
      content: 'Let me look.',
      tool_calls: [
        { id: 'call_a', type: 'function', function: called('{"city":"Oslo"}') },
        { id: 'call_b', type: 'function', function: called('{}') },
      ],
    },
    { role: 'tool', tool_call_id: 'call_a', content: 'Wet' },
    { role: 'tool', tool_call_id: 'call_b', content: 'Error: No city' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Here it is' },
        { type: 'text', text: 'The result of the tool call call_a:' },
        { type: 'image_url', image_url: { url: expect.stringContaining('data:image/') } },
      ],
    },
  ] as typeof messages)
  expect(upstream.requests).toHaveLength(2)
})

// Only vLLM and SGLang tell which text has stopped an answer.
test.each([
  ['vLLM', { stop_reason: 'END' }, 'END'],
  ['SGLang', { matched_stop: 'END' }, 'END'],
  ['SGLang at a text of its template', { matched_stop: '<|im_end|>' }, null],
  ['vLLM at a token', { stop_reason: 128009 }, null],
  ['another server', {}, null],
])(
  'anthropic: an answer of %s says at which stop sequence it ended',
  async (_server, facts, at) => {
    const ended = { index: 0, finish_reason: 'stop', ...facts }
    await using upstream = startUpstream(({ body }) =>
      body.stream
        ? sse([chunk({ content: 'one' }), { choices: [{ ...ended, delta: {} }] }])
        : Response.json({
            choices: [{ ...ended, message: { role: 'assistant', content: 'one' } }],
          }),
    )
    await using service = startService({ speechEngines: [], upstream: upstream.url })
    const { messages } = anthropicClient(service)
    const request = { ...ASK, messages: MESSAGES, stop_sequences: ['END', 'STOP'] }
    const ends = [await messages.create(request), await messages.stream(request).finalMessage()]
    for (const { stop_reason, stop_sequence } of ends)
      expect({ stop_reason, stop_sequence }).toEqual({
        stop_reason: at === null ? 'end_turn' : 'stop_sequence',
        stop_sequence: at,
      })
  },
)

test('anthropic: thoughts are shown to clients that ask for them, and come back', async () => {
  await using upstream = startUpstream(() =>
    sse([
      chunk({ reasoning_content: 'It is ' }),
      chunk({ reasoning_content: 'late.' }),
      chunk({ content: 'Good night.' }),
      chunk({}, 'length'),
    ]),
  )
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { messages } = anthropicClient(service)
  const ask = { ...ASK, messages: MESSAGES }
  const plain = await messages.stream(ask).finalMessage()
  expect(plain.content).toMatchObject([{ type: 'text', text: 'Good night.' }])
  expect(plain.stop_reason).toBe('max_tokens')
  const thinking = { type: 'enabled', budget_tokens: 1024 } as const
  const answer = await messages.stream({ ...ask, thinking }).finalMessage()
  expect(answer.content).toMatchObject([
    { type: 'thinking', thinking: 'It is late.', signature: 'hearth' },
    { type: 'text', text: 'Good night.' },
  ])
  const turns = [...MESSAGES, { role: 'assistant' as const, content: answer.content }, ...MESSAGES]
  await messages.stream({ ...ask, messages: turns, thinking }).finalMessage()
  expect(upstream.requests[2]?.body.messages[1]).toEqual({
    ...{ role: 'assistant', content: 'Good night.' },
    reasoning_content: 'It is late.',
  } as { role: string; content: unknown })
})

test('anthropic: pictures, documents and a schema reach the engine', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const data = PIXEL.slice(PIXEL.indexOf(',') + 1)
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } } }
  const answer = await anthropicClient(service).messages.create({
    ...ASK,
    output_config: { format: { type: 'json_schema', schema } },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Twelve' } },
          { type: 'text', text: 'What is this?' },
        ],
      },
    ],
  })
  expect(answer.content).toMatchObject([{ type: 'text', text: '{"ok":true}' }])
  const { body } = upstream.requests[0] ?? {}
  expect(body).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { schema } },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: expect.stringContaining('data:image/') } },
          { type: 'text', text: 'Twelve' },
          { type: 'text', text: 'What is this?' },
        ],
      },
    ],
  })
})

test('anthropic: what Claude Code sends is taken: late instructions, betas, tools of Anthropic', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const answer = await service.asOwner('POST', '/v1/messages?beta=true', {
    ...ASK,
    system: [
      { type: 'text', text: 'x-anthropic-billing-header: cc_version=2' },
      { type: 'text', text: 'You help', cache_control: { type: 'ephemeral' } },
    ],
    messages: [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: [{ type: 'server_tool_use', id: 's', name: 'x', input: {} }] },
      { role: 'user', content: [{ type: 'text', text: 'Two' }] },
      { role: 'system', content: 'Be quick' },
    ],
    tools: [
      { type: 'web_search_20250305', name: 'web_search' },
      { name: 'later', input_schema: { type: 'object' }, defer_loading: true },
    ],
    tool_choice: { type: 'any' },
    thinking: { type: 'adaptive' },
    context_management: { edits: [] },
    output_config: { effort: 'high' },
    metadata: { user_id: 'u' },
    temperature: 0.5,
    top_k: 4,
    stop_sequences: ['END'],
  })
  expect(answer.status).toBe(200)
  expect(upstream.requests.map(({ body }) => body)).toEqual([
    {
      model: 'test-model',
      stream: false,
      max_tokens: 1000,
      temperature: 0.5,
      top_k: 4,
      stop: ['END'],
      tool_choice: 'required',
      tools: [{ type: 'function', function: { name: 'later', parameters: { type: 'object' } } }],
      messages: [
        { role: 'system', content: 'You help' },
        {
          role: 'user',
          content: 'One\n\nTwo\n\n<system-reminder>\nBe quick\n</system-reminder>',
        },
      ],
    },
  ])
})

test('anthropic: tokens are estimated without an engine', async () => {
  await using service = startService({ speechEngines: [], engines: [] })
  const { messages } = anthropicClient(service)
  const short = await messages.countTokens({ model: 'auto', messages: MESSAGES })
  const text = 'x'.repeat(3500)
  const long = await messages.countTokens({
    model: 'auto',
    messages: [{ role: 'user', content: text }],
    tools: [{ ...WEATHER, description: text }],
  })
  expect(short.input_tokens).toBeGreaterThan(2)
  expect(short.input_tokens).toBeLessThan(30)
  expect(long.input_tokens - short.input_tokens).toBeGreaterThan(1990)
  expect(long.input_tokens - short.input_tokens).toBeLessThan(2100)
})

function call(index: number, id: string, name: string, text: string) {
  return { index, id, type: 'function', function: { name, arguments: text } }
}

function called(text: string) {
  return { name: 'get_weather', arguments: text }
}
