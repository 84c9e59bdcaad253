import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const PATH = '/v1/responses'
const HELLO = { model: 'auto', input: 'Why is the sky blue?' }

function app(env: Record<string, string> = {}, now?: () => number) {
  const local = fakeEngine('local', saying('Hello ', 'you'))
  return { local, service: createTestApp({ engines: [local], env, ...(now ? { now } : {}) }) }
}

test('POST /v1/responses answers in OpenAI’s shape, without output_text, with usage zero', async () => {
  const { service } = app()
  await using _ = service
  const answer: unknown = await (await service.asOwner('POST', PATH, HELLO)).json()
  expect(answer).toMatchObject({
    object: 'response',
    status: 'completed',
    model: 'local/small',
    error: null,
    output: [
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Hello you', annotations: [] }],
      },
    ],
    usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    store: true,
  })
  // Where it is there, OpenAI's client does not make its own.
  expect(answer).not.toHaveProperty('output_text')
})

test('a stream has every event in its order, numbered, with event lines and [DONE]', async () => {
  const { service } = app()
  await using _ = service
  const response = await service.asOwner('POST', PATH, { ...HELLO, stream: true })
  const frames = (await response.text()).split('\n\n').filter(Boolean)
  expect(frames.pop()).toBe('data: [DONE]')
  const events = frames.map((frame) => {
    const [, name, data = ''] = /^event: (\S+)\ndata: (.*)$/.exec(frame) ?? []
    const event: unknown = JSON.parse(data)
    expect(pick(event, 'type')).toBe(name)
    return event
  })
  expect(events.map((event) => pick(event, 'type'))).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ])
  expect(events.map((event) => pick(event, 'sequence_number'))).toEqual([...events.keys()])
})

test('a kept answer is continued, quoted, read and deleted by its owner only', async () => {
  const { service, local } = app()
  await using _ = service
  const { authorization } = service.makeKey()
  const ask = (body: object) => service.request(PATH, jsonInit('POST', body, { authorization }))
  const first: unknown = await (await ask({ ...HELLO, instructions: 'Be brief' })).json()
  const id = String(pick(first, 'id'))
  const item = String(pick(first, 'output.0.id'))
  expect((await ask({ ...HELLO, input: 'Sure?', previous_response_id: id })).status).toBe(200)
  const conversation = [
    { role: 'user', content: HELLO.input },
    { role: 'assistant', content: 'Hello you' },
    { role: 'user', content: 'Sure?' },
  ]
  expect<unknown>(local.turns.at(-1)?.messages).toEqual(conversation)
  const quoting = [
    { role: 'user', content: HELLO.input },
    { type: 'item_reference', id: 'rs_unknown' },
    { type: 'item_reference', id: item },
    { role: 'user', content: [{ type: 'input_text', text: 'Sure?' }] },
  ]
  expect((await ask({ ...HELLO, input: quoting })).status).toBe(200)
  expect<unknown>(local.turns.at(-1)?.messages).toEqual(conversation)

  const path = `${PATH}/${id}`
  const own = { headers: { authorization } }
  expect(await (await service.request(path, own)).json()).toEqual(first)
  expect((await service.request(`${path}?stream=true`, own)).status).toBe(422)
  const items = await service.request(`${path}/input_items`, own)
  expect(await items.json()).toMatchObject({ data: [{ role: 'user' }], has_more: false })
  const foreign = [
    service.asOwner('GET', path),
    service.asOwner('DELETE', path),
    service.asOwner('GET', `${path}/input_items`),
    service.asOwner('POST', `${path}/cancel`),
    service.asOwner('POST', PATH, { ...HELLO, previous_response_id: id }),
    service.asOwner('POST', PATH, { ...HELLO, input: [{ type: 'item_reference', id: item }] }),
  ]
  expect((await Promise.all(foreign)).map(({ status }) => status)).toEqual(Array(6).fill(404))
  const quoted = await service.asOwner('POST', PATH, { ...HELLO, input: [{ id: item }] })
  expect(await pickFrom(quoted, 'error.message')).toBe(`Item with id '${item}' not found.`)
  expect(await (await service.request(path, { ...own, method: 'DELETE' })).json()).toEqual({
    ...{ id, object: 'response', deleted: true },
  })
  expect((await service.request(path, own)).status).toBe(404)
})

test('store: false keeps nothing, and nor does a service that keeps no responses', async () => {
  const never = app({ KEEP_RESPONSES_DAYS: '0' }).service
  const { service } = app()
  await using _ = service
  await using __ = never
  const id = async (one: typeof service, body: object) => {
    const answer: unknown = await (await one.asOwner('POST', PATH, body)).json()
    expect(pick(answer, 'store')).toBe(false)
    return String(pick(answer, 'id'))
  }
  const path = `${PATH}/${await id(service, { ...HELLO, store: false })}`
  expect((await service.asOwner('GET', path)).status).toBe(404)
  expect((await never.asOwner('GET', `${PATH}/${await id(never, HELLO)}`)).status).toBe(404)
  const background = await never.asOwner('POST', PATH, { ...HELLO, background: true })
  expect(await pickFrom(background, 'error.param')).toBe('background')
})

test('with its key, what was kept for it goes', async () => {
  const { service } = app()
  await using _ = service
  const [mine, other] = [service.makeKey(), service.makeKey()]
  for (const { authorization } of [mine, other])
    await service.request(PATH, jsonInit('POST', HELLO, { authorization }))
  expect((await service.asOwner('POST', `/admin/api-keys/${mine.id}/revoke`)).status).toBe(200)
  const { responses } = service.services.stores
  expect(responses.totalsOf(`key:${mine.id}`).rows).toBe(0)
  expect(responses.totalsOf(`key:${other.id}`).rows).toBe(1)
})

test('a kept answer goes 30 days after its last use', async () => {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const { service } = app({}, () => clock.now)
  await using _ = service
  const days = (count: number) => {
    clock.now += count * 24 * 60 * 60 * 1000
    service.services.responses.sweep()
  }
  const id = String(await pickFrom(await service.asOwner('POST', PATH, HELLO), 'id'))
  const status = async () => (await service.asOwner('GET', `${PATH}/${id}`)).status
  days(29)
  const next = { ...HELLO, store: false, previous_response_id: id }
  expect((await service.asOwner('POST', PATH, next)).status).toBe(200)
  service.services.batch.flush()
  days(29)
  expect(await status()).toBe(200)
  days(1)
  expect(await status()).toBe(404)
})
