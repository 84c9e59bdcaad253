import { expect, test } from 'bun:test'
import { failureOf, ollamaClient, rawChat } from '../support/clients.ts'
import { PIXEL } from '../support/documents/images.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pickFrom } from '../support/pick.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import {
  chunk,
  handStream,
  sse,
  startUpstream,
  streamText,
  wholeAnswer,
} from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const HELLO = 'Hello from the local model.'
const MESSAGES = [{ role: 'user', content: 'Say hello' }]
const TOOL = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: {} } },
}

test('ollama: chats, whole and in lines', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const client = ollamaClient(service)
  const ask = { model: 'auto', messages: MESSAGES, options: { num_predict: 9, num_ctx: 4096 } }
  const whole = await client.chat({ ...ask, format: 'json' })
  expect(whole).toMatchObject({
    ...{ model: 'auto', done: true, done_reason: 'stop', eval_count: 0 },
    message: { role: 'assistant', content: HELLO },
  })
  expect(whole.total_duration).toBeGreaterThanOrEqual(0)
  const lines = await Array.fromAsync(await client.chat({ ...ask, stream: true }))
  expect(lines.map(({ message }) => message.content).join('')).toBe(HELLO)
  expect(lines.map(({ done }) => done)).toEqual(lines.map((_, at) => at === lines.length - 1))
  const { messages, ...options } = upstream.requests[0]?.body ?? { messages: [] }
  expect(messages).toEqual(MESSAGES)
  expect(options).toEqual({
    ...{ model: 'test-model', stream: false, max_tokens: 9 },
    response_format: { type: 'json_object' },
  })
})

test('ollama: calls come whole with objects as arguments, and results are matched in order', async () => {
  await using upstream = startUpstream(({ body }) =>
    body.messages.some(({ role }) => role === 'tool')
      ? wholeAnswer('Rain.')
      : sse([
          chunk({ tool_calls: [call(0, '{"city":')] }),
          chunk({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
          chunk({ tool_calls: [call(1, '')] }),
          chunk({}, 'tool_calls'),
        ]),
  )
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const client = ollamaClient(service)
  const ask = { model: 'auto:latest', tools: [TOOL] }
  const lines = await Array.fromAsync(
    await client.chat({ ...ask, messages: MESSAGES, stream: true }),
  )
  const calls = lines.flatMap(({ message }) => message.tool_calls ?? [])
  expect(calls).toEqual([
    { function: { name: 'get_weather', arguments: { city: 'Oslo' } } },
    { function: { name: 'get_weather', arguments: {} } },
  ])
  const answer = await client.chat({
    ...ask,
    messages: [
      ...MESSAGES,
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', tool_name: 'get_weather', content: 'Wet' },
      { role: 'tool', content: 'No city' },
    ],
  })
  expect(answer.message.content).toBe('Rain.')
  expect(upstream.requests).toHaveLength(2)
  expect(upstream.requests[1]?.body.messages).toMatchObject([
    { role: 'user' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { arguments: '{"city":"Oslo"}' } },
        { id: 'call_2', type: 'function', function: { arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'Wet' },
    { role: 'tool', tool_call_id: 'call_2', content: 'No city' },
  ])
})

test('ollama: pictures, a schema and thoughts', async () => {
  await using upstream = startUpstream(() =>
    sse([chunk({ reasoning: 'Hm.' }), chunk({ content: '{"ok":true}' }), chunk({}, 'length')]),
  )
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const client = ollamaClient(service)
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } } }
  const images = [PIXEL.slice(PIXEL.indexOf(',') + 1)]
  const ask = { model: 'local', format: schema, stream: true as const }
  const messages = [{ role: 'user', content: 'What is this?', images }]
  const lines = await Array.fromAsync(await client.chat({ ...ask, messages }))
  expect(lines.map(({ message }) => message.thinking ?? '').join('')).toBe('Hm.')
  expect(lines.at(-1)?.done_reason).toBe('length')
  const quiet = await Array.fromAsync(await client.chat({ ...ask, messages, think: false }))
  expect(quiet.some(({ message }) => 'thinking' in message)).toBe(false)
  expect(upstream.requests[0]?.body).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { schema } },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: expect.stringContaining('data:image/') } },
        ],
      },
    ],
  })
})

test('ollama: generate answers a prompt, and what asks nothing is answered without an engine', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const client = ollamaClient(service)
  const answer = await client.generate({ model: 'auto', system: 'Be brief', prompt: 'Hi' })
  expect(answer).toMatchObject({ response: HELLO, done: true, done_reason: 'stop', context: [] })
  expect(upstream.requests[0]?.body.messages).toEqual([
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Hi' },
  ])
  const loaded = await client.generate({ model: 'auto', prompt: '', keep_alive: '5m' })
  expect(loaded).toMatchObject({ response: '', done: true, done_reason: 'load' })
  expect(await client.chat({ model: 'auto', messages: [] })).toMatchObject({ done_reason: 'load' })
  expect(upstream.requests).toHaveLength(1)
  const gap = await failureOf(client.generate({ model: 'auto', prompt: 'a', suffix: 'b' }))
  expect(gap).toMatchObject({ error: expect.stringContaining('suffix'), status_code: 422 })
})

test('ollama: lists models, shows one, and says its version', async () => {
  const engines = [fakeEngine('local', saying('Hello'))]
  await using service = startService({ speechEngines: [], engines })
  const client = ollamaClient(service)
  const { models } = await client.list()
  expect(models.map(({ model, name }) => [model, name])).toEqual(
    ['auto', 'local', 'local/small', 'local/large'].map((id) => [id, id]),
  )
  expect(await client.show({ model: 'local/small:latest' })).toMatchObject({
    capabilities: ['completion', 'vision', 'tools'],
  })
  expect((await client.version()).version).toMatch(/^\d+\.\d+\.\d+$/)
  for (const method of ['HEAD', 'GET']) {
    const probed = await fetch(`${service.url}/`, { method, redirect: 'manual' })
    expect(probed.status).toBe(200)
  }
  const unknown = await failureOf(client.show({ model: 'nothing' }))
  expect(unknown).toMatchObject({ status_code: 404, error: expect.stringContaining('nothing') })
})

test('ollama: lines come while a request waits, and a failure in mid-stream is raised', async () => {
  const first = handStream()
  const second = handStream()
  await using upstream = startUpstream(() =>
    upstream.requests.length === 1 ? first.response : second.response,
  )
  await using service = startService({
    ...{ speechEngines: [], upstream: upstream.url },
    limits: { keepaliveMs: 10 },
  })
  const running = await rawChat(service)
  const alive = Promise.withResolvers<void>()
  const wire = startWire(undefined, (text) => {
    if (text.split('\n').length > 4) alive.resolve()
  })
  const client = ollamaClient(service, { fetch: wire.fetch })
  const lines = await client.chat({ model: 'auto', messages: MESSAGES, stream: true })
  const texts: string[] = []
  const failed = failureOf(
    (async () => {
      for await (const { message } of lines) {
        texts.push(message.content)
        if (message.content !== '') await second.break()
      }
    })(),
  )
  await alive.promise
  const finished = first.finish()
  await Promise.all([finished, running.text()])
  await second.say('Once upon')
  expect(await failed).toMatchObject({ message: expect.stringContaining('failed before') })
  expect(texts.join('')).toBe('Once upon\n\nThe engine local failed before its answer was whole')
  // Programs that do not look for `error` need an end.
  const last = JSON.parse(wire.exchanges[0]?.text.trim().split('\n').at(-1) ?? '')
  expect(last).toMatchObject({ done: true, done_reason: 'stop', code: 'engine_failed' })
  expect(upstream.requests).toHaveLength(2)
})

test('ollama: refusals are texts in its form, and bodies need no media type', async () => {
  await using upstream = startUpstream(() => streamText(['Hi']))
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const wrong = ollamaClient(service, { key: 'wrong' })
  expect(await failureOf(wrong.chat({ model: 'auto', messages: MESSAGES }))).toMatchObject({
    ...{ status_code: 401, error: 'Invalid or missing API key' },
  })
  const body = JSON.stringify({ model: 'auto', messages: MESSAGES })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const headers = { authorization: `Bearer ${PRIMARY_KEY}`, 'content-type': type }
    const sent = await fetch(`${service.url}/api/chat`, { method: 'POST', headers, body })
    expect([sent.status, sent.headers.get('content-type')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
    ])
    expect(await sent.text()).toContain('"content":"Hi"')
  }
})

function call(index: number, text: string) {
  const called = { name: 'get_weather', arguments: text }
  return { index, id: `up_${index}`, type: 'function', function: called }
}

test('ollama: what asks nothing is answered at once, for models that are there', async () => {
  const local = fakeEngine('local', saying(HELLO))
  await using service = startService({ speechEngines: [], engines: [local] })
  const client = ollamaClient(service)
  const reasonOf = async (fields: object) => {
    const body = { model: 'auto', stream: false, ...fields }
    const [chat, generate] = await Promise.all([
      service.asOwner('POST', '/api/chat', { messages: [], ...body }),
      service.asOwner('POST', '/api/generate', body),
    ])
    return Promise.all([pickFrom(chat, 'done_reason'), pickFrom(generate, 'done_reason')])
  }
  expect(await reasonOf({})).toEqual(['load', 'load'])
  expect(await reasonOf({ keep_alive: '5m' })).toEqual(['load', 'load'])
  expect(await reasonOf({ keep_alive: -1 })).toEqual(['load', 'load'])
  for (const keep_alive of [0, '0', '0s'])
    expect(await reasonOf({ keep_alive })).toEqual(['unload', 'unload'])
  expect(await failureOf(client.chat({ model: 'unknown', messages: [] }))).toMatchObject({
    ...{ status_code: 404, error: expect.stringContaining('There is no model unknown') },
  })
  expect(await failureOf(client.generate({ model: 'unknown', prompt: '' }))).toMatchObject({
    status_code: 404,
  })
  expect(await client.ps()).toEqual({ models: [] })
  expect(local.turns).toEqual([])
})
