import { afterAll, expect, test } from 'bun:test'
import { EMPTY_PROFILE } from '../../src/core/identity/profile.ts'
import { profileView } from '../../src/features/shared/profile-view.ts'
import { fakeEngine, hanging, saying } from '../support/engines.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** For tests that look at none but their own users. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())

const DAY_MS = 24 * 60 * 60 * 1000
/** Paths of every guard that takes a session. */
const GUARDED = [
  '/auth-check',
  '/v1/models',
  '/api/ai/agent/tasks',
  '/admin/queue',
  '/metrics',
  '/app/',
]

test('a session works on the public API and, for admins, on /admin', async () => {
  const ask = async (path: string, headers: Record<string, string>) =>
    (await service.request(path, { headers })).status
  const user = makeUser(service.services)
  const admin = makeUser(service.services, { role: 'admin' })
  expect(await ask('/auth-check', user.headers)).toBe(200)
  expect(await ask('/admin/queue', user.headers)).toBe(403)
  expect(await ask('/admin/queue', admin.headers)).toBe(200)
})

test('GET /auth-check and /v1/models tell a session who it is and what it may use: all there is', async () => {
  const engines = ['engine_a', 'engine_b'].map((id) => fakeEngine(id, saying('x')))
  await using service = createTestApp({ engines, speechEngines: [] })
  const shown = (headers: Record<string, string>) => service.request('/auth-check', { headers })
  for (const role of ['user', 'admin'] as const) {
    const { headers } = makeUser(service.services, { role })
    const response = await shown(headers)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.json()).toEqual({
      ok: true,
      actor: 'ann@example.test',
      kind: 'user',
      role,
      capabilities: {
        generate: true,
        agent_engines: ['engine_a', 'engine_b'],
        agent_tasks: [...service.services.skills.names],
        media: true,
        embeddings: true,
        // A person has none that was not granted.
        worker_profiles: role === 'admin' ? ['read_docs', 'research'] : [],
        image_models: [],
        tools: service.services.tools.names,
      },
    })
    const list: unknown = await (await service.request('/v1/models', { headers })).json()
    expect(pickList(list, 'data').map((item) => pick(item, 'id'))).toEqual([
      'auto',
      'engine_a',
      'engine_a/small',
      'engine_a/large',
      'engine_b',
      'engine_b/small',
      'engine_b/large',
    ])
  }
})

test('GET /admin/users lists users with their role, status and last sign-in, the newest first', async () => {
  let now = Date.UTC(2026, 8, 1)
  await using service = createTestApp({ now: () => now })
  const admin = makeUser(service.services, { role: 'admin' })
  now += DAY_MS
  const bea = makeUser(service.services, { email: 'bea@example.test', role: 'pending' })
  bea.change({ status: 'suspended' })
  const ask = async (query: string) =>
    (await service.request(`/admin/users${query}`, { headers: admin.headers })).json()
  const page: unknown = await ask('?limit=1')
  expect(pickList(page, 'items')).toEqual([
    {
      id: bea.id,
      email: 'bea@example.test',
      name: 'Ann',
      issuer: 'https://id.example.test',
      role: 'pending',
      status: 'suspended',
      extras: { worker_profiles: [], storage_bytes: null },
      created_at: '2026-09-02T00:00:00.000Z',
      last_sign_in_at: '2026-09-02T00:00:00.000Z',
      last_seen_at: '2026-09-02T00:00:00.000Z',
    },
  ])
  const next = encodeURIComponent(String(pick(page, 'next_cursor')))
  expect(await ask(`?limit=1&cursor=${next}`)).toMatchObject({
    items: [{ id: admin.id, role: 'admin', status: 'active' }],
    next_cursor: null,
  })
})

test('GET /admin/users filters and says how many match on all pages', async () => {
  await using service = createTestApp()
  const { services } = service
  makeUser(services, { role: 'admin', email: 'owner@example.test' })
  for (const name of ['ada', 'bea', 'cleo'])
    makeUser(services, { role: 'pending', email: `${name}@example.test` })
  makeUser(services, { role: 'pending', status: 'suspended', email: 'Äda%@example.test' })
  const found = async (query: string) => {
    const page: unknown = await (await service.asOwner('GET', `/admin/users?${query}`)).json()
    const emails = pickList(page, 'items').map((item) => String(pick(item, 'email')))
    return [pick(page, 'total'), ...emails.map((email) => email.split('@')[0])]
  }
  expect(await found('waiting=true&limit=2')).toEqual([3, expect.any(String), expect.any(String)])
  expect(new Set(await found('waiting=false'))).toEqual(new Set([2, 'owner', 'Äda%']))
  expect(await found('role=admin&status=active')).toEqual([1, 'owner'])
  expect(await found('status=suspended')).toEqual([1, 'Äda%'])
  expect(await found(`q=${encodeURIComponent('ÄDA%')}`)).toEqual([1, 'Äda%'])
  expect(await found('q=nobody')).toEqual([0])
  expect(await found('')).toHaveLength(6)
  expect((await service.asOwner('GET', '/admin/users?waiting=yes')).status).toBe(422)
})

test('a key has precedence over a session; a session is used when the key is missing or invalid', async () => {
  const { headers } = makeUser(service.services)
  const { key, id } = service.makeKey({}, 'kitchen')
  const actor = async (more: Record<string, string>) => {
    const response = await service.request('/auth-check', { headers: { ...headers, ...more } })
    return pick(await response.json(), 'actor')
  }
  expect(await actor({ 'x-api-key': key })).toBe('kitchen')
  expect(await actor({ 'x-api-key': 'hth_wrong' })).toBe('ann@example.test')
  expect(await actor({ authorization: 'Basic eDp5' })).toBe('ann@example.test')
  await service.asOwner('POST', `/admin/api-keys/${id}/revoke`)
  expect(await actor({ 'x-api-key': key })).toBe('ann@example.test')
})

test('a forged cookie, JSON in one, or a huge one: 401, never 400 or 500', async () => {
  const { token } = makeUser(service.services)
  const forged = [
    '',
    '{"a":1}',
    'j:{"a":1}',
    '%7B%22a%22%3A1%7D',
    '[]',
    'null',
    'true',
    '%',
    `${token}x`,
    token.slice(1),
    token.toUpperCase(),
    `"${token}"`,
    'A'.repeat(43),
    'A'.repeat(8_000),
  ]
  for (const value of forged) {
    const headers = { cookie: `hearth=${value}`, host: 'localhost' }
    const response = await service.request('/auth-check', { headers })
    expect([value, response.status]).toEqual([value, 401])
    expect(await response.json()).toMatchObject({ code: 'unauthorized' })
  }
})

test('two session cookies are both ignored', async () => {
  const { token, cookie } = makeUser(service.services)
  const ask = async (value: string) =>
    (await service.request('/auth-check', { headers: { cookie: value } })).status
  expect(await ask(`${cookie}; hearth=planted`)).toBe(401)
  expect(await ask(`hearth=planted; ${cookie}`)).toBe(401)
  expect(await ask(`${cookie}; ${cookie}`)).toBe(401)
  expect(await ask(`other=1; ${cookie};also=2`)).toBe(200)
  expect(await ask(`Hearth=${token}`)).toBe(401)
  expect(await ask(`xhearth=${token}`)).toBe(401)
})

test('a session expires 30 days after its last use, and is extended once a day', async () => {
  let now = Date.UTC(2026, 0, 1)
  await using service = createTestApp({ now: () => now })
  const { headers, cookie } = makeUser(service.services)
  const ask = async () => {
    const response = await service.request('/auth-check', { headers })
    return [response.status, response.headers.get('set-cookie')]
  }
  const renewed = `${cookie}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`
  now += DAY_MS
  expect(await ask()).toEqual([200, null])
  now += 1
  expect(await ask()).toEqual([200, renewed])
  expect(await ask()).toEqual([200, null])
  for (let use = 0; use < 5; use += 1) {
    now += 30 * DAY_MS - 1
    expect(await ask()).toEqual([200, renewed])
  }
  now += 30 * DAY_MS
  expect(await ask()).toEqual([401, null])
  service.services.sessions.sweep()
  now -= DAY_MS
  expect(await ask()).toEqual([401, null])
})

test('signing out ends the session on the server, in every tab, and no other', async () => {
  const { id, headers, cookie } = makeUser(service.services)
  const phone = `hearth=${service.services.sessions.start(id)}`
  const other = makeUser(service.services, { email: 'bea@example.test' })
  const status = async (value: string) =>
    (await service.request('/auth-check', { headers: { cookie: value } })).status
  const out = await service.request('/logout', { method: 'POST', headers })
  expect([out.status, out.headers.get('set-cookie')]).toEqual([
    204,
    'hearth=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ])
  expect([await status(cookie), await status(phone), await status(other.cookie)]).toEqual([
    401, 200, 200,
  ])

  // A page of another site cannot do it.
  const foreign = { ...other.headers, origin: 'https://evil.test' }
  expect((await service.request('/logout', { method: 'POST', headers: foreign })).status).toBe(403)
  expect((await service.request('/logout', { headers: other.headers })).status).toBe(405)
  expect(await status(other.cookie)).toBe(200)

  // Who signs out with a session that is over is told so, and not signed in again.
  const page = { ...headers, accept: 'text/html' }
  const late = await service.request('/logout', { method: 'POST', headers: page })
  expect([late.status, await late.text()]).toEqual([
    401,
    expect.stringContaining('no longer signed in'),
  ])
})

test('a pending user is refused on every guarded path', async () => {
  const pending = makeUser(service.services, { role: 'pending' })
  for (const path of GUARDED) {
    const response = await service.request(path, { headers: pending.headers })
    expect([path, response.status]).toEqual([path, 403])
    expect(await response.json()).toMatchObject({
      detail: 'This account awaits the owner’s approval',
      code: 'pending_approval',
    })
  }
  const page = await service.request('/app/', {
    headers: { ...pending.headers, accept: 'text/html' },
  })
  expect([page.status, page.headers.get('location')]).toEqual([303, '/waiting'])
})

test('who is approved goes on in the same session', async () => {
  const pending = makeUser(service.services, { role: 'pending' })
  const ask = async () =>
    (await service.request('/auth-check', { headers: pending.headers })).status
  expect(await ask()).toBe(403)
  const approve = await service.asOwner('PATCH', `/admin/users/${pending.id}`, { role: 'user' })
  expect([approve.status, await approve.json()]).toEqual([
    200,
    expect.objectContaining({ id: pending.id, role: 'user', status: 'active' }),
  ])
  expect(await ask()).toBe(200)
})

test('a demoted admin is refused on /admin at the next request', async () => {
  const admin = makeUser(service.services, { role: 'admin' })
  const ask = async () => (await service.request('/admin/queue', { headers: admin.headers })).status
  makeUser(service.services, { role: 'admin', email: 'bea@example.test' })
  expect(await ask()).toBe(200)
  await service.asOwner('PATCH', `/admin/users/${admin.id}`, { role: 'user' })
  expect(await ask()).toBe(401)
})

test('a suspended or deleted user is refused at the next request, with the reason', async () => {
  const person = makeUser(service.services)
  const credential = service.services.devices.createCode({
    userId: person.id,
    name: 'laptop',
    address: '127.0.0.1',
  }).credential
  const ask = async () => (await service.request('/auth-check', { headers: person.headers })).status
  const change = (status: string) =>
    service.asOwner('PATCH', `/admin/users/${person.id}`, { status })
  expect(await ask()).toBe(200)
  for (const status of ['suspended', 'deleted']) {
    await change(status)
    const refused = await service.request('/app/', {
      headers: { ...person.headers, accept: 'text/html' },
    })
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringMatching(/This account (is|was) /),
    ])
    for (const path of GUARDED) {
      expect((await service.request(path, { headers: person.headers })).status).toBe(403)
    }
  }
  // Anyone who is back signs in anew, and pairs their devices anew.
  await change('active')
  expect(await ask()).toBe(401)
  expect(await service.services.devices.identify(credential)).toBeUndefined()
})

test('a suspended user’s work is stopped, queued and running', async () => {
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let started = 0
  const engine = fakeEngine('slow', (turn, signal) => {
    runs[started]?.resolve()
    started += 1
    return hanging()(turn, signal)
  })
  await using service = createTestApp({ engines: [engine] })
  const person = makeUser(service.services)
  const other = makeUser(service.services, { email: 'bea@example.test' })
  const submit = async (headers: Record<string, string>) => {
    const body = { prompt: 'Hello', async: true }
    const response = await service.request('/api/ai/generate', jsonInit('POST', body, headers))
    expect(response.status).toBe(202)
    return String(Reflect.get(Object(await response.json()), 'job_id'))
  }
  const [running, waiting] = [await submit(person.headers), await submit(person.headers)]
  const theirs = await submit(other.headers)
  await runs[0]?.promise
  await service.asOwner('PATCH', `/admin/users/${person.id}`, { status: 'suspended' })
  // It is the next one's turn, and those of the suspended are gone from the line.
  await runs[1]?.promise
  const { queue } = service.services
  const lanes = await queue.lanes()
  const left = lanes.flatMap(({ running: now, waiting: later }) => [...now, ...later])
  expect(left.map(({ task }) => task.caller.owner)).toEqual([`user:${other.id}`])
  person.change({ status: 'active' })
  const again = service.services.sessions.start(person.id)
  for (const id of [running, waiting]) {
    const headers = { cookie: `hearth=${again}` }
    const events = await service.request(`/api/ai/generate/${id}/events`, { headers })
    expect(await events.text()).toContain('"status":"cancelled"')
  }
  const job = await service.request(`/api/ai/generate/${theirs}`, { headers: other.headers })
  expect(await job.json()).not.toMatchObject({ status: 'cancelled' })
})

test('a change that rides on a cookie must come from a page of the service', async () => {
  const admin = makeUser(service.services, { role: 'admin' })
  const post = async (headers: Record<string, string | undefined>, type = 'application/json') => {
    const all = Object.entries({ ...admin.headers, ...headers, 'content-type': type })
    const given = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return (
      await service.request('/admin/api-keys', {
        method: 'POST',
        headers: Object.fromEntries(given),
        body: JSON.stringify({ label: crypto.randomUUID() }),
      })
    ).status
  }
  expect(await post({})).toBe(201)
  expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(201)
  const foreign = [
    'null',
    '',
    'https://localhost',
    'http://localhost:81',
    'http://localhost.evil.test',
    'http://evil.test',
    undefined,
  ]
  for (const origin of foreign) expect([origin, await post({ origin })]).toEqual([origin, 403])
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect([site, await post({ 'sec-fetch-site': site })]).toEqual([site, 403])
  }
  expect(await post({}, 'application/x-www-form-urlencoded')).toBe(415)
  expect(await post({}, 'text/plain;charset=utf-8')).toBe(415)
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const headers = { ...admin.headers, origin: 'https://evil.test' }
    const init = jsonInit(method, { content: 'x' }, headers)
    const path = method === 'PATCH' ? `/admin/users/${admin.id}` : '/api/skills/title'
    expect([method, (await service.request(path, init)).status]).toEqual([method, 403])
  }
})

test('under a public address with TLS only its own pages may ask for changes', async () => {
  await using service = createTestApp({
    env: { BASE_URL: 'https://hearth.example.test', ALT_BASE_URL: 'https://alt.example.test' },
  })
  const admin = makeUser(service.services, { role: 'admin' })
  const post = async (host: string, origin: string) => {
    const headers = { ...admin.headers, host, origin }
    return (
      await service.request(
        '/admin/api-keys',
        jsonInit('POST', { label: crypto.randomUUID() }, headers),
      )
    ).status
  }
  expect(await post('hearth.example.test', 'https://hearth.example.test')).toBe(201)
  expect(await post('alt.example.test', 'https://alt.example.test')).toBe(201)
  expect(await post('hearth.example.test', 'http://hearth.example.test')).toBe(403)
  expect(await post('hearth.example.test', 'https://hearth.example.test:8443')).toBe(403)
  expect(await post('hearth.example.test', 'https://alt.example.test')).toBe(403)
})

test('looking at a page with a session changes nothing', async () => {
  const { headers } = makeUser(service.services)
  const looked: [string, string, number][] = [
    ['GET', '/logout', 405],
    ['HEAD', '/logout', 405],
    ['HEAD', '/app/', 200],
    ['HEAD', '/waiting', 303],
    ['GET', '/login/callback', 400],
    ['HEAD', '/login/callback', 400],
  ]
  for (const [method, path, wanted] of looked) {
    const { status } = await service.request(path, { method, headers })
    expect([method, path, status]).toEqual([method, path, wanted])
  }
  expect((await service.request('/auth-check', { headers })).status).toBe(200)
})

test('the last admin cannot be demoted, suspended or deleted; every change is in the audit', async () => {
  await using service = createTestApp()
  const admin = makeUser(service.services, { role: 'admin' })
  const patch = async (id: string, change: object) =>
    (await service.request(`/admin/users/${id}`, jsonInit('PATCH', change, admin.headers))).status
  for (const change of [{ role: 'user' }, { status: 'suspended' }, { status: 'deleted' }]) {
    expect(await patch(admin.id, change)).toBe(409)
  }
  const pending = makeUser(service.services, { role: 'pending' })
  expect(await patch(pending.id, { role: 'admin' })).toBe(200)
  expect(await patch(admin.id, { role: 'user' })).toBe(200)
  const { items } = service.services.audit.list(10, undefined)
  expect(items[0]).toMatchObject({
    actor: 'ann@example.test',
    action: 'user.change',
    subject: admin.id,
    before: { role: 'admin', status: 'active' },
    after: { role: 'user', status: 'active' },
  })
})

test('GET /admin/audit is searched by area, actor and subject, over its pages', async () => {
  await using service = createTestApp()
  const { audit } = service.services
  const record = (actor: string, action: string, subject: string) =>
    audit.record({ actor, address: 'unknown', requestId: 'none' }, { action, subject })
  record('Ann', 'key.create', 'key_1')
  record('Bob', 'key.revoke', 'key_1')
  record('ann 100%', 'keyboard.plug', 'key_2')
  record('Ann', 'user.change', 'usr_1')
  const found = async (query: string) => {
    const page = await (await service.asOwner('GET', `/admin/audit?${query}`)).json()
    return {
      actions: pickList(page, 'items').map((item) => pick(item, 'action')),
      next: pick(page, 'next_cursor'),
    }
  }
  expect((await found('area=key')).actions).toEqual(['key.revoke', 'key.create'])
  expect((await found('actor=ANN')).actions).toEqual(['user.change', 'keyboard.plug', 'key.create'])
  expect((await found('actor=%25')).actions).toEqual(['keyboard.plug'])
  expect((await found('subject=key_1&actor=bob')).actions).toEqual(['key.revoke'])
  const first = await found('area=key&limit=1')
  expect(first.actions).toEqual(['key.revoke'])
  expect(await found(`area=key&limit=1&cursor=${first.next}`)).toEqual({
    actions: ['key.create'],
    next: null,
  })
  const long = 'x'.repeat(200)
  expect((await service.asOwner('GET', `/admin/audit?actor=${long}`)).status).toBe(200)
  expect((await service.asOwner('GET', `/admin/audit?actor=${long}x`)).status).toBe(422)
})

test('what is changed in the admin area is in GET /admin/audit, without a secret', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const owner = async (method: string, path: string, body?: unknown) =>
    (await service.asOwner(method, path, body)).json()
  const made = await owner('POST', '/admin/api-keys', { label: 'kitchen' })
  const id = String(pick(made, 'id'))
  await owner('PATCH', `/admin/api-keys/${id}`, { label: 'garden' })
  await owner('PATCH', `/admin/api-keys/${id}`, {})
  await owner('PUT', `/admin/api-access/${id}`, { ...profileView(EMPTY_PROFILE), media: true })
  await owner('POST', `/admin/api-keys/${id}/revoke`)
  await owner('POST', `/admin/api-keys/${id}/revoke`)
  await owner('POST', '/admin/engines/local/accounts/only/disable')
  const content = '---\nname: mine\ndescription: Mine.\n---\nDo it.'
  await owner('PUT', '/admin/skills/mine', { content })
  await service.asOwner('DELETE', '/admin/skills/mine')
  service.services.alerts.raise({ kind: 'test', subject: 'a', message: 'b' })
  const alert = pick(await owner('GET', '/admin/alerts'), 'items.0.id')
  await owner('POST', `/admin/alerts/${alert}/acknowledge`)
  const answer = await service.asOwner('GET', '/admin/audit')
  const text = await answer.text()
  expect(text).not.toContain(String(pick(made, 'key')))
  const items = pickList(JSON.parse(text), 'items').reverse()
  expect(items.map((item) => [pick(item, 'action'), pick(item, 'subject')])).toEqual([
    ['key.create', id],
    ['key.change', id],
    ['key.access', id],
    ['key.revoke', id],
    ['account.disable', 'local/only'],
    ['skill.put', 'mine'],
    ['skill.delete', 'mine'],
    ['alert.acknowledge', alert],
  ])
  expect(items[1]).toMatchObject({
    actor: 'Primary Key',
    before: { label: 'kitchen' },
    after: { label: 'garden' },
  })
})

test('the owner gets one alert for a new user who waits for approval', async () => {
  await using service = createTestApp({ env: { OWNER_EMAIL: 'owner@example.test' } })
  const { users, alerts } = service.services
  const sign = (subject: string, email: string) =>
    users.signedIn({ issuer: 'https://id.example.test', subject, email, name: undefined })
  sign('1', 'owner@example.test')
  const { id } = sign('2', 'bob@example.test')
  sign('2', 'bob@example.test')
  const { items } = alerts.list(10, undefined)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ kind: 'user_pending' })
  expect(items[0]?.subject).toContain('waits for approval')
  expect(items[0]?.message).toContain(id)
})

test('the owner’s address counts in any case, and no other letter counts as one of its own', async () => {
  await using service = createTestApp({ env: { OWNER_EMAIL: 'Kim@Example.test' } })
  const { users } = service.services
  const signIn = (subject: string, email: string) =>
    users.signedIn({ issuer: 'https://id.example.test', subject, email, name: undefined }).role
  expect(signIn('1', '\u212aim@example.test')).toBe('pending')
  expect(signIn('2', 'kIM@example.TEST')).toBe('admin')
  expect(signIn('3', 'kim@example.test')).toBe('pending')
})

test('an owner whose address has other letters than ASCII’s is found again', async () => {
  await using service = createTestApp({ env: { OWNER_EMAIL: 'Ärne@example.test' } })
  const { users } = service.services
  const signIn = (subject: string) =>
    users.signedIn({
      issuer: 'https://id.example.test',
      subject,
      email: 'Ärne@example.test',
      name: undefined,
    }).role
  expect(signIn('1')).toBe('admin')
  expect(signIn('2')).toBe('pending')
})
