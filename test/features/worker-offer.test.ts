import { expect, test } from 'bun:test'
import { LINKS_PER_HOST } from '../../src/features/workers/toolbox.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'
import { fakeSandbox } from '../support/workers.ts'

const ABLE = { generate: true, agent_engines: ['local'], worker_profiles: ['read_docs'] }

async function offer(app: TestApp, headers: Record<string, string>): Promise<unknown> {
  const answer = await app.request('/api/ai/worker/profiles', { headers })
  expect(answer.status).toBe(200)
  return answer.json()
}

test('a caller is offered the profiles that it may use, and what is left of its day', async () => {
  const now = () => Date.parse('2026-11-22T18:00:00Z')
  const engine = fakeEngine('local', saying('Done'))
  const file = '[workers]\ntime_zone = "UTC"\njobs_per_day = 2\nattempts_per_day = 2\n'
  await using app = createTestApp({ engines: [engine], sandbox: fakeSandbox(), now, file })
  const { authorization } = app.makeKey(ABLE)
  const read_docs = {
    name: 'read_docs',
    description: expect.stringContaining('documents'),
    links_per_host: null,
  }
  const budget = { limit: 2, left: 2, resets_at: '2026-11-23T00:00:00.000Z', time_zone: 'UTC' }
  const before = { items: [read_docs], budget, unavailable: null }
  expect(await offer(app, { authorization })).toEqual(before)
  const body = { profile: 'read_docs', brief: 'Count' }
  expect(
    (await app.request('/api/ai/worker', jsonInit('POST', body, { authorization }))).status,
  ).toBe(202)
  expect(await offer(app, { authorization })).toMatchObject({ budget: { left: 1 } })
  // Nothing was granted; and of the budget of all there is less than of the own.
  const { headers } = makeUser(app.services)
  expect(await offer(app, headers)).toMatchObject({ items: [], budget: { limit: 2, left: 1 } })
  const admin = makeUser(app.services, { role: 'admin', email: 'admin@example.test' })
  expect(await offer(app, admin.headers)).toMatchObject({
    items: [{ name: 'read_docs' }, { name: 'research', links_per_host: LINKS_PER_HOST }],
  })
})

test('a caller is told why no worker can run', async () => {
  const state = { ok: false, reason: 'bubblewrap is missing', fix: 'Install it' } as const
  await using app = createTestApp({ sandbox: { ...fakeSandbox(), state: async () => state } })
  const { authorization } = app.makeKey(ABLE)
  expect(await offer(app, { authorization })).toMatchObject({
    unavailable: 'Workers cannot run on this machine: bubblewrap is missing. Install it',
  })
})
