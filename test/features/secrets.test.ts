import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { pairedApp } from '../support/canvas.ts'
import { APPROVE, POLL, startDevice } from '../support/devices.ts'
import { failing, fakeEngine } from '../support/engines.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, PRIMARY_KEY, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** Where the owner looks. */
const ADMIN_LISTS = [
  '/admin/api-keys',
  '/admin/api-access',
  '/admin/users',
  '/admin/devices',
  '/admin/audit',
  '/admin/alerts',
  '/admin/usage?group_by=actor,key_id',
  '/admin/usage.csv',
  '/admin/queue',
  '/openapi.json',
]

/** Every kind of credential, made and used the way callers do. */
async function makeSecrets(service: TestApp) {
  const ann = makeUser(service.services)
  const made: unknown = await (
    await service.asOwner('POST', '/admin/api-keys', { label: 'kitchen' })
  ).json()
  const [id, key] = [String(pick(made, 'id')), String(pick(made, 'key'))]
  const { device_code, user_code } = await startDevice(service)
  const decision = 'approve'
  await service.request(APPROVE, jsonInit('POST', { user_code, decision }, ann.headers))
  const polled = await service.request(POLL, jsonInit('POST', { device_code }))
  const credential = String(await pickFrom(polled, 'access_token'))
  const waiting = await startDevice(service)
  const app = await pairedApp(service, ann.headers)
  expect((await app.me(app.access_token)).status).toBe(200)
  const next = await app.refresh(app.refresh_token)
  const refreshed = String(await pickFrom(next, 'refresh_token'))
  const usages = [{ 'x-api-key': key }, { authorization: `Bearer ${credential}` }, ann.headers]
  for (const headers of usages) {
    await service.request('/auth-check', { headers })
    await service.request('/api/code/whoami', { headers })
  }
  const codes = [user_code, waiting.user_code].flatMap((code) => [code, code.replace('-', '')])
  const tokens = [credential, app.refresh_token, refreshed, app.access_token, ann.token]
  const secrets = [PRIMARY_KEY, key, device_code, waiting.device_code, ...codes, ...tokens]
  return { id, key, secrets }
}

test('nothing in the data folder, and nothing that the owner is shown, is a usable secret', async () => {
  using folder = tempFolder()
  const shown: string[] = []
  let secrets: readonly string[]
  {
    await using service = createTestApp({ env: { DATA_DIR: folder.path } })
    const made = await makeSecrets(service)
    secrets = made.secrets
    for (const path of [...ADMIN_LISTS, `/admin/api-keys/${made.id}`]) {
      const response = await service.asOwner('GET', path)
      expect([path, response.status]).toEqual([path, 200])
      shown.push(await response.text())
    }
  }
  const names = readdirSync(folder.path, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('hearth.sqlite')
  for (const { parentPath, name } of files)
    shown.push(readFileSync(join(parentPath, name), 'latin1'))
  // What is no secret is found by the same look.
  expect(shown.filter((text) => text.includes('kitchen')).length).toBeGreaterThan(3)
  for (const secret of secrets) {
    expect(shown.filter((text) => text.includes(secret))).toEqual([])
  }
})

test('a refusal repeats nothing of what was sent, and shows nothing of the inside', async () => {
  const boom = failing(new Error('boom at /srv/inside.ts'))
  const refusing = failing(new EngineFailure('transient', 'down'))
  await using service = createTestApp({
    engines: [fakeEngine('boom', boom), fakeEngine('down', refusing)],
  })
  const { key } = service.makeKey({ generate: true, agent_engines: ['boom', 'down'] })
  const canary = `hth_${'c4n4ry'.repeat(7)}c`
  const authorization = `Bearer ${key}`
  const json = { authorization, 'content-type': 'application/json' }
  const ownPage = { host: 'localhost', origin: 'http://localhost' }
  const owner = { ...json, authorization: `Bearer ${PRIMARY_KEY}` }
  const chat = (body: string) => ['POST', '/v1/chat/completions', json, body] as const
  const requests = [
    ['GET', `/admin/api-keys?limit=${canary}`, owner, undefined],
    ['GET', `/admin/api-keys?cursor=${canary}`, owner, undefined],
    ['GET', `/admin/usage?from=${canary}`, owner, undefined],
    ['GET', `/admin/api-keys/${canary}`, owner, undefined],
    ['GET', `/nowhere/${canary}`, owner, undefined],
    ['GET', `/api/ai/generate/${canary}`, json, undefined],
    ['POST', '/admin/api-keys', owner, `{"label":{"a":"${canary}"}}`],
    ['POST', '/admin/api-keys', owner, `{"label":"x","${canary}":1,"expires_at":"${canary}"}`],
    ['POST', '/admin/api-keys', owner, `{"label":"${canary}`],
    ['PUT', '/admin/api-access/none', owner, `{"generate":"${canary}"}`],
    ['PATCH', '/admin/users/none', owner, `{"role":"${canary}"}`],
    ['POST', '/api/ai/generate', json, `{"prompt":["${canary}"]}`],
    ['POST', '/api/ai/agent', json, `{"task":"title","input":"x","options":"${canary}"}`],
    ['POST', '/api/code/devices/start', json, `{"code_challenge":"${canary}"}`],
    ['POST', '/api/code/devices/poll', json, `{"device_code":"${canary}"}`],
    ['POST', '/api/canvas/token/refresh', json, `{"refresh_token":"${canary}"}`],
    ['GET', '/auth-check', { authorization: `Bearer ${canary}` }, undefined],
    ['GET', '/auth-check', { 'x-api-key': canary }, undefined],
    ['GET', `/login/key?key=${canary}`, json, undefined],
    ['POST', '/login/key', { ...json, ...ownPage }, `{"key":"${canary}"}`],
    ['POST', '/login/key', { ...json, ...ownPage }, `{"key":["${canary}"]}`],
    ['GET', '/auth-check', { cookie: `hearth=${canary}` }, undefined],
    ['GET', `/auth-check?key=${canary}`, json, undefined],
    chat(`{"model":"auto","messages":"${canary}"}`),
    chat(`{"model":"auto","messages":[{"role":"${canary}","content":"x"}]}`),
    chat(`{"model":"boom","messages":[{"role":"user","content":"${canary}"}]}`),
    chat(`{"model":"down","messages":[{"role":"user","content":"${canary}"}]}`),
  ] as const
  for (const [method, path, headers, body = null] of requests) {
    const response = await service.request(path, { method, headers, body })
    const text = await response.text()
    expect([method, path, response.status >= 400]).toEqual([method, path, true])
    expect(text).not.toContain('c4n4ry')
    expect(text).not.toContain(key)
    expect(text).not.toMatch(/boom at|inside\.ts|node_modules|\bat .+:\d+:\d+/)
    expect(response.headers.get('content-type')).toStartWith('application/json')
  }
})
