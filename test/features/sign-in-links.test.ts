import { expect, test } from 'bun:test'
import { cookieOf, type From, fromBrowser, submitKey } from '../support/key-sign-in.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const MINUTE_MS = 60_000
const ORIGIN = 'http://localhost'

const post = (app: TestApp, path: string, headers: Record<string, string>) =>
  app.request(path, jsonInit('POST', undefined, { host: 'localhost', ...headers }))

async function use(app: TestApp, path: string): Promise<Response> {
  const page = await fromBrowser(app, path)
  if (page.status !== 200) return page
  const binding = /name="binding" value="([0-9a-f]{64})"/.exec(await page.text())?.[1] ?? ''
  const headers = { origin: ORIGIN, cookie: cookieOf(page) }
  const body = new URLSearchParams({ binding })
  return fromBrowser(app, path, { headers }, { method: 'POST', body })
}

async function nameIn(app: TestApp, answer: Response): Promise<unknown> {
  return pickFrom(await app.request('/api/me', { headers: { cookie: cookieOf(answer) } }), 'name')
}

test('a member adds a device with a link, which is good once and ends the ones before', async () => {
  let now = Date.UTC(2027, 0, 1)
  await using app = createTestApp({ now: () => now })
  const ann = makeUser(app.services)
  const make = async () =>
    String(await pickFrom(await post(app, '/api/me/sign-in-link', ann.headers), 'path'))
  const first = await make()
  const second = await make()
  expect((await use(app, first)).status).toBe(404)
  const joined = await use(app, second)
  expect(joined.status).toBe(303)
  expect(await nameIn(app, joined)).toBe('ann@example.test')
  expect((await use(app, second)).status).toBe(404)
  expect(
    await pickFrom(await app.request('/api/me/sessions', { headers: ann.headers }), 'items'),
  ).toHaveLength(2)
  const late = await make()
  now += 10 * MINUTE_MS
  expect((await fromBrowser(app, late)).status).toBe(404)
})

test('the owner makes a link for a member and never for another admin; suspension and deletion end it', async () => {
  await using app = createTestApp()
  const ann = makeUser(app.services)
  const boss = makeUser(app.services, { role: 'admin', email: 'boss@example.test' })
  const other = makeUser(app.services, { role: 'admin', email: 'other@example.test' })
  const linkFor = (id: string, headers: Record<string, string>) =>
    post(app, `/admin/users/${id}/sign-in-link`, headers)
  const made = await linkFor(ann.id, boss.headers)
  expect(await nameIn(app, await use(app, String(await pickFrom(made, 'path'))))).toBe(
    'ann@example.test',
  )
  expect((await linkFor(other.id, boss.headers)).status).toBe(403)
  expect((await app.asOwner('POST', `/admin/users/${boss.id}/sign-in-link`)).status).toBe(403)
  expect((await linkFor(boss.id, boss.headers)).status).toBe(200)
  expect((await linkFor(ann.id, ann.headers)).status).toBe(403)
  expect((await app.asOwner('POST', '/admin/users/usr_none/sign-in-link')).status).toBe(404)
  const link = String(await pickFrom(await linkFor(ann.id, boss.headers), 'path'))
  // Whoever has made it must still be an admin.
  boss.change({ role: 'user' })
  expect((await use(app, link)).status).toBe(404)
  const again = String(await pickFrom(await linkFor(ann.id, other.headers), 'path'))
  ann.change({ status: 'suspended' })
  expect((await use(app, again)).status).toBe(404)
  expect((await linkFor(ann.id, other.headers)).status).toBe(403)
  ann.change({ status: 'active' })
  expect((await use(app, again)).status).toBe(404)
  const last = String(await pickFrom(await linkFor(ann.id, other.headers), 'path'))
  ann.change({ status: 'deleted' })
  expect((await use(app, last)).status).toBe(404)
  const rows = app.services.db.sqlite
    .query('SELECT count(*) FROM invites WHERE user_id = ?')
    .values(ann.id)
  expect(rows).toEqual([[0]])
})

test('no key makes a link, and none signs in to the account of the Primary Key', async () => {
  await using app = createTestApp()
  const { key } = app.makeKey()
  expect((await post(app, '/api/me/sign-in-link', { authorization: `Bearer ${key}` })).status).toBe(
    403,
  )
  expect((await app.asOwner('POST', '/api/me/sign-in-link')).status).toBe(403)
  const cookie = cookieOf(await submitKey(app))
  expect((await post(app, '/api/me/sign-in-link', { cookie, origin: ORIGIN })).status).toBe(409)
  expect((await app.asOwner('POST', '/admin/users/usr_primary/sign-in-link')).status).toBe(409)
})

const form = (app: TestApp, path: string, fields: Record<string, string>, from: From) =>
  fromBrowser(
    app,
    path,
    { ...from, headers: { origin: ORIGIN, ...from.headers } },
    { method: 'POST', body: new URLSearchParams(fields) },
  )

/** A browser that shows a code. */
async function showCode(app: TestApp, from: From = {}) {
  const started = await form(app, '/login/code', {}, from)
  expect([started.status, started.headers.get('location')]).toEqual([303, '/login/code'])
  const cookie = cookieOf(started)
  const look = async (as: From = from) =>
    (await fromBrowser(app, '/login/code', { ...as, headers: { cookie } })).text()
  const userCode = /<p class="code">([A-Z]{4}-[A-Z]{4})<\/p>/.exec(await look())?.[1] ?? ''
  return {
    userCode,
    look,
    finish: () => form(app, '/login/code', {}, { ...from, headers: { cookie } }),
  }
}

test('a browser shows a code, a signed-in one approves it, and only the first is signed in', async () => {
  await using app = createTestApp()
  const ann = makeUser(app.services)
  const waiting = await showCode(app, { address: '192.168.1.20' })
  expect(waiting.userCode).not.toBe('')
  expect(await waiting.look()).toContain('http-equiv="refresh" content="5"')
  const { headers } = ann
  const looked = await form(app, '/login/approve', { user_code: waiting.userCode }, { headers })
  expect(await looked.text()).toContain('192.168.1.20')
  await form(
    app,
    '/login/approve',
    { user_code: waiting.userCode, decision: 'approve' },
    { headers },
  )
  // Another network that has the cookie gets nothing.
  expect(await waiting.look({ address: '192.168.77.1' })).toContain('Show a code')
  expect(await waiting.look()).toContain('Go on as <strong>ann@example.test</strong>')
  const [done, again] = [await waiting.finish(), await waiting.finish()]
  expect(done.headers.get('location')).toBe('/app/')
  expect(await nameIn(app, done)).toBe('ann@example.test')
  expect(again.headers.get('location')).toBe('/login/code')
})

test('a denied code signs nobody in, and none does for a suspended user or the Primary Key', async () => {
  let now = Date.now()
  await using app = createTestApp({ now: () => now })
  const ann = makeUser(app.services)
  const denied = await showCode(app)
  const decide = (userCode: string, decision: string, headers: Record<string, string>) =>
    form(app, '/login/approve', { user_code: userCode, decision }, { headers })
  await decide(denied.userCode, 'deny', ann.headers)
  expect(await denied.look()).toContain('has denied the code')
  const late = await showCode(app)
  await decide(late.userCode, 'approve', ann.headers)
  ann.change({ status: 'suspended' })
  expect(await late.look()).toContain('has denied the code')
  const primary = await showCode(app)
  const cookie = cookieOf(await submitKey(app))
  expect((await decide(primary.userCode, 'approve', { cookie })).status).toBe(403)
  const expired = await showCode(app)
  now += 10 * MINUTE_MS
  expect(await expired.look()).toContain('The code has expired')
  // A code of one surface is none on another.
  const bob = makeUser(app.services, { email: 'bob@example.test' })
  const other = await showCode(app)
  const wrong = await form(
    app,
    '/code/approve',
    { user_code: other.userCode },
    { headers: bob.headers },
  )
  expect(wrong.status).toBe(404)
  const outside = { viaProxy: true, address: '203.0.113.9' }
  expect((await fromBrowser(app, '/login/code', outside)).status).toBe(403)
  expect((await form(app, '/login/code', {}, outside)).status).toBe(403)
  expect(
    (await form(app, '/login/code', {}, { headers: { origin: 'http://evil.test' } })).status,
  ).toBe(403)
})
