import { expect, test } from 'bun:test'
import * as oauth from 'oauth4webapi'
import { canvasApp, pairedApp, pairOf } from '../support/canvas.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, type TestApp, type TestOptions } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const START = Date.UTC(2026, 6, 1)
const PAIR = {
  refresh_token: expect.stringMatching(/^hcr_[A-Za-z0-9_-]{43}$/),
  access_token: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
  token_type: 'Bearer' as const,
  expires_in: 60,
}

function open(options: TestOptions = {}) {
  const clock = { now: START }
  const service = createTestApp({ now: () => clock.now, ...options })
  return { ...service, clock, person: makeUser(service.services) }
}

/** Status and code of an answer. */
async function outcome(answer: Promise<Response> | Response): Promise<[number, unknown]> {
  const response = await answer
  const body = Object(await response.json())
  return [response.status, Reflect.get(body, 'error') ?? Reflect.get(body, 'code')]
}

/** How often the owner was told of a token that came back. */
function reuses({ services }: Pick<TestApp, 'services'>): number {
  const { items } = services.alerts.list(10, undefined)
  return items.filter(({ kind }) => kind === 'refresh_token_reused').length
}

test('a canvas app is paired once by a code that a user enters in a browser', async () => {
  await using service = open()
  const app = canvasApp(service)
  const started = await app.start({ client_name: 'Studio' })
  expect(started).toEqual({
    device_code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: expect.stringMatching(/\/canvas\/approve$/),
    expires_in: 600,
    interval: 3,
  })
  expect(await outcome(app.poll(started.device_code))).toEqual([400, 'authorization_pending'])
  const { user_code } = started
  const seen = await app.verify(service.person.headers, { user_code: user_code.toLowerCase() })
  expect(seen.status).toBe(200)
  expect(await seen.json()).toMatchObject({
    client_name: 'Studio',
    address: '192.0.2.7',
    status: 'pending',
  })
  const decided = await app.verify(service.person.headers, { user_code, decision: 'approve' })
  expect(await decided.json()).toMatchObject({ status: 'approved' })
  service.clock.now += 3000
  const response = await app.poll(started.device_code)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const pair = await pairOf(response)
  expect(pair).toEqual(PAIR)
  expect((await app.me(pair.access_token)).status).toBe(200)
  service.clock.now += 3000
  expect(await outcome(app.poll(started.device_code))).toEqual([400, 'invalid_grant'])
})

test('a denied app gets access_denied, and one that polls too fast slow_down', async () => {
  await using service = open()
  const app = canvasApp(service)
  const { device_code, user_code } = await app.start()
  expect(await outcome(app.poll(device_code))).toEqual([400, 'authorization_pending'])
  service.clock.now += 2999
  const early = await app.poll(device_code)
  expect(await early.json()).toMatchObject({ error: 'slow_down', interval: 8 })
  await app.verify(service.person.headers, { user_code, decision: 'deny' })
  service.clock.now += 8000
  expect(await outcome(app.poll(device_code))).toEqual([400, 'access_denied'])
})

test('a device code that is polled from another address is refused and stays valid', async () => {
  await using service = open()
  const app = canvasApp(service, '192.0.2.7')
  const { device_code, user_code } = await app.start()
  await app.verify(service.person.headers, { user_code, decision: 'approve' })
  const thief = canvasApp(service, '198.51.100.9')
  expect(await outcome(thief.poll(device_code))).toEqual([400, 'invalid_grant'])
  expect(await pairOf(await app.poll(device_code))).toEqual(PAIR)
})

test('three parallel polls after approval pair one app', async () => {
  await using service = open()
  const app = canvasApp(service)
  const { device_code, user_code } = await app.start()
  await app.verify(service.person.headers, { user_code, decision: 'approve' })
  const answers = await Promise.all([1, 2, 3].map(() => app.poll(device_code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect(service.services.devices.list(10, undefined).items).toHaveLength(1)
})

test('a code of the code surface does not pair a canvas app, nor the other way round', async () => {
  await using service = open()
  const app = canvasApp(service)
  const { device_code, user_code } = await app.start()
  const other = service.services.deviceFlow.start({
    surface: 'code',
    name: 'Laptop',
    codeChallenge: undefined,
    address: '192.0.2.7',
  })
  const { headers } = service.person
  const decision = 'approve'
  const wrong = await app.verify(headers, { user_code: other.userCode, decision })
  expect(wrong.status).toBe(404)
  await app.verify(headers, { user_code, decision })
  expect(await outcome(app.poll(other.deviceCode))).toEqual([400, 'invalid_grant'])
  const elsewhere = await service.request('/api/code/devices/poll', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_code }),
  })
  expect(await outcome(elsewhere)).toEqual([400, 'invalid_grant'])
})

test('POST /api/canvas/device/verify accepts an approved user’s session of the same origin, and no key', async () => {
  await using service = open()
  const app = canvasApp(service)
  const { user_code } = await app.start()
  const verify = (headers: Record<string, string>) =>
    outcome(app.verify(headers, { user_code, decision: 'approve' }))
  const { authorization } = service.makeKey()
  expect(await verify({})).toEqual([401, 'unauthorized'])
  expect(await verify({ authorization })).toEqual([401, 'unauthorized'])
  const { access_token } = await pairedApp(service, service.person.headers)
  expect(await verify({ authorization: `Bearer ${access_token}` })).toEqual([401, 'unauthorized'])
  const pending = makeUser(service.services, { role: 'pending' })
  expect(await verify(pending.headers)).toEqual([403, 'pending_approval'])
  const foreign = { ...service.person.headers, origin: 'https://evil.test' }
  expect(await verify(foreign)).toEqual([403, 'forbidden'])
  expect(await verify({ ...service.person.headers, 'sec-fetch-site': 'cross-site' })).toEqual([
    403,
    'forbidden',
  ])
  expect((await verify(service.person.headers))[0]).toBe(200)
})

test('POST /api/canvas/token/refresh gives a new pair for a form or JSON, and it is not cached', async () => {
  await using service = open()
  const app = await pairedApp(service, service.person.headers)
  const first = await app.refresh(app.refresh_token)
  expect(first.status).toBe(200)
  expect(first.headers.get('cache-control')).toBe('private, no-store')
  const second = await pairOf(first)
  expect(second).toEqual(PAIR)
  expect(second.refresh_token).not.toBe(app.refresh_token)
  expect(second.access_token).not.toBe(app.access_token)
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: second.refresh_token,
  })
  const third = await pairOf(await app.postForm('/token/refresh', form.toString()))
  expect(third).toEqual(PAIR)
  for (const { access_token } of [app, second, third]) {
    expect((await app.me(access_token)).status).toBe(200)
  }
})

test('a reused refresh token revokes its family, the access tokens and the device', async () => {
  await using service = open()
  const app = await pairedApp(service, service.person.headers)
  const next = await pairOf(await app.refresh(app.refresh_token))
  expect((await app.me(next.access_token)).status).toBe(200)
  expect(await outcome(app.refresh(app.refresh_token))).toEqual([400, 'invalid_grant'])
  for (const { access_token } of [app, next]) {
    expect((await app.me(access_token)).status).toBe(401)
  }
  expect(await outcome(app.refresh(next.refresh_token))).toEqual([400, 'invalid_grant'])
  expect(reuses(service)).toBe(1)
})

test('of four parallel refreshes one succeeds, and the reuse by the others revokes the family', async () => {
  await using service = open()
  const app = await pairedApp(service, service.person.headers)
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.refresh(app.refresh_token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  const winner = answers.find(({ status }) => status === 200)
  if (winner === undefined) throw new Error('None has won')
  const { access_token, refresh_token } = await pairOf(winner)
  expect((await app.me(access_token)).status).toBe(401)
  expect(await outcome(app.refresh(refresh_token))).toEqual([400, 'invalid_grant'])
  expect(reuses(service)).toBe(1)
})

test('a refresh of a suspended user is refused with the reason', async () => {
  await using service = open()
  const app = await pairedApp(service, service.person.headers)
  service.person.change({ status: 'suspended' })
  expect(await outcome(app.refresh(app.refresh_token))).toEqual([403, 'account_refused'])
  expect(await outcome(app.me(app.access_token))).toEqual([403, 'account_refused'])
  service.person.change({ status: 'active' })
  expect(await outcome(app.refresh(app.refresh_token))).toEqual([400, 'invalid_grant'])
})

test('bodies of the device flow and of refresh are bounded to 4096 bytes, chunked ones too', async () => {
  await using service = open()
  const app = canvasApp(service)
  const chunked = (text: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob([text]).stream(),
  })
  const paths = {
    '/device/start': [{ client_name: 'Studio' }, [200, undefined]],
    '/device/poll': [{ device_code: 'x' }, [400, 'invalid_grant']],
    '/token/refresh': [{ refresh_token: 'x' }, [400, 'invalid_grant']],
  } as const
  for (const [path, [body, answer]] of Object.entries(paths)) {
    const padded = (bytes: number) => JSON.stringify(body).padEnd(bytes)
    const json = { 'content-type': 'application/json' }
    const declared = (bytes: number) => ({ method: 'POST', headers: json, body: padded(bytes) })
    expect(await outcome(app.send(path, declared(4096)))).toEqual([...answer])
    expect(await outcome(app.send(path, declared(4097)))).toEqual([413, 'too_large'])
    expect(await outcome(app.send(path, chunked(padded(4096))))).toEqual([...answer])
    expect(await outcome(app.send(path, chunked(padded(4097))))).toEqual([413, 'too_large'])
  }
})

test('a body with a field twice, of another kind or shape, or nested deep, is an invalid_request', async () => {
  await using service = open()
  const app = await pairedApp(service, service.person.headers)
  const token = app.refresh_token
  const invalid = [400, 'invalid_request'] as [number, unknown]
  const twice = `refresh_token=${token}&refresh_token=${token}`
  expect(await outcome(app.postForm('/token/refresh', twice))).toEqual(invalid)
  const send = (body: string, type: string) =>
    app.send('/token/refresh', { method: 'POST', headers: { 'content-type': type }, body })
  const good = JSON.stringify({ refresh_token: token })
  const bad: [string, string][] = [
    [good, 'text/plain'],
    [good, 'application/xml'],
    [`[${good}]`, 'application/json'],
    [`{"refresh_token":["${token}"]}`, 'application/json'],
    ['{', 'application/json'],
    ['{}', 'application/json'],
    [`${'['.repeat(2000)}${']'.repeat(2000)}`, 'application/json'],
  ]
  for (const [body, type] of bad) expect(await outcome(send(body, type))).toEqual(invalid)
  const wrongGrant = { refresh_token: token, grant_type: 'password' }
  expect(await outcome(app.post('/token/refresh', wrongGrant))).toEqual([
    400,
    'unsupported_grant_type',
  ])
  const inUrl = await app.post(`/token/refresh?refresh_token=${token}`, { refresh_token: token })
  expect(await outcome(inUrl)).toEqual([400, 'malformed'])
  // None of these has spent it.
  expect((await app.refresh(token)).status).toBe(200)
})

test('each address may start 30, poll 300 and refresh 120 times a minute, over a restart too', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const limits = { '/device/start': 30, '/device/poll': 300, '/token/refresh': 120 }
  const body = { device_code: 'x', refresh_token: 'x' }
  {
    await using service = open({ env })
    const app = canvasApp(service)
    for (const [path, perMinute] of Object.entries(limits)) {
      const taken = path === '/device/start' ? 200 : 400
      for (let left = perMinute - 1; left >= 0; left -= 1) {
        const { status, headers } = await app.post(path, body)
        expect([status, headers.get('ratelimit-remaining')]).toEqual([taken, String(left)])
      }
    }
  }
  await using service = open({ env })
  service.clock.now += 20_000
  for (const [path, perMinute] of Object.entries(limits)) {
    const refused = await canvasApp(service).post(path, body)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(refused.headers.get('ratelimit-limit')).toBe(String(perMinute))
    const elsewhere = await canvasApp(service, '192.0.2.8').post(path, body)
    expect(elsewhere.status).not.toBe(429)
  }
  service.clock.now += 40_000
  for (const path of Object.keys(limits)) {
    expect((await canvasApp(service).post(path, body)).status).not.toBe(429)
  }
})

test('an address may try 20 codes a minute', async () => {
  await using service = open()
  const app = canvasApp(service)
  const tries = []
  for (let count = 0; count < 21; count += 1) {
    const person = count % 2 === 0 ? service.person : makeUser(service.services)
    tries.push((await app.verify(person.headers, { user_code: 'BBBB-BBBB' })).status)
  }
  expect(tries).toEqual([...Array.from({ length: 20 }, () => 404), 429])
})

test('no code and no token is in a URL or a Location', async () => {
  await using service = open()
  const app = canvasApp(service)
  const { user_code, verification_uri } = await app.start()
  expect(new URL(verification_uri).search).toBe('')
  expect(verification_uri).not.toContain(user_code)
  const { headers } = service.person
  const page = await service.request('/canvas/approve', { headers })
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  const given = await service.request(`/canvas/approve?user_code=${user_code}`, { headers })
  expect(given.status).toBe(400)
  expect(await given.text()).not.toContain(user_code)
})

test('a client library of OAuth pairs and refreshes without knowing the service', async () => {
  await using service = open()
  const base = 'http://localhost/api/canvas'
  const server = (token: string): oauth.AuthorizationServer => ({
    issuer: 'http://localhost',
    device_authorization_endpoint: `${base}/device/start`,
    token_endpoint: `${base}${token}`,
  })
  const client = { client_id: 'canvas' }
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url: string, init: oauth.CustomFetchOptions<string, unknown>) =>
      await service.request(new URL(url).pathname, { ...init, body: String(init.body) }),
  }
  const pairing = server('/device/poll')
  const started = await oauth.processDeviceAuthorizationResponse(
    pairing,
    client,
    await oauth.deviceAuthorizationRequest(pairing, client, oauth.None(), {}, options),
  )
  const poll = async () =>
    oauth.processDeviceCodeResponse(
      pairing,
      client,
      await oauth.deviceCodeGrantRequest(
        pairing,
        client,
        oauth.None(),
        started.device_code,
        options,
      ),
    )
  const early: unknown = await poll().catch((error: unknown) => error)
  expect(early).toBeInstanceOf(oauth.ResponseBodyError)
  expect(early).toMatchObject({ error: 'authorization_pending' })
  const app = canvasApp(service)
  const approval = { user_code: started.user_code, decision: 'approve' }
  await app.verify(service.person.headers, approval)
  service.clock.now += 3000
  const pair = await poll()
  expect(pair).toMatchObject({ expires_in: 60, token_type: 'bearer' })
  const refreshing = server('/token/refresh')
  const next = await oauth.processRefreshTokenResponse(
    refreshing,
    client,
    await oauth.refreshTokenGrantRequest(
      refreshing,
      client,
      oauth.None(),
      pair.refresh_token ?? '',
      options,
    ),
  )
  expect((await app.me(next.access_token)).status).toBe(200)
})
