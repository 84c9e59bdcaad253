import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { cookieOf, type From, fromBrowser, submitKey } from '../support/key-sign-in.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit, PRIMARY_KEY, type TestApp } from '../support/service.ts'
import { followToCallback, startWithProvider } from '../support/signing-in.ts'
import { makeUser } from '../support/users.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ORIGIN = 'http://localhost'

async function invite(app: TestApp, body: object = {}, headers?: Record<string, string>) {
  const answer = await (headers === undefined
    ? app.asOwner('POST', '/admin/invites', body)
    : app.request('/admin/invites', jsonInit('POST', body, headers)))
  expect(answer.status).toBe(201)
  const made: { id: string; path: string; urls: string[] } = JSON.parse(await answer.text())
  return made
}

interface OpenedPage {
  status: number
  text: string
  cookie: string
  binding: string
}

async function openPage(
  app: Pick<TestApp, 'fetch'>,
  path: string,
  from: From = {},
): Promise<OpenedPage> {
  const page = await fromBrowser(app, path, from)
  const text = await page.text()
  const binding = /name="binding" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? ''
  return { status: page.status, text, cookie: cookieOf(page), binding }
}

function submit(
  app: Pick<TestApp, 'fetch'>,
  path: string,
  { cookie, binding }: Pick<OpenedPage, 'cookie' | 'binding'>,
  fields: Record<string, string> = { name: 'Ann' },
  { headers = {}, ...from }: From = {},
): Promise<Response> {
  const all = { origin: ORIGIN, cookie, ...headers }
  const body = new URLSearchParams({ binding, ...fields })
  return fromBrowser(app, path, { ...from, headers: all }, { method: 'POST', body })
}

async function join(app: TestApp, path: string, name = 'Ann'): Promise<Response> {
  return submit(app, path, await openPage(app, path), { name })
}

async function auditOf(app: TestApp, area = 'invite') {
  const page: { items: { action: string; actor: string; after: object | null }[] } = JSON.parse(
    await (await app.asOwner('GET', `/admin/audit?area=${area}`)).text(),
  )
  return page.items.map(({ action, actor, after }) => ({ action, actor, after }))
}

test('who opens an invitation types a name, is signed in, and can chat', async () => {
  await using app = createTestApp({ engines: [fakeEngine('local', saying('Hello.'))] })
  const made = await invite(app, { label: 'Grandma' })
  expect(made.path).toMatch(/^\/join\/[\w-]{32}$/)
  const page = await openPage(app, made.path)
  expect([page.status, page.text.includes('<script')]).toEqual([200, false])
  expect(page.text).toContain('<h1>You are invited</h1>')
  const joined = await submit(app, made.path, page, { name: '  Grandma \u202e Ann ' })
  expect([joined.status, joined.headers.get('location')]).toEqual([303, '/app/'])
  const cookie = cookieOf(joined)
  const headers = { cookie, origin: ORIGIN, host: 'localhost' }
  const me = await app.request('/api/me', { headers })
  expect(await me.json()).toEqual({
    name: 'Grandma Ann',
    role: 'user',
    issuer: null,
    extras: { worker_profiles: [], storage_bytes: null },
    language: null,
  })
  const chat = await app.request(
    '/v1/chat/completions',
    jsonInit('POST', { model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }, headers),
  )
  expect(await chat.text()).toContain('Hello.')
  const usage = await app.asOwner('GET', '/admin/usage?group_by=actor')
  expect(await pickFrom(usage, 'items')).toEqual([
    expect.objectContaining({ actor: 'Grandma Ann' }),
  ])
  const list = await app.asOwner('GET', '/admin/invites')
  expect(await pickFrom(list, 'items')).toEqual([
    expect.objectContaining({
      id: made.id,
      label: 'Grandma',
      status: 'used',
      uses_left: 0,
      created_by: 'Primary Key',
      joined: [expect.objectContaining({ name: 'Grandma Ann', address: '127.0.0.1' })],
    }),
  ])
  const users = await app.asOwner('GET', '/admin/users')
  expect(await pickFrom(users, 'items')).toEqual([
    expect.objectContaining({ name: 'Grandma Ann', issuer: 'local', role: 'user', email: null }),
  ])
  expect((await auditOf(app)).map(({ action, actor }) => [action, actor])).toEqual([
    ['invite.use', 'Grandma Ann'],
    ['invite.create', 'Primary Key'],
  ])
  // Used up: the same answer as for one that never was.
  expect((await openPage(app, made.path)).status).toBe(404)
  expect((await openPage(app, `/join/${'x'.repeat(32)}`)).status).toBe(404)
})

test('previews use nothing up, and of twenty submits at once one makes an account', async () => {
  await using app = createTestApp()
  const { path } = await invite(app)
  for (let bot = 0; bot < 3; bot += 1) expect((await openPage(app, path)).status).toBe(200)
  expect((await fromBrowser(app, path, {}, { method: 'HEAD' })).status).toBe(200)
  const page = await openPage(app, path)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      submit(app, path, page, { name: `Ann ${index}` }, { address: `10.0.0.${index + 1}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  expect(await pickFrom(await app.asOwner('GET', '/admin/users'), 'total')).toBe(1)
})

test('an invitation for several people counts them, ends, expires, and dies with who has made it', async () => {
  let now = Date.UTC(2027, 0, 1)
  await using app = createTestApp({ now: () => now })
  const family = await invite(app, { uses: 3, expires_in: 86_400 })
  expect((await join(app, family.path, 'Ann')).status).toBe(303)
  expect((await join(app, family.path, 'Bob')).status).toBe(303)
  expect((await app.asOwner('DELETE', `/admin/invites/${family.id}`)).status).toBe(204)
  expect((await openPage(app, family.path)).status).toBe(404)
  const late = await invite(app, { expires_in: 3600 })
  now += HOUR_MS
  expect((await openPage(app, late.path)).status).toBe(404)

  const admin = makeUser(app.services, { role: 'admin', email: 'boss@example.test' })
  makeUser(app.services, { role: 'admin', email: 'other@example.test' })
  const his = await invite(app, {}, admin.headers)
  const opened = await openPage(app, his.path)
  expect(opened.status).toBe(200)
  admin.change({ role: 'user' })
  expect((await submit(app, his.path, opened)).status).toBe(404)
  admin.change({ role: 'admin' })
  expect((await openPage(app, his.path)).status).toBe(200)
  admin.change({ status: 'suspended' })
  expect((await submit(app, his.path, opened)).status).toBe(404)
  admin.change({ status: 'active' })
  // What a suspension has ended stays ended.
  expect((await openPage(app, his.path)).status).toBe(404)
  const refused = (await auditOf(app)).filter(({ action }) => action === 'invite.refuse')
  expect(refused).toEqual([
    { action: 'invite.refuse', actor: 'Anonymous', after: { reason: 'not open' } },
    { action: 'invite.refuse', actor: 'Anonymous', after: { reason: 'not open' } },
  ])
  const states = await pickFrom(await app.asOwner('GET', '/admin/invites'), 'items')
  expect(
    Object(states)
      .map((one: { status: string }) => one.status)
      .sort(),
  ).toEqual(['ended', 'ended', 'expired'])
  now += 40 * DAY_MS
  app.services.invites.sweep()
  // The one by which people have joined stays.
  expect(await pickFrom(await app.asOwner('GET', '/admin/invites'), 'items')).toHaveLength(1)
})

test('a foreign origin, another browser and an unencrypted way from outside are refused and audited', async () => {
  await using app = createTestApp({ env: { BASE_URL: 'https://hearth.example.test' } })
  const { path, urls } = await invite(app)
  expect(urls).toEqual([`https://hearth.example.test${path}`])
  const page = await openPage(app, path)
  const origin = 'http://evil.example.test'
  expect((await submit(app, path, page, undefined, { headers: { origin } })).status).toBe(403)
  const site = { 'sec-fetch-site': 'same-site' }
  expect((await submit(app, path, page, undefined, { headers: site })).status).toBe(403)
  const other = await openPage(app, path)
  expect((await submit(app, path, { ...page, cookie: other.cookie })).status).toBe(400)
  expect((await submit(app, path, { ...page, cookie: '' })).status).toBe(400)
  // At the port for tunnels without https, or through a proxy that says so.
  const outside: From = { viaProxy: true, address: '203.0.113.9' }
  expect((await openPage(app, path, outside)).status).toBe(403)
  expect((await submit(app, path, page, undefined, outside)).status).toBe(403)
  const proxied: From = {
    host: 'hearth.example.test',
    headers: { 'x-forwarded-proto': 'http', origin: 'https://hearth.example.test' },
  }
  expect((await submit(app, path, page, undefined, proxied)).status).toBe(403)
  const reasons = (await auditOf(app)).map(({ after }) => Object(after).reason)
  expect(reasons.slice(0, -1)).toEqual([
    'not encrypted',
    'not encrypted',
    'another browser',
    'another browser',
    'another origin',
    'another origin',
  ])
  expect((await submit(app, path, page)).status).toBe(303)
  const https: From = { host: 'hearth.example.test', viaProxy: true, address: '203.0.113.9' }
  const second = await invite(app)
  const secure = await openPage(app, second.path, https)
  const joined = await submit(
    app,
    second.path,
    secure,
    { name: 'Bob' },
    {
      ...https,
      headers: { origin: 'https://hearth.example.test' },
    },
  )
  expect(joined.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-hearth=[\w-]{43}; .*Secure$/),
    expect.stringMatching(/^__Host-hearth-join=; Path=\/; Max-Age=0; /),
  ])
})

test('a name is one that nobody has, and no address', async () => {
  let now = Date.UTC(2027, 0, 1)
  await using app = createTestApp({ now: () => now })
  app.makeKey({}, 'Kitchen')
  makeUser(app.services, { email: 'ann@example.test' })
  const { path } = await invite(app, { uses: 20 })
  expect((await join(app, path, 'Bob')).status).toBe(303)
  const refused = [
    '',
    '  ',
    'bob',
    ' BOB ',
    'kitchen',
    'Primary Key',
    'Local Network',
    'ann@example.test',
    'x'.repeat(61),
  ]
  for (const name of refused) {
    const answer = await join(app, path, name)
    expect([409, 422]).toContain(answer.status)
    expect(await answer.text()).toContain('role="alert"')
    now += MINUTE_MS
  }
  expect((await join(app, path, 'x'.repeat(60))).status).toBe(303)
  // And the other way round.
  const key = await app.asOwner('POST', '/admin/api-keys', { label: 'Bob' })
  expect(key.status).toBe(409)
  expect((await join(app, path, '<script>alert(1)</script>')).status).toBe(303)
})

test('a signed-in visitor sees who they are; joining replaces a session that was there', async () => {
  await using app = createTestApp()
  const { path } = await invite(app, { uses: 2 })
  const planted = makeUser(app.services, { email: 'mallory@example.test' })
  const page = await openPage(app, path, { headers: { cookie: planted.cookie } })
  expect(page.text).toContain('You are signed in as <strong>mallory@example.test</strong>')
  const cookie = `${page.cookie}; ${planted.cookie}`
  const joined = await submit(app, path, page, { name: 'Ann' }, { headers: { cookie } })
  expect(joined.status).toBe(303)
  const old = await app.request('/api/me', { headers: { cookie: planted.cookie } })
  expect(old.status).toBe(401)
  const own = await app.request('/api/me', { headers: { cookie: cookieOf(joined) } })
  expect(await pickFrom(own, 'name')).toBe('Ann')
})

test('an invitation grants its extras and never a role, and there are at most 100', async () => {
  await using app = createTestApp()
  const wrong = await app.asOwner('POST', '/admin/invites', { role: 'admin' })
  expect(wrong.status).toBe(422)
  for (const body of [
    { uses: 0 },
    { uses: 21 },
    { expires_in: 3599 },
    { expires_in: 30 * 86_400 + 1 },
  ])
    expect((await app.asOwner('POST', '/admin/invites', body)).status).toBe(422)
  const unknown = { extras: { worker_profiles: ['nobody'], storage_bytes: null } }
  expect((await app.asOwner('POST', '/admin/invites', unknown)).status).toBe(422)
  const extras = { worker_profiles: [], storage_bytes: 1024 }
  const { path } = await invite(app, { extras, expires_in: 30 * 86_400 })
  const joined = await join(app, path)
  const me = await app.request('/api/me', { headers: { cookie: cookieOf(joined) } })
  expect(await me.json()).toEqual({
    name: 'Ann',
    role: 'user',
    issuer: null,
    extras,
    language: null,
  })
  for (let made = 0; made < 100; made += 1) await invite(app)
  const more = await app.asOwner('POST', '/admin/invites', {})
  expect(more.status).toBe(409)
})

test('/join takes 20 requests a minute of an address, and 120 in all', async () => {
  let now = Date.UTC(2027, 0, 1)
  await using app = createTestApp({ now: () => now })
  const { path } = await invite(app)
  const ask = async (address: string) => (await openPage(app, path, { address })).status
  for (let n = 0; n < 20; n += 1) expect(await ask('10.0.0.1')).toBe(200)
  expect(await ask('10.0.0.1')).toBe(429)
  for (let n = 0; n < 100; n += 1) expect(await ask(`10.0.1.${n}`)).toBe(200)
  expect(await ask('10.0.2.1')).toBe(429)
  now += MINUTE_MS
  expect(await ask('10.0.0.1')).toBe(200)
})

test('a new Primary Key ends the invitations that were made with the old one', async () => {
  await using app = createTestApp()
  const { path } = await invite(app)
  const { primaryAccount, stores } = app.services
  stores.settings.set('primary_account_key_sha256', 'of another key')
  primaryAccount.endOutdated()
  expect((await openPage(app, path)).status).toBe(404)
  expect((await submitKey(app)).status).toBe(303)
  expect((await openPage(app, path)).status).toBe(404)
})

test('no token, cookie or hash reaches the log, the request log, the audit or the list', async () => {
  const lines: string[] = []
  const log = {
    info: (...words: unknown[]) => void lines.push(JSON.stringify(words)),
    warn: (...words: unknown[]) => void lines.push(JSON.stringify(words)),
    error: (...words: unknown[]) => void lines.push(JSON.stringify(words)),
    debug: (...words: unknown[]) => void lines.push(JSON.stringify(words)),
  }
  await using app = createTestApp({ log: Object.assign(Object.create(null), log) })
  const { path } = await invite(app)
  const token = path.slice('/join/'.length)
  const joined = await join(app, path)
  const session = cookieOf(joined).split('=')[1] ?? ''
  const texts = await Promise.all(
    ['/admin/audit', '/admin/requests', '/admin/invites', '/admin/users'].map(async (url) =>
      (await app.asOwner('GET', url)).text(),
    ),
  )
  const dump = app.services.db.sqlite.serialize().toString('latin1')
  for (const secret of [token, session, PRIMARY_KEY])
    for (const text of [...texts, ...lines, dump]) expect(text.includes(secret)).toBe(false)
})

test('with a provider the invitation goes along sealed: a new identity is approved, the address finds nobody', async () => {
  await using service = await startWithProvider({ env: { TRUSTED_NETWORKS: '127.0.0.1' } })
  const { base } = service
  const made: { path: string } = JSON.parse(
    await (await service.asOwner('POST', '/admin/invites', { uses: 2 })).text(),
  )
  // Somebody has a local account of the same name; the address at the provider does not enter it.
  const alice = service.browser()
  const page = await alice.get(base + made.path)
  expect(page.text).toContain(`href="${made.path}?provider=oidc"`)
  const callback = await followToCallback(alice, base, 'alice', `${made.path}?provider=oidc`)
  const back = await alice.step(callback)
  expect([back.status, back.headers.get('location')]).toEqual([303, '/app/'])
  const users: { items: { email: string; role: string; issuer: string }[] } = JSON.parse(
    await (await service.asOwner('GET', '/admin/users')).text(),
  )
  expect(users.items).toEqual([
    expect.objectContaining({
      email: 'alice@example.test',
      role: 'user',
      issuer: service.provider.issuer,
    }),
  ])
  // Who has an account signs in to it, and the use stays for somebody else.
  const again = service.browser()
  await again.step(await followToCallback(again, base, 'alice', `${made.path}?provider=oidc`))
  const list: { items: { uses_left: number; joined: unknown[] }[] } = JSON.parse(
    await (await service.asOwner('GET', '/admin/invites')).text(),
  )
  expect(list.items.map(({ uses_left, joined }) => [uses_left, joined.length])).toEqual([[1, 1]])
  // Without an invitation, one waits as before.
  const bob = service.browser()
  const other = await bob.step(await followToCallback(bob, base, 'bob'))
  expect(other.headers.get('location')).toBe('/waiting')
})
