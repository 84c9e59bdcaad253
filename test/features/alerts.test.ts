import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { AlertStore } from '../../src/core/alerts/alert-store.ts'
import { Alerts } from '../../src/core/alerts/alerts.ts'
import { openDatabase } from '../../src/db/open.ts'
import { adminAlertRoutes } from '../../src/features/admin/routes.ts'
import { errors } from '../../src/http/reply/errors.ts'
import { RouteTable } from '../../src/http/server/route-table.ts'
import { HOUR, NOON } from '../support/accounts.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, PRIMARY_KEY, type TestApp } from '../support/service.ts'

/** The routes over alerts of their own, with the guards of a whole service. */
function open() {
  const { services, makeKey, [Symbol.asyncDispose]: dispose } = createTestApp()
  const { log, now, guards } = services
  const db = openDatabase(':memory:')
  const store = new AlertStore(db)
  const alerts = new Alerts({ store, db, audit: services.audit, channels: [], log, now })
  const routes = new RouteTable()
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(errors({ log, routes }))
    .use(adminAlertRoutes(guards, alerts))
  routes.fill(app.routes)
  const ask = (method: string, path: string, authorization?: string) =>
    Promise.resolve(
      app.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: authorization === undefined ? {} : { authorization },
        }),
      ),
    )
  return {
    alerts,
    makeKey,
    ask,
    asOwner: (method: string, path: string) => ask(method, path, `Bearer ${PRIMARY_KEY}`),
    [Symbol.asyncDispose]: dispose,
  }
}

const QUOTA = { kind: 'account_quota', subject: 'home is out of quota', message: 'Until 17:00' }

test('GET /admin/alerts gives the alerts in pages', async () => {
  await using service = open()
  for (let i = 0; i < 3; i += 1) service.alerts.raise({ ...QUOTA, subject: `${i}` })
  const first = await (await service.asOwner('GET', '/admin/alerts?limit=2')).json()
  expect(pick(first, 'total')).toBe(3)
  const cursor = encodeURIComponent(String(pick(first, 'next_cursor')))
  const rest = await (await service.asOwner('GET', `/admin/alerts?cursor=${cursor}`)).json()
  expect(pick(rest, 'next_cursor')).toBeNull()
  const items = [...pickList(first, 'items'), ...pickList(rest, 'items')]
  expect(items.map((item) => pick(item, 'subject')).sort()).toEqual(['0', '1', '2'])
  expect(items[0]).toMatchObject({ kind: QUOTA.kind, acknowledged_at: null })
})

test('GET /admin/alerts gives the open alerts alone, or the seen ones', async () => {
  await using service = open()
  for (let i = 0; i < 3; i += 1) service.alerts.raise({ ...QUOTA, subject: `${i}` })
  const seen = service.alerts.list(3, undefined).items.find(({ subject }) => subject === '1')
  await service.asOwner('POST', `/admin/alerts/${seen?.id}/acknowledge`)
  const subjects = async (status: string) => {
    const page = await (await service.asOwner('GET', `/admin/alerts?status=${status}`)).json()
    const items = pickList(page, 'items')
    expect(pick(page, 'total')).toBe(items.length)
    return items.map((item) => pick(item, 'subject')).sort()
  }
  expect(await subjects('open')).toEqual(['0', '2'])
  expect(await subjects('seen')).toEqual(['1'])
  expect((await service.asOwner('GET', '/admin/alerts?status=x')).status).toBe(422)
})

test('GET /admin/alerts refuses a limit of 0 and 201 and a cursor that is none', async () => {
  await using service = open()
  for (const query of ['limit=0', 'limit=201', 'cursor=x'])
    expect((await service.asOwner('GET', `/admin/alerts?${query}`)).status).toBe(422)
  expect((await service.asOwner('GET', '/admin/alerts?limit=200')).status).toBe(200)
})

test('POST /admin/alerts/{id}/acknowledge marks an alert once', async () => {
  await using service = open()
  service.alerts.raise(QUOTA)
  const id = pick(service.alerts.list(1, undefined), 'items.0.id')
  const first = await service.asOwner('POST', `/admin/alerts/${id}/acknowledge`)
  expect(first.status).toBe(200)
  const marked = await first.json()
  expect(marked).toMatchObject({ id, acknowledged_by: 'Primary Key' })
  const second = await service.asOwner('POST', `/admin/alerts/${id}/acknowledge`)
  expect(await second.json()).toEqual(marked)
})

test('POST /admin/alerts/{id}/acknowledge of an unknown alert is 404', async () => {
  await using service = open()
  const response = await service.asOwner('POST', '/admin/alerts/alr_none/acknowledge')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ detail: 'There is no such alert' })
})

test('the alerts are for the owner only', async () => {
  await using service = open()
  const { authorization } = service.makeKey({ generate: true, media: true })
  for (const [method, path] of [
    ['GET', '/admin/alerts'],
    ['POST', '/admin/alerts/alr_x/acknowledge'],
  ] as const) {
    expect((await service.ask(method, path)).status).toBe(401)
    expect((await service.ask(method, path, 'Bearer hth_wrong')).status).toBe(401)
    expect((await service.ask(method, path, authorization)).status).toBe(403)
  }
})

test('a start deletes expired alerts', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const listed = async (service: TestApp) =>
    pickList(await (await service.asOwner('GET', '/admin/alerts')).json(), 'items').length
  {
    await using service = createTestApp({ env, now: () => NOON })
    service.services.alerts.raise({ kind: 'k', subject: 's', message: 'm' })
    expect(await listed(service)).toBe(1)
  }
  await using service = createTestApp({ env, now: () => NOON + 91 * 24 * HOUR })
  expect(await listed(service)).toBe(0)
})
