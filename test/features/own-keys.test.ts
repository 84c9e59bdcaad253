import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { cookieOf, submitKey } from '../support/key-sign-in.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const CHAT = { generate: true, agent_engines: ['*'] }

const make = (
  app: TestApp,
  headers: Record<string, string>,
  label = 'phone',
  profile: object = CHAT,
) => app.request('/api/me/api-keys', jsonInit('POST', { label, profile }, headers))

interface Made {
  id: string
  key: string
}

async function made(answer: Response): Promise<Made> {
  expect(answer.status).toBe(201)
  return JSON.parse(await answer.text())
}

const ask = (app: TestApp, key: string) =>
  app.request(
    '/v1/chat/completions',
    jsonInit(
      'POST',
      { model: 'auto', messages: [{ role: 'user', content: 'Hi' }] },
      { authorization: `Bearer ${key}` },
    ),
  )

test('a member makes a key that chats, counts as the member, and is seen by the owner', async () => {
  await using app = createTestApp({ engines: [fakeEngine('local', saying('Hello.'))] })
  const ann = makeUser(app.services)
  const { key, id } = await made(await make(app, ann.headers))
  expect(await (await ask(app, key)).text()).toContain('Hello.')
  const usage = await app.asOwner('GET', '/admin/usage?group_by=owner_id,actor,key_id')
  expect(await pickFrom(usage, 'items')).toEqual([
    expect.objectContaining({ owner_id: `user:${ann.id}`, actor: 'ann@example.test', key_id: id }),
  ])
  const own = await app.request('/api/me/api-keys', { headers: ann.headers })
  expect(await pickFrom(own, 'items')).toEqual([
    expect.objectContaining({ id, label: 'phone', user_id: ann.id, use_count: 1 }),
  ])
  const all = await app.asOwner('GET', '/admin/api-keys')
  expect(await pickFrom(all, 'items')).toEqual([expect.objectContaining({ id, user_id: ann.id })])
  // It is a key: it opens no admin route and makes nothing that signs in.
  const headers = { authorization: `Bearer ${key}` }
  expect((await app.request('/admin/users', { headers })).status).toBe(403)
  expect((await make(app, headers, 'more')).status).toBe(403)
  expect((await app.request('/api/me/sign-in-link', jsonInit('POST', {}, headers))).status).toBe(
    403,
  )
  const end = { method: 'DELETE', headers: ann.headers }
  expect((await app.request(`/api/me/api-keys/${id}`, end)).status).toBe(204)
  expect((await ask(app, key)).status).toBe(401)
})

test('a key is never more able than its user, whatever it was given', async () => {
  await using app = createTestApp({ engines: [fakeEngine('local', saying('Hello.'))] })
  const ann = makeUser(app.services)
  const grant = { ...CHAT, worker_profiles: ['research'] }
  expect((await make(app, ann.headers, 'worker', grant)).status).toBe(422)
  const extras = { workerProfiles: ['research'], storageBytes: null }
  app.services.users.change(ann.id, { extras }, { actor: 'test', address: '', requestId: '' })
  const { key } = await made(await make(app, ann.headers, 'worker', grant))
  const abilities = async () => {
    const check = await app.request('/auth-check', { headers: { authorization: `Bearer ${key}` } })
    return Object(await pickFrom(check, 'capabilities')).worker_profiles
  }
  expect(await abilities()).toEqual(['research'])
  const none = { workerProfiles: [], storageBytes: null }
  app.services.users.change(ann.id, { extras: none }, { actor: 'test', address: '', requestId: '' })
  expect(await abilities()).toEqual([])
  const all = await made(await make(app, ann.headers, 'all', { ...CHAT, worker_profiles: '*' }))
  const check = await app.request('/auth-check', {
    headers: { authorization: `Bearer ${all.key}` },
  })
  expect(Object(await pickFrom(check, 'capabilities')).worker_profiles).toEqual([])
})

test('suspension ends a member’s keys for good, and a role that is taken ends nothing', async () => {
  await using app = createTestApp({ engines: [fakeEngine('local', saying('Hello.'))] })
  const ann = makeUser(app.services)
  const { key } = await made(await make(app, ann.headers))
  expect((await ask(app, key)).status).toBe(200)
  ann.change({ status: 'suspended' })
  expect((await ask(app, key)).status).toBe(401)
  ann.change({ status: 'active' })
  expect((await ask(app, key)).status).toBe(401)
})

test('there are at most ten, with labels of their own, and others are not there', async () => {
  await using app = createTestApp()
  app.makeKey({}, 'phone')
  const ann = makeUser(app.services)
  const bob = makeUser(app.services, { email: 'bob@example.test' })
  const { id } = await made(await make(app, ann.headers))
  expect((await make(app, ann.headers, ' PHONE ')).status).toBe(409)
  await made(await make(app, bob.headers))
  const foreign = { method: 'DELETE', headers: bob.headers }
  expect((await app.request(`/api/me/api-keys/${id}`, foreign)).status).toBe(404)
  for (let more = 0; more < 9; more += 1) await made(await make(app, ann.headers, `key ${more}`))
  expect((await make(app, ann.headers, 'one more')).status).toBe(409)
  const cookie = cookieOf(await submitKey(app))
  const primary = { cookie, origin: 'http://localhost', host: 'localhost' }
  expect((await make(app, primary)).status).toBe(409)
  expect((await app.asOwner('POST', '/api/me/api-keys', { label: 'x', profile: {} })).status).toBe(
    403,
  )
})
