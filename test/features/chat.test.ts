import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const PATH = '/v1/chat/completions'
const HELLO = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }

function app(options: Parameters<typeof fakeEngine>[2] = {}) {
  const local = fakeEngine('local', saying('Hello ', 'you'), options)
  const other = fakeEngine('other', saying('Other'))
  return { local, other, service: createTestApp({ engines: [local, other] }) }
}

test('POST /v1/chat/completions answers in OpenAI’s shape with usage zero', async () => {
  const { service } = app()
  await using _ = service
  const response = await service.asOwner('POST', PATH, HELLO)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    object: 'chat.completion',
    model: 'local/small',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Hello you' }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  })
})

test('POST /v1/chat/completions streams a role, the text, a finish reason and [DONE]', async () => {
  const { service } = app()
  await using _ = service
  const response = await service.asOwner('POST', PATH, {
    ...HELLO,
    stream: true,
    stream_options: { include_usage: true },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  const frames = (await response.text()).split('\n\n').filter(Boolean)
  expect(frames.at(-1)).toBe('data: [DONE]')
  expect(frames.every((frame) => frame.startsWith('data: '))).toBe(true)
  const chunks = frames.slice(0, -1).map((frame): unknown => JSON.parse(frame.slice(6)))
  expect(pick(chunks[0], 'choices.0.delta')).toEqual({ role: 'assistant', content: '' })
  expect(chunks.map((chunk) => pick(chunk, 'choices.0.delta.content') ?? '').join('')).toBe(
    'Hello you',
  )
  expect(pick(chunks.at(-2), 'choices.0.finish_reason')).toBe('stop')
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } })
  expect(new Set(chunks.map((chunk) => pick(chunk, 'id'))).size).toBe(1)
})

test('a stream without include_usage has no usage at all', async () => {
  const { service } = app()
  await using _ = service
  const text = await (await service.asOwner('POST', PATH, { ...HELLO, stream: true })).text()
  expect(text).not.toContain('usage')
})

test('content may be a string, parts or null, and unknown fields are ignored', async () => {
  const { service, local } = app()
  await using _ = service
  const messages = [
    {
      role: 'system',
      content: [{ type: 'text', text: 'Be brief', cache_control: { type: 'ephemeral' } }],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'result' }] },
    { role: 'user', content: 'hi', name: 'ada' },
  ]
  const response = await service.asOwner('POST', PATH, {
    ...HELLO,
    messages,
    store: true,
    metadata: { a: 1 },
    temperature: 0.5,
    user: 'x',
  })
  expect(response.status).toBe(200)
  expect(local.turns[0]?.messages).toEqual(messages as never)
  expect(local.turns[0]?.options).toEqual({ temperature: 0.5 })
})

test('POST /v1/chat/completions names the first wrong field with 422', async () => {
  const { service } = app()
  await using _ = service
  const wrong: [unknown, string][] = [
    [{ ...HELLO, messages: [] }, 'messages'],
    [{ ...HELLO, model: 7 }, 'model'],
    [{ messages: HELLO.messages }, 'model'],
    [{ ...HELLO, messages: [{ role: 'king', content: 'hi' }] }, 'messages[0].role'],
    [
      {
        ...HELLO,
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }],
          },
        ],
      },
      'messages[0].content[0].image_url.url',
    ],
    [{ ...HELLO, n: 2 }, 'n'],
    [[], ''],
  ]
  for (const [body, param] of wrong) {
    const response = await service.asOwner('POST', PATH, body)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 'invalid',
      error: { type: 'invalid_request_error', param, code: 'invalid' },
    })
  }
})

test('a body that is not JSON is 400, and nothing stays admitted', async () => {
  const { service } = app()
  await using _ = service
  const { authorization } = service.makeKey()
  const response = await service.request(PATH, {
    method: 'POST',
    body: '{',
    headers: { authorization },
  })
  expect(response.status).toBe(400)
  expect(await pickFrom(response, 'code')).toBe('malformed')
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})

test('the bound of characters is the engine’s for a named engine and 100,000 for auto; tool schemas do not count', async () => {
  const { service } = app({ maxCharacters: 400_000 })
  await using _ = service
  const ask = (model: string, characters: number) =>
    service.asOwner('POST', PATH, {
      model,
      messages: [
        { role: 'system', content: '👍'.repeat(10) },
        { role: 'user', content: [{ type: 'text', text: 'x'.repeat(characters - 10) }] },
      ],
      tools: [{ type: 'function', function: { name: 'f', description: 'y'.repeat(5000) } }],
    })
  expect((await ask('auto', 100_000)).status).toBe(200)
  const over = await ask('auto', 100_001)
  expect(over.status).toBe(422)
  const body = await over.json()
  expect(pick(body, 'code')).toBe('too_long')
  expect(pick(body, 'detail')).toBe(
    'The conversation is too long: it has 100001 characters, the bound is 100000',
  )
  expect((await ask('local', 400_000)).status).toBe(200)
  expect((await ask('local', 400_001)).status).toBe(422)
  expect((await ask('other', 100_001)).status).toBe(422)
})

test('the arguments of past function calls count as characters', async () => {
  const { service } = app()
  await using _ = service
  const status = async (characters: number, fields: (text: string) => object) => {
    const messages = [HELLO.messages[0], { role: 'assistant', ...fields('👍'.repeat(characters)) }]
    return (await service.asOwner('POST', PATH, { model: 'auto', messages })).status
  }
  const call = (text: string) => ({ id: 'c', function: { name: 'f', arguments: text } })
  const many = (text: string) => ({ content: null, tool_calls: [7, { id: 'x' }, call(text)] })
  const single = (text: string) => ({ function_call: { name: 'f', arguments: text } })
  for (const fields of [many, single]) {
    expect(await status(99_998, fields)).toBe(200)
    expect(await status(99_999, fields)).toBe(422)
  }
})

test('model names: auto, an engine, engine/model; anything else is 404', async () => {
  const { service } = app()
  await using _ = service
  const model = async (name: string) => {
    const response = await service.asOwner('POST', PATH, { ...HELLO, model: name })
    return response.status === 200 ? pickFrom(response, 'model') : response.status
  }
  expect(await model('auto')).toBe('local/small')
  expect(await model('other')).toBe('other/small')
  expect(await model('other/large')).toBe('other/large')
  expect(await model('other/huge')).toBe(404)
  expect(await model('nobody')).toBe(404)
})

test('GET /v1/models lists what the key may use', async () => {
  const { service } = app()
  await using _ = service
  const ids = async (authorization: string) => {
    const response = await service.request('/v1/models', { headers: { authorization } })
    return pickList(await response.json(), 'data').map((item) => pick(item, 'id'))
  }
  expect(
    await ids(service.makeKey({ generate: true, agent_engines: ['other'] }).authorization),
  ).toEqual(['auto', 'other', 'other/small', 'other/large'])
  expect(await ids(service.makeKey({ generate: true, agent_engines: [] }).authorization)).toEqual(
    [],
  )
})

test('a key answers within its profile only', async () => {
  const { service, local } = app()
  await using _ = service
  const ask = async (profile: Parameters<typeof service.makeKey>[0], model: string) => {
    const { authorization } = service.makeKey(profile)
    const response = await service.request(
      PATH,
      jsonInit('POST', { ...HELLO, model }, { authorization }),
    )
    return response.status === 200
      ? pickFrom(response, 'model')
      : `${response.status} ${await pickFrom(response, 'code')}`
  }
  expect(await ask({ generate: true, agent_engines: ['other'] }, 'auto')).toBe('other/small')
  expect(await ask({ generate: true, agent_engines: ['other'] }, 'local')).toBe(
    '403 capability_denied',
  )
  expect(await ask({ generate: true, agent_engines: [] }, 'auto')).toBe('403 capability_denied')
  expect(await ask({ generate: false, agent_engines: ['local'] }, 'auto')).toBe(
    '403 capability_denied',
  )
  expect(local.turns).toEqual([])
})

test('a request that no allowed engine supports is refused before it is queued', async () => {
  const { service } = app()
  await using demo = createTestApp({
    engines: [
      fakeEngine('plain', saying('x'), {
        capabilities: { images: false, structured: false, tools: false },
      }),
    ],
  })
  await using _ = service
  const image = [
    {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }],
    },
  ]
  expect((await demo.asOwner('POST', PATH, { ...HELLO, messages: image })).status).toBe(422)
  expect(
    (await demo.asOwner('POST', PATH, { ...HELLO, response_format: { type: 'json_object' } }))
      .status,
  ).toBe(422)
  expect((await demo.asOwner('POST', PATH, { ...HELLO, tool_choice: 'required' })).status).toBe(422)
  expect(
    (await demo.asOwner('POST', PATH, { ...HELLO, tools: [], tool_choice: 'auto' })).status,
  ).toBe(200)
})
