import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { createTasks } from '../../src/core/tasks/create.ts'
import { defineTask } from '../../src/core/tasks/define-task.ts'
import { receiveBody } from '../../src/features/shared/job-body.ts'
import { jobRoutes } from '../../src/features/shared/job-routes.ts'
import { errors } from '../../src/http/reply/errors.ts'
import { RouteTable } from '../../src/http/server/route-table.ts'
import { sha256 } from '../../src/platform/ids.ts'
import type { Spool } from '../../src/storage/contract.ts'
import { contextOf } from '../support/http-context.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, PRIMARY_KEY } from '../support/service.ts'

const HOUR_MS = 3_600_000
const PATH = '/api/ai/count'

/** Counts the bytes of a file. All that the service does with it follows from this. */
function countTask(spool: Spool) {
  return defineTask({
    kind: 'count',
    idPrefix: 'cnt_',
    lanes: ['prepare', 'heavy'],
    admission: undefined,
    input: Type.Object({ file: Type.String(), times: Type.Integer() }),
    result: Type.Object({ bytes: Type.Integer() }),
    charge: (_, { bytes }) => ({ action: 'tts', units: bytes }),
    files: ({ file }) => [file],
    async run({ file, times }, context) {
      const found = await spool.find(file)
      await context.enterLane('heavy')
      context.reportProgress({ done: times, total: times, unit: 'times' })
      return { bytes: (found?.bytes ?? 0) * times }
    },
  })
}

/** A service with one more kind of work. */
function countingService(env: Record<string, string> = {}) {
  let now = Date.UTC(2026, 10, 22)
  const service = createTestApp({ env, now: () => now })
  const { services } = service
  const { spool, usage, stores, log, guards } = services
  const task = countTask(spool)
  const tasks = createTasks({
    store: stores.jobs,
    usage,
    currentCaller: (caller) => caller,
    deleteFiles: (names) => {
      for (const name of names) void spool.remove(name)
    },
    readerWaitMs: 1000,
    writeRetryMs: 1000,
    log,
    now: () => now,
  })
  tasks.define({ tasks: [task], lanes: { prepare: 2, heavy: 1 } })
  const routes = new RouteTable()
  const app = new Elysia().use(errors({ log, routes })).use(
    jobRoutes(
      { guards, ...tasks },
      {
        task,
        path: PATH,
        capability: true,
        body: {
          schema: Type.Object({
            content: Type.String(),
            times: Type.Optional(Type.Integer()),
            async: Type.Optional(Type.Boolean()),
          }),
          maxBytes: 1000,
          async read(_, { content, times = 1, async = false }) {
            const { id } = await spool.write(new Blob([content]).stream())
            return { input: { file: id, times }, async }
          },
          discard: ({ file }) => spool.remove(file),
        },
        view: ({ bytes }) => ({ bytes }),
        resultSchema: Type.Object({ bytes: Type.Integer() }),
        noun: 'count',
        summary: 'Count bytes',
        description: 'Of a file.',
        tags: ['Test'],
      },
    ),
  )
  routes.fill(app.routes)
  const authorization = `Bearer ${PRIMARY_KEY}`
  return {
    service,
    tasks,
    routes: app.routes,
    wait: (ms: number) => {
      now += ms
    },
    send: async (path: string, init: RequestInit = {}) => {
      const headers = { authorization, ...Object(init.headers) }
      return app.handle(new Request(`http://localhost${PATH}${path}`, { ...init, headers }))
    },
  }
}

function counted(content: string, rest: { times?: number; async?: boolean } = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify({ content, ...rest }) }
}

test('jobRoutes gives a defined task its routes, lanes, result and price', async () => {
  const { service, send, routes } = countingService()
  await using _ = service
  const twice = await send('', counted('hello', { times: 2 }))
  expect([twice.status, await twice.json()]).toEqual([200, { bytes: 10 }])
  const once = await send('', counted('hello'))
  expect(await once.json()).toEqual({ bytes: 5 })
  const report = await (await service.asOwner('GET', '/admin/usage?group_by=surface')).json()
  expect(pick(report, 'items.0')).toMatchObject({ surface: 'count', calls: 2, credits: 15 })
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /api/ai/count/:id',
    'GET /api/ai/count/:id',
    'GET /api/ai/count/:id/events',
    'POST /api/ai/count',
    'POST /api/ai/count/:id/again',
  ])
})

test('a job owns its spooled file until it has ended; Idempotency-Key compares the body’s hash', async () => {
  const { service, tasks, send, wait } = countingService()
  await using _ = service
  const ask = (content: string) =>
    send('', { ...counted(content, { async: true }), headers: { 'idempotency-key': 'one' } })
  const made = await ask('hello')
  expect(made.status).toBe(202)
  const id = String(pick(await made.json(), 'job_id'))
  expect(made.headers.get('location')).toBe(`${PATH}/${id}`)
  const events = await (await send(`/${id}/events`)).text()
  expect(events.split('\n\n').filter(Boolean).at(-1)).toContain('"status":"succeeded"')
  expect(await (await send(`/${id}`)).json()).toMatchObject({
    kind: 'count',
    result: { bytes: 5 },
    progress: { done: 1, total: 1, unit: 'times' },
  })
  expect(pick(await (await ask('hello')).json(), 'job_id')).toBe(id)
  const again = await send(`/${id}/again`, { method: 'POST' })
  expect([again.status, await again.json()]).toEqual([
    409,
    { code: 'conflict', detail: 'The files of this job belong to it: send them anew' },
  ])
  expect((await ask('other')).status).toBe(409)
  expect(tasks.jobs.files()).toEqual([])
  wait(HOUR_MS + 1)
  tasks.jobs.sweep()
  expect((await ask('hello')).status).toBe(410)
})

test('a key with the same bytes but another query is not the same request', async () => {
  const { service, send } = countingService()
  await using _ = service
  const ask = async (query: string) => {
    const headers = { 'idempotency-key': 'one' }
    return (await send(query, { ...counted('hello', { async: true }), headers })).status
  }
  expect(await ask('?b=2&a=1')).toBe(202)
  expect(await ask('?a=1&b=2')).toBe(202)
  expect(await ask('?a=1&b=3')).toBe(409)
  expect(await ask('')).toBe(409)
})

test('the hash of a JSON body without a query is that of earlier versions', async () => {
  const hash = async (query: string) => {
    const request = new Request(`http://localhost/${query}`, { method: 'POST', body: '{}' })
    return (await receiveBody(contextOf(request), 10, 'count')).hash
  }
  expect(await hash('')).toBe(sha256('count\n{}'))
  expect(await hash('?')).toBe(await hash(''))
  expect(await hash('?a=1')).not.toBe(await hash(''))
})

test('a spooled body without a job leaves no file', async () => {
  using folder = tempFolder()
  const { service, tasks, send } = countingService({ DATA_DIR: folder.path })
  await using _ = service
  expect((await send('', counted('x'.repeat(1001)))).status).toBe(413)
  expect((await send('', counted('x'))).status).toBe(200)
  tasks.admissions.close()
  await tasks.queue.stop()
  expect((await send('', counted('x'))).status).toBe(503)
  expect(readdirSync(join(folder.path, 'spool'))).toEqual([])
})
