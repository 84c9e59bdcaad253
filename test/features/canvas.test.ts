import { expect, test } from 'bun:test'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, type TestApp, type TestOptions } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const START = Date.UTC(2026, 6, 1)
const IMAGES = '/api/canvas/images'
const PROMPT = { prompt: 'A lighthouse' }

/** A service with a clock of its own, and a canvas app that is signed in to it. */
async function signedIn(options: TestOptions = {}) {
  const clock = { now: START }
  const service = createTestApp({ now: () => clock.now, ...options })
  const person = makeUser(service.services)
  const app = await appOf(service, person.id)
  return { service, clock, person, ...app, [Symbol.asyncDispose]: service[Symbol.asyncDispose] }
}

async function appOf({ services, request }: TestApp, userId: string) {
  const { refreshTokens, canvasTokens } = services
  const pairing = refreshTokens.pair({ userId, name: 'Studio', address: '192.0.2.7' })
  const authorization = `Bearer ${await canvasTokens.issuer()(pairing)}`
  return {
    pairing,
    authorization,
    me: () => request('/api/canvas/me', { headers: { authorization } }),
    submit: (body: unknown = PROMPT) => request(IMAGES, jsonInit('POST', body, { authorization })),
  }
}

test('GET /api/canvas/me gives the token’s user, and the answer is not cached', async () => {
  await using canvas = await signedIn()
  const response = await canvas.me()
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.json()).toEqual({
    account: 'ann@example.test',
    device: 'Studio',
    device_id: canvas.pairing.deviceId,
    expires_at: new Date(START + 30 * 24 * 60 * 60 * 1000).toISOString(),
  })
})

test('a suspended user is refused with the reason at the next request, and a revoked device is signed out', async () => {
  await using canvas = await signedIn()
  expect((await canvas.me()).status).toBe(200)
  canvas.person.change({ status: 'suspended' })
  const refused = await canvas.me()
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'account_refused' })
  canvas.person.change({ status: 'active' })
  const ended = await canvas.me()
  expect(ended.status).toBe(401)
  expect(ended.headers.get('www-authenticate')).toBe('Bearer')
})

test('POST /api/canvas/images is withheld, and neither charged nor counted as usage', async () => {
  await using canvas = await signedIn()
  const response = await canvas.submit({ ...PROMPT, size: '1024x1024' })
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    code: 'withheld',
    detail: 'Images are withheld: the catalogue of image models is empty',
  })
  const usage = await canvas.service.asOwner('GET', '/admin/usage')
  expect(await usage.json()).toMatchObject({ totals: { calls: 0, credits: 0 } })
})

test('POST /api/canvas/images takes a prompt of 32,000 bytes and a body of 65,536, not one byte more', async () => {
  await using canvas = await signedIn()
  const outcome = async (body: string | ReadableStream) => {
    canvas.clock.now += 10_000
    const { authorization } = await appOf(canvas.service, canvas.person.id)
    const init = { method: 'POST', headers: { authorization }, body }
    const response = await canvas.service.request(IMAGES, init)
    return [response.status, Reflect.get(Object(await response.json()), 'code')]
  }
  const prompt = (text: string) => JSON.stringify({ prompt: text })
  expect(await outcome(prompt('x'.repeat(32_000)))).toEqual([503, 'withheld'])
  expect(await outcome(prompt('x'.repeat(32_001)))).toEqual([422, 'too_long'])
  // Two bytes each.
  expect(await outcome(prompt('é'.repeat(16_000)))).toEqual([503, 'withheld'])
  expect(await outcome(prompt(`${'é'.repeat(16_000)}x`))).toEqual([422, 'too_long'])
  const padded = (bytes: number) => prompt('x').padEnd(bytes)
  expect(await outcome(padded(65_536))).toEqual([503, 'withheld'])
  expect(await outcome(padded(65_537))).toEqual([413, 'too_large'])
  const chunked = (bytes: number) => new Blob([padded(bytes)]).stream()
  expect(await outcome(chunked(65_536))).toEqual([503, 'withheld'])
  expect(await outcome(chunked(65_537))).toEqual([413, 'too_large'])
  expect(await outcome('{')).toEqual([400, 'malformed'])
  for (const body of ['{}', '[]', '{"prompt":""}', '{"prompt":7}']) {
    expect(await outcome(body)).toEqual([422, 'invalid'])
  }
})

test('no answer of the canvas surface is cached, nor is a refusal', async () => {
  await using canvas = await signedIn()
  const { request } = canvas.service
  const { authorization } = canvas
  const answers = [
    await canvas.me(),
    await canvas.submit(),
    await canvas.submit({}),
    await canvas.submit({ prompt: 'x'.repeat(65_536) }),
    await request('/api/canvas/me'),
    await request('/api/canvas/me?access_token=x', { headers: { authorization } }),
    await request('/api/canvas/token/refresh', jsonInit('POST', { refresh_token: 'x' })),
    await request('/api/canvas/device/start', jsonInit('POST', {})),
    await request('/api/canvas/device/verify', jsonInit('POST', {})),
  ]
  for (let left = 3; left > 0; left -= 1) await canvas.submit()
  answers.push(await canvas.submit())
  canvas.person.change({ status: 'suspended' })
  answers.push(await canvas.me())
  expect(answers.map(({ status }) => status)).toEqual([
    200, 503, 422, 413, 401, 400, 400, 200, 401, 429, 403,
  ])
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
})

test('POST /api/canvas/images takes six a minute from one account, whatever its devices, over a restart too', async () => {
  using folder = tempFolder()
  const options = { env: { DATA_DIR: folder.path } }
  let authorization: string
  {
    await using canvas = await signedIn(options)
    authorization = canvas.authorization
    const second = await appOf(canvas.service, canvas.person.id)
    for (let left = 5; left >= 0; left -= 1) {
      const response = await (left % 2 === 0 ? canvas : second).submit()
      expect(response.status).toBe(503)
      expect(limitHeaders(response)).toEqual(['6', String(left), '60', null])
    }
    const refused = await second.submit()
    expect(refused.status).toBe(429)
    expect(limitHeaders(refused)).toEqual(['6', '0', '60', '60'])
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
    const other = makeUser(canvas.service.services, { email: 'ben@example.test' })
    expect((await (await appOf(canvas.service, other.id)).submit()).status).toBe(503)
  }
  await using service = createTestApp({ ...options, now: () => START + 20_000 })
  // The key that signed its token is in the data folder too.
  const refused = await service.request(IMAGES, jsonInit('POST', PROMPT, { authorization }))
  expect(refused.status).toBe(429)
  expect(limitHeaders(refused)).toEqual(['6', '0', '40', '40'])
})

function limitHeaders({ headers }: Response) {
  return ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) =>
    headers.get(name),
  )
}
