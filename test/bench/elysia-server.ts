// The smallest Elysia route behind the listener's settings: what an answer costs that needs no work.
import { Elysia } from 'elysia'
import { ready } from './ready.ts'
import { serveElysia } from './serve-elysia.ts'

const app = new Elysia().post('/v1/chat/completions', () => 'ok').get('/auth-check', () => 'ok')
ready({ url: serveElysia(app) })
