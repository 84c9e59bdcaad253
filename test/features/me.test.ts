import { afterAll, expect, test } from 'bun:test'
import { cookieOf, submitKey } from '../support/key-sign-in.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, PRIMARY_KEY, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const MINUTE = 60_000

async function items(service: TestApp, path: string, headers: Record<string, string>) {
  return pickList(await (await service.request(path, { headers })).json(), 'items')
}

/** For tests that see nothing of one another there. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())

test('a user sees own sessions, ends one of them, and signs out everywhere else', async () => {
  let now = Date.now()
  await using service = createTestApp({ now: () => now })
  const ann = makeUser(service.services)
  const bob = makeUser(service.services, { email: 'bob@example.test' })
  now += 2 * MINUTE
  const origin = { address: '192.168.1.20', userAgent: `Firefox ${'x'.repeat(500)}` }
  const phone = service.services.sessions.start(ann.id, origin)
  const tablet = service.services.sessions.start(ann.id)
  const before = await items(service, '/api/me/sessions', ann.headers)
  expect(before.map((one) => pick(one, 'is_current')).toSorted()).toEqual([false, false, true])
  const phoneView = before.find((one) => pick(one, 'address') === '192.168.1.20')
  expect(phoneView).toMatchObject({ created_at: new Date(now).toISOString(), is_current: false })
  expect(String(pick(phoneView, 'user_agent'))).toHaveLength(300)
  // The one that asks was used now, and began earlier.
  service.services.batch.flush()
  const own = (await items(service, '/api/me/sessions', ann.headers)).find((one) =>
    pick(one, 'is_current'),
  )
  expect(own).toMatchObject({ last_used_at: new Date(now).toISOString() })
  expect(JSON.stringify(before)).not.toContain(phone)
  expect(JSON.stringify(before)).not.toMatch(/hash|token/)

  const end = (path: string, headers: Record<string, string>) =>
    service.request(path, { method: 'DELETE', headers })
  const phonePath = `/api/me/sessions/${pick(phoneView, 'id')}`
  expect((await end(phonePath, bob.headers)).status).toBe(404)
  expect((await end(phonePath, ann.headers)).status).toBe(204)
  expect((await end(phonePath, ann.headers)).status).toBe(404)
  expect(await statusWith(service, ann.headers, phone)).toBe(401)
  expect(await statusWith(service, ann.headers, tablet)).toBe(200)
  expect(await pickFrom(await end('/api/me/sessions', ann.headers), 'ended')).toBe(1)
  expect(await statusWith(service, ann.headers, tablet)).toBe(401)
  expect(await items(service, '/api/me/sessions', ann.headers)).toMatchObject([
    { is_current: true },
  ])
  expect(await items(service, '/api/me/sessions', bob.headers)).toHaveLength(1)
  const audit = await (await service.asOwner('GET', '/admin/audit')).json()
  expect(pickList(audit, 'items').slice(0, 2)).toMatchObject([
    { actor: 'ann@example.test', action: 'session.end_all', subject: ann.id, after: { ended: 1 } },
    { actor: 'ann@example.test', action: 'session.end', subject: pick(phoneView, 'id') },
  ])
})

test('a session cannot be ended by a page of another site', async () => {
  const { headers } = makeUser(service.services)
  const foreign = { ...headers, origin: 'https://evil.example' }
  const answer = await service.request('/api/me/sessions', { method: 'DELETE', headers: foreign })
  expect(answer.status).toBe(403)
})

test('a user sees own devices only, and revokes one', async () => {
  const { devices } = service.services
  const ann = makeUser(service.services)
  const bob = makeUser(service.services, { email: 'bob@example.test' })
  const made = devices.createCode({ userId: ann.id, name: 'laptop', address: '192.168.1.2' })
  const { id } = devices.createCode({ userId: bob.id, name: 'desktop', address: '192.168.1.3' })
  expect(await items(service, '/api/me/devices', ann.headers)).toMatchObject([
    { id: made.id, name: 'laptop', surface: 'code', revoked_at: null },
  ])
  const revoke = (device: string) =>
    service.request(`/api/me/devices/${device}/revoke`, { method: 'POST', headers: ann.headers })
  expect((await revoke(id)).status).toBe(404)
  expect(devices.isActive(id)).toBe(true)
  expect(await pickFrom(await revoke(made.id), 'revoked_at')).toBeString()
  expect(await devices.identify(made.credential)).toBeUndefined()
})

test('an admin sees and ends the sessions of a user', async () => {
  const ann = makeUser(service.services)
  const admin = makeUser(service.services, { role: 'admin', email: 'admin@example.test' })
  const path = `/admin/users/${ann.id}`
  service.services.devices.createCode({ userId: ann.id, name: 'laptop', address: '192.168.1.2' })
  expect(await items(service, `${path}/devices`, admin.headers)).toMatchObject([{ name: 'laptop' }])
  const [only] = await items(service, `${path}/sessions`, admin.headers)
  expect(only).toMatchObject({ is_current: false })
  const [mine] = await items(service, '/api/me/sessions', admin.headers)
  const end = (session: unknown) =>
    service.request(`${path}/sessions/${session}`, { method: 'DELETE', headers: admin.headers })
  expect((await end(pick(mine, 'id'))).status).toBe(404)
  expect((await end(pick(only, 'id'))).status).toBe(204)
  expect((await service.request('/auth-check', { headers: ann.headers })).status).toBe(401)
  service.services.sessions.start(ann.id)
  const all = await service.asOwner('DELETE', `${path}/sessions`)
  expect(await pickFrom(all, 'ended')).toBe(1)
})

test('the sessions of the Primary Key are those that have signed in with it', async () => {
  await using service = createTestApp()
  const none = await pickFrom(await service.asOwner('GET', '/api/me/sessions'), 'items')
  expect(none).toEqual([])
  const actor = { address: '127.0.0.1', requestId: 'test' }
  service.services.primaryAccount.signIn(PRIMARY_KEY, actor, 'curl/8')
  const items = await pickFrom(await service.asOwner('GET', '/api/me/sessions'), 'items')
  expect(items).toMatchObject([{ user_agent: 'curl/8', is_current: false }])
})

test('extras are granted, kept beside the role, and audited', async () => {
  const ann = makeUser(service.services)
  const path = `/admin/users/${ann.id}`
  const none = { worker_profiles: [], storage_bytes: null }
  expect(await pickFrom(await service.asOwner('GET', path), 'extras')).toEqual(none)
  const extras = { worker_profiles: ['research'], storage_bytes: 1024 ** 3 }
  const granted = await service.asOwner('PATCH', path, { extras })
  expect(await granted.json()).toMatchObject({ role: 'user', extras })
  // What stays the same is no change: no audit entry, and the user stays signed in.
  await service.asOwner('PATCH', path, { extras })
  expect((await service.request('/auth-check', { headers: ann.headers })).status).toBe(200)
  await service.asOwner('PATCH', path, { role: 'admin' })
  expect(await pickFrom(await service.asOwner('GET', path), 'extras')).toEqual(extras)
  const audit = pickList(await (await service.asOwner('GET', '/admin/audit')).json(), 'items')
  expect(audit.slice(0, 2)).toMatchObject([
    { before: { role: 'user' }, after: { role: 'admin' } },
    {
      before: { extras: { workerProfiles: [], storageBytes: null } },
      after: { extras: { workerProfiles: ['research'], storageBytes: 1024 ** 3 } },
    },
  ])
  const wrong = await Promise.all(
    [
      { worker_profiles: ['cook'], storage_bytes: null },
      { worker_profiles: [], storage_bytes: -1 },
      { worker_profiles: [] },
    ].map((given) => service.asOwner('PATCH', path, { extras: given })),
  )
  expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422])
})

async function statusWith(service: TestApp, headers: Record<string, string>, token: string) {
  const cookie = `hearth=${token}`
  return (await service.request('/auth-check', { headers: { ...headers, cookie } })).status
}

test('GET /api/me tells the own role and what was granted beside it', async () => {
  const ann = makeUser(service.services, { email: 'ann@example.test' })
  const own = async (headers: Record<string, string>) =>
    await (await service.request('/api/me', { headers })).json()
  const extras = { worker_profiles: ['research'], storage_bytes: 5_000 }
  expect(await own(ann.headers)).toMatchObject({
    name: 'ann@example.test',
    role: 'user',
    extras: { worker_profiles: [], storage_bytes: null },
  })
  await service.asOwner('PATCH', `/admin/users/${ann.id}`, { extras })
  expect(await own(ann.headers)).toMatchObject({ extras })
  expect(await (await service.asOwner('GET', '/api/me')).json()).toEqual({
    name: 'Primary Key',
    role: 'admin',
    issuer: null,
    extras: { worker_profiles: [], storage_bytes: null },
    language: null,
  })
  // A browser that has signed in with the key is no user of a provider.
  const cookie = cookieOf(await submitKey(service))
  expect(await own({ cookie })).toMatchObject({ name: 'Primary Key', issuer: null })
})
