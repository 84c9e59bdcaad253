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
  expect((await service.request('/health')).status).toBe(503)
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
