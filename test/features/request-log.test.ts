import { expect, test } from 'bun:test'
import { MAX_REQUESTS, REQUEST_RETENTION_MS, RequestLog } from '../../src/core/request-log.ts'
import { createStores } from '../../src/create-stores.ts'
import { openDatabase } from '../../src/db/open.ts'
import { WriteBatch } from '../../src/db/write-batch.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { asOwner, requestAs } from '../support/process.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const CHAT = { model: 'local', messages: [{ role: 'user', content: 'a secret question' }] }

test('GET /admin/requests says who asked for what and how it went, and nothing of what was said', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const { url } = service
  const kitchen = service.makeKey({ generate: true, agent_engines: ['*'] }, 'kitchen')
  const id = { 'x-request-id': 'mine-1' }
  const ask = (body: object) =>
    requestAs(url, kitchen.key, 'POST', '/v1/chat/completions', body, id).then((one) => one.text())
  await ask(CHAT)
  await ask({ ...CHAT, stream: true })
  await fetch(`${url}/api/ai/generate/gen_capability?token=hidden`, {
    headers: { authorization: 'Bearer wrong' },
  })
  await fetch(`${url}/nowhere/secret-path`)
  // Routine: monitors, pages and what they load.
  await fetch(`${url}/health`)
  await fetch(`${url}/login`)
  await asOwner(url, 'GET', '/admin/queue')
  await asOwner(url, 'GET', '/api/ai/jobs')
  await fetch(`${url}/sw.js`)
  await fetch(`${url}/offline`)
  const seen = { page: 'one', path: '/app/' }
  expect((await asOwner(url, 'PUT', '/api/me/notifications/seen', seen)).status).toBe(204)
  const list = async (query = '') =>
    pickList(await (await asOwner(url, 'GET', `/admin/requests${query}`)).json(), 'items')
  const all = await list()
  expect(all.map((one) => [pick(one, 'route'), pick(one, 'status'), pick(one, 'actor')])).toEqual([
    ['/login', 200, null],
    ['unmatched', 404, null],
    ['/api/ai/generate/:id', 401, null],
    ['/v1/chat/completions', 200, 'kitchen'],
    ['/v1/chat/completions', 200, 'kitchen'],
  ])
  expect(all.at(-1)).toMatchObject({
    method: 'POST',
    request_id: 'mine-1',
    engine: 'local',
    model: 'test-model',
    ms: expect.any(Number),
    wait_ms: expect.any(Number),
  })
  const text = JSON.stringify(all)
  for (const hidden of ['secret', 'gen_capability', 'hidden', 'Hello'])
    expect(text).not.toContain(hidden)

  expect(await list('?status=4xx')).toHaveLength(2)
  expect(await list('?status=404')).toMatchObject([{ route: 'unmatched' }])
  expect(await list('?actor=kitchen')).toHaveLength(2)
  expect(await list('?route=/v1/chat/completions&status=5xx')).toEqual([])
  const first = await asOwner(url, 'GET', '/admin/requests?limit=2')
  const cursor = await pickFrom(first, 'next_cursor')
  expect(await list(`?limit=2&cursor=${cursor}`)).toMatchObject([{ status: 401 }, { status: 200 }])
  expect((await asOwner(url, 'GET', '/admin/requests?status=9xx')).status).toBe(422)

  // A link that many open would push out all else.
  const stored = await asOwner(url, 'POST', '/api/nas/upload?filename=note.txt', 'shared')
  const link = String(await pickFrom(stored, 'url'))
  expect((await fetch(link)).status).toBe(200)
  expect((await fetch(`${link}x`)).status).toBe(404)
  expect((await list('?limit=2')).map((one) => pick(one, 'route'))).toEqual([
    '/nas/:token/:filename',
    '/api/nas/upload',
  ])

  // What a page reads is left out where that is asked for, but for what was refused.
  const { headers } = await fetch(`${url}/login/key`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: PRIMARY_KEY }),
  })
  const cookie = headers.getSetCookie().map((one) => one.split(';', 1)[0])
  const asPage = { headers: { cookie: cookie.join('; ') } }
  await (await fetch(`${url}/api/conversations`, asPage)).text()
  await (await fetch(`${url}/api/conversations/none`, asPage)).text()
  const routes = async (query: string) => (await list(query)).map((one) => pick(one, 'route'))
  expect((await routes('?limit=3')).slice(0, 2)).toEqual([
    '/api/conversations/:id',
    '/api/conversations',
  ])
  expect((await routes('?limit=3&pages=false')).slice(0, 2)).toEqual([
    '/api/conversations/:id',
    '/login/key',
  ])
})

test('the oldest requests are deleted above the bound and after their time', () => {
  let now = Date.now()
  using db = openDatabase(':memory:')
  const batch = new WriteBatch(db)
  const store = createStores(db).requests
  const log = new RequestLog({ store, batch, now: () => now })
  const request = {
    ...{ requestId: 'a', actor: null, method: 'GET', route: '/v1/models', status: 200, ms: 1 },
    ...{ waitMs: null, engine: null, model: null, byPage: false },
  }
  const count = () => db.sqlite.query<{ n: number }, []>('SELECT count(*) n FROM requests').get()?.n
  store.insert(Array.from({ length: MAX_REQUESTS + 10 }, () => ({ ...request, at: now })))
  log.sweep()
  expect(count()).toBe(MAX_REQUESTS)
  now += REQUEST_RETENTION_MS
  log.record(request)
  log.record(request)
  batch.flush()
  log.sweep()
  expect(count()).toBe(MAX_REQUESTS)
  now += 1
  log.sweep()
  expect(count()).toBe(2)
  now += REQUEST_RETENTION_MS
  log.sweep()
  expect(count()).toBe(0)
})

test('a request that could not be written is written later, once', () => {
  using db = openDatabase(':memory:')
  const batch = new WriteBatch(db)
  const log = new RequestLog({ store: createStores(db).requests, batch, now: () => 1 })
  const request = {
    ...{ actor: null, method: 'GET', route: '/v1/models', status: 200, ms: 1 },
    ...{ waitMs: null, engine: null, model: null, byPage: false },
  }
  db.sqlite.run('ALTER TABLE requests RENAME TO elsewhere')
  log.record({ ...request, requestId: 'one' })
  batch.flush()
  log.record({ ...request, requestId: 'two' })
  db.sqlite.run('ALTER TABLE elsewhere RENAME TO requests')
  batch.flush()
  batch.flush()
  log.record({ ...request, requestId: 'three' })
  const { items } = log.list({}, 10, undefined)
  expect(items.map(({ requestId }) => requestId)).toEqual(['three', 'two', 'one'])
})
