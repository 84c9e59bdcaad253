import { expect, test } from 'bun:test'
import { pick } from '../support/pick.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'
import { chunk, sse, startUpstream, streamText } from '../support/upstream.ts'

/*
 * The requests of Home Assistant's integration of Ollama, which the Python package `ollama` sends.
 * https://github.com/home-assistant/core/tree/dev/homeassistant/components/ollama
 */

const HEADERS = {
  accept: 'application/json',
  authorization: `Bearer ${PRIMARY_KEY}`,
  'content-type': 'application/json',
  'user-agent': 'ollama-python/0.6.2 (x86_64 linux) Python/3.14.2',
}
const SYSTEM = { role: 'system', content: 'You are a voice assistant for Home Assistant.' }
const ASKED = { role: 'user', content: 'Turn on the kitchen light' }
const TOOL = {
  type: 'function',
  function: {
    name: 'HassTurnOn',
    parameters: {
      type: 'object',
      properties: { name: { type: 'string' }, area: { type: 'string' } },
      required: [],
    },
    description: 'Turns on a device or entity',
  },
}
const CHAT = {
  ...{ model: 'auto', stream: true, keep_alive: -1, think: false },
  options: { num_ctx: 8192 },
}

async function linesOf(service: TestService, fields: object): Promise<unknown[]> {
  const body = JSON.stringify({ ...CHAT, tools: [], ...fields })
  const sent = { method: 'POST', headers: HEADERS, body }
  const response = await fetch(`${service.url}/api/chat`, sent)
  expect(response.status).toBe(200)
  return (await response.text())
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

test('Home Assistant finds the models, and is told of a wrong key by its status', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const list = async (headers: Record<string, string>) =>
    fetch(`${service.url}/api/tags`, { headers })
  const found: unknown = await (await list(HEADERS)).json()
  const models = pick(found, 'models')
  expect(models).toContainEqual(expect.objectContaining({ model: 'auto' }))
  expect((await list({ ...HEADERS, authorization: 'Bearer wrong' })).status).toBe(401)
  const { authorization, ...keyless } = HEADERS
  expect((await list(keyless)).status).toBe(401)
})

test('Home Assistant calls its tool and says the answer', async () => {
  const called = { name: 'HassTurnOn', arguments: '{"name":"kitchen light"}' }
  await using upstream = startUpstream(({ body }) =>
    body.messages.at(-1)?.role === 'tool'
      ? streamText(['It ', 'is on.'])
      : sse([
          chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: called }] }),
          chunk({}, 'tool_calls'),
        ]),
  )
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const first = await linesOf(service, { messages: [SYSTEM, ASKED], tools: [TOOL] })
  const calls = first.flatMap((line) => pick(line, 'message.tool_calls') ?? [])
  expect(calls).toEqual([
    { function: { name: 'HassTurnOn', arguments: { name: 'kitchen light' } } },
  ])
  expect(first.at(-1)).toMatchObject({ done: true, message: { role: 'assistant' } })
  // Its results have no id and no name.
  const result = { role: 'tool', content: '{"data":{"success":[]},"error":null}' }
  const made = { role: 'assistant', content: '', tool_calls: calls }
  const second = await linesOf(service, { messages: [SYSTEM, ASKED, made, result], tools: [TOOL] })
  expect(second.map((line) => pick(line, 'message.content')).join('')).toBe('It is on.')
  expect(upstream.requests).toHaveLength(2)
  expect(upstream.requests[1]?.body).toMatchObject({
    tools: [TOOL],
    messages: [
      SYSTEM,
      ASKED,
      { tool_calls: [{ id: 'call_1', function: called }] },
      { role: 'tool', tool_call_id: 'call_1', content: result.content },
    ],
  })
})

test('Home Assistant gets data by a schema, from a picture', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const format = {
    type: 'object',
    properties: { count: { type: 'integer' } },
    required: ['count'],
  }
  const content = 'How many cars are there?'
  const messages = [{ role: 'user', content, images: [PICTURE] }]
  const lines = await linesOf(service, { messages, format, keep_alive: '300s' })
  expect(lines.map((line) => pick(line, 'message.content')).join('')).toBe('{"count":1}')
  expect(upstream.requests[0]?.body).toMatchObject({
    response_format: { json_schema: { schema: format } },
    messages: [{ content: [{ text: content }, { type: 'image_url' }] }],
  })
})

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
