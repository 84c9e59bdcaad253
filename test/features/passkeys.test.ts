import { expect, test } from 'bun:test'
import { cookieOf, type From, fromBrowser, submitKey } from '../support/key-sign-in.ts'
import { TestAuthenticator } from '../support/passkeys.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { createTestApp, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const MINUTE_MS = 60_000
const BASE = 'https://hearth.example.test'
const ALT = 'https://hearth.other.test'
const PUBLIC = { env: { BASE_URL: BASE, ALT_BASE_URL: ALT } }

/** Sends JSON as a script of a page at `origin` does. */
function send(
  app: TestApp,
  method: string,
  path: string,
  body: unknown,
  cookie = '',
  origin = BASE,
) {
  const { host } = new URL(origin)
  const headers = { accept: 'application/json', 'content-type': 'application/json', origin, cookie }
  const from: From = { host, headers, viaProxy: true, address: '203.0.113.9' }
  return fromBrowser(app, path, from, { method, body: JSON.stringify(body) })
}

async function asked(answer: Response) {
  const sealed = answer.headers.getSetCookie().find((one) => one.includes('hearth-passkey=')) ?? ''
  const options: { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } } =
    JSON.parse(await answer.text())
  return { options, sealed: sealed.split(';', 1)[0] ?? '' }
}

async function addPasskey(
  app: TestApp,
  user: { cookie: string },
  authenticator = new TestAuthenticator(),
  { origin = BASE, as = origin }: { origin?: string; as?: string } = {},
) {
  const started = await send(app, 'POST', '/api/me/passkeys/options', {}, user.cookie, origin)
  const { options, sealed } = await asked(started)
  const credential = authenticator.create(options, as)
  const cookie = `${user.cookie}; ${sealed}`
  const answer = await send(
    app,
    'POST',
    '/api/me/passkeys',
    { name: 'Phone', credential },
    cookie,
    origin,
  )
  return { authenticator, answer, options, sealed, credential }
}

async function challenge(app: TestApp, origin = BASE) {
  return asked(await send(app, 'POST', '/login/passkey/options', {}, '', origin))
}

async function signIn(
  app: TestApp,
  authenticator: TestAuthenticator,
  { origin = BASE, as = origin }: { origin?: string; as?: string } = {},
) {
  const { options, sealed } = await challenge(app, origin)
  const credential = authenticator.get(options, as)
  return send(app, 'POST', '/login/passkey', { credential, return_to: '/app/me' }, sealed, origin)
}

test('a passkey is added in a session and signs in without a name, at both addresses', async () => {
  await using app = createTestApp(PUBLIC)
  const ann = makeUser(app.services)
  const login = async (origin: string) => {
    const page = await fromBrowser(app, '/login', { host: new URL(origin).host })
    return { csp: page.headers.get('content-security-policy') ?? '', text: await page.text() }
  }
  const before = await login(BASE)
  expect([before.text.includes('<script'), before.csp.includes('script-src')]).toEqual([
    false,
    false,
  ])
  const { authenticator, answer, options } = await addPasskey(app, ann)
  expect(answer.status).toBe(201)
  expect(options).toMatchObject({
    rp: { id: 'hearth.example.test', name: 'Hearth' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
  expect(pick(JSON.parse(await answer.text()), 'host')).toBe('hearth.example.test')
  const after = await login(BASE)
  expect(after.text).toContain('<script src="/passkey.js" type="module">')
  expect(after.csp).toContain("script-src 'self'; connect-src 'self';")
  expect((await login(ALT)).text).toContain(`data-main="${BASE}/login"`)

  authenticator.counter = 1
  const done = await signIn(app, authenticator)
  expect([done.status, pick(JSON.parse(await done.text()), 'return_to')]).toEqual([200, '/app/me'])
  expect(done.headers.getSetCookie()[0]).toMatch(/^__Host-hearth=[\w-]{43}; .*Secure$/)
  const own = await send(app, 'POST', '/api/me/sign-in-link', {}, cookieOf(done))
  expect(own.status).toBe(200)
  authenticator.counter = 2
  expect((await signIn(app, authenticator, { origin: ALT })).status).toBe(200)
  const known = await app.request('/.well-known/webauthn')
  expect(await known.json()).toEqual({ origins: [BASE, ALT] })
  const audit = await app.asOwner('GET', '/admin/audit?area=passkey')
  expect(await pickFrom(audit, 'items')).toEqual([
    expect.objectContaining({ action: 'passkey.add', subject: ann.id }),
  ])
})

test('a challenge is good once, for five minutes, for one purpose and one account', async () => {
  let now = Date.UTC(2027, 0, 1)
  await using app = createTestApp({ ...PUBLIC, now: () => now })
  const ann = makeUser(app.services)
  const { authenticator, credential, sealed } = await addPasskey(app, ann)
  // The registration again, and by another account.
  const again = { name: 'Phone', credential }
  const cookie = `${ann.cookie}; ${sealed}`
  expect((await send(app, 'POST', '/api/me/passkeys', again, cookie)).status).toBe(400)
  const bob = makeUser(app.services, { email: 'bob@example.test' })
  const started = await asked(await send(app, 'POST', '/api/me/passkeys/options', {}, ann.cookie))
  const others = {
    name: 'Phone',
    credential: new TestAuthenticator().create(started.options, BASE),
  }
  const stolen = `${bob.cookie}; ${started.sealed}`
  expect((await send(app, 'POST', '/api/me/passkeys', others, stolen)).status).toBe(400)

  const one = await challenge(app)
  const answer = { credential: authenticator.get(one.options, BASE) }
  // Of another purpose.
  expect((await send(app, 'POST', '/login/passkey', answer, started.sealed)).status).toBe(400)
  expect((await send(app, 'POST', '/login/passkey', answer, '')).status).toBe(400)
  expect((await send(app, 'POST', '/login/passkey', answer, `${one.sealed}x`)).status).toBe(400)
  expect((await send(app, 'POST', '/login/passkey', answer, one.sealed)).status).toBe(200)
  expect((await send(app, 'POST', '/login/passkey', answer, one.sealed)).status).toBe(400)
  const late = await challenge(app)
  now += 5 * MINUTE_MS
  const tooLate = { credential: authenticator.get(late.options, BASE) }
  expect((await send(app, 'POST', '/login/passkey', tooLate, late.sealed)).status).toBe(400)
})

test('another origin, another challenge and a forged signature prove nothing', async () => {
  await using app = createTestApp(PUBLIC)
  const ann = makeUser(app.services)
  const phished = await addPasskey(app, ann, undefined, { as: 'https://evil.example.test' })
  expect(phished.answer.status).toBe(400)
  const { authenticator } = await addPasskey(app, ann)
  expect((await signIn(app, authenticator, { as: 'https://evil.example.test' })).status).toBe(400)
  const [one, two] = [await challenge(app), await challenge(app)]
  const swapped = { credential: authenticator.get(one.options, BASE) }
  expect((await send(app, 'POST', '/login/passkey', swapped, two.sealed)).status).toBe(400)
  const forged = authenticator.get(one.options, BASE)
  forged.response.signature = new TestAuthenticator().get(one.options, BASE).response.signature
  expect(
    (await send(app, 'POST', '/login/passkey', { credential: forged }, one.sealed)).status,
  ).toBe(400)
  const stranger = new TestAuthenticator()
  stranger.userHandle = 'AAAA'
  const unknown = await signIn(app, stranger)
  expect(unknown.status).toBe(404)
  const other = await challenge(app)
  const body = { credential: authenticator.get(other.options, BASE) }
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    cookie: other.sealed,
  }
  const foreign = {
    host: 'hearth.example.test',
    headers: { ...headers, origin: 'https://evil.test' },
  }
  const init = { method: 'POST', body: JSON.stringify(body) }
  expect((await fromBrowser(app, '/login/passkey', foreign, init)).status).toBe(403)
})

test('a copy with a lower counter is refused for good, audited, and alerted once', async () => {
  await using app = createTestApp(PUBLIC)
  const ann = makeUser(app.services)
  const { authenticator } = await addPasskey(app, ann, new TestAuthenticator(5))
  authenticator.counter = 9
  expect((await signIn(app, authenticator)).status).toBe(200)
  for (const counter of [9, 7, 20]) {
    authenticator.counter = counter
    expect((await signIn(app, authenticator)).status).toBe(403)
  }
  const alerts = await app.asOwner('GET', '/admin/alerts')
  const raised = Object(await pickFrom(alerts, 'items')) as { kind: string }[]
  expect(raised.filter(({ kind }) => kind === 'passkey_suspect')).toHaveLength(1)
  const audit = await app.asOwner('GET', '/admin/audit?area=passkey')
  // And that it was added.
  expect(await pickFrom(audit, 'items')).toHaveLength(2)
})

test('own passkeys are listed, renamed, removed, and counted to twenty; others are not there', async () => {
  await using app = createTestApp(PUBLIC)
  const ann = makeUser(app.services)
  const bob = makeUser(app.services, { email: 'bob@example.test' })
  const { authenticator } = await addPasskey(app, ann)
  const id = authenticator.id.toString('base64url')
  const path = `/api/me/passkeys/${id}`
  expect((await send(app, 'PATCH', path, { name: 'Work' }, bob.cookie)).status).toBe(404)
  expect((await send(app, 'DELETE', path, undefined, bob.cookie)).status).toBe(404)
  expect(await pickFrom(await send(app, 'PATCH', path, { name: 'Work' }, ann.cookie), 'name')).toBe(
    'Work',
  )
  expect((await send(app, 'DELETE', path, undefined, ann.cookie)).status).toBe(204)
  expect((await signIn(app, authenticator)).status).toBe(404)
  for (let made = 0; made < 20; made += 1)
    expect((await addPasskey(app, ann)).answer.status).toBe(201)
  const more = await send(app, 'POST', '/api/me/passkeys/options', {}, ann.cookie)
  expect(more.status).toBe(409)
})

test('suspension and deletion end passkeys, and no key or Primary Key has one', async () => {
  await using app = createTestApp(PUBLIC)
  const ann = makeUser(app.services)
  const { authenticator } = await addPasskey(app, ann)
  ann.change({ status: 'suspended' })
  expect((await signIn(app, authenticator)).status).toBe(403)
  ann.change({ status: 'deleted' })
  expect((await signIn(app, authenticator)).status).toBe(404)
  expect((await app.asOwner('POST', '/api/me/passkeys/options')).status).toBe(403)
  const https = { host: 'hearth.example.test', viaProxy: true }
  const cookie = cookieOf(await submitKey(app, { origin: BASE }, https))
  expect((await send(app, 'POST', '/api/me/passkeys/options', {}, cookie)).status).toBe(409)
})

test('without https and a host name there are none, and the list says so', async () => {
  await using app = createTestApp()
  const ann = makeUser(app.services)
  const at = (host: string) =>
    app.request('/api/me/passkeys', { headers: { cookie: ann.cookie, host } })
  expect(await pickFrom(await at('localhost:4300'), 'host')).toBe('localhost')
  for (const host of ['127.0.0.1:4300', '192.168.1.5', 'hearth.lan'])
    expect(await pickFrom(await at(host), 'host')).toBe(null)
  expect(
    (await send(app, 'POST', '/login/passkey/options', {}, '', 'http://127.0.0.1')).status,
  ).toBe(409)
  expect((await app.request('/.well-known/webauthn')).status).toBe(404)
})

test('a dump of the database holds no challenge, token or private part', async () => {
  await using app = createTestApp(PUBLIC)
  const ann = makeUser(app.services)
  const { options, sealed, authenticator } = await addPasskey(app, ann)
  const started = await challenge(app)
  const done = await signIn(app, authenticator)
  const dump = app.services.db.sqlite.serialize().toString('latin1')
  const session = cookieOf(done).split('=')[1] ?? ''
  for (const secret of [
    options.challenge,
    started.options.challenge,
    sealed,
    started.sealed,
    session,
  ])
    expect([secret.length > 20, dump.includes(secret)]).toEqual([true, false])
})
