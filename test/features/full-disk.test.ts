import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

const ASK = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }

const MAX_ROWS_IN_A_PAGE = 100

test('while the disk is full /health is 503 and a write is 507 storage_full', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['local'] })
  service.services.db.sqlite.run('PRAGMA max_page_count = 1')
  // Keys are made until not one more fits in.
  const make = () => service.asOwner('POST', '/admin/api-keys', { label: crypto.randomUUID() })
  let refused = await make()
  while (refused.status === 201) refused = await make()
  expect([refused.status, pick(await refused.json(), 'code')]).toEqual([507, 'storage_full'])
  const health = await service.request('/health')
  expect([health.status, pick(await health.json(), 'code')]).toEqual([503, 'storage_unavailable'])
  const job = await service.request('/api/ai/generate', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'x'.repeat(100_000), async: true }),
  })
  expect([job.status, pick(await job.json(), 'code')]).toEqual([507, 'storage_full'])
  // Small rows fit in for a while; then no answer is given that cannot be recorded.
  let answer = await service.asOwner('POST', '/v1/chat/completions', ASK)
  for (let count = 0; answer.status === 200 && count < MAX_ROWS_IN_A_PAGE; count += 1)
    answer = await service.asOwner('POST', '/v1/chat/completions', ASK)
  expect([answer.status, pick(await answer.json(), 'code')]).toEqual([507, 'storage_full'])
})

test('the doctor and the list of engines answer while the database takes no writes', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  // A call that is not yet in the sums.
  expect((await service.asOwner('POST', '/v1/chat/completions', ASK)).status).toBe(200)
  const { sqlite } = service.services.db
  sqlite.run('PRAGMA query_only = 1')
  const doctor = await service.asOwner('GET', '/admin/doctor')
  expect([doctor.status, pick(await doctor.json(), 'level')]).toEqual([200, 'error'])
  expect((await service.asOwner('GET', '/admin/engines')).status).toBe(200)
  sqlite.run('PRAGMA query_only = 0')
  const engines = await (await service.asOwner('GET', '/admin/engines')).json()
  expect(JSON.stringify(pick(engines, 'items.0.accounts.0'))).toContain('"calls":1')
})

test('a probe whose usage cannot be written leaves a healthy account as it is', async () => {
  const engine = fakeEngine('local', saying('Hello'), { probeKind: () => 'answer' })
  await using service = createTestApp({ engines: [engine] })
  service.services.db.sqlite.run(
    `CREATE TRIGGER no_calls BEFORE INSERT ON model_calls BEGIN SELECT RAISE(ABORT, 'none'); END`,
  )
  const [account] = engine.accounts
  const path = `/admin/engines/local/accounts/${account?.id}/probe`
  const probed = await service.asOwner('POST', path)
  expect(engine.turns).toHaveLength(1)
  expect([probed.status, await probed.json()]).toMatchObject([200, { state: 'ok', class: null }])
})
