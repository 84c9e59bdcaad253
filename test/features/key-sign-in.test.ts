import { expect, test } from 'bun:test'
import { openBrowser } from '../support/browser.ts'
import { startDevice } from '../support/devices.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { startMachine } from '../support/hearth-command.ts'
import { cookieOf, fromBrowser, KEY_PATH, submitKey } from '../support/key-sign-in.ts'
import { pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, PRIMARY_KEY, startService } from '../support/service.ts'
import { signIn, startWithProvider } from '../support/signing-in.ts'

const HOUR_MS = 60 * 60 * 1000
const ORIGIN = 'http://localhost'

test('on the first day the owner signs in with the Primary Key, approves a device and signs out', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('Hello.'))] })
  const { url } = service
  const browser = openBrowser()
  const form = await browser.get(`${url}/`)
  expect([form.url, form.status]).toEqual([`${url}/login?return_to=%2Fapp%2F`, 200])
  const wrong = await browser.submit(form, { key: `${PRIMARY_KEY}x` })
  expect([wrong.status, browser.cookies(url)]).toEqual([401, []])
  expect(wrong.text).toContain(
    '<p class="error" role="alert" id="fault">This is not the Primary Key.</p>',
  )
  expect(wrong.text).not.toContain(PRIMARY_KEY)

  // A pasted key may bring white space along.
  const signedIn = await browser.submit(wrong, { key: ` ${PRIMARY_KEY}\n` })
  expect(signedIn.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^hearth=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/),
  ])
  const home = await browser.follow(signedIn)
  expect([home.url, home.status]).toEqual([`${url}/app/`, 200])
  expect(home.text).toContain('"name":"Primary Key","isAdmin":true,')
  const script = { headers: { accept: 'application/json' } }
  const users = await browser.step(`${url}/admin/users`, script)
  expect(users.text).toBe('{"items":[],"next_cursor":null,"total":0}')

  const started = await startDevice({ request: (path, init) => fetch(url + path, init) })
  const page = await browser.get(`${url}/code/approve`)
  const device = await browser.submit(page, { user_code: started.user_code })
  expect(device.text).toContain('wants to connect as <strong>Primary Key</strong>')
  expect((await browser.submit(device, { decision: 'approve' })).text).toContain('is connected')
  const { device_code } = started
  const credential = await pickFrom(
    await fetch(`${url}/api/code/devices/poll`, jsonInit('POST', { device_code })),
    'access_token',
  )
  const ask = jsonInit(
    'POST',
    { model: 'auto', messages: [{ role: 'user', content: 'Hello' }] },
    { authorization: `Bearer ${credential}` },
  )
  const answer = await fetch(`${url}/api/code/v1/chat/completions`, ask)
  expect(await answer.text()).toContain('Hello.')
  const usage = await service.asOwner('GET', '/admin/usage?group_by=owner_id,actor')
  expect(await pickFrom(usage, 'items')).toEqual([
    expect.objectContaining({ owner_id: 'primary', actor: 'Primary Key', model_calls: 1 }),
  ])

  const token = browser.cookies(url)[0]?.value
  const out = await browser.signOut(url)
  expect(browser.cookies(url)).toEqual([])
  expect((await browser.follow(out)).text).toContain('<h1>Signed out</h1>')
  const headers = { cookie: `hearth=${token}` }
  expect((await fetch(`${url}/auth-check`, { headers })).status).toBe(401)
})

test('a session of the Primary Key ends after twelve hours, however it is used', async () => {
  let now = Date.UTC(2027, 0, 1)
  await using service = createTestApp({ now: () => now })
  const headers = { cookie: cookieOf(await submitKey(service)) }
  for (let hour = 1; hour < 12; hour += 1) {
    now += HOUR_MS
    const response = await fromBrowser(service, '/app/', { headers })
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
  }
  now += HOUR_MS - 1
  expect((await fromBrowser(service, '/app/', { headers })).status).toBe(200)
  now += 1
  expect((await fromBrowser(service, '/app/', { headers })).status).toBe(303)
})

test('with the Primary Key end the sessions and devices that were granted with it', async () => {
  using folder = tempFolder()
  const start = (key: string) => createTestApp({ env: { DATA_DIR: folder.path, PRIMARY_KEY: key } })
  const [first, second] = ['the-first-primary-key', 'the-second-primary-key']
  let headers = { cookie: '' }
  let device = { authorization: '' }
  const statuses = async (service: ReturnType<typeof start>) => [
    (await service.request('/auth-check', { headers })).status,
    (await service.request('/api/code/whoami', { headers: device })).status,
  ]
  {
    await using service = start(first)
    headers = { cookie: cookieOf(await submitKey(service, { key: first })) }
    const { user_code, device_code } = await startDevice(service)
    const approve = jsonInit(
      'POST',
      { user_code, decision: 'approve' },
      { ...headers, host: 'localhost', origin: ORIGIN },
    )
    expect((await service.request('/code/approve', approve)).status).toBe(200)
    const poll = await service.request('/api/code/devices/poll', jsonInit('POST', { device_code }))
    device = { authorization: `Bearer ${await pickFrom(poll, 'access_token')}` }
    expect(await statuses(service)).toEqual([200, 200])
  }
  {
    await using service = start(second)
    expect(await statuses(service)).toEqual([401, 401])
  }
  // Nor does the first key bring them back, though nobody has signed in with the second.
  await using service = start(first)
  expect(await statuses(service)).toEqual([401, 401])
  await submitKey(service, { key: first })
  expect(await statuses(service)).toEqual([401, 401])
})

test('the key is accepted where nobody can read it on the way, and nowhere else', async () => {
  const env = { BASE_URL: 'https://hearth.example', TRUSTED_NETWORKS: '203.0.113.0/24' }
  await using service = createTestApp({ env })
  const origin = 'https://hearth.example'
  const host = 'hearth.example'
  const home = { host: 'hearth.local', address: '192.168.1.20' }
  const proxied = (headers: Record<string, string>) => ({ ...home, headers })
  const cases = {
    'from this machine': [{}, ORIGIN, 303],
    'from the own network': [home, 'http://hearth.local', 303],
    'from a network that the owner trusts': [{ address: '203.0.113.9' }, ORIGIN, 303],
    'from the internet without https': [{ address: '198.51.100.9' }, ORIGIN, 403],
    'through a tunnel without https': [{ viaProxy: true }, ORIGIN, 403],
    'through a proxy without https': [
      proxied({ 'x-forwarded-for': '192.168.1.9' }),
      'http://hearth.local',
      403,
    ],
    'through an unknown proxy without https': [proxied({ via: '' }), 'http://hearth.local', 403],
    'over https': [{ host, viaProxy: true, address: '198.51.100.9' }, origin, 303],
    'over https at the main port': [{ host }, origin, 303],
    'over http at the address of https': [{ host, viaProxy: true }, 'http://hearth.example', 403],
    'over http, as the proxy says': [
      { host, viaProxy: true, headers: { 'x-forwarded-proto': 'http' } },
      origin,
      403,
    ],
  } as const
  const got: Record<string, unknown> = {}
  for (const [name, [from, pageOrigin]] of Object.entries(cases)) {
    got[name] = (await submitKey(service, { origin: pageOrigin }, from)).status
  }
  expect(got).toEqual(
    Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, one[2]])),
  )

  const formAt = async (from: Parameters<typeof fromBrowser>[2]) => {
    const page = await fromBrowser(service, '/login', from)
    const text = await page.text()
    return [page.status, /action="([^"]+)"/.exec(text)?.[1], text.includes('is not encrypted')]
  }
  expect(await formAt({})).toEqual([200, KEY_PATH, false])
  expect(await formAt(home)).toEqual([200, KEY_PATH, true])
  // A tunnel that ends on this machine looks like this, and its browser is elsewhere.
  expect(await formAt({ host: 'hearth.local' })).toEqual([200, KEY_PATH, true])
  expect(await formAt({ host, viaProxy: true })).toEqual([200, `${origin}${KEY_PATH}`, false])
  // The address of https takes it, unless the browser has come from there.
  const far = await fromBrowser(service, '/login?return_to=/app/', { viaProxy: true })
  expect([far.status, far.headers.get('location')]).toEqual([
    303,
    `${origin}/login?moved=1&return_to=%2Fapp%2F`,
  ])
  const again = await fromBrowser(service, '/login?moved=1', { viaProxy: true })
  expect([again.status, await again.text()]).toEqual([
    400,
    expect.stringContaining('must keep the Host header'),
  ])
  const plain = { host, viaProxy: true, headers: { 'x-forwarded-proto': 'http' } }
  expect(await formAt(plain)).toEqual([403, undefined, false])
  await using closed = createTestApp()
  expect((await fromBrowser(closed, '/login', { viaProxy: true })).status).toBe(403)
})

test('the cookie has the flags of the address that the key was typed at', async () => {
  const env = { BASE_URL: 'https://hearth.example' }
  await using service = createTestApp({ env })
  const [plain] = (await submitKey(service)).headers.getSetCookie()
  expect(plain).toMatch(/^hearth=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/)
  const from = { host: 'hearth.example', viaProxy: true }
  const origin = 'https://hearth.example'
  const response = await submitKey(service, { origin }, from)
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-hearth=[\w-]{43}; .+; HttpOnly; SameSite=Lax; Secure$/),
  ])
  const statusWith = async (cookie: string) =>
    (await fromBrowser(service, '/app/', { ...from, headers: { cookie } })).status
  expect(await statusWith(cookieOf(response))).toBe(200)
  // A cookie that any http page of the host could have set is not read over https.
  expect(await statusWith(cookieOf(response).replace('__Host-', ''))).toBe(303)
})

test('only a page of this service can submit the form', async () => {
  await using service = createTestApp()
  const from = (headers: Record<string, string>) =>
    fromBrowser(
      service,
      KEY_PATH,
      { headers },
      {
        method: 'POST',
        body: new URLSearchParams({ key: PRIMARY_KEY }),
      },
    )
  const foreign: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'http://evil.example' },
    { origin: 'https://localhost' },
    { origin: 'http://localhost:8080' },
    { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
    { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    const { status, headers: answered } = await from(headers)
    expect([headers, status, answered.getSetCookie()]).toEqual([headers, 403, []])
  }
  expect((await from({ origin: ORIGIN, 'sec-fetch-site': 'same-origin' })).status).toBe(303)
})

test('a sign-in with the key makes a new session and ends the one before', async () => {
  await using service = createTestApp()
  const planted = `hearth=${'A'.repeat(43)}`
  const first = cookieOf(await submitKey(service, {}, { headers: { cookie: planted } }))
  const second = cookieOf(await submitKey(service, {}, { headers: { cookie: first } }))
  const statusWith = async (cookie: string) =>
    (await service.request('/auth-check', { headers: { cookie } })).status
  expect(await Promise.all([planted, first, second].map(statusWith))).toEqual([401, 401, 200])
  // Of two cookies, one may be tossed in by another port of the host.
  expect(await statusWith(`${second}; ${planted}`)).toBe(401)
})

test('60 attempts a minute in all from the internet do not lock out the own network', async () => {
  const now = Date.UTC(2027, 0, 1)
  await using service = createTestApp({
    env: { BASE_URL: 'https://hearth.example' },
    now: () => now,
  })
  const origin = 'https://hearth.example'
  const guess = (address: string, key = 'a-wrong-guess') =>
    submitKey(service, { key, origin }, { host: 'hearth.example', viaProxy: true, address })
  for (let count = 0; count < 60; count += 1) {
    expect((await guess(`203.0.113.${count}`)).status).toBe(401)
  }
  const refused = await guess('198.51.100.1', PRIMARY_KEY)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.text()).toContain('<h1>Too many attempts</h1>')
  expect((await submitKey(service)).status).toBe(303)
})

test('the account of the Primary Key is in no list, counts as no admin and cannot be changed', async () => {
  await using service = createTestApp()
  await submitKey(service)
  expect(await (await service.asOwner('GET', '/admin/users')).json()).toMatchObject({ items: [] })
  const change = await service.asOwner('PATCH', '/admin/users/usr_primary', { status: 'suspended' })
  expect([change.status, await pickFrom(change, 'detail')]).toEqual([
    409,
    'This account is the Primary Key’s: replace the key instead',
  ])
  const { users } = service.services
  const identity = { issuer: 'https://id.example', email: undefined, name: 'Ann' }
  const { id } = users.signedIn({ ...identity, subject: 'ann' })
  await service.asOwner('PATCH', `/admin/users/${id}`, { role: 'admin' })
  const last = await service.asOwner('PATCH', `/admin/users/${id}`, { role: 'user' })
  expect(last.status).toBe(409)
  const entries = await pickFrom(await service.asOwner('GET', '/admin/audit'), 'items')
  expect(entries).toContainEqual(
    expect.objectContaining({
      actor: 'Primary Key',
      action: 'session.start',
      address: '127.0.0.1',
    }),
  )
})

test('where a provider is set up, it comes first, and the key behind a click', async () => {
  await using service = await startWithProvider({ https: true })
  const { base } = service
  const browser = service.browser()
  const page = await browser.get(`${base}/login`)
  expect(page.text).toMatch(
    /Continue with [\s\S]+<details><summary>I have the Primary Key<\/summary>/,
  )
  const signedIn = await browser.follow(await browser.submit(page, { key: PRIMARY_KEY }))
  expect([signedIn.url, signedIn.text]).toEqual([
    `${base}/app/`,
    expect.stringContaining('"name":"Primary Key","isAdmin":true,'),
  ])
  // Who comes from a page is sent to the only provider at once.
  const user = await signIn(service.browser(), base, 'owner', '/app/')
  expect(user.text).toContain('owner@example.test')
  // From where the key could be read, there is the provider alone.
  const far = await fromBrowser(service, '/login', { address: '198.51.100.9' })
  expect([far.status, (await far.text()).includes('Primary Key')]).toEqual([200, false])
})

test('a script gets 204 and the cookie, and JSON where it is refused', async () => {
  await using service = createTestApp()
  const ask = (body: object) =>
    service.request(KEY_PATH, jsonInit('POST', body, { host: 'localhost', origin: ORIGIN }))
  const wrong = await ask({ key: 'wrong' })
  expect([wrong.status, await wrong.json()]).toEqual([
    401,
    { detail: 'This is not the Primary Key', code: 'unauthorized' },
  ])
  expect((await ask({})).status).toBe(422)
  const good = await ask({ key: PRIMARY_KEY })
  expect([good.status, cookieOf(good)]).toEqual([204, expect.stringMatching(/^hearth=/)])
})

test('a device is refused at once where nobody can approve it', async () => {
  await using service = createTestApp({ env: { BASE_URL: 'https://hearth.example' } })
  await using plain = createTestApp()
  const start = async (app: typeof service, from: Parameters<typeof fromBrowser>[2]) => {
    const headers = { accept: 'application/json', ...from?.headers }
    const paths = ['/api/code/devices/start', '/api/canvas/device/start']
    const responses = await Promise.all(
      paths.map((path) => fromBrowser(app, path, { ...from, headers }, { method: 'POST' })),
    )
    return responses.map(({ status }) => status)
  }
  const far = { viaProxy: true, address: '198.51.100.9' }
  expect(await start(service, far)).toEqual([200, 200])
  expect(await start(plain, {})).toEqual([200, 200])
  expect(await start(plain, { address: '10.0.0.7' })).toEqual([200, 200])
  expect(await start(plain, { address: '198.51.100.9' })).toEqual([409, 409])
  expect(await start(plain, far)).toEqual([409, 409])
  const headers = { accept: 'application/json' }
  const refused = await fromBrowser(
    plain,
    '/api/code/devices/start',
    { ...far, headers },
    { method: 'POST' },
  )
  expect(await refused.json()).toEqual({
    detail: expect.stringMatching(
      /^Nobody can approve this sign-in: no identity provider is set up/,
    ),
    code: 'no_approver',
  })
})

test('hearth login says at once that nobody can approve', async () => {
  await using service = startService({ env: { EDGE_PORT: '0' } })
  using machine = startMachine()
  const { code, stdout, stderr } = await machine.run([
    'login',
    `http://127.0.0.1:${service.edgePort}`,
  ])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toStartWith(
    'hearth: Nobody can approve this sign-in: no identity provider is set up',
  )
})
