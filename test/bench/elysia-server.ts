// The smallest Elysia route behind the listener's settings: what an answer costs that needs no work.
import { Elysia } from 'elysia'
import { ready } from './ready.ts'

const app = new Elysia().post('/v1/chat/completions', () => 'ok').get('/auth-check', () => 'ok')
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 120,
  development: false,
  maxRequestBodySize: 6 * 1024 ** 3,
  fetch: app.fetch,
})
ready({ url: `http://127.0.0.1:${server.port}` })
