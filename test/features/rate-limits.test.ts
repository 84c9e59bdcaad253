import { expect, test } from 'bun:test'
import { canvasApp, pairedApp } from '../support/canvas.ts'
import { requestFrom } from '../support/devices.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const CODE = { user_code: 'BBBB-BBBB' }
const OWN_PAGE = { host: 'localhost', origin: 'http://localhost' }
const PAGE = { accept: 'text/html' }

/** Of every limited route: how many a minute, what it answers until then, and a request to it. */
const LIMITS: readonly [
  string,
  number,
  number,
  (headers: Record<string, string>) => RequestInit,
][] = [
  ['/api/code/devices/start', 30, 200, () => jsonInit('POST', {})],
  ['/api/code/devices/poll', 300, 400, () => jsonInit('POST', { device_code: 'x' })],
  ['/api/canvas/device/start', 30, 200, () => jsonInit('POST', {})],
  ['/api/canvas/device/poll', 300, 400, () => jsonInit('POST', { device_code: 'x' })],
  ['/api/canvas/token/refresh', 120, 400, () => jsonInit('POST', { refresh_token: 'x' })],
  ['/api/canvas/device/verify', 20, 404, (headers) => jsonInit('POST', CODE, headers)],
  ['/code/approve', 20, 404, (headers) => jsonInit('POST', CODE, headers)],
  ['/code/approve', 20, 404, (headers) => jsonInit('POST', CODE, { ...headers, ...PAGE })],
  ['/canvas/approve', 20, 404, (headers) => jsonInit('POST', CODE, headers)],
  ['/login', 60, 200, () => ({})],
  ['/login/key', 60, 200, () => ({ headers: PAGE })],
  ['/login/key', 10, 401, () => jsonInit('POST', { key: 'x' }, OWN_PAGE)],
  ['/login/callback', 60, 400, () => ({ headers: PAGE })],
]

function stand({ headers }: Response) {
  return ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) =>
    headers.get(name),
  )
}

async function start() {
  const clock = { now: Date.UTC(2026, 8, 1) }
  return { clock, service: createTestApp({ now: () => clock.now }) }
}

test('every limited route sends rate-limit headers, accepted or refused', async () => {
  const { clock, service } = await start()
  await using _ = service
  for (const [index, [path, limit, status, request]] of LIMITS.entries()) {
    const { headers } = makeUser(service.services)
    const ask = (address = `192.0.2.${index}`) =>
      requestFrom(service, address, path, request(headers))
    for (let left = limit - 1; left >= 0; left -= 1) {
      const response = await ask()
      expect([path, response.status]).toEqual([path, status])
      expect(stand(response)).toEqual([String(limit), String(left), '60', null])
    }
    clock.now += 20_001
    const refused = await ask()
    expect([path, refused.status]).toEqual([path, 429])
    expect(stand(refused)).toEqual([String(limit), '0', '40', '40'])
    clock.now += 39_999
    expect([path, (await ask()).status]).toEqual([path, status])
  }
})

test('of the limits of an address and an account the headers give the nearest', async () => {
  const { service } = await start()
  await using _ = service
  const [ann, bob] = [makeUser(service.services), makeUser(service.services)]
  const ask = async ({ headers }: typeof ann, address: string) =>
    stand(await requestFrom(service, address, '/code/approve', jsonInit('POST', CODE, headers)))[1]
  expect(await ask(ann, '192.0.2.1')).toBe('19')
  expect(await ask(ann, '192.0.2.2')).toBe('18')
  expect(await ask(bob, '192.0.2.1')).toBe('18')
  expect(await ask(bob, '192.0.2.3')).toBe('18')
})

test('pages of exceeded rate limits state the reason', async () => {
  const { service } = await start()
  await using _ = service
  const { headers } = makeUser(service.services)
  const init = jsonInit('POST', CODE, { ...headers, ...PAGE })
  for (let i = 0; i < 20; i += 1) await requestFrom(service, '192.0.2.1', '/code/approve', init)
  const refused = await requestFrom(service, '192.0.2.1', '/code/approve', init)
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    429,
    'text/html; charset=utf-8',
  ])
  expect(await refused.text()).toContain('Try again in 60 seconds')
})

test('GET /admin/queue may be asked twice a second', async () => {
  const { service } = await start()
  await using _ = service
  const statuses = await repeat(service, 120)
  expect(statuses).toEqual(new Set([200]))
})

test('requests of another user’s device or app do not count', async () => {
  const { clock, service } = await start()
  await using _ = service
  const ann = makeUser(service.services)
  const bob = makeUser(service.services, { email: 'bob@example.test' })
  const hers = await pairedApp(service, ann.headers, '192.0.2.1')
  const his = await pairedApp(service, bob.headers, '192.0.2.2')
  clock.now += 1000
  const submit = ({ access_token }: typeof hers) =>
    canvasApp(service, '192.0.2.9').send(
      '/images',
      jsonInit('POST', { prompt: 'x' }, { authorization: `Bearer ${access_token}` }),
    )
  for (let i = 0; i < 6; i += 1) expect((await submit(hers)).status).toBe(503)
  const refused = await submit(hers)
  expect([refused.status, await pickFrom(refused, 'code')]).toEqual([429, 'rate_limited'])
  expect((await submit(his)).status).toBe(503)
})

async function repeat(service: TestApp, times: number): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let i = 0; i < times; i += 1) {
    statuses.add((await service.asOwner('GET', '/admin/queue')).status)
  }
  return statuses
}

test('codes tried on one surface do not count on the other, for an address or an account', async () => {
  const { service } = await start()
  await using _ = service
  const ann = makeUser(service.services)
  const attempt = async (path: string, address: string) => {
    // A session ends after 30 wrong codes, so each attempt has its own.
    const headers = { ...ann.headers, cookie: `hearth=${service.services.sessions.start(ann.id)}` }
    return (await requestFrom(service, address, path, jsonInit('POST', CODE, headers))).status
  }
  for (let i = 0; i < 20; i += 1) expect(await attempt('/code/approve', '192.0.2.1')).toBe(404)
  expect(await attempt('/code/approve', '192.0.2.1')).toBe(429)
  expect(await attempt('/code/approve', '192.0.2.2')).toBe(429)
  expect(await attempt('/canvas/approve', '192.0.2.1')).toBe(404)
  // The page and the path for scripts of one surface count together.
  for (let i = 1; i < 20; i += 1) {
    expect(await attempt('/api/canvas/device/verify', '192.0.2.1')).toBe(404)
  }
  expect(await attempt('/canvas/approve', '192.0.2.1')).toBe(429)
})
