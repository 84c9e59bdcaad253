import { expect, test } from 'bun:test'
import { callerFrom } from '../../../src/core/caller.ts'
import { type Actor, callerOf } from '../../../src/core/identity/actor.ts'
import { EMPTY_PROFILE } from '../../../src/core/identity/profile.ts'
import { AUDIT_ACTOR } from '../../support/audit-actor.ts'
import { createDevice } from '../../support/devices.ts'
import { createTestApp, type TestApp } from '../../support/service.ts'
import { makeUser } from '../../support/users.ts'

const ABLE = { generate: true, agent_engines: ['a', 'b'], agent_tasks: ['title'] }

/** The caller of a key, as it is kept with a job: plain JSON. */
function keptCaller({ services }: TestApp, key: string) {
  const actor = services.keys.identify(key)
  if (actor === undefined) throw new Error('The key is not known')
  return kept(actor)
}

function kept(actor: Actor) {
  const caller = callerFrom(JSON.parse(JSON.stringify(callerOf(actor, 'r1'))))
  if (caller === undefined) throw new Error('The caller cannot be read back')
  return caller
}

test('CallerCheck.current gives a key the engines, tasks and capabilities that it has now', async () => {
  await using app = createTestApp()
  const { key, id } = app.makeKey(ABLE)
  const caller = keptCaller(app, key)
  expect(caller).toMatchObject({
    engines: ['a', 'b'],
    agentTasks: ['title'],
    capabilities: ['generate'],
  })
  const profile = { ...EMPTY_PROFILE, agentEngines: ['b'] }
  const known = { engines: ['a', 'b'], agentTasks: ['title'], workerProfiles: [], tools: [] }
  app.services.keys.putAccess(id, { profile, known }, AUDIT_ACTOR)
  expect(app.services.callerCheck.current(caller)).toEqual({
    ...caller,
    engines: ['b'],
    agentTasks: [],
    capabilities: [],
  })
})

test('CallerCheck.current refuses a key that was revoked or has expired', async () => {
  let now = Date.UTC(2026, 8, 1)
  await using app = createTestApp({ now: () => now })
  const { keys, callerCheck } = app.services
  const revoked = app.makeKey(ABLE, 'revoked')
  const expiring = app.makeKey(ABLE, 'expiring')
  const callers = [revoked, expiring].map(({ key }) => keptCaller(app, key))
  const current = () => callers.map((caller) => callerCheck.current(caller)?.keyId)
  keys.change(expiring.id, { expiresAt: now + 1000 }, AUDIT_ACTOR)
  expect(current()).toEqual([revoked.id, expiring.id])
  keys.revoke(revoked.id, AUDIT_ACTOR)
  expect(current()).toEqual([undefined, expiring.id])
  now += 1000
  expect(current()).toEqual([undefined, undefined])
})

test('CallerCheck.current knows a key that was not used since the start', async () => {
  await using app = createTestApp()
  const { key } = app.makeKey(ABLE)
  const caller = keptCaller(app, key)
  app.services.keys.change(caller.keyId ?? '', { label: 'renamed' }, AUDIT_ACTOR)
  expect(app.services.callerCheck.current(caller)).toEqual({ ...caller, actor: 'renamed' })
})

test('CallerCheck.current refuses a user who is suspended or waits, and a device that was ended', async () => {
  let now = Date.UTC(2026, 8, 1)
  await using app = createTestApp({ now: () => now })
  const { devices, callerCheck } = app.services
  const ann = makeUser(app.services)
  const browser = kept({ kind: 'user', id: ann.id, label: 'Ann', role: 'user' })
  const device = (name: string) => {
    const { id } = createDevice(app, ann, name)
    return kept({ kind: 'device', surface: 'code', id, userId: ann.id, label: 'Ann' })
  }
  const [laptop, tablet] = [device('laptop'), device('tablet')]
  expect(callerCheck.current(browser)).toEqual(browser)
  expect(callerCheck.current(laptop)).toEqual(laptop)
  devices.revoke(laptop.deviceId ?? '', AUDIT_ACTOR)
  expect(callerCheck.current(laptop)).toBeUndefined()
  expect(callerCheck.current(tablet)).toEqual(tablet)
  now += 90 * 24 * 60 * 60 * 1000
  expect(callerCheck.current(tablet)).toBeUndefined()
  for (const change of [{ status: 'suspended' }, { status: 'deleted' }] as const) {
    ann.change(change)
    expect(callerCheck.current(browser)).toBeUndefined()
  }
  ann.change({ status: 'active', role: 'pending' })
  expect(callerCheck.current(browser)).toBeUndefined()
  ann.change({ role: 'user' })
  expect(callerCheck.current(browser)).toEqual(browser)
})

test('CallerCheck.current leaves the Primary Key and a local caller as they are', async () => {
  await using app = createTestApp()
  for (const actor of [{ kind: 'primary' }, { kind: 'local', address: '192.168.1.5' }] as const) {
    const caller = kept(actor)
    expect(app.services.callerCheck.current(caller)).toEqual(caller)
  }
})

test('CallerCheck.current tells the engines’ reasons to no user who is an admin no longer', async () => {
  await using app = createTestApp()
  makeUser(app.services, { role: 'admin', email: 'owner@example.test' })
  const admin = makeUser(app.services, { role: 'admin' })
  const caller = kept({ kind: 'user', id: admin.id, label: 'Ann', role: 'admin' })
  const isOwner = () => app.services.callerCheck.current(caller)?.isOwner
  expect(isOwner()).toBe(true)
  admin.change({ role: 'user' })
  expect(isOwner()).toBe(false)
})
