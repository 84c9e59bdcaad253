import { expect, test } from 'bun:test'
import { EMPTY_PROFILE } from '../../src/core/identity/profile.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { canvasApp, pairedApp } from '../support/canvas.ts'
import { APPROVE, createDevice, startDevice } from '../support/devices.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { createTestApp, PRIMARY_KEY, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const NOTHING = {
  profile: EMPTY_PROFILE,
  known: { engines: [], agentTasks: [], workerProfiles: [], tools: [] },
}

const CHAT = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }

/** A body whose sender holds it back until somebody reads it. */
function heldBack(body: object) {
  const asked = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        asked.resolve()
        await sent.promise
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, asked: asked.promise, send: sent.resolve }
}

interface Slow {
  method?: string
  path: string
  headers: Record<string, string>
  body: object
}

/** Asks with a body of which nothing has come when `meanwhile` happens. */
async function askSlowly(
  service: Pick<TestApp, 'request'>,
  { method = 'POST', path, headers, body }: Slow,
  meanwhile: () => unknown,
) {
  const { stream, asked, send } = heldBack(body)
  const type = { 'content-type': 'application/json' }
  const answer = service.request(path, { method, headers: { ...type, ...headers }, body: stream })
  await asked
  await meanwhile()
  send()
  const response = await answer
  return { status: response.status, code: await pickFrom(response, 'code') }
}

test('an admin who is suspended while a body arrives cannot revert the suspension with it', async () => {
  await using service = createTestApp()
  const { id, headers, change } = makeUser(service.services, { role: 'admin' })
  makeUser(service.services, { role: 'admin', email: 'owner@example.test' })
  const answer = await askSlowly(
    service,
    {
      method: 'PATCH',
      path: `/admin/users/${id}`,
      headers,
      body: { status: 'active', role: 'admin' },
    },
    () => change({ status: 'suspended', role: 'user' }),
  )
  expect(answer).toEqual({ status: 403, code: 'account_refused' })
  const users: unknown = await (await service.asOwner('GET', '/admin/users')).json()
  expect(pick(users, 'items')).toContainEqual(
    expect.objectContaining({ id, status: 'suspended', role: 'user' }),
  )
})

test('a user who is suspended while a decision arrives approves no device', async () => {
  await using service = createTestApp()
  const { headers, change } = makeUser(service.services)
  const { device_code, user_code } = await startDevice(service)
  const body = { user_code, decision: 'approve' }
  const answer = await askSlowly(service, { path: APPROVE, headers, body }, () =>
    change({ status: 'suspended' }),
  )
  expect(answer).toEqual({ status: 403, code: 'account_refused' })
  change({ status: 'active' })
  const poll = await askSlowly(
    service,
    { path: '/api/code/devices/poll', headers: {}, body: { device_code } },
    () => {},
  )
  expect(poll).toEqual({ status: 400, code: 'authorization_pending' })
})

test('no model is called for a machine whose user was suspended, or that was signed out, meanwhile', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const path = '/api/code/v1/chat/completions'
  const ann = createDevice(service)
  const suspended = await askSlowly(service, { path, headers: ann.headers, body: CHAT }, () =>
    ann.person.change({ status: 'suspended' }),
  )
  expect(suspended).toEqual({ status: 403, code: 'account_refused' })
  const bob = createDevice(service, makeUser(service.services, { email: 'bob@example.test' }))
  const revoked = await askSlowly(service, { path, headers: bob.headers, body: CHAT }, () =>
    service.asOwner('POST', `/admin/devices/${bob.id}/revoke`),
  )
  expect(revoked).toEqual({ status: 401, code: 'unauthorized' })
  expect(service.services.admissions.of('model').state()).toMatchObject({ admitted: 0, owners: {} })
})

test('a canvas app whose device is revoked meanwhile submits nothing', async () => {
  await using service = createTestApp()
  const { headers, change } = makeUser(service.services)
  const { access_token } = await pairedApp(service, headers)
  const { send } = canvasApp(service)
  const answer = await askSlowly(
    { request: (path, init = {}) => send(path, init) },
    {
      path: '/images',
      headers: { authorization: `Bearer ${access_token}` },
      body: { prompt: 'sea' },
    },
    () => change({ role: 'pending' }),
  )
  expect(answer).toEqual({ status: 401, code: 'unauthorized' })
})

test('a key that is revoked or loses its ability while a body is on its way is refused', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const path = '/v1/chat/completions'
  const { keys } = service.services
  const revoked = service.makeKey()
  const first = { path, headers: { authorization: revoked.authorization }, body: CHAT }
  expect(await askSlowly(service, first, () => keys.revoke(revoked.id, AUDIT_ACTOR))).toEqual({
    status: 401,
    code: 'unauthorized',
  })
  expect(keys.get(revoked.id).useCount).toBe(1)
  const denied = service.makeKey()
  const second = { path, headers: { authorization: denied.authorization }, body: CHAT }
  expect(
    await askSlowly(service, second, () => keys.putAccess(denied.id, NOTHING, AUDIT_ACTOR)),
  ).toEqual({ status: 403, code: 'capability_denied' })
})

test('a session does not replace the revoked key of a request', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const { key, id } = service.makeKey()
  const ann = makeUser(service.services)
  const headers = { ...ann.headers, 'x-api-key': key }
  const body = { path: '/v1/chat/completions', headers, body: CHAT }
  expect(
    await askSlowly(service, body, () => service.services.keys.revoke(id, AUDIT_ACTOR)),
  ).toEqual({
    status: 401,
    code: 'unauthorized',
  })
})

test('a slow body counts as one use of its key and is answered', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const { authorization, id } = service.makeKey()
  const body = { path: '/v1/chat/completions', headers: { authorization }, body: CHAT }
  expect((await askSlowly(service, body, () => {})).status).toBe(200)
  expect(service.services.keys.get(id).useCount).toBe(1)
  const owner = { ...body, headers: { authorization: `Bearer ${PRIMARY_KEY}` } }
  expect((await askSlowly(service, owner, () => {})).status).toBe(200)
})
