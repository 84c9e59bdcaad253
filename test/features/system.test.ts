import { afterAll, expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

/** For tests that see nothing of one another there. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())

test('GET /openapi.json describes every route, its guard and its body', async () => {
  const document = await (await service.request('/openapi.json')).json()
  expect(String(pick(document, 'openapi'))).toStartWith('3.')
  const paths = Object(pick(document, 'paths'))
  const missing = service.app.routes.filter(({ method, path, hooks }) => {
    const hidden = path === '/openapi.json' || Object(hooks.detail).hide === true
    const shown = paths[path.replace(/:(\w+)/g, '{$1}')]
    return !hidden && shown?.[method.toLowerCase()] === undefined
  })
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const chat = paths['/v1/chat/completions'].post
  expect(chat.security).toEqual([
    { api_key: ['generate'] },
    { x_api_key: ['generate'] },
    { session: [] },
  ])
  const body = pick(document, 'components.schemas.ChatRequest')
  expect(pick(body, 'required')).toEqual(['model', 'messages'])
})

test('GET /openapi.json defines every security scheme that a route asks for', async () => {
  const document: unknown = await (await service.request('/openapi.json')).json()
  const defined = Object.keys(Object(pick(document, 'components.securitySchemes')))
  const asked = Object.values(Object(pick(document, 'paths')))
    .flatMap((path) => Object.values(Object(path)))
    .flatMap((route) => pickList(route, 'security').flatMap((one) => Object.keys(Object(one))))
  expect(new Set(asked)).toEqual(new Set(defined))
})

test('GET / redirects to the start page, or to /docs where nobody can sign in', async () => {
  const target = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
    await using service = createTestApp({ env })
    const response = await service.request('/', { headers: { accept: 'text/html', ...headers } })
    return [response.status, response.headers.get('location')]
  }
  const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }
  expect(await target({ BASE_URL: 'http://localhost', ...github })).toEqual([303, '/app/'])
  expect(await target({})).toEqual([303, '/app/'])
  expect(await target({}, { 'x-forwarded-for': '203.0.113.7' })).toEqual([303, '/docs'])
})

test('GET /docs is a page that runs its own scripts only', async () => {
  const page = await service.request('/docs')
  expect(page.headers.get('content-type')).toStartWith('text/html')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const text = await page.text()
  expect(text).not.toMatch(/(?:src|href)="https?:/)
  for (const [, asset = ''] of text.matchAll(/(?:src|href)="(\/docs[^"]*)"/g)) {
    expect((await service.request(asset)).status).toBe(200)
  }
})

test('pages of listed origins may call the service, with any header and no cookie; others may not', async () => {
  await using service = createTestApp({ env: { CORS_ORIGINS: 'https://canvas.example' } })
  const preflight = (origin: string) =>
    service.request('/v1/chat/completions', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-stainless-os',
      },
    })
  const good = await preflight('https://canvas.example')
  expect(good.headers.get('access-control-allow-origin')).toBe('https://canvas.example')
  expect(good.headers.get('access-control-allow-headers')).toContain('x-stainless-os')
  expect(good.headers.get('access-control-allow-credentials')).toBeNull()
  const bad = await preflight('https://evil.example')
  expect(bad.headers.get('access-control-allow-origin')).toBeNull()
  const refused = await service.request('/v1/models', {
    headers: { origin: 'https://canvas.example' },
  })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://canvas.example')
})

test('a busy service answers 429 in the error format of each path, with CORS headers', async () => {
  await using service = createTestApp({
    env: { CORS_ORIGINS: 'https://canvas.example' },
    engines: [fakeEngine('local', saying('Hello'))],
  })
  const { authorization, id } = service.makeKey()
  const { admissions } = service.services
  using _one = admissions.of('model').tryAcquire({ owner: `key:${id}` })
  using _two = admissions.of('model').tryAcquire({ owner: `key:${id}` })
  const detail = 'Try again in 5 seconds: 2 of your requests are already running or waiting'
  const error = { message: detail, type: 'rate_limit_error', param: null, code: 'busy' }
  const bodies = {
    '/v1/chat/completions': { detail, code: 'busy', error },
    '/api/ai/generate': { detail, code: 'busy' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    for (let time = 0; time < 2; time += 1) {
      const headers = { authorization, origin: 'https://canvas.example' }
      const answer = await service.request(path, jsonInit('POST', {}, headers))
      expect(answer.status).toBe(429)
      expect(await answer.json()).toEqual(body)
      expect(answer.headers.get('content-type')).toBe('application/json;charset=utf-8')
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://canvas.example')
    }
  }
})

test('without CORS_ORIGINS no other origin may call the service', async () => {
  const response = await service.request('/health', { headers: { origin: 'https://a.example' } })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('a body that is nested too deeply is a client error', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const body = `{"model":"auto","messages":[{"role":"user","content":"hi"}],"tools":${deep}}`
  const { authorization } = service.makeKey()
  const response = await service.request('/v1/chat/completions', {
    method: 'POST',
    body,
    headers: { authorization },
  })
  expect(response.status).toBe(422)
  expect(await pickFrom(response, 'detail')).toContain('200 levels')
})
