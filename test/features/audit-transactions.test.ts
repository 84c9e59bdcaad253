import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { APPROVE, createDevice, POLL, startDevice } from '../support/devices.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const FULL = {
  generate: true,
  agent_engines: ['gated'],
  agent_tasks: [],
  media: true,
  embeddings: false,
  worker_profiles: [],
  image_models: [],
}

/** A service that cannot write to its audit, except for what the tests themselves prepare. */
function serviceWithoutAudit() {
  const folder = tempFolder()
  const db = openDatabase(join(folder.path, 'hearth.sqlite'))
  db.sqlite.run(
    `CREATE TRIGGER no_audit BEFORE INSERT ON audit WHEN NEW.actor <> '${AUDIT_ACTOR.actor}'
     BEGIN SELECT RAISE(ABORT, 'the audit takes nothing'); END`,
  )
  db[Symbol.dispose]()
  const gates = gatedEngine()
  const app = createTestApp({ env: { DATA_DIR: folder.path }, engines: [gates.engine] })
  return {
    ...app,
    folder: folder.path,
    gates,
    json: async (path: string) => (await app.asOwner('GET', path)).json() as Promise<unknown>,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

test('a change of a key whose audit entry cannot be written does not happen', async () => {
  await using service = serviceWithoutAudit()
  const { id, authorization } = service.makeKey(FULL)
  const states = async () =>
    [await service.json('/admin/api-keys'), await service.json('/admin/api-access')] as const
  const body = { prompt: 'running', async: true }
  await service.request('/api/ai/generate', jsonInit('POST', body, { authorization }))
  await until(() => service.gates.prompts.length === 1)
  const before = await states()
  for (const [method, path, change] of [
    ['POST', '/admin/api-keys', { label: 'new' }],
    ['PATCH', `/admin/api-keys/${id}`, { label: 'renamed' }],
    ['PUT', `/admin/api-access/${id}`, { ...FULL, generate: false }],
    ['POST', `/admin/api-keys/${id}/revoke`, undefined],
  ] as const) {
    expect([method, (await service.asOwner(method, path, change)).status]).toEqual([method, 500])
  }
  expect(await states()).toEqual(before)
  // Work is ended after the commit only, so it goes on.
  const lanes = await service.services.queue.lanes()
  expect(lanes.flatMap(({ running }) => running)).toHaveLength(1)
})

test('a suspension whose audit entry cannot be written ends nothing', async () => {
  await using service = serviceWithoutAudit()
  const ann = makeUser(service.services)
  const laptop = createDevice(service, ann)
  const device = { userId: ann.id, name: 'Studio', address: 'unknown' }
  const canvas = service.services.refreshTokens.pair(device)
  const waiting = service.services.deviceFlow.start({
    surface: 'code',
    name: 'tablet',
    codeChallenge: undefined,
    address: 'unknown',
  })
  const decider = { userId: ann.id, auditActor: AUDIT_ACTOR }
  service.services.deviceFlow.decide(waiting.userCode, 'code', decider, 'approve')
  const suspend = { status: 'suspended' }
  expect((await service.asOwner('PATCH', `/admin/users/${ann.id}`, suspend)).status).toBe(500)
  expect(await pickFrom(await service.asOwner('GET', '/admin/users'), 'items.0.status')).toBe(
    'active',
  )
  expect((await service.request('/auth-check', { headers: ann.headers })).status).toBe(200)
  const whoami = await service.request('/api/code/whoami', { headers: laptop.headers })
  expect(whoami.status).toBe(200)
  expect(service.services.refreshTokens.exchange(canvas.refreshToken, 'unknown')).toBeDefined()
  const poll = await service.request(POLL, jsonInit('POST', { device_code: waiting.deviceCode }))
  expect(poll.status).toBe(200)
})

test('a revoked device, a decision, and a seen alert need their audit entries too', async () => {
  await using service = serviceWithoutAudit()
  const ann = makeUser(service.services)
  const laptop = createDevice(service, ann)
  const started = await startDevice(service)
  service.services.alerts.raise({ kind: 'test', subject: 'a', message: 'b' })
  const alert = await pickFrom(await service.asOwner('GET', '/admin/alerts'), 'items.0.id')
  const revoked = await service.asOwner('POST', `/admin/devices/${laptop.id}/revoke`)
  expect(revoked.status).toBe(500)
  const decision = { user_code: started.user_code, decision: 'approve' }
  const decided = await service.request(APPROVE, jsonInit('POST', decision, ann.headers))
  expect(decided.status).toBe(500)
  expect((await service.asOwner('POST', `/admin/alerts/${alert}/acknowledge`)).status).toBe(500)
  const whoami = await service.request('/api/code/whoami', { headers: laptop.headers })
  expect(whoami.status).toBe(200)
  const poll = await service.request(POLL, jsonInit('POST', { device_code: started.device_code }))
  expect(await pickFrom(poll, 'code')).toBe('authorization_pending')
  const seen = await service.asOwner('GET', '/admin/alerts')
  expect(await pickFrom(seen, 'items.0.acknowledged_at')).toBeNull()
})

test('a change of an account whose audit entry cannot be written does not happen', async () => {
  await using service = serviceWithoutAudit()
  const { accounts } = service.services
  const accountState = accounts.find('gated', 'only')
  const path = '/admin/engines/gated/accounts/only'
  const change = async (verb: string) => (await service.asOwner('POST', `${path}/${verb}`)).status
  expect(await change('disable')).toBe(500)
  expect(accountState.disabledSince).toBeUndefined()
  expect(service.services.stores.accounts.disabled()).toEqual([])
  accounts.failed(accountState, 'gated-model', new EngineFailure('signed_out', 'Sign in again'))
  const alerts = await service.json('/admin/alerts')
  expect(await change('clear')).toBe(500)
  expect(accountState.verdicts.size).toBe(1)
  expect(service.services.stores.accounts.verdicts()).toHaveLength(1)
  expect(await service.json('/admin/alerts')).toEqual(alerts)
  accounts.disable(accountState, 'Primary Key', (write) => write())
  expect(await change('enable')).toBe(500)
  expect(accountState.disabledSince).toBeDefined()
  expect(service.services.stores.accounts.disabled()).toHaveLength(1)
})

test('a change of a skill whose audit entry cannot be written does not happen', async () => {
  await using service = serviceWithoutAudit()
  const { skills } = service.services
  const text = (words: string) => `---\nname: mine\ndescription: ${words}\n---\nWrite.\n`
  const put = (words: string) =>
    service.asOwner('PUT', '/admin/skills/mine', { content: text(words) })
  expect((await put('First')).status).toBe(500)
  expect(skills.names).not.toContain('mine')
  expect(existsSync(join(service.folder, 'skills/mine'))).toBe(false)
  await skills.put('mine', text('First'), (write) => write())
  expect((await put('Second')).status).toBe(500)
  expect((await service.asOwner('DELETE', '/admin/skills/mine')).status).toBe(500)
  expect(skills.get('mine').content).toBe(text('First'))
  const file = join(service.folder, 'skills/mine/SKILL.md')
  expect(readFileSync(file, 'utf8')).toBe(text('First'))
})
