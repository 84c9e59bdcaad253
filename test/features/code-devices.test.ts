import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Bytes } from '../../src/platform/ids.ts'
import { APPROVE, createDevice, POLL, requestFrom, START, startDevice } from '../support/devices.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** For tests that look at none but their own devices, and start few. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())

const DAY_MS = 24 * 60 * 60 * 1000

function poll(service: TestApp, body: object) {
  return service.request(POLL, jsonInit('POST', body))
}

function decide(service: TestApp, headers: Record<string, string>, body: object) {
  return service.request(APPROVE, jsonInit('POST', body, headers))
}

function form(fields: Record<string, string> | string): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  }
}

test('a device code that is polled from another address is refused and stays valid', async () => {
  let now = 1_800_000_000_000
  await using service = createTestApp({ now: () => now })
  const person = makeUser(service.services)
  const ask = (address: string, path: string, body: object) =>
    requestFrom(service, address, path, jsonInit('POST', body))
  const started = await (await ask('192.0.2.7', START, {})).json()
  const user_code = pick(started, 'user_code')
  const approved = await decide(service, person.headers, { user_code, decision: 'approve' })
  expect(approved.status).toBe(200)
  const poll = { device_code: pick(started, 'device_code') }
  const thief = await ask('198.51.100.9', POLL, poll)
  expect([thief.status, await thief.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  now += 3000
  expect((await ask('192.0.2.7', POLL, poll)).status).toBe(200)
})

test('POST /api/code/devices/start answers in RFC 8628’s shape, without a code in any URL', async () => {
  await using service = createTestApp({ env: { BASE_URL: 'https://hearth.example.test' } })
  const response = await service.request(START, form({ client_name: 'laptop', scope: 'any' }))
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const body: unknown = await response.json()
  expect(body).toEqual({
    device_code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: 'https://hearth.example.test/code/approve',
    expires_in: 600,
    interval: 3,
  })
})

test('POST /api/code/devices/start accepts a missing or empty body', async () => {
  expect((await service.request(START, { method: 'POST' })).status).toBe(200)
  expect((await service.request(START, form(''))).status).toBe(200)
  expect((await service.request(START, jsonInit('POST', {}))).status).toBe(200)
})

test('pending, slow_down with the new interval, approved once, then invalid_grant', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const ann = makeUser(service.services)
  const { device_code, user_code } = await startDevice(service)
  const pending = await poll(service, { device_code })
  expect(pending.status).toBe(400)
  expect(pending.headers.get('cache-control')).toBe('private, no-store')
  expect(await pending.json()).toEqual({
    error: 'authorization_pending',
    code: 'authorization_pending',
    detail: 'Nobody has decided on this device yet',
  })
  clock.now += 2999
  const early = await poll(service, { device_code })
  expect(early.status).toBe(400)
  expect(await early.json()).toMatchObject({ error: 'slow_down', interval: 8 })
  clock.now += 5001
  expect(await (await decide(service, ann.headers, { user_code })).json()).toMatchObject({
    client_name: 'laptop',
    user_code,
    status: 'pending',
  })
  const approved = await decide(service, ann.headers, { user_code, decision: 'approve' })
  expect(await pickFrom(approved, 'status')).toBe('approved')
  const given = await service.request(
    POLL,
    form({ device_code, grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }),
  )
  expect(given.status).toBe(200)
  expect(given.headers.get('cache-control')).toBe('private, no-store')
  const token: unknown = await given.json()
  expect(token).toEqual({
    access_token: expect.stringMatching(/^hcd_[A-Za-z0-9_-]{43}$/),
    token_type: 'Bearer',
    expires_in: 90 * 24 * 60 * 60,
  })
  expect(await pickFrom(await poll(service, { device_code }), 'error')).toBe('invalid_grant')
  const who = await service.request('/api/code/whoami', {
    headers: { authorization: `Bearer ${pick(token, 'access_token')}` },
  })
  expect(await who.json()).toEqual({
    account: 'ann@example.test',
    device: 'laptop',
    device_id: expect.stringMatching(/^dev_/),
    expires_at: new Date(clock.now + 90 * DAY_MS).toISOString(),
  })
})

test('expired_token after ten minutes, access_denied after a denial', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const ann = makeUser(service.services)
  const denied = await startDevice(service)
  await decide(service, ann.headers, { user_code: denied.user_code, decision: 'deny' })
  expect(await pickFrom(await poll(service, denied), 'error')).toBe('access_denied')
  const late = await startDevice(service)
  clock.now += 600_000
  expect(await pickFrom(await poll(service, late), 'error')).toBe('expired_token')
})

test('the interval, the code and the credential persist over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-code-'))
  const clock = { now: Date.now() }
  const open = () => createTestApp({ env: { DATA_DIR: folder }, now: () => clock.now })
  try {
    const first = open()
    const ann = makeUser(first.services)
    const { device_code, user_code } = await startDevice(first)
    await poll(first, { device_code })
    await first[Symbol.asyncDispose]()
    const second = open()
    clock.now += 2999
    expect(await pickFrom(await poll(second, { device_code }), 'error')).toBe('slow_down')
    expect((await decide(second, ann.headers, { user_code, decision: 'approve' })).status).toBe(200)
    clock.now += 5001
    const token = await pickFrom(await poll(second, { device_code }), 'access_token')
    await second[Symbol.asyncDispose]()
    await using third = open()
    const who = await third.request('/api/code/whoami', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(who.status).toBe(200)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('three parallel polls after approval give one credential', async () => {
  await using service = createTestApp()
  const ann = makeUser(service.services)
  const { device_code, user_code } = await startDevice(service)
  await decide(service, ann.headers, { user_code, decision: 'approve' })
  const answers = await Promise.all([1, 2, 3].map(() => poll(service, { device_code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect(service.services.devices.list(10, undefined).items).toHaveLength(1)
})

test('a user who approved and was suspended before the next poll: access_denied', async () => {
  const ann = makeUser(service.services)
  const { device_code, user_code } = await startDevice(service)
  await decide(service, ann.headers, { user_code, decision: 'approve' })
  ann.change({ status: 'suspended' })
  ann.change({ status: 'active' })
  expect(await pickFrom(await poll(service, { device_code }), 'error')).toBe('access_denied')
})

test('starts a minute from one address; the addresses of an IPv6 network count together', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const start = (address: string) => requestFrom(service, address, START, { method: 'POST' })
  for (let i = 1; i <= 30; i += 1) {
    expect((await start(`2001:db8::${i.toString(16)}`)).status).toBe(200)
  }
  const refused = await start('2001:db8::ffff:1')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await pickFrom(refused, 'code')).toBe('rate_limited')
  expect((await start('2001:db8:0:1::1')).status).toBe(200)
  clock.now += 60_000
  expect((await start('2001:db8::1')).status).toBe(200)
})

test('polls a minute from one address', async () => {
  await using service = createTestApp()
  const ask = () =>
    requestFrom(service, '192.0.2.7', POLL, jsonInit('POST', { device_code: 'unknown' }))
  for (let i = 1; i <= 300; i += 1) expect((await ask()).status).toBe(400)
  expect((await ask()).status).toBe(429)
})

test('a body of 4096 bytes is read, one of 4097 is 413, also in chunks', async () => {
  const body = (bytes: number) => `client_name=${'x'.repeat(bytes - 12)}`
  expect((await service.request(START, form(body(4096)))).status).toBe(200)
  expect((await service.request(START, form(body(4097)))).status).toBe(413)
  const chunked = (bytes: number) =>
    service.request(START, { ...form(''), body: new Blob([body(bytes)]).stream() })
  expect((await chunked(4096)).status).toBe(200)
  expect((await chunked(4097)).status).toBe(413)
})

test('duplicate fields, other content types, arrays, deep JSON and wrong fields: invalid_request', async () => {
  const json = (body: string): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const bad: RequestInit[] = [
    form('device_code=a&device_code=b'),
    form('device_code=a&x=1&x=1'),
    form(''),
    { method: 'POST' },
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'device_code=a' },
    { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x' },
    json('{'),
    json(''),
    json('[]'),
    json('null'),
    json('{"device_code":7}'),
    json(`${'[1,{"a":'.repeat(150)}1${'}]'.repeat(150)}`),
  ]
  for (const init of bad) {
    const response = await service.request(POLL, init)
    expect([init.body, response.status]).toEqual([init.body, 400])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await pickFrom(response, 'error')).toBe('invalid_request')
  }
  const other = await service.request(POLL, form({ device_code: 'a', grant_type: 'password' }))
  expect(other.status).toBe(400)
  expect(await pickFrom(other, 'error')).toBe('unsupported_grant_type')
  for (const body of [{ code_challenge: 'x' }, { code_challenge_method: 'plain' }]) {
    const response = await service.request(START, jsonInit('POST', body))
    expect([response.status, await pickFrom(response, 'error')]).toEqual([400, 'invalid_request'])
  }
})

test('a code or token in the query is refused, and its value is not repeated', async () => {
  const { device_code } = await startDevice(service)
  for (const name of ['device_code', 'user_code', 'code_verifier', 'access_token']) {
    const response = await service.request(`${POLL}?${name}=${device_code}`, { method: 'POST' })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain(device_code)
  }
})

test('no answer of the code surface is cached, nor is a refusal', async () => {
  await using service = createTestApp()
  const { headers, person } = createDevice(service)
  const { device_code, user_code } = await startDevice(service)
  const ask = (method: string, path: string, given: Record<string, string> = headers) =>
    service.request(`/api/code${path}`, { method, headers: given })
  const answers = [
    await service.request(START, jsonInit('POST', {})),
    await service.request(START, jsonInit('POST', { code_challenge: 'x' })),
    await service.request(START, form(`client_name=${'x'.repeat(5000)}`)),
    await poll(service, { device_code }),
    await poll(service, { device_code }),
    await poll(service, { device_code: 'unknown' }),
    await decide(service, person.headers, { user_code }),
    await decide(service, {}, { user_code }),
    await decide(service, person.headers, { user_code: 'unknown' }),
    await ask('GET', '/whoami'),
    await ask('GET', '/whoami', {}),
    await ask('GET', '/whoami?access_token=x'),
    await ask('GET', '/v1/models'),
    await ask('POST', '/v1/chat/completions'),
    await ask('POST', '/logout'),
    await ask('GET', '/whoami'),
  ]
  for (let i = 0; i < 26; i += 1) await service.request(START, { method: 'POST' })
  answers.push(await service.request(START, { method: 'POST' }))
  expect(answers.map(({ status }) => status)).toEqual([
    200, 400, 413, 400, 400, 400, 200, 401, 404, 200, 401, 400, 200, 400, 204, 401, 429,
  ])
  for (const [index, answer] of answers.entries()) {
    expect([index, answer.headers.get('cache-control')]).toEqual([index, 'private, no-store'])
  }
})

test('a poll needs the verifier of the start; a wrong one does not use up the code', async () => {
  const ann = makeUser(service.services)
  const code_verifier = 'v'.repeat(43)
  const code_challenge = sha256Bytes(code_verifier).toString('base64url')
  const { device_code, user_code } = await startDevice(service, { code_challenge })
  await decide(service, ann.headers, { user_code, decision: 'approve' })
  for (const body of [{ device_code }, { device_code, code_verifier: 'w'.repeat(43) }]) {
    expect(await pickFrom(await poll(service, body), 'error')).toBe('invalid_grant')
  }
  expect((await poll(service, { device_code, code_verifier })).status).toBe(200)
})

test('GET /api/code/whoami extends the credential for 90 days; it expires on day 91 without', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const { headers } = createDevice(service)
  const ask = async () => {
    const response = await service.request('/api/code/whoami', { headers })
    return response.status === 200 ? pickFrom(response, 'expires_at') : response.status
  }
  clock.now += 89 * DAY_MS
  expect(await ask()).toBe(new Date(clock.now + 90 * DAY_MS).toISOString())
  clock.now += 90 * DAY_MS - 1
  expect(await ask()).toBe(new Date(clock.now + 90 * DAY_MS).toISOString())
  clock.now += 90 * DAY_MS
  expect(await ask()).toBe(401)
  expect(await ask()).toBe(401)
})

test('only whoami extends: a request for models does not', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const { headers } = createDevice(service)
  const models = async () => (await service.request('/api/code/v1/models', { headers })).status
  clock.now += 90 * DAY_MS - 1
  expect(await models()).toBe(200)
  clock.now += 1
  expect(await models()).toBe(401)
})

test('POST /api/code/logout ends the device, and no other', async () => {
  const one = createDevice(service)
  const two = createDevice(service, one.person)
  const who = async (headers: Record<string, string>) =>
    (await service.request('/api/code/whoami', { headers })).status
  const out = await service.request('/api/code/logout', { method: 'POST', headers: one.headers })
  expect(out.status).toBe(204)
  expect(await who(one.headers)).toBe(401)
  expect(await who(two.headers)).toBe(200)
})

test('a suspended account’s devices stop at once, and stay ended when it is back', async () => {
  const { person, headers } = createDevice(service)
  const ask = async () => (await service.request('/api/code/v1/models', { headers })).status
  expect(await ask()).toBe(200)
  person.change({ status: 'suspended' })
  expect(await ask()).toBe(403)
  person.change({ status: 'active' })
  expect(await ask()).toBe(401)
})

test('the code surface accepts only its own credentials, and no other surface accepts them', async () => {
  const { person, headers } = createDevice(service)
  const { authorization } = service.makeKey()
  // Anthropic's clients send what they are given in this header.
  const apiKeyHeader = { 'x-api-key': headers.authorization.slice('Bearer '.length) }
  expect((await service.request('/api/code/v1/models', { headers: apiKeyHeader })).status).toBe(200)
  const wrong = [{}, { authorization }, { ...headers, 'x-api-key': 'another' }]
  const paths = ['/api/code/whoami', '/api/code/v1/models']
  for (const given of [...wrong, person.headers]) {
    for (const path of paths) {
      expect((await service.request(path, { headers: given })).status).toBe(401)
    }
    for (const path of ['/api/code/logout', '/api/code/v1/chat/completions']) {
      const response = await service.request(path, { method: 'POST', headers: given })
      expect([path, response.status]).toEqual([path, 401])
    }
  }
  const primary = await service.asOwner('GET', '/api/code/v1/models')
  expect(primary.status).toBe(401)
  expect(await primary.json()).toMatchObject({ error: { type: 'authentication_error' } })
  for (const path of ['/v1/models', '/auth-check', '/api/ai/agent/tasks', '/admin/queue']) {
    expect((await service.request(path, { headers })).status).toBe(401)
  }
})

test('GET /admin/devices lists devices and POST …/revoke ends one, in the audit', async () => {
  await using service = createTestApp()
  const { id, headers, credential } = createDevice(service)
  const listed: unknown = await (await service.asOwner('GET', '/admin/devices')).json()
  expect(pickList(listed, 'items')).toEqual([
    {
      id,
      surface: 'code',
      name: 'laptop',
      account: 'ann@example.test',
      address: '192.0.2.1',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
      revoked_at: null,
    },
  ])
  expect(JSON.stringify(listed)).not.toContain(credential)
  const revoked = await service.asOwner('POST', `/admin/devices/${id}/revoke`)
  expect(await pickFrom(revoked, 'revoked_at')).toBeString()
  expect((await service.request('/api/code/whoami', { headers })).status).toBe(401)
  expect((await service.asOwner('POST', '/admin/devices/dev_none/revoke')).status).toBe(404)
  expect(service.services.audit.list(1, undefined).items[0]).toMatchObject({
    action: 'device.revoke',
    subject: id,
  })
  const ann = makeUser(service.services)
  expect((await service.request('/admin/devices', { headers: ann.headers })).status).toBe(403)
})

test('a clock that ran ahead and was set back causes no lockout', async () => {
  let now = Date.UTC(2040, 0, 1)
  await using service = createTestApp({ now: () => now })
  const start = async () => (await service.request(START, jsonInit('POST', {}))).status
  for (let count = 0; count < 30; count += 1) await start()
  expect(await start()).toBe(429)
  now = Date.UTC(2026, 0, 1)
  expect(await start()).toBe(200)
  for (let count = 1; count < 30; count += 1) await start()
  expect(await start()).toBe(429)
})
