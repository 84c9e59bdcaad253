import { expect, test } from 'bun:test'
import { NO_ABILITIES } from '../../src/core/auth/profile.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { makePerson } from '../support/people.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

test('a session works on the public API and, for admins, on /admin; a pending one nowhere', async () => {
  await using service = createTestApp()
  const ask = async (path: string, headers: Record<string, string>) =>
    (await service.request(path, { headers })).status
  const user = makePerson(service.services)
  const admin = makePerson(service.services, { role: 'admin' })
  const pending = makePerson(service.services, { role: 'pending' })
  expect(await ask('/auth-check', user.headers)).toBe(200)
  expect(await ask('/admin/queue', user.headers)).toBe(403)
  expect(await ask('/admin/queue', admin.headers)).toBe(200)
  for (const path of ['/auth-check', '/v1/models', '/api/ai/agent/tasks', '/admin/queue']) {
    expect(await ask(path, pending.headers)).toBe(403)
  }
  pending.change({ role: 'user' })
  expect(await ask('/auth-check', pending.headers)).toBe(200)
})

test('a change that rides on a cookie must come from a page of the service', async () => {
  await using service = createTestApp()
  const admin = makePerson(service.services, { role: 'admin' })
  const post = async (headers: Record<string, string | undefined>, type = 'application/json') => {
    const all = Object.entries({ ...admin.headers, ...headers, 'content-type': type })
    const given = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return (
      await service.request('/admin/api-keys', {
        method: 'POST',
        headers: Object.fromEntries(given),
        body: JSON.stringify({ label: 'x' }),
      })
    ).status
  }
  expect(await post({})).toBe(201)
  expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(201)
  const foreign = [
    'null',
    'https://localhost',
    'http://localhost:81',
    'http://evil.test',
    undefined,
  ]
  for (const origin of foreign) expect([origin, await post({ origin })]).toEqual([origin, 403])
  expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await post({}, 'application/x-www-form-urlencoded')).toBe(415)
  expect(await post({}, 'text/plain')).toBe(415)
})

test('whoever is suspended or deleted is refused at once, and signs in anew when they are back', async () => {
  await using service = createTestApp()
  const user = makePerson(service.services)
  const ask = async () => (await service.request('/auth-check', { headers: user.headers })).status
  user.change({ status: 'suspended' })
  expect(await ask()).toBe(403)
  user.change({ status: 'active' })
  expect(await ask()).toBe(401)
})

test('the last admin cannot be demoted, suspended or deleted; every change is in the audit', async () => {
  await using service = createTestApp()
  const admin = makePerson(service.services, { role: 'admin' })
  const patch = async (id: string, change: object) =>
    (await service.request(`/admin/users/${id}`, jsonInit('PATCH', change, admin.headers))).status
  for (const change of [{ role: 'user' }, { status: 'suspended' }, { status: 'deleted' }]) {
    expect(await patch(admin.id, change)).toBe(409)
  }
  const pending = makePerson(service.services, { role: 'pending' })
  expect(await patch(pending.id, { role: 'admin' })).toBe(200)
  expect(await patch(admin.id, { role: 'user' })).toBe(200)
  const { items } = service.services.audit.list(10, undefined)
  expect(items[0]).toMatchObject({
    actor: 'ann@example.test',
    action: 'user.change',
    subject: admin.id,
    before: { role: 'admin', status: 'active' },
    after: { role: 'user', status: 'active' },
  })
})

test('what is changed in the admin area is in GET /admin/audit, without a secret', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const owner = async (method: string, path: string, body?: unknown) =>
    (await service.asOwner(method, path, body)).json()
  const made = await owner('POST', '/admin/api-keys', { label: 'kitchen' })
  const id = String(pick(made, 'id'))
  await owner('PATCH', `/admin/api-keys/${id}`, { label: 'garden' })
  await owner('PATCH', `/admin/api-keys/${id}`, {})
  await owner('PUT', `/admin/api-access/${id}`, { ...NO_ABILITIES, media: true })
  await owner('POST', `/admin/api-keys/${id}/revoke`)
  await owner('POST', `/admin/api-keys/${id}/revoke`)
  await owner('POST', '/admin/engines/local/accounts/only/disable')
  const content = '---\nname: mine\ndescription: Mine.\n---\nDo it.'
  await owner('PUT', '/admin/skills/mine', { content })
  await service.asOwner('DELETE', '/admin/skills/mine')
  service.services.alerts.raise({ kind: 'test', subject: 'a', message: 'b' })
  const alert = pick(await owner('GET', '/admin/alerts'), 'items.0.id')
  await owner('POST', `/admin/alerts/${alert}/acknowledge`)
  const answer = await service.asOwner('GET', '/admin/audit')
  const text = await answer.text()
  expect(text).not.toContain(String(pick(made, 'key')))
  const items = pickList(JSON.parse(text), 'items').reverse()
  expect(items.map((item) => [pick(item, 'action'), pick(item, 'subject')])).toEqual([
    ['key.create', id],
    ['key.change', id],
    ['key.access', id],
    ['key.revoke', id],
    ['account.disable', 'local/only'],
    ['skill.put', 'mine'],
    ['skill.delete', 'mine'],
    ['alert.acknowledge', alert],
  ])
  expect(items[1]).toMatchObject({
    actor: 'Primary Key',
    before: { label: 'kitchen' },
    after: { label: 'garden' },
  })
})
