import { afterEach, expect, jest, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { createDevice } from '../support/devices.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const PATH = '/api/code/v1/chat/completions'
const HELLO = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }
const WAITING = ': keepalive, waiting for another of your requests\n\n'

afterEach(() => {
  jest.useRealTimers()
})

/** A service with a gated engine of eight lanes: only admission can make anybody wait. */
function gated() {
  const gates = gatedEngine()
  const service = createTestApp({ engines: [gates.engine], heavyWidth: 8 })
  const { admissions } = service.services
  return { gates, service, admissions }
}

function ask(service: TestApp, headers: Record<string, string>, text: string, stream = false) {
  const messages = [{ role: 'user', content: text }]
  return service.request(PATH, jsonInit('POST', { model: 'auto', messages, stream }, headers))
}

async function said(response: Promise<Response>): Promise<unknown> {
  return pickFrom(await response, 'choices.0.message.content')
}

test('POST /api/code/v1/chat/completions answers, whole and streamed, and is recorded as code', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello ', 'you'))] })
  const { headers } = createDevice(service)
  const parts = [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }]
  const body = { ...HELLO, messages: [{ role: 'user', content: parts }] }
  const whole = await service.request(PATH, jsonInit('POST', body, headers))
  expect(whole.status).toBe(200)
  expect(await whole.json()).toMatchObject({
    object: 'chat.completion',
    model: 'local/small',
    choices: [{ message: { content: 'Hello you' }, finish_reason: 'stop' }],
    usage: { total_tokens: 0 },
  })
  const stream = await service.request(PATH, jsonInit('POST', { ...HELLO, stream: true }, headers))
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.headers.get('cache-control')).toBe('no-cache, no-transform')
  const text = await stream.text()
  expect(text).toContain('{"role":"assistant","content":""}')
  expect(text).toContain('"finish_reason":"stop"')
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  const usage: unknown = await (
    await service.asOwner('GET', '/admin/usage?group_by=surface,actor')
  ).json()
  expect(pickList(usage, 'items')).toMatchObject([
    { surface: 'code', actor: 'ann@example.test', model_calls: 2 },
  ])
})

test('GET /api/code/v1/models lists the models', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const { headers } = createDevice(service)
  const list: unknown = await (await service.request('/api/code/v1/models', { headers })).json()
  expect(pickList(list, 'data').map((item) => pick(item, 'id'))).toEqual([
    'auto',
    'local',
    'local/small',
    'local/large',
  ])
  const one = (name: string) => service.request(`/api/code/v1/models/${name}`, { headers })
  for (const name of ['local/large', 'local%2Flarge', 'large'])
    expect([name, await pickFrom(await one(name), 'owned_by')]).toEqual([name, 'local'])
  const missing = await one('local/none')
  expect([missing.status, await pickFrom(missing, 'error.message')]).toEqual([
    404,
    'There is no model local/none: GET /api/code/v1/models lists them',
  ])
})

test('POST /api/code/v1/chat/completions refuses images and invalid fields with 422', async () => {
  const local = fakeEngine('local', saying('x'))
  await using service = createTestApp({ engines: [local] })
  const { headers } = createDevice(service)
  const image_url = { url: 'data:image/png;base64,AA' }
  const parts = [
    [{ type: 'image_url', image_url }],
    [
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url },
    ],
    [{ type: 'input_audio', input_audio: { data: '', format: 'wav' } }],
  ]
  for (const [at, content] of parts.entries()) {
    const body = { ...HELLO, messages: [{ role: 'user', content }] }
    const response = await service.request(PATH, jsonInit('POST', body, headers))
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 'invalid',
      error: {
        type: 'invalid_request_error',
        param: `messages[0].content[${at === 1 ? 1 : 0}].type`,
      },
    })
  }
  expect((await service.request(PATH, jsonInit('POST', [], headers))).status).toBe(422)
  expect((await service.request(PATH, { method: 'POST', body: '{', headers })).status).toBe(400)
  expect(local.turns).toEqual([])
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})

test('a body of 4 MiB is read, one byte more is 413', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const { headers } = createDevice(service)
  const body = (bytes: number) => {
    const bare = JSON.stringify({ ...HELLO, padding: '' })
    return JSON.stringify({ ...HELLO, padding: 'x'.repeat(bytes - bare.length) })
  }
  const send = async (bytes: number) =>
    (await service.request(PATH, { method: 'POST', headers, body: body(bytes) })).status
  expect(await send(4 * 1024 * 1024)).toBe(200)
  expect(await send(4 * 1024 * 1024 + 1)).toBe(413)
})

test('POST /api/code/v1/chat/completions answers 503 with Retry-After 20 when no engine can answer', async () => {
  const spent = failing(new EngineFailure('quota', 'spent'))
  const broke = fakeEngine('plan', spent, { usesSubscription: true })
  await using service = createTestApp({ engines: [broke] })
  const { headers } = createDevice(service)
  const response = await service.request(PATH, jsonInit('POST', HELLO, headers))
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('20')
  expect(await response.json()).toMatchObject({
    detail: 'No subscription could answer: plan has used up its quota; try again later',
    code: 'no_engine',
    error: { type: 'server_error' },
  })
})

test('a third request of an account waits, on any of its machines, until a lease is released', async () => {
  const { gates, service, admissions } = gated()
  await using _ = service
  const laptop = createDevice(service)
  const desktop = createDevice(service, laptop.person)
  const one = ask(service, laptop.headers, 'one')
  const two = ask(service, desktop.headers, 'two')
  await until(() => gates.prompts.length === 2)
  const three = ask(service, laptop.headers, 'three')
  const four = ask(service, desktop.headers, 'four')
  await until(() => admissions.of('model').state().waiting === 2)
  expect(gates.prompts).toEqual(['one', 'two'])
  const stranger = createDevice(service, makeUser(service.services, { email: 'bob@example.test' }))
  gates.release('other')
  expect(await said(ask(service, stranger.headers, 'other'))).toBe('other!')
  gates.release('two')
  expect(await said(two)).toBe('two!')
  await until(() => gates.prompts.includes('three'))
  expect(admissions.of('model').state()).toMatchObject({ admitted: 2, waiting: 1 })
  for (const text of ['one', 'three', 'four']) gates.release(text)
  expect(await Promise.all([one, three, four].map(said))).toEqual(['one!', 'three!', 'four!'])
  expect(gates.prompts).toEqual(['one', 'two', 'other', 'three', 'four'])
  await until(() => admissions.of('model').state().admitted === 0)
})

test('a stream without a lease sends its headers and a role at once, then comments, then the answer', async () => {
  const { gates, service, admissions } = gated()
  await using _ = service
  const { headers } = createDevice(service)
  for (const text of ['one', 'two']) void ask(service, headers, text)
  await until(() => gates.prompts.length === 2)
  jest.useFakeTimers()
  const response = await ask(service, headers, 'three', true)
  expect(response.status).toBe(200)
  expect(admissions.of('model').state().waiting).toBe(1)
  let text = ''
  const decoder = new TextDecoder()
  const read = (async () => {
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true })
  })()
  await until(() => text.includes('"role":"assistant"'))
  await until(() => text.split(WAITING).length === 2)
  jest.advanceTimersByTime(20_000)
  await until(() => text.split(WAITING).length === 4)
  expect(gates.prompts).toEqual(['one', 'two'])
  for (const question of ['one', 'three', 'two']) gates.release(question)
  await read
  // The start of the run is told as well, by a comment without a note.
  expect(text.slice(text.lastIndexOf(WAITING))).toStartWith(`${WAITING}: keepalive\n\n`)
  expect(text).toContain('three!')
  expect(text).toContain('"finish_reason":"stop"')
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  expect(text.split('"role"').length).toBe(2)
  await until(() => admissions.of('model').state().admitted === 0)
})

test('after 180 s without a lease: 429, or an error frame and [DONE] in a stream', async () => {
  const { gates, service, admissions } = gated()
  await using _ = service
  const { headers } = createDevice(service)
  const held = ['one', 'two'].map((text) => ask(service, headers, text))
  await until(() => gates.prompts.length === 2)
  jest.useFakeTimers()
  const stream = await ask(service, headers, 'three', true)
  const streamed = stream.text()
  let whole: Response | undefined
  const answered = ask(service, headers, 'four').then((response) => {
    whole = response
  })
  await until(() => admissions.of('model').state().waiting === 2)
  // The handler goes on to wait only after it has read the body.
  for (let turn = 0; turn < 20; turn += 1) await new Promise<void>((next) => setImmediate(next))
  jest.advanceTimersByTime(179_999)
  for (let turn = 0; turn < 20; turn += 1) await new Promise<void>((next) => setImmediate(next))
  expect(whole).toBeUndefined()
  jest.advanceTimersByTime(1)
  await answered
  expect(whole?.status).toBe(429)
  expect(whole?.headers.get('retry-after')).toBe('5')
  expect(pick(await whole?.json(), 'error.type')).toBe('rate_limit_error')
  const frames = (await streamed).split('\n\n').filter((frame) => frame.startsWith('data: '))
  expect(frames.at(-1)).toBe('data: [DONE]')
  expect(JSON.parse(frames.at(-2)?.slice(6) ?? '')).toMatchObject({
    error: { type: 'rate_limit_error', code: 'busy' },
  })
  expect(admissions.of('model').state()).toMatchObject({ admitted: 2, waiting: 0 })
  expect(gates.prompts).toEqual(['one', 'two'])
  for (const text of ['one', 'two']) gates.release(text)
  expect(await Promise.all(held.map(said))).toEqual(['one!', 'two!'])
})

test('the eight leases are shared by all surfaces: when they are taken, code assistants wait', async () => {
  const { gates, service, admissions } = gated()
  await using _ = service
  const keys = [1, 2, 3, 4].map(() => service.makeKey({ generate: true, agent_engines: ['gated'] }))
  const others = keys.flatMap(({ authorization }, index) =>
    ['a', 'b'].map((letter) =>
      service.request(
        '/v1/chat/completions',
        jsonInit(
          'POST',
          { model: 'auto', messages: [{ role: 'user', content: `${letter}${index}` }] },
          { authorization },
        ),
      ),
    ),
  )
  await until(() => gates.prompts.length === 8)
  const { headers, person } = createDevice(service)
  const waiting = ask(service, headers, 'late')
  await until(() => admissions.of('model').state().waiting === 1)
  const session = await service.request(
    '/v1/chat/completions',
    jsonInit('POST', HELLO, person.headers),
  )
  expect(session.status).toBe(429)
  gates.release('a0')
  await until(() => gates.prompts.includes('late'))
  for (const text of ['late', ...gates.prompts]) gates.release(text)
  expect(await said(waiting)).toBe('late!')
  await Promise.all(others)
})

test('a user’s session and machines share two leases', async () => {
  const { gates, service, admissions } = gated()
  await using _ = service
  const { headers, person } = createDevice(service)
  const held = ['one', 'two'].map((text) => ask(service, headers, text))
  await until(() => gates.prompts.length === 2)
  const session = await service.request(
    '/v1/chat/completions',
    jsonInit('POST', HELLO, person.headers),
  )
  expect(session.status).toBe(429)
  for (const text of ['one', 'two']) gates.release(text)
  await Promise.all(held)
  await until(() => admissions.of('model').state().admitted === 0)
})

test('eight of an account may wait, a ninth is 429 at once', async () => {
  const { gates, service, admissions } = gated()
  await using _ = service
  const { headers } = createDevice(service)
  const held = [...'abcdefghij'].map((text) => ask(service, headers, text))
  await until(() => admissions.of('model').state().waiting === 8)
  const ninth = await ask(service, headers, 'k')
  expect(ninth.status).toBe(429)
  expect(ninth.headers.get('retry-after')).toBe('5')
  for (const text of 'abcdefghij') gates.release(text)
  await Promise.all(held)
  expect(gates.prompts.join('')).toBe('abcdefghij')
})

test('a suspended account’s running and waiting requests end and release their leases', async () => {
  const { gates, service, admissions } = gated()
  await using _ = service
  const { headers, person } = createDevice(service)
  const held = ['one', 'two'].map((text) => ask(service, headers, text))
  await until(() => gates.prompts.length === 2)
  const waiting = [ask(service, headers, 'three'), ask(service, headers, 'four', true)]
  await until(() => admissions.of('model').state().waiting === 2)
  person.change({ status: 'suspended' })
  const [whole, stream] = await Promise.all(waiting)
  expect(whole?.status).toBe(499)
  expect(await stream?.text()).toEndWith('data: [DONE]\n\n')
  await Promise.all(held)
  await until(() => admissions.of('model').state().admitted === 0)
  expect(admissions.of('model').state().waiting).toBe(0)
  expect(gates.prompts).toEqual(['one', 'two'])
  expect((await ask(service, headers, 'five')).status).toBe(403)
})

test('the requests of a revoked or signed out device end; others of its user continue', async () => {
  const { gates, service, admissions } = gated()
  await using _ = service
  const laptop = createDevice(service)
  const desktop = createDevice(service, laptop.person)
  const phone = createDevice(service, laptop.person)
  // Its headers are out: what follows is told within the stream.
  const cut = await ask(service, laptop.headers, 'cut', true)
  const kept = ask(service, desktop.headers, 'kept')
  await until(() => gates.prompts.length === 2)
  const waiting = ask(service, phone.headers, 'waiting')
  const next = ask(service, desktop.headers, 'next')
  await until(() => admissions.of('model').state().waiting === 2)
  const out = await service.request('/api/code/logout', { method: 'POST', headers: phone.headers })
  expect(out.status).toBe(204)
  expect((await waiting).status).toBe(499)
  expect((await service.asOwner('POST', `/admin/devices/${laptop.id}/revoke`)).status).toBe(200)
  const text = await cut.text()
  expect(text).toContain('"code":"cancelled"')
  expect(text).toEndWith('data: [DONE]\n\n')
  await until(() => gates.prompts.includes('next'))
  for (const one of ['kept', 'next']) gates.release(one)
  expect([await said(kept), await said(next)]).toEqual(['kept!', 'next!'])
  expect(gates.prompts).toEqual(['cut', 'kept', 'next'])
  await until(() => admissions.of('model').state().admitted === 0)
})

test('an unknown model is 404, and the refusal names the list that a device can read', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const { headers } = createDevice(service)
  const body = { ...HELLO, model: 'nobody' }
  const response = await service.request(PATH, jsonInit('POST', body, headers))
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    detail: 'There is no model nobody: GET /api/code/v1/models lists them',
    code: 'model_not_found',
    error: { type: 'invalid_request_error', param: 'model' },
  })
  const elsewhere = await service.asOwner('POST', '/v1/chat/completions', body)
  expect(await pickFrom(elsewhere, 'detail')).toContain('GET /v1/models lists them')
})

test('a stop refuses waiting requests at once', async () => {
  const { gates, service, admissions } = gated()
  const { headers } = createDevice(service)
  const held = ['one', 'two'].map((text) => ask(service, headers, text))
  await until(() => gates.prompts.length === 2)
  const waiting = ask(service, headers, 'three')
  await until(() => admissions.of('model').state().waiting === 1)
  const stopped = service.services.lifecycle.stop(0)
  const response = await waiting
  expect(response.status).toBe(503)
  expect(await pickFrom(response, 'code')).toBe('stopping')
  await stopped
  await Promise.all(held)
})

test('a body of millions of values is refused before it is parsed; commas in a string do not count', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const { headers } = createDevice(service)
  const send = (body: string) =>
    service.request(PATH, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  const dense = `{"model":"auto","messages":[{"role":"user","content":"hi"}],"tools":[${'{},'.repeat(1_000_000)}{}]}`
  const refused = await send(dense)
  expect(refused.status).toBe(422)
  expect(await pickFrom(refused, 'detail')).toBe(
    'Request body is invalid: it holds more than 250000 values',
  )
  const text = JSON.stringify({ ...HELLO, note: '[{,"\\'.repeat(500_000) })
  expect((await send(text)).status).toBe(200)
})
