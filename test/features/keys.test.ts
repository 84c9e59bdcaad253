import { afterAll, expect, test } from 'bun:test'
import { PROFILES_SINCE } from '../../src/core/identity/profile.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, PRIMARY_KEY } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** For tests that look at none but their own keys. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())

function check(service: ReturnType<typeof createTestApp>, headers: Record<string, string>) {
  return service.request('/auth-check', { headers })
}

test('x-api-key and Bearer are the same, in any letter case of the scheme', async () => {
  const { key } = service.makeKey()
  const good: Record<string, string>[] = [
    { 'x-api-key': key },
    { authorization: `Bearer ${key}` },
    { authorization: `bearer ${key}` },
    { authorization: `BEARER   ${key}` },
    { 'x-api-key': key, authorization: `Bearer ${key}` },
  ]
  for (const headers of good) expect((await check(service, headers)).status).toBe(200)
})

test('no key, a wrong one, two that disagree, another scheme, an empty one: 401 with a detail', async () => {
  const { key } = service.makeKey()
  const other = service.makeKey().key
  const bad: Record<string, string>[] = [
    {},
    { 'x-api-key': 'hth_wrong' },
    { 'x-api-key': key, authorization: `Bearer ${other}` },
    { 'x-api-key': `${key}, ${other}` },
    { authorization: `Basic ${btoa(`x:${key}`)}` },
    { authorization: key },
    { authorization: 'Bearer' },
    { 'x-api-key': '' },
    { 'x-api-key': 'x'.repeat(8192) },
  ]
  for (const headers of bad) {
    const response = await check(service, headers)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      detail: 'Invalid or missing API key',
      code: 'unauthorized',
    })
  }
  // Nobody takes a key from a URL, and where keys are checked it is said.
  expect((await service.request(`/v1/models?api_key=${key}&x-api-key=${key}`)).status).toBe(401)
  expect((await service.request(`/auth-check?api_key=${key}`)).status).toBe(400)
})

test('GET /auth-check gives the key’s actor and capabilities', async () => {
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['local'] }, 'kitchen')
  const response = await check(service, { authorization })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.json()).toMatchObject({
    ok: true,
    actor: 'kitchen',
    kind: 'key',
    role: null,
    capabilities: { generate: true, media: false },
  })
  expect(await (await check(service, { 'x-api-key': PRIMARY_KEY })).json()).toMatchObject({
    ok: true,
    actor: 'Primary Key',
    kind: 'primary',
    role: 'admin',
  })
})

test('POST /admin/api-keys shows the key once, and keeps only its hash', async () => {
  await using service = createTestApp()
  const made = await service.asOwner('POST', '/admin/api-keys', {
    label: 'shop',
    project: 'web',
    product: 'bot',
  })
  expect(made.status).toBe(201)
  const record = await made.json()
  const key = String(pick(record, 'key'))
  expect(key).toMatch(/^hth_[A-Za-z0-9_-]{43}$/)
  expect(record).toMatchObject({
    label: 'shop',
    project: 'web',
    product: 'bot',
    prefix: key.slice(0, 8),
    last_four: key.slice(-4),
    use_count: 0,
    revoked: false,
  })
  const id = pick(record, 'id')
  const shown = await (await service.asOwner('GET', `/admin/api-keys/${id}`)).text()
  expect(shown).not.toContain(key)
  expect(await (await service.asOwner('GET', '/admin/api-keys')).text()).not.toContain(key)
  expect(
    await pickFrom(await service.asOwner('GET', '/admin/api-access'), 'items.0'),
  ).toMatchObject({
    key_id: id,
    profile: {
      generate: false,
      agent_engines: [],
      agent_tasks: [],
      media: false,
      embeddings: false,
      worker_profiles: [],
      image_models: [],
      tools: ['*'],
    },
  })
})

test('expires_at of a key can be set, changed and removed, and is never in the past', async () => {
  let now = Date.UTC(2026, 8, 1)
  await using service = createTestApp({ now: () => now })
  const at = (ms: number) => new Date(now + ms).toISOString()
  let guests = 0
  const make = (expires_at: unknown) =>
    service.asOwner('POST', '/admin/api-keys', { label: `guest ${guests++}`, expires_at })
  const expires_at = at(60_000)
  const made: unknown = await (await make(expires_at)).json()
  expect(made).toMatchObject({ expires_at })
  const [id, key] = [String(pick(made, 'id')), String(pick(made, 'key'))]
  const path = `/admin/api-keys/${id}`
  const status = async () => (await check(service, { 'x-api-key': key })).status
  const change = (to: unknown) => service.asOwner('PATCH', path, { expires_at: to })
  expect(await pickFrom(await service.asOwner('GET', path), 'expires_at')).toBe(expires_at)
  expect(await pickFrom(await service.asOwner('GET', '/admin/api-keys'), 'items.0')).toMatchObject({
    expires_at,
  })
  for (const [wrong, fault] of [
    [at(0), 'in the future'],
    [at(-1), 'in the future'],
    ['2026-13-01T00:00:00Z', 'expires_at must be'],
    ['2027-02-29T00:00:00Z', 'expires_at must be'],
    ['2026-09-02', 'expires_at must be'],
    ['soon', 'expires_at must be'],
    [0, 'expires_at must be'],
  ] as const) {
    for (const response of [await make(wrong), await change(wrong)]) {
      expect([wrong, response.status]).toEqual([wrong, 422])
      expect(await pickFrom(response, 'detail')).toContain(fault)
    }
  }
  now += 59_999
  expect(await status()).toBe(200)
  now += 1
  expect(await status()).toBe(401)
  expect(await pickFrom(await change(at(1000)), 'expires_at')).toBe(at(1000))
  expect(await status()).toBe(200)
  now += 1000
  expect(await status()).toBe(401)
  expect(await pickFrom(await change(null), 'expires_at')).toBeNull()
  expect(await status()).toBe(200)
})

test('__proto__ and constructor in a body are ordinary field names', async () => {
  const { id } = service.makeKey()
  const send = async (method: string, path: string, body: string) => {
    const headers = { authorization: `Bearer ${PRIMARY_KEY}`, 'content-type': 'application/json' }
    return (await service.request(path, { method, headers, body })).status
  }
  const wicked =
    '"__proto__":{"polluted":1,"generate":true},"constructor":{"prototype":{"polluted":1}}'
  expect(await send('POST', '/admin/api-keys', `{"label":"x",${wicked}}`)).toBe(422)
  expect(await send('POST', '/admin/api-keys', '{"__proto__":{"label":"x"}}')).toBe(422)
  expect(await send('PATCH', `/admin/api-keys/${id}`, `{"label":"x",${wicked}}`)).toBe(422)
  expect(await send('PUT', `/admin/api-access/${id}`, `{${wicked}}`)).toBe(422)
  expect(await send('POST', '/api/code/devices/start', `{"client_name":"x",${wicked}}`)).toBe(200)
  expect(await send('POST', '/api/code/devices/poll', '{"__proto__":{"device_code":"x"}}')).toBe(
    400,
  )
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  for (const body of ['__proto__=1&device_code=x', '__proto__[device_code]=x', 'constructor=1']) {
    const response = await service.request('/api/code/devices/poll', { ...form, body })
    expect(response.status).toBe(400)
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  const { authorization } = service.makeKey({})
  expect(await pickFrom(await check(service, { authorization }), 'capabilities.generate')).toBe(
    false,
  )
})

test('a revoked key is refused from the next request on', async () => {
  const { authorization, id } = service.makeKey()
  expect((await check(service, { authorization })).status).toBe(200)
  const revoked = await service.asOwner('POST', `/admin/api-keys/${id}/revoke`)
  expect(await revoked.json()).toMatchObject({ id, revoked: true })
  expect((await check(service, { authorization })).status).toBe(401)
  const again = await service.asOwner('POST', `/admin/api-keys/${id}/revoke`)
  expect(await pickFrom(again, 'revoked')).toBe(true)
})

test('use_count is exact under 50 parallel calls', async () => {
  const { authorization, id } = service.makeKey()
  await Promise.all(Array.from({ length: 50 }, () => check(service, { authorization })))
  const record = await (await service.asOwner('GET', `/admin/api-keys/${id}`)).json()
  expect(pick(record, 'use_count')).toBe(50)
  expect(Date.parse(String(pick(record, 'last_used_at')))).toBeGreaterThan(Date.now() - 10_000)
})

test('PATCH /admin/api-keys/{id} changes label and project of a key, and not its profile', async () => {
  const { authorization, id } = service.makeKey({ generate: true, agent_engines: ['local'] })
  const changed = await service.asOwner('PATCH', `/admin/api-keys/${id}`, {
    label: 'renamed',
    project: 'p',
  })
  expect(await changed.json()).toMatchObject({ id, label: 'renamed', project: 'p', product: null })
  expect(
    (await service.asOwner('PATCH', `/admin/api-keys/${id}`, { profile: { generate: false } }))
      .status,
  ).toBe(422)
  expect(await (await check(service, { authorization })).json()).toMatchObject({
    actor: 'renamed',
    capabilities: { generate: true, agent_engines: ['local'] },
  })
  expect((await service.asOwner('PATCH', '/admin/api-keys/key_none', { label: 'x' })).status).toBe(
    404,
  )
})

test('PUT /admin/api-access acts on the very next request', async () => {
  await using service = createTestApp({ engines: [fakeEngine('other', saying('x'))] })
  const { authorization, id } = service.makeKey()
  const profile = {
    generate: false,
    agent_engines: ['other'],
    agent_tasks: ['title'],
    media: true,
    embeddings: true,
    worker_profiles: ['research'],
    image_models: [],
    tools: ['read_page'],
  }
  const path = `/admin/api-access/${id}`
  expect((await service.asOwner('PUT', path, profile)).status).toBe(200)
  const access = { key_id: id, label: 'tester', revoked: false, profile }
  expect(await (await service.asOwner('GET', path)).json()).toEqual(access)
  expect((await service.asOwner('GET', '/admin/api-access/key_none')).status).toBe(404)
  expect(await pickFrom(await check(service, { authorization }), 'capabilities')).toEqual(profile)
  expect(
    (
      await service.asOwner('PUT', `/admin/api-access/${id}`, {
        ...profile,
        worker_profiles: ['root'],
      })
    ).status,
  ).toBe(422)
})

test('a custom key is refused on every admin route, and so is a request without a key', async () => {
  const { authorization } = service.makeKey({
    generate: true,
    media: true,
    agent_engines: ['local'],
  })
  const admin = service.app.routes.filter(({ path }) => path.startsWith('/admin'))
  expect(admin.length).toBeGreaterThan(9)
  for (const { method, path } of admin) {
    const url = path.replace(':id', 'key_x')
    expect((await service.request(url, { method, headers: { authorization } })).status).toBe(403)
    expect((await service.request(url, { method })).status).toBe(401)
  }
})

test('GET /admin/api-keys pages through all keys', async () => {
  await using service = createTestApp({ now: () => PROFILES_SINCE + 1 })
  const made = Array.from({ length: 7 }, () => service.makeKey().id).sort()
  const seen: unknown[] = []
  let cursor = ''
  do {
    const page = await (await service.asOwner('GET', `/admin/api-keys?limit=3${cursor}`)).json()
    seen.push(...pickList(page, 'items').map((item) => pick(item, 'id')))
    const next = pick(page, 'next_cursor')
    cursor = typeof next === 'string' ? `&cursor=${encodeURIComponent(next)}` : ''
  } while (cursor !== '')
  expect(seen.sort()).toEqual(made)
  expect((await service.asOwner('GET', '/admin/api-keys?cursor=x')).status).toBe(422)
  expect((await service.asOwner('GET', '/admin/api-keys?limit=201')).status).toBe(422)
})

test('usage is recorded with the key’s label, project and product', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const { authorization, id } = service.makeKey(
    { generate: true, agent_engines: ['local'] },
    'shop',
  )
  await service.asOwner('PATCH', `/admin/api-keys/${id}`, { project: 'web', product: 'bot' })
  await service.request(
    '/v1/chat/completions',
    jsonInit(
      'POST',
      { model: 'auto', messages: [{ role: 'user', content: 'hi' }] },
      { authorization },
    ),
  )
  const report = await (
    await service.asOwner('GET', '/admin/usage?group_by=actor,project,product,surface,outcome')
  ).json()
  expect(pickList(report, 'items')).toEqual([
    expect.objectContaining({
      actor: 'shop',
      project: 'web',
      product: 'bot',
      surface: 'chat',
      outcome: 'succeeded',
      model_calls: 1,
      characters_in: 2,
      characters_out: 1,
    }),
  ])
})

test('a key’s label needs a visible character', async () => {
  const make = async (body: object) =>
    (await service.asOwner('POST', '/admin/api-keys', body)).status
  for (const label of ['', '   ', 'a\nb', 'a\u202eb', 'a\u0000']) {
    expect([label, await make({ label })]).toEqual([label, 422])
  }
  expect(await make({ label: 'ok', project: 'a\u0000b' })).toBe(422)
  expect(await make({ label: 'Küche 👩‍🍳'.replace('\u200d', '') })).toBe(201)
})

test('refusals on paths of authentication are not cached', async () => {
  const { authorization } = service.makeKey()
  for (const [path, headers] of [
    ['/auth-check', {}],
    ['/auth-check', { authorization }],
    ['/admin/api-keys', { authorization }],
    ['/admin/api-access', {}],
    ['/logout', {}],
    ['/api/code/devices/start', {}],
    ['/api/canvas/unknown', {}],
  ] as const) {
    const response = await service.request(path, { headers })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  }
})

test('a key in the query of a path of authentication is refused by its name', async () => {
  const { key, authorization } = service.makeKey()
  for (const name of ['x-api-key', 'api-key', 'api_key', 'apikey', 'key']) {
    const path = `/auth-check?${name}=${key}`
    const response = await service.request(path, { headers: { authorization } })
    expect([name, response.status]).toEqual([name, 400])
    expect(await response.text()).not.toContain(key)
  }
})

test('a key’s label is no other caller’s, without regard to case, spaces and compatible letters', async () => {
  await using service = createTestApp()
  makeUser(service.services, { email: 'Ann@example.test' })
  const make = (label: string) => service.asOwner('POST', '/admin/api-keys', { label })
  const own = String(await pickFrom(await make('Küche'), 'id'))
  const revoked = String(await pickFrom(await make('old'), 'id'))
  await service.asOwner('POST', `/admin/api-keys/${revoked}/revoke`)
  const rename = (label: string) => service.asOwner('PATCH', `/admin/api-keys/${own}`, { label })
  for (const label of [
    'Primary Key',
    'local network ',
    'Local  Network',
    'ANONYMOUS',
    'hearth',
    'ann@EXAMPLE.test',
    'ａｎｎ@example.test',
    'OLD',
  ]) {
    for (const response of [await make(label), await rename(label)]) {
      expect([label, response.status]).toEqual([label, 409])
      expect(await pickFrom(response, 'code')).toBe('conflict')
    }
  }
  expect((await make('KÜCHE')).status).toBe(409)
  expect((await make('Ku\u0308che')).status).toBe(409)
  // A key may be renamed to another form of its own label.
  expect(await pickFrom(await rename('KÜCHE'), 'label')).toBe('KÜCHE')
  expect((await make('kitchen')).status).toBe(201)
})

test('a key whose label was taken before labels were unique can still be changed', async () => {
  await using service = createTestApp()
  const { services } = service
  const { id } = service.makeKey({}, 'ann@example.test')
  makeUser(services, { email: 'ann@example.test' })
  const body = { label: 'ann@example.test', project: 'web' }
  const changed = await service.asOwner('PATCH', `/admin/api-keys/${id}`, body)
  expect(await pickFrom(changed, 'project')).toBe('web')
})

test('GET /admin/api-keys filters and says how many match on all pages', async () => {
  let now = Date.UTC(2026, 8, 1)
  await using service = createTestApp({ now: () => now })
  const make = async (body: object) => {
    const made: unknown = await (await service.asOwner('POST', '/admin/api-keys', body)).json()
    return String(pick(made, 'id'))
  }
  await make({ label: 'Kitchen', project: 'House' })
  await make({ label: 'garage', product: 'Car_1', expires_at: '2026-09-02T00:00:00Z' })
  const attic = await make({ label: 'attic' })
  await service.asOwner('POST', `/admin/api-keys/${attic}/revoke`)
  const found = async (query: string) => {
    const page: unknown = await (await service.asOwner('GET', `/admin/api-keys?${query}`)).json()
    return [pick(page, 'total'), ...pickList(page, 'items').map((item) => pick(item, 'label'))]
  }
  expect(await found('q=KITCHEN')).toEqual([1, 'Kitchen'])
  expect(await found('q=house')).toEqual([1, 'Kitchen'])
  expect(await found('q=car_1')).toEqual([1, 'garage'])
  expect(await found('q=car%251')).toEqual([0])
  expect(new Set(await found('active=true'))).toEqual(new Set([2, 'Kitchen', 'garage']))
  expect(await found('active=false')).toEqual([1, 'attic'])
  now = Date.UTC(2026, 8, 2)
  expect(new Set(await found('active=false'))).toEqual(new Set([2, 'attic', 'garage']))
  expect(await found('limit=1')).toEqual([3, expect.any(String)])
})
