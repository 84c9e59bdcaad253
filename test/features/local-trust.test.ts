import { expect, test } from 'bun:test'
import { hostname } from 'node:os'
import { LocalTrust, type LocalTrustSettings } from '../../src/guards/local-trust.ts'
import { setConnection } from '../../src/http/server/connection.ts'
import { ownNames } from '../../src/http/server/origins.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pickFrom } from '../support/pick.ts'
import { head, type RawAnswer, sendRaw } from '../support/raw-client.ts'
import { createTestApp, jsonInit, PRIMARY_KEY, startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const HOUSE = { viaProxy: false, address: '192.168.1.5' }
const METRICS = 'GET /metrics HTTP/1.1'

/** One name of each kind that tunnels and proxies add. */
const EDGE_HEADERS = [
  'CF-Connecting-IP',
  'CF-Connecting-IPv6',
  'CF-Ray',
  'CF-Visitor',
  'CF-IPCountry',
  'CF-Warp-Tag-Id',
  'CDN-Loop',
  'Forwarded',
  'X-Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Forwarded-Server',
  'X-Forwarded-Prefix',
  'X-Real-IP',
  'X-Client-IP',
  'X-Original-URL',
  'X-Original-For',
  'X-Original-Forwarded-For',
  'True-Client-IP',
  'Via',
  'Fastly-Client-IP',
  'Fastly-FF',
  'Fly-Client-IP',
  'Fly-Forwarded-Port',
  'Tailscale-User-Login',
  'Tailscale-Funnel-Request',
  'X-Envoy-External-Address',
  'X-Envoy-Original-Path',
]

function trust(settings: Partial<LocalTrustSettings> = {}) {
  const localTrust = new LocalTrust({
    trusted_networks: ['192.168.1.0/24'],
    local_hosts: ['hearth.local'],
    edge_headers: [],
    ...settings,
  })
  return (
    headers: Record<string, string> = {},
    connection: Parameters<LocalTrust['trusts']>[1] = HOUSE,
  ) => localTrust.trusts(new Headers({ host: '192.168.1.2:8787', ...headers }), connection)
}

/** The service, trusting loopback, with both doors open. */
function startTrusting(env: Record<string, string> = {}, upstream?: string) {
  return startService({
    env: { TRUSTED_NETWORKS: '127.0.0.1', EDGE_PORT: '0', ...env },
    ...(upstream === undefined ? {} : { upstream }),
  })
}

function generate(...headers: string[]): string {
  const body = JSON.stringify({ prompt: 'Say hello' })
  const length = `Content-Length: ${body.length}`
  return head('POST /api/ai/generate HTTP/1.1', length, ...headers) + body
}

function statusesOf(answers: readonly RawAnswer[]): number[] {
  return answers.map(({ status }) => status)
}

test('LocalTrust takes the machine’s own names for local only where LOCAL_HOSTS has them', () => {
  for (const name of ownNames(hostname())) {
    // Anyone in the network can answer for a name; the Host check alone lets them in.
    expect(trust()({ host: `${name}:8787` })).toBe(false)
    expect(trust({ local_hosts: [name] })({ host: `${name}:8787` })).toBe(true)
  }
})

test('LocalTrust trusts a peer of a trusted network that asks for a local host', () => {
  const trusts = trust()
  expect(trusts()).toBe(true)
  expect(trusts({ host: '192.168.1.2' })).toBe(true)
  expect(trusts({ host: 'hearth.local:8787' })).toBe(true)
  expect(trusts({ host: 'HEARTH.LOCAL' })).toBe(true)
})

test('LocalTrust trusts no peer while no network is named, loopback included', () => {
  const trusts = trust({ trusted_networks: [] })
  const house = [
    '192.168.1.5',
    '10.0.0.1',
    '172.16.0.1',
    'fd00:1::5',
    'fe80::1%eth0',
    '169.254.1.5',
  ]
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', ...house])
    expect(trusts({ host: 'localhost' }, { viaProxy: false, address })).toBe(false)
  const named = [
    '192.168.0.0/16',
    '10.0.0.0/8',
    '172.16.0.0/12',
    'fd00::/8',
    'fe80::/10',
    '169.254.0.0/16',
  ]
  for (const [index, address] of house.entries()) {
    const only = trust({ trusted_networks: named.slice(index, index + 1) })
    const met = house.map((other) =>
      only({ host: 'hearth.local' }, { viaProxy: false, address: other }),
    )
    expect(met).toEqual(house.map((other) => other === address))
  }
  expect(trust()({ host: 'localhost' }, { viaProxy: false, address: '127.0.0.1' })).toBe(false)
})

test('LocalTrust never trusts the edge listener or an unknown peer', () => {
  const trusts = trust()
  expect(trusts({}, { ...HOUSE, viaProxy: true })).toBe(false)
  for (const address of [undefined, '', 'localhost', '/run/hearth.sock', '192.168.1', '3232235781'])
    expect(trusts({}, { viaProxy: false, address })).toBe(false)
})

test('LocalTrust matches IPv4 peers also when mapped into IPv6', () => {
  const trusts = trust({ trusted_networks: ['192.168.1.0/24', 'fd00:1::/64', '127.0.0.1'] })
  const at = (address: string) => trusts({}, { viaProxy: false, address })
  for (const address of [
    '192.168.1.255',
    '::ffff:192.168.1.5',
    '::ffff:c0a8:105',
    'fd00:1::5',
    'fd00:1::5%eth0',
    '127.0.0.1',
    '::ffff:127.0.0.1',
  ])
    expect(at(address)).toBe(true)
  for (const address of [
    '192.168.2.5',
    '::ffff:192.168.2.5',
    '64:ff9b::c0a8:105',
    'fd00:2::5',
    '::1',
    '127.0.0.2',
    '::ffff:127.0.0.2',
    '203.0.113.9',
  ])
    expect(at(address)).toBe(false)
})

test('LocalTrust trusts no request with a proxy header, in any case, with or without a value', () => {
  const trusts = trust()
  for (const name of EDGE_HEADERS) {
    for (const written of [name, name.toLowerCase(), name.toUpperCase()]) {
      expect({ written, trusted: trusts({ [written]: '192.168.1.5' }) }).toEqual({
        written,
        trusted: false,
      })
      expect({ written, trusted: trusts({ [written]: '' }) }).toEqual({ written, trusted: false })
    }
  }
})

test('LocalTrust trusts requests with common client headers', () => {
  const headers = {
    accept: '*/*',
    'accept-encoding': 'gzip',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    'content-type': 'application/json',
    'user-agent': 'curl/8',
    'x-request-id': 'one',
    'x-requested-with': 'fetch',
    'x-stainless-lang': 'js',
  }
  expect(trust()(headers)).toBe(true)
})

test('LocalTrust trusts no request with a header of EDGE_HEADERS', () => {
  const trusts = trust({ edge_headers: ['X-Tunnel', 'x-my-proxy'] })
  expect(trusts()).toBe(true)
  expect(trusts({ 'x-tunnel': '' })).toBe(false)
  expect(trusts({ 'X-MY-PROXY': '1' })).toBe(false)
  expect(trusts({ 'x-tunnel-2': '1' })).toBe(true)
})

test('LocalTrust takes only trusted addresses and LOCAL_HOSTS for a Host', () => {
  const trusts = trust()
  for (const host of [
    'evil.example',
    'hearth.local.evil.example',
    'hearth.local.',
    'evil.hearth.local',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '192.168.2.2',
    '192.168.1',
    '3232235778',
    '192.168.1.2.evil.example',
    '192.168.1.2@evil.example',
    '192.168.1.2, evil.example',
    '',
  ])
    expect({ host, trusted: trusts({ host }) }).toEqual({ host, trusted: false })
  const nobody = new LocalTrust({
    trusted_networks: ['192.168.1.0/24'],
    local_hosts: [],
    edge_headers: [],
  })
  expect(nobody.trusts(new Headers(), HOUSE)).toBe(false)
})

test('LocalTrust takes localhost for a Host where loopback is named', () => {
  const loopback = { viaProxy: false, address: '127.0.0.1' }
  expect(trust({ trusted_networks: ['127.0.0.0/8'] })({ host: 'localhost:1' }, loopback)).toBe(true)
  const six = trust({ trusted_networks: ['::1'] })
  expect(six({ host: 'localhost' }, { viaProxy: false, address: '::1' })).toBe(true)
  expect(six({ host: '[::1]:1' }, { viaProxy: false, address: '::1' })).toBe(true)
})

test('LocalTrust trusts no request with a foreign Origin', () => {
  const trusts = trust()
  expect(trusts({ origin: 'http://192.168.1.2:8787' })).toBe(true)
  for (const origin of [
    'null',
    '',
    'https://evil.example',
    'http://192.168.1.2',
    'http://192.168.1.2:8788',
    'http://192.168.1.3:8787',
    'https://192.168.1.2:8787',
    'http://192.168.1.2:8787.evil.example',
    'http://192.168.1.2:8787, https://evil.example',
    'chrome-extension://abcdefghijklmnop',
    'file://',
  ])
    expect({ origin, trusted: trusts({ origin }) }).toEqual({ origin, trusted: false })
})

test('LocalTrust trusts no request with a Sec-Fetch-Site of another site', () => {
  const trusts = trust()
  for (const site of ['same-origin', 'none']) expect(trusts({ 'sec-fetch-site': site })).toBe(true)
  for (const site of ['cross-site', 'same-site', '', 'none, cross-site', 'unknown'])
    expect({ site, trusted: trusts({ 'sec-fetch-site': site }) }).toEqual({ site, trusted: false })
})

test('POST /api/ai/generate works from the trusted network without a key', async () => {
  await using upstream = startUpstream()
  await using service = startTrusting({}, upstream.url)
  const requests = [
    generate(),
    generate('Host: localhost'),
    generate('Sec-Fetch-Site: same-origin'),
  ]
  const answers = await Promise.all(requests.slice(0, 2).map((one) => sendRaw(service.port, one)))
  answers.push(await sendRaw(service.port, requests[2] ?? ''))
  expect(statusesOf(answers)).toEqual([200, 200, 200])
  expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ status: 'succeeded' })
})

test('GET /metrics works from the trusted network without a key', async () => {
  await using service = startTrusting()
  const answer = await sendRaw(service.port, head(METRICS))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toStartWith('text/plain')
})

test('no other path trusts the network', async () => {
  await using service = startTrusting()
  const empty = 'Content-Length: 0'
  const requests = [
    head('POST /v1/chat/completions HTTP/1.1', empty),
    head('GET /v1/models HTTP/1.1'),
    head('GET /auth-check HTTP/1.1'),
    head('GET /admin/queue HTTP/1.1'),
    head('GET /admin/usage HTTP/1.1'),
    head('GET /admin/usage.csv HTTP/1.1'),
    head('GET /admin/api-keys HTTP/1.1'),
    head('POST /admin/api-keys HTTP/1.1', empty),
    head('POST /admin/api-keys/key_1/revoke HTTP/1.1', empty),
    head('PUT /admin/api-access/key_1 HTTP/1.1', empty),
  ]
  const answers = await Promise.all(requests.map((request) => sendRaw(service.port, request)))
  expect(statusesOf(answers)).toEqual(requests.map(() => 401))
})

test('loopback is not trusted unless it is named', async () => {
  await using service = startService()
  for (const request of [generate(), generate('Host: localhost'), head(METRICS)])
    expect((await sendRaw(service.port, request)).status).toBe(401)
})

test('the proxy listener trusts no peer', async () => {
  await using service = startTrusting()
  const port = service.edgePort ?? 0
  expect(port).not.toBe(service.port)
  for (const request of [generate(), generate('Host: localhost'), head(METRICS)])
    expect((await sendRaw(port, request)).status).toBe(401)
  expect((await sendRaw(port, head('GET /health HTTP/1.1'))).status).toBe(200)
})

test('a single proxy header makes a listener’s request untrusted', async () => {
  await using service = startTrusting({ EDGE_HEADERS: 'X-Tunnel' })
  for (const name of [...EDGE_HEADERS, 'X-Tunnel']) {
    const requests = [
      `${name}: 127.0.0.1`,
      `${name.toUpperCase()}:`,
      `${name.toLowerCase()}: `,
    ].map((line) => head(METRICS, line))
    const answers = await Promise.all(requests.map((one) => sendRaw(service.port, one)))
    expect({ name, statuses: statusesOf(answers) }).toEqual({ name, statuses: [401, 401, 401] })
  }
})

test('X-Forwarded-For cannot claim a trusted address', async () => {
  await using service = startService({
    env: { TRUSTED_NETWORKS: '192.168.1.0/24', EDGE_PORT: '0' },
  })
  const claims = [
    'X-Forwarded-For: 192.168.1.5',
    'X-Real-IP: 192.168.1.5',
    'Forwarded: for=192.168.1.5',
  ]
  for (const port of [service.port, service.edgePort ?? 0]) {
    const answers = await Promise.all(
      claims.map((claim) => sendRaw(port, head(METRICS, 'Host: 127.0.0.1', claim))),
    )
    expect(statusesOf(answers)).toEqual([401, 401, 401])
  }
})

test('a peer of a dual-stack listener is known by its IPv4 address', async () => {
  await using service = startTrusting({ HOST: '::' })
  expect((await sendRaw(service.port, head(METRICS))).status).toBe(200)
})

test('a public name on a local socket is not trusted, a foreign one not even answered', async () => {
  await using service = startTrusting({
    BASE_URL: 'https://hearth.example',
    LOCAL_HOSTS: 'hearth.local',
  })
  const at = async (host: string) =>
    (await sendRaw(service.port, head(METRICS, `Host: ${host}`))).status
  expect(await at('hearth.local')).toBe(200)
  expect(await at('hearth.example')).toBe(401)
  expect(await at('evil.example')).toBe(421)
})

test('a web page of another site cannot use local trust', async () => {
  await using service = startTrusting()
  const pages = [
    'Origin: https://evil.example',
    'Origin: null',
    'Origin: http://localhost:3000',
    `Origin: http://127.0.0.1:${service.port + 1}`,
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Site: same-site',
  ]
  const answers = await Promise.all(pages.map((page) => sendRaw(service.port, generate(page))))
  expect(statusesOf(answers)).toEqual(pages.map(() => 401))
})

test('a request that no listener has seen is not trusted', async () => {
  await using service = createTestApp({ env: { TRUSTED_NETWORKS: '127.0.0.1,::1' } })
  const statusOf = async (path: string, init: RequestInit) =>
    (await service.app.fetch(new Request(`http://localhost${path}`, init))).status
  const init = jsonInit('POST', { prompt: 'Say hello' }, { host: '127.0.0.1' })
  expect(await statusOf('/api/ai/generate', init)).toBe(401)
  expect(await statusOf('/metrics', { headers: { host: '127.0.0.1' } })).toBe(401)
})

test('an invalid key is 401 on the trusted network too', async () => {
  await using service = startTrusting()
  const keys = [
    'Authorization: Bearer wrong',
    'Authorization: Bearer',
    'Authorization: Basic d3Jvbmc6a2V5',
    'Authorization:',
    'X-Api-Key: wrong',
    'X-Api-Key:',
    `X-Api-Key: ${PRIMARY_KEY}, wrong`,
    `X-Api-Key: ${PRIMARY_KEY}\r\nX-Api-Key: wrong`,
    `X-Api-Key: ${PRIMARY_KEY}\r\nAuthorization: Bearer wrong`,
  ]
  const answers = await Promise.all(keys.map((key) => sendRaw(service.port, generate(key))))
  expect(statusesOf(answers)).toEqual(keys.map(() => 401))
  for (const { body } of answers) expect(body).not.toContain(PRIMARY_KEY)
})

test('a key without the capability gains nothing from local trust', async () => {
  await using service = startTrusting()
  const { authorization } = service.makeKey({ generate: false })
  const answer = await sendRaw(service.port, generate(`Authorization: ${authorization}`))
  expect(answer.status).toBe(403)
  const metrics = await sendRaw(service.port, head(METRICS, `Authorization: ${authorization}`))
  expect(metrics.status).toBe(403)
})

test('each trusted address owns its own jobs, under one name in the records', async () => {
  await using service = createTestApp({
    env: { TRUSTED_NETWORKS: '192.168.1.0/24' },
    engines: [fakeEngine('local', saying('Hello'))],
  })
  const from = (address: string, path: string, init: RequestInit = {}) => {
    const request = new Request(`http://192.168.1.2:8787${path}`, init)
    request.headers.set('host', '192.168.1.2:8787')
    setConnection(request, { requestId: 'test', viaProxy: false, address, client: address })
    return Promise.resolve(service.app.fetch(request))
  }
  const body = jsonInit('POST', { prompt: 'Hi', async: true })
  const made = await from('192.168.1.5', '/api/ai/generate', body)
  expect(made.status).toBe(202)
  const path = `/api/ai/generate/${await pickFrom(made, 'job_id')}`
  expect((await from('192.168.1.6', path)).status).toBe(404)
  expect((await from('192.168.1.6', path, { method: 'DELETE' })).status).toBe(404)
  expect((await from('192.168.1.5', path)).status).toBe(200)
  // The stream of the job ends with it, so the call is in the usage records.
  await (await from('192.168.1.5', `${path}/events`)).text()
  const usage = await service.asOwner('GET', '/admin/usage?group_by=actor')
  expect(await pickFrom(usage, 'items.0.actor')).toBe('Local Network')
})
