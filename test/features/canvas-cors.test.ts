import { expect, test } from 'bun:test'
import { pairedApp } from '../support/canvas.ts'
import { createTestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const APP = 'https://canvas.example.test'
const STRANGERS = [
  'https://canvas.example.test.evil.test',
  'https://evil-canvas.example.test',
  'https://CANVASxexample.test',
  'http://canvas.example.test',
  'https://canvas.example.test:8443',
  'null',
]
const PATHS = ['/device/start', '/device/poll', '/token/refresh', '/images']

async function open() {
  const service = createTestApp({ env: { CORS_ORIGINS: `${APP},http://localhost:5173` } })
  const person = makeUser(service.services)
  return { ...service, app: await pairedApp(service, person.headers) }
}

function preflight(origin: string, headers = 'authorization,content-type') {
  return {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': headers,
    },
  }
}

test('CORS allows a listed origin its headers and no cookies', async () => {
  await using service = await open()
  for (const origin of [APP, 'http://localhost:5173']) {
    for (const path of PATHS) {
      const { status, headers } = await service.app.send(path, preflight(origin))
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(listed(headers, 'access-control-allow-methods')).toContain('post')
      expect(listed(headers, 'access-control-allow-headers')).toEqual([
        'authorization',
        'content-type',
      ])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(listed(headers, 'vary')).toContain('origin')
    }
  }
})

test('CORS allows no other origin in preflights or answers', async () => {
  await using service = await open()
  for (const origin of STRANGERS) {
    const asked = await service.app.send('/token/refresh', preflight(origin))
    expect([origin, asked.headers.get('access-control-allow-origin')]).toEqual([origin, null])
    const authorization = `Bearer ${service.app.access_token}`
    const told = await service.app.send('/me', { headers: { origin, authorization } })
    expect([origin, told.headers.get('access-control-allow-origin')]).toEqual([origin, null])
  }
})

test('a listed origin can read answers, refusals and their headers', async () => {
  await using service = await open()
  const headers = { origin: APP, 'content-type': 'application/json' }
  const send = (path: string, body: object, more: Record<string, string> = {}) =>
    service.app.send(path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    })
  const { refresh_token, access_token } = service.app
  const answers = [
    await send('/token/refresh', { refresh_token }),
    await send('/token/refresh', { refresh_token: 'x' }),
    await send('/images', { prompt: 'x' }, { authorization: `Bearer ${access_token}` }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 503])
  for (const answer of answers) {
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    // As no cookies come with them, this names every header of the answer.
    expect(answer.headers.get('access-control-expose-headers')).toBe('*')
    expect(answer.headers.get('ratelimit-limit')).not.toBeNull()
  }
})

function listed(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((part) => part.trim().toLowerCase())
}
