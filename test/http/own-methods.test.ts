import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { errors } from '../../src/http/reply/errors.ts'
import { cors } from '../../src/http/server/cors.ts'
import { listen } from '../../src/http/server/listeners.ts'
import { RouteTable } from '../../src/http/server/route-table.ts'
import { createTestApp } from '../support/service.ts'

const PAGE = 'https://page.example'

/** An app with routes for HEAD and OPTIONS, as resumable uploads have them, on loopback. */
function start(origins: readonly string[] = []) {
  const { services, [Symbol.asyncDispose]: dispose } = createTestApp()
  const { log, metrics, config: settings } = services
  const routes = new RouteTable()
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(errors({ log, routes }))
    .use(cors(origins))
    .options('/buffer', () => answer({ 'x-own': 'options' }))
    .post('/buffer', () => answer({ location: '/buffer/1' }))
    .head('/buffer/:id', ({ params }) => answer({ 'x-own': params.id, 'upload-offset': '5' }))
    .patch('/buffer/:id', () => answer({}))
    .head('/state', () => answer({ 'x-own': 'state' }))
    .get('/state', () => 'state')
    .get('/plain', () => 'plain')
  routes.fill(app.routes)
  const listeners = listen({ app, log, metrics, settings })
  return {
    ask: (method: string, path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${listeners.main.port}${path}`, { method, headers }),
    async [Symbol.asyncDispose]() {
      await listeners.stop()
      await dispose()
    },
  }
}

function answer(headers: Record<string, string>): Response {
  return new Response(null, { headers })
}

test('a route for HEAD is reached, and every other HEAD is answered by the GET', async () => {
  await using service = start()
  const upload = await service.ask('HEAD', '/buffer/7')
  expect([upload.status, upload.headers.get('x-own')]).toEqual([200, '7'])
  expect(upload.headers.get('upload-offset')).toBe('5')
  expect((await service.ask('HEAD', '/state')).headers.get('x-own')).toBe('state')
  const plain = await service.ask('HEAD', '/plain')
  expect([plain.status, plain.headers.get('content-length')]).toEqual([200, '5'])
})

test('a route for OPTIONS is reached, with CORS or without; a preflight is answered before it', async () => {
  const preflight = { origin: PAGE, 'access-control-request-method': 'POST' }
  for (const origins of [[], [PAGE]]) {
    await using service = start(origins)
    expect((await service.ask('OPTIONS', '/buffer')).headers.get('x-own')).toBe('options')
    const plain = await service.ask('OPTIONS', '/buffer', { origin: PAGE })
    expect(plain.headers.get('x-own')).toBe('options')
    const asked = await service.ask('OPTIONS', '/buffer', preflight)
    expect(asked.headers.get('x-own')).toBe(origins.length === 0 ? 'options' : null)
    expect(asked.headers.get('access-control-allow-origin')).toBe(origins[0] ?? null)
  }
})

test('405 names a path’s own methods, HEAD only where something answers it', async () => {
  await using service = start([PAGE])
  const allowed = async (path: string) => {
    const response = await service.ask('PUT', path)
    return [response.status, response.headers.get('allow')]
  }
  expect(await allowed('/buffer')).toEqual([405, 'OPTIONS, POST'])
  expect(await allowed('/buffer/7')).toEqual([405, 'HEAD, PATCH'])
  expect(await allowed('/plain')).toEqual([405, 'GET, HEAD'])
  expect((await service.ask('OPTIONS', '/plain')).status).toBe(405)
})

test('HEAD beside GET on a pattern is refused at start, as Elysia would never reach it', () => {
  const app = new Elysia().get('/a/:id', () => 'get').head('/a/:id', () => 'head')
  expect(() => new RouteTable().fill(app.routes)).toThrow('HEAD /a/:id is never reached')
})
