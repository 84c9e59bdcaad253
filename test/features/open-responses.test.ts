// The cases of Open Responses' compliance suite, against its schema of 2026-04-24, without those that
// need pictures, a vector store or a search in the web. https://www.openresponses.org/compliance
import { expect, test } from 'bun:test'
import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { pdf } from '../support/documents/pdf.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, type TestApp } from '../support/service.ts'
import {
  defaultAnswer,
  lastText,
  startUpstream,
  type UpstreamRequest,
} from '../support/upstream.ts'

const PATH = '/v1/responses'
const WEATHER = {
  type: 'function',
  name: 'get_weather',
  parameters: {
    type: 'object',
    properties: { location: { type: 'string' } },
    required: ['location'],
  },
}

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])
const Text = Type.String()
const Whole = Type.Integer()
const kind = (name: string, fields: Record<string, TSchema>) =>
  Type.Object({ type: Type.Literal(name), ...fields })

const ItemState = Type.Union(
  ['in_progress', 'completed', 'incomplete'].map((state) => Type.Literal(state)),
)
const TextPart = kind('output_text', {
  text: Text,
  annotations: Type.Array(Type.Unknown()),
  logprobs: Type.Array(Type.Unknown()),
})
const Item = Type.Union([
  kind('message', {
    id: Text,
    status: ItemState,
    role: Type.Literal('assistant'),
    content: Type.Array(Type.Union([TextPart, kind('refusal', { refusal: Text })])),
  }),
  kind('function_call', {
    id: Text,
    call_id: Text,
    name: Text,
    arguments: Text,
    status: ItemState,
  }),
  kind('reasoning', { id: Text, summary: Type.Array(kind('summary_text', { text: Text })) }),
])
const Tool = kind('function', {
  name: Text,
  description: nullable(Text),
  parameters: nullable(Type.Object({})),
  strict: nullable(Type.Boolean()),
})
const Format = Type.Union([
  kind('text', {}),
  kind('json_object', {}),
  kind('json_schema', {
    name: Text,
    description: nullable(Text),
    schema: nullable(Type.Object({})),
    strict: Type.Boolean(),
  }),
])
const Usage = Type.Object({
  input_tokens: Whole,
  input_tokens_details: Type.Object({ cached_tokens: Whole }),
  output_tokens: Whole,
  output_tokens_details: Type.Object({ reasoning_tokens: Whole }),
  total_tokens: Whole,
})
const Resource = Type.Object({
  id: Text,
  object: Type.Literal('response'),
  created_at: Whole,
  completed_at: nullable(Whole),
  status: Text,
  incomplete_details: nullable(Type.Object({ reason: Text })),
  model: Text,
  previous_response_id: nullable(Text),
  instructions: nullable(Text),
  output: Type.Array(Item),
  error: nullable(Type.Object({ code: Text, message: Text })),
  tools: Type.Array(Tool),
  tool_choice: Type.Union([Text, kind('function', { name: Text })]),
  truncation: Type.Union([Type.Literal('auto'), Type.Literal('disabled')]),
  parallel_tool_calls: Type.Boolean(),
  text: Type.Object({ format: Format }),
  top_p: Type.Number(),
  presence_penalty: Type.Number(),
  frequency_penalty: Type.Number(),
  top_logprobs: Whole,
  temperature: Type.Number(),
  reasoning: nullable(Type.Object({ effort: nullable(Text), summary: nullable(Text) })),
  user: nullable(Text),
  usage: Usage,
  max_output_tokens: nullable(Whole),
  max_tool_calls: nullable(Whole),
  store: Type.Boolean(),
  background: Type.Boolean(),
  service_tier: Text,
  metadata: Type.Object({}),
  safety_identifier: nullable(Text),
  prompt_cache_key: nullable(Text),
})

const at = { item_id: Text, output_index: Whole }
const inPart = { ...at, content_index: Whole }
/** The fields of each event beside `type` and `sequence_number`. */
const EVENTS: Readonly<Record<string, Record<string, TSchema>>> = {
  'response.created': { response: Resource },
  'response.in_progress': { response: Resource },
  'response.completed': { response: Resource },
  'response.incomplete': { response: Resource },
  'response.output_item.added': { output_index: Whole, item: Item },
  'response.output_item.done': { output_index: Whole, item: Item },
  'response.content_part.added': { ...inPart, part: TextPart },
  'response.content_part.done': { ...inPart, part: TextPart },
  'response.output_text.delta': { ...inPart, delta: Text, logprobs: Type.Array(Type.Unknown()) },
  'response.output_text.done': { ...inPart, text: Text, logprobs: Type.Array(Type.Unknown()) },
  'response.function_call_arguments.delta': { ...at, delta: Text },
  'response.function_call_arguments.done': { ...at, arguments: Text },
}

/** Where a value differs from a schema. */
function faults(schema: TSchema, value: unknown): string[] {
  return [...Value.Errors(schema, value)].map(({ path, message }) => `${path}: ${message}`)
}

async function ask(service: TestApp, body: object): Promise<unknown> {
  const response = await service.asOwner('POST', PATH, { model: 'auto', ...body })
  expect(response.status).toBe(200)
  const answer: unknown = await response.json()
  expect(faults(Resource, answer)).toEqual([])
  return answer
}

async function eventsOf(service: TestApp, body: object): Promise<unknown[]> {
  const response = await service.asOwner('POST', PATH, { model: 'auto', stream: true, ...body })
  const datas = (await response.text()).match(/(?<=^data: )\{.*$/gm) ?? []
  const events = datas.map((data): unknown => JSON.parse(data))
  for (const event of events) {
    const type = String(pick(event, 'type'))
    const fields = EVENTS[type]
    if (fields === undefined) throw new Error(`No schema of ${type}`)
    const schema = kind(type, { sequence_number: Whole, ...fields })
    expect([type, ...faults(schema, event)]).toEqual([type])
  }
  return events
}

/** A model that calls the first tool that it has, and then says what it was asked. */
function obedient(ask: UpstreamRequest): Response {
  const { messages, tools } = ask.body
  const hasResult = messages.at(-1)?.role === 'tool'
  if (Array.isArray(tools) && !hasResult)
    return defaultAnswer({ ...ask, body: { ...ask.body, tool_choice: 'required' } })
  return defaultAnswer(ask)
}

function typesOf(events: readonly unknown[]): unknown[] {
  return events.map((event) => pick(event, 'type'))
}

test('basic-response, system-prompt and multi-turn: each field of the schema is there', async () => {
  await using upstream = startUpstream(obedient)
  await using service = createTestApp({ upstream: upstream.url })
  const user = { type: 'message', role: 'user', content: 'My name is Alice.' }
  const inputs = [
    [user],
    [{ type: 'message', role: 'system', content: 'You are a pirate.' }, user],
    [user, { type: 'message', role: 'assistant', content: 'Hello Alice!' }, user],
  ]
  for (const input of inputs)
    expect(await ask(service, { input })).toMatchObject({
      ...{ status: 'completed', output: [{ type: 'message' }], service_tier: 'default' },
      ...{ temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 },
    })
  expect(upstream.requests.map(({ body }) => body.messages.length)).toEqual([1, 2, 3])
})

test('what a request says of itself comes back, and the sampling options reach the model', async () => {
  await using upstream = startUpstream(obedient)
  await using service = createTestApp({ upstream: upstream.url })
  const sampling = { temperature: 0.2, top_p: 0.9, presence_penalty: 0.5, frequency_penalty: -0.5 }
  const said = {
    ...{ max_tool_calls: 3, safety_identifier: 'a', prompt_cache_key: 'b', user: 'c' },
    metadata: { d: 'e' },
  }
  const schema = { type: 'object', properties: { age: { type: 'integer' } } }
  const format = { type: 'json_schema', name: 'person', schema }
  const body = { input: 'hi', ...sampling, ...said, service_tier: 'flex', text: { format } }
  expect(await ask(service, body)).toMatchObject({
    ...{ ...sampling, ...said, service_tier: 'default' },
    text: { format: { ...format, description: null, strict: false } },
  })
  expect(upstream.requests[0]?.body).toMatchObject(sampling)
  const stream = await eventsOf(service, { input: 'hi', ...said })
  expect(pick(stream.at(0), 'response')).toMatchObject({ ...said, usage: { total_tokens: 0 } })
})

test('streaming-response: every event matches its schema', async () => {
  await using upstream = startUpstream(obedient)
  await using service = createTestApp({ upstream: upstream.url })
  const events = await eventsOf(service, { input: 'Count from 1 to 5.' })
  expect(pick(events.at(-1), 'response.status')).toBe('completed')
  expect(typesOf(events)).toContain('response.output_text.delta')
})

test('tool-calling: whole, streamed, and with the result of the function', async () => {
  await using upstream = startUpstream(obedient)
  await using service = createTestApp({ upstream: upstream.url })
  const input = [{ type: 'message', role: 'user', content: 'The weather in San Francisco?' }]
  const answer = await ask(service, { input, tools: [WEATHER] })
  expect(answer).toMatchObject({
    output: [{ type: 'function_call', name: 'get_weather' }],
    tools: [{ ...WEATHER, description: null, strict: null }],
  })
  const events = await eventsOf(service, { input, tools: [{ ...WEATHER, strict: true }] })
  expect(pick(events.at(0), 'response.tools.0.strict')).toBe(true)
  expect(typesOf(events)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.output_item.done',
    'response.completed',
  ])
  const [call] = pickList(answer, 'output')
  const result = {
    type: 'function_call_output',
    call_id: pick(call, 'call_id'),
    output: '{"temperature":"18 C"}',
  }
  const next = { tools: [WEATHER], input: [...input, call, result] }
  expect(await ask(service, next)).toMatchObject({
    ...{ status: 'completed', output: [{ type: 'message' }] },
  })
})

test('previous-response-id: the second turn has the first', async () => {
  await using upstream = startUpstream(obedient)
  await using service = createTestApp({ upstream: upstream.url })
  const first = await ask(service, { input: 'Remember this code word: papaya.' })
  const id = pick(first, 'id')
  const next = await ask(service, { input: 'Which code word?', previous_response_id: id })
  expect(next).toMatchObject({ status: 'completed', previous_response_id: id })
  expect(JSON.stringify(upstream.requests.at(-1)?.body.messages)).toContain('papaya')
})

test('file-input: the words of a PDF reach the model', async () => {
  await using upstream = startUpstream(obedient)
  await using service = createTestApp({ upstream: upstream.url })
  const data = pdf([
    'Title: a fixture of the suite, with enough words to be read as text',
  ]).toString('base64')
  const content = [
    { type: 'input_text', text: 'Answer with the title only.' },
    {
      type: 'input_file',
      filename: 'fixture.pdf',
      file_data: `data:application/pdf;base64,${data}`,
    },
  ]
  const input = [{ type: 'message', role: 'user', content }]
  expect(await ask(service, { input })).toMatchObject({ status: 'completed' })
  const [sent] = upstream.requests
  expect(sent && lastText(sent)).toContain('a fixture of the suite')
})

test('input_tokens counts as count_tokens of /v1/messages does, and asks no model', async () => {
  await using upstream = startUpstream()
  await using service = createTestApp({ upstream: upstream.url })
  const messages = [{ role: 'user', content: 'Why is the sky blue?' }]
  const system = 'Answer in one sentence.'
  const counted = await service.asOwner('POST', '/v1/messages/count_tokens', {
    ...{ model: 'auto', max_tokens: 1, system, messages },
  })
  const tokens = await pickFrom(counted, 'input_tokens')
  expect(tokens).toBeGreaterThan(10)
  const count = (body: object) => service.asOwner('POST', `${PATH}/input_tokens`, body)
  const answer = await count({ input: messages, instructions: system })
  expect(await answer.json()).toEqual({ object: 'response.input_tokens', input_tokens: tokens })
  const first = await ask(service, { input: messages, instructions: system })
  const continued = await count({ input: 'Sure?', previous_response_id: pick(first, 'id') })
  expect(await pickFrom(continued, 'input_tokens')).toBeGreaterThan(Number(tokens))
  const unknown = await count({ input: 'Sure?', previous_response_id: 'resp_x' })
  expect([unknown.status, (await count({})).status]).toEqual([404, 422])
  expect(upstream.requests).toHaveLength(1)
})

test('compact is refused in words, as no compaction items are made', async () => {
  await using service = createTestApp()
  const refused = await service.asOwner('POST', `${PATH}/compact`, { model: 'auto', input: 'hi' })
  expect(refused.status).toBe(422)
  expect(await pickFrom(refused, 'error.message')).toStartWith('Cannot compact a conversation: ')
})
