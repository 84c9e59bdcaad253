import { afterAll, expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/client'
import { SignJWT } from 'jose'
import { MAX_EXCHANGE_BYTES, MAX_REDIRECTS } from '../../../src/features/mcp/oauth.ts'
import { MAX_REGISTRATIONS } from '../../../src/features/mcp/oauth-routes.ts'
import { MAX_GRANT_BYTES } from '../../../src/http/body/form.ts'
import { LIMITS } from '../../../src/limits.ts'
import { until } from '../../support/gates.ts'
import { fixtureTool, textOf } from '../../support/mcp.ts'
import {
  CALLBACK,
  CHALLENGE,
  decided,
  provider,
  rawClient,
  startOAuthService,
  transportOf,
  UnauthorizedError,
} from '../../support/oauth-client.ts'
import { pick, pickList } from '../../support/pick.ts'
import { createTestApp } from '../../support/service.ts'
import { thrown } from '../../support/thrown.ts'
import { makeUser } from '../../support/users.ts'

const clock = { aheadMs: 0 }
/** Of calls of `slow`, which lasts until it is ended. */
const started: AbortSignal[] = []
const service = startOAuthService({
  now: () => Date.now() + clock.aheadMs,
  limits: { ...LIMITS, mcpProgressMs: 30 },
  more: () => ({
    name: 'fixtures',
    tools: [
      fixtureTool('hello', async (_, { caller }) => `Hello ${caller.actor}`),
      fixtureTool('slow', async (_, { signal }) => {
        started.push(signal)
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
        return ''
      }),
    ],
  }),
})
afterAll(() => service[Symbol.asyncDispose]())
const { url } = service
let people = 0
const person = () => makeUser(service.services, { email: `ann${++people}@example.test` })

const list = (token: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

test('the official client signs in, calls a tool as the person, and refreshes', async () => {
  const ann = person()
  const own = provider()
  const connect = async () => {
    const client = new Client({ name: 'editor', version: '1' })
    await client.connect(transportOf(service, own.own))
    return client
  }
  expect(await thrown(connect())).toBeInstanceOf(UnauthorizedError)
  expect(own.asked.searchParams.get('resource')).toBe(`${url}/mcp`)
  const back = await decided(own.asked, ann.headers)
  expect(back.origin + back.pathname).toBe(CALLBACK)
  expect(back.searchParams.get('iss')).toBe(url)
  await transportOf(service, own.own).finishAuth(back.searchParams)
  const client = await connect()
  expect(textOf(await client.callTool({ name: 'hello', arguments: {} }))).toContain('ann')
  await client.close()
  const first = own.tokens
  if (first?.refresh_token === undefined) throw new Error('There is no refresh token')
  // The access token of an hour has expired.
  clock.aheadMs += 3_601_000
  const later = await connect()
  expect((await later.listTools()).tools.map(({ name }) => name)).toContain('hello')
  await later.close()
  expect(own.tokens?.refresh_token).not.toBe(first.refresh_token)
  const devices = await service.request('/api/me/devices', { headers: ann.headers })
  expect(pickList(await devices.json(), 'items')).toMatchObject([
    { surface: 'mcp', name: 'Editor', revoked_at: null },
  ])
})

test('what asks a person says whom it is from, and a denial goes back', async () => {
  const ann = person()
  const client = await rawClient(service, [CALLBACK, 'https://app.example/back'])
  const asked = await fetch(client.authorizeUrl({ redirect_uri: 'https://app.example/back' }), {
    redirect: 'manual',
  })
  const page = new URL(asked.headers.get('location') ?? '', url)
  const outside = await fetch(page, { redirect: 'manual', headers: { accept: 'text/html' } })
  expect(outside.headers.get('location')).toBe(
    `/login?return_to=${encodeURIComponent(page.pathname)}`,
  )
  const shown = await fetch(page, { headers: { ...ann.headers, accept: 'text/html' } })
  const html = await shown.text()
  for (const text of ['Raw', 'Nobody has verified this name', 'app.example'])
    expect(html).toContain(text)
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const denied = await decided(client.authorizeUrl(), ann.headers, 'deny')
  expect(denied.searchParams.get('error')).toBe('access_denied')
  expect(denied.searchParams.get('state')).toBe('st')
  // Each request is decided on once.
  await decided(page, ann.headers).catch(() => undefined)
  expect((await fetch(page, { headers: ann.headers })).status).toBe(404)
})

test('a request that is not as registered is refused, and so is one without S256, on a page', async () => {
  const client = await rawClient(service)
  const ask = (over: Record<string, string>) =>
    fetch(client.authorizeUrl(over), { redirect: 'manual', headers: { accept: 'text/html' } })
  for (const over of [
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${CALLBACK}/other` },
    { redirect_uri: 'http://127.0.0.1.evil.example:3999/callback' },
    { client_id: `${client.id.slice(0, -1)}_` },
    { client_id: 'hmc_x' },
  ]) {
    const answer = await ask(over)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
  // Any port of this computer. RFC 8252, 7.3
  const other = await ask({ redirect_uri: CALLBACK.replace('3999', '40123') })
  expect(other.headers.get('location')).toStartWith('/oauth/approve/')
  // Nobody has decided yet, and whoever likes registers an address. RFC 9700, 4.11.2
  for (const [over, says] of [
    [{ code_challenge_method: 'plain' }, 'a code_challenge by S256 is required'],
    [{ code_challenge: 'short' }, 'a code_challenge by S256 is required'],
    [{ response_type: 'token' }, 'response_type must be code'],
    [{ resource: 'https://other.example/mcp' }, 'The resource must be'],
  ] as const) {
    const answer = await ask(over)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(answer.headers.get('content-type')).toStartWith('text/html')
    expect(await answer.text()).toContain(says)
  }
})

test('a client with as many redirect addresses as it may register gets tokens, and with one more none', async () => {
  // The bound of the addresses themselves is larger.
  expect(MAX_GRANT_BYTES - MAX_EXCHANGE_BYTES).toBe(256)
  await using fresh = startOAuthService()
  const { headers } = makeUser(fresh.services, { email: 'ann@example.test' })
  const address = (index: number) => `https://app.example/${index}?${'%20'.repeat(90)}`
  const some = Array.from({ length: MAX_REDIRECTS }, (_, index) => address(index))
  const counts = some.map((_, index) => some.slice(0, index + 1))
  const clients = await Promise.all(counts.map((uris) => rawClient(fresh, uris)))
  const most = clients.filter(({ status }) => status === 201).length
  expect(most).toBeGreaterThan(0)
  expect(clients.slice(most).map(({ registered }) => pick(registered, 'error'))).toEqual(
    Array.from({ length: MAX_REDIRECTS - most }, () => 'invalid_redirect_uri'),
  )
  const client = clients[most - 1]
  if (client === undefined) throw new Error('No client was registered')
  const over = { redirect_uri: address(most - 1) }
  const code = await client.code(headers, over)
  const fields = { ...over, resource: `${fresh.url}/mcp`, scope: 'x'.repeat(200) }
  expect((await client.exchange(code, fields)).status).toBe(200)
})

test('a code is good once, for a minute, for its client, redirect and verifier', async () => {
  const ann = person()
  const client = await rawClient(service)
  const code = await client.code(ann.headers)
  const other = await rawClient(service, [CALLBACK, 'https://app.example/'])
  const refused = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
    const { status, body } = await answer
    return [status, body['error']]
  }
  const invalid = [400, 'invalid_grant']
  expect(await refused(other.exchange(code))).toEqual(invalid)
  expect(await refused(client.exchange(code, { code_verifier: 'x'.repeat(43) }))).toEqual(invalid)
  expect(await refused(client.exchange(code, { code_verifier: CHALLENGE }))).toEqual(invalid)
  const port = CALLBACK.replace('3999', '4000')
  expect(await refused(client.exchange(code, { redirect_uri: port }))).toEqual(invalid)
  const elsewhere = { resource: 'https://other.example/mcp' }
  expect(await refused(client.exchange(code, elsewhere))).toEqual([400, 'invalid_target'])
  const good = await client.exchange(code)
  expect(good.body).toMatchObject({ token_type: 'Bearer', expires_in: 3_600 })
  expect((await list(good.body['access_token'])).status).toBe(200)
  // Copied: what it gave ends as well.
  expect(await refused(client.exchange(code))).toEqual(invalid)
  expect((await list(good.body['access_token'])).status).toBe(401)
  const late = await client.code(ann.headers)
  clock.aheadMs += 60_000
  expect(await refused(client.exchange(late))).toEqual(invalid)
})

test('a refresh token is good once and for its client, and used twice ends the app', async () => {
  const ann = person()
  const client = await rawClient(service)
  const first = (await client.exchange(await client.code(ann.headers))).body
  const other = await rawClient(service, [CALLBACK, 'https://app.example/'])
  expect((await other.refresh(first['refresh_token'])).body['error']).toBe('invalid_grant')
  const second = (await client.refresh(first['refresh_token'])).body
  expect((await list(second['access_token'])).status).toBe(200)
  expect((await client.refresh(first['refresh_token'])).body['error']).toBe('invalid_grant')
  expect((await list(second['access_token'])).status).toBe(401)
  expect((await client.refresh(second['refresh_token'])).body['error']).toBe('invalid_grant')
})

test('a revoked device, a token that was given back and a suspended account are refused at once', async () => {
  const ann = person()
  const client = await rawClient(service)
  const revoke = (token: unknown) =>
    fetch(`${url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: String(token), client_id: client.id }),
    })
  const { body: one } = await client.exchange(await client.code(ann.headers))
  const devices = await (await service.request('/api/me/devices', { headers: ann.headers })).json()
  await service.request(`/api/me/devices/${pick(devices, 'items.0.id')}/revoke`, {
    method: 'POST',
    headers: ann.headers,
  })
  expect((await list(one['access_token'])).status).toBe(401)
  expect((await client.refresh(one['refresh_token'])).body['error']).toBe('invalid_grant')
  for (const kind of ['access_token', 'refresh_token']) {
    const { body } = await client.exchange(await client.code(ann.headers))
    expect((await revoke(body[kind])).status).toBe(200)
    expect((await list(body['access_token'])).status).toBe(401)
  }
  expect((await revoke('unknown')).status).toBe(200)
  const { body: last } = await client.exchange(await client.code(ann.headers))
  const early = await client.code(ann.headers)
  ann.change({ status: 'suspended' })
  expect((await list(last['access_token'])).status).toBe(403)
  expect((await client.refresh(last['refresh_token'])).body['error']).toBe('invalid_grant')
  expect((await client.exchange(early)).body['error']).toBe('invalid_grant')
})

test('a call that is being made ends with its token, its device, and its account', async () => {
  const ends = [
    (_: ReturnType<typeof person>, token: string, client: string) =>
      fetch(`${url}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token, client_id: client }),
      }),
    ({ change }: ReturnType<typeof person>) => change({ status: 'suspended' }),
    ({ change }: ReturnType<typeof person>) => change({ role: 'pending' }),
    ({ id }: ReturnType<typeof person>) =>
      service.asOwner('PATCH', `/admin/users/${id}`, { status: 'deleted' }),
  ]
  for (const end of ends) {
    const ann = person()
    const client = await rawClient(service)
    const { body } = await client.exchange(await client.code(ann.headers))
    started.length = 0
    const call = fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${body['access_token']}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'slow', arguments: {} },
      }),
    }).then((answer) => answer.text())
    await until(() => started.length === 1)
    await end(ann, String(body['access_token']), client.id)
    expect(await call).toContain('"isError":true')
    expect(started[0]?.aborted).toBe(true)
  }
})

test('a code of an account that was deleted since is refused', async () => {
  const ben = person()
  const client = await rawClient(service)
  const code = await client.code(ben.headers)
  const deleted = { status: 'deleted' }
  expect((await service.asOwner('PATCH', `/admin/users/${ben.id}`, deleted)).status).toBe(200)
  const { status, body } = await client.exchange(code)
  expect([status, body['error']]).toEqual([400, 'invalid_grant'])
})

test('tokens of another audience, of another surface and of another Origin are refused', async () => {
  const ann = person()
  const { mcpSigningKeys, refreshTokens, canvasTokens } = service.services
  const client = await rawClient(service)
  const { body } = await client.exchange(await client.code(ann.headers))
  const good = String(body['access_token'])
  const claims = JSON.parse(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString())
  expect(claims.aud).toBe(`${url}/mcp`)
  const { id, secret } = mcpSigningKeys.current()
  const signed = (over: object, typ = 'at+jwt') =>
    new SignJWT({ ...claims, ...over })
      .setProtectedHeader({ alg: 'HS256', typ, kid: id })
      .sign(Buffer.from(secret, 'base64url'))
  expect((await list(await signed({}))).status).toBe(200)
  const wrong = [
    await signed({ aud: 'https://other.example/mcp' }),
    await signed({ aud: 'hearth/canvas' }),
    await signed({ iss: 'other' }),
    await signed({ sub: 'usr_other' }),
    await signed({}, 'JWT'),
    // The last character has bits that mean nothing, so another one is changed.
    good.replace(/.(?=.{9}$)/, (one) => (one === 'A' ? 'B' : 'A')),
  ]
  const pairing = refreshTokens.pair({ userId: ann.id, name: 'Studio', address: '192.0.2.7' })
  wrong.push(await canvasTokens.issuer()(pairing), pairing.refreshToken)
  for (const token of wrong) expect((await list(token)).status).toBe(401)
  expect((await list(good, { origin: 'https://evil.example' })).status).toBe(403)
  // It is good for /mcp only.
  for (const path of ['/v1/models', '/api/me', '/api/canvas/me', '/api/code/v1/models']) {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${good}` } })
    expect(answer.status).toBe(401)
  }
})

test('nobody decides from another page or without a session', async () => {
  const ann = person()
  const client = await rawClient(service)
  const asked = await fetch(client.authorizeUrl(), { redirect: 'manual' })
  const page = new URL(asked.headers.get('location') ?? '', url)
  const post = (headers: Record<string, string>) =>
    fetch(page, { method: 'POST', headers, body: new URLSearchParams({ decision: 'approve' }) })
  expect((await post({ origin: url })).status).toBe(401)
  expect((await post({ ...ann.headers, origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({ ...ann.headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const good = await post({ ...ann.headers, accept: 'text/html' })
  expect(await good.text()).toContain(`0;url=${CALLBACK}?code=`)
})

test('clients register with addresses that are safe, and so many in an hour', async () => {
  await using fresh = startOAuthService()
  const register = (redirect_uris: unknown) =>
    fetch(`${fresh.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris }),
    })
  const wrong = [
    [],
    ['http://app.example/'],
    ['javascript:alert(1)'],
    ['cursor://callback'],
    ['https://user:pass@app.example/'],
    ['https://app.example/#x'],
    ['http://10.0.0.1/', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://app.example/x'],
    ['vbscript:x', 'view-source:https://app.example/', 'search-ms://a.b/', 'about:blank'],
    // What an app is to do, and what is no extension of an editor.
    ['cursor://a.b/install?config=x', 'vscode://file/etc/passwd', 'vscode:x', 'com.app:/?run=x'],
  ]
  for (const uris of wrong) {
    const answer = await register(uris)
    expect([answer.status, pick(await answer.json(), 'error')]).toEqual([
      400,
      'invalid_redirect_uri',
    ])
  }
  expect(pick(await (await register('x')).json(), 'error')).toBe('invalid_request')
  for (let left = MAX_REGISTRATIONS - wrong.length - 1; left > 0; left -= 1)
    expect((await register(['http://localhost/x'])).status).toBe(201)
  const last = await register([CALLBACK])
  expect([last.status, last.headers.get('retry-after')]).toEqual([429, '3600'])
})

/** As these clients send them. */
const CLIENTS = [
  {
    client_name: 'Cursor',
    redirect_uris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  {
    client_name: 'Visual Studio Code',
    client_uri: 'https://code.visualstudio.com',
    grant_types: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    response_types: ['code'],
    redirect_uris: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://localhost/',
      'http://127.0.0.1/',
      'http://localhost:33418/',
      'http://127.0.0.1:33418/',
    ],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  },
  {
    client_name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'claudeai',
    token_endpoint_auth_method: 'client_secret_post',
  },
]

test.each(CLIENTS)('$client_name registers and signs in by each of its addresses', async (body) => {
  const ann = person()
  const client = await rawClient(service, body.redirect_uris, body)
  expect(client.registered).toMatchObject({
    client_name: body.client_name,
    redirect_uris: body.redirect_uris,
    token_endpoint_auth_method: 'none',
  })
  for (const redirect_uri of body.redirect_uris) {
    const back = await decided(client.authorizeUrl({ redirect_uri }), ann.headers)
    expect(back.href).toStartWith(`${redirect_uri}?code=`)
    const { status, body: given } = await client.exchange(back.searchParams.get('code') ?? '', {
      redirect_uri,
    })
    expect(status).toBe(200)
    expect((await list(given['access_token'])).status).toBe(200)
  }
})

test('unsafe addresses among others are left out, and those of apps are named as such', async () => {
  const good = ['cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/callback']
  const client = await rawClient(service, ['javascript://a.b/', ...good, 'http://app.example/'])
  expect(client.registered).toMatchObject({ redirect_uris: good })
  const { headers } = person()
  for (const [redirect_uri, place] of [
    [good[0], 'cursor://anysphere.cursor-mcp'],
    [good[1], 'com.example.app:'],
  ] as const) {
    const shown = await fetch(client.authorizeUrl({ redirect_uri: redirect_uri ?? '' }), {
      headers: { ...headers, accept: 'text/html' },
    })
    expect(await shown.text()).toContain(
      `a program on the computer that you use now (<strong>${place}</strong>)`,
    )
  }
  const other = { redirect_uri: 'cursor://anysphere.cursor-mcp/other' }
  expect((await fetch(client.authorizeUrl(other), { redirect: 'manual' })).status).toBe(400)
})

test('a 401 of /mcp says where to sign in, and metadata names the endpoints', async () => {
  const challenge = (await list('x')).headers.get('www-authenticate')
  const where = `${url}/.well-known/oauth-protected-resource/mcp`
  expect(challenge).toBe(`Bearer resource_metadata="${where}", error="invalid_token"`)
  const resource = await (await fetch(where)).json()
  expect(resource).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] })
  const server = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()
  expect(server).toMatchObject({
    issuer: url,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  })
  await using off = createTestApp({ env: { BASE_URL: 'https://hearth.example' } })
  for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize']) {
    const answer = await off.request(path, { headers: { host: 'hearth.example' } })
    expect(answer.status).toBe(404)
  }
  const refused = await off.request('/mcp', { method: 'POST', headers: { host: 'hearth.example' } })
  expect(refused.headers.get('www-authenticate')).toBe('Bearer')
})

test('OAuth wants an address with https', () => {
  const start = (base: string) =>
    createTestApp({ env: { BASE_URL: base }, file: '[mcp]\noauth = true' })
  expect(() => start('http://hearth.lan')).toThrow('needs BASE_URL with https://')
})
