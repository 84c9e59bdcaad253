import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const DAY_MS = 86_400_000

async function read(service: TestApp, path: string, authorization: string): Promise<unknown> {
  return (await service.request(path, { headers: { authorization } })).json()
}

test('the dashboard has the caller’s own calls, credits and jobs, by day and by model', async () => {
  let now = Date.parse('2026-11-10T12:00:00Z')
  await using service = createTestApp({
    engines: [fakeEngine('local', saying('Title'))],
    now: () => now,
  })
  const mine = service.makeKey({ generate: true, agent_engines: ['*'], agent_tasks: ['title'] })
  const other = service.makeKey({ generate: true, agent_engines: ['*'] })
  const post = (path: string, key: string, body: object) =>
    service.request(path, jsonInit('POST', body, { authorization: key }))
  const task = { task: 'title', input: 'A long text' }
  // In another month, and on another day of this one.
  for (const at of ['2026-10-31T12:00:00Z', '2026-11-08T12:00:00Z', '2026-11-10T12:00:00Z']) {
    now = Date.parse(at)
    expect((await post('/api/ai/agent', mine.authorization, task)).status).toBe(200)
  }
  await post('/api/ai/generate', other.authorization, { prompt: 'Hi', async: true })
  const summary = await read(service, '/api/dashboard/summary', mine.authorization)
  expect(summary).toMatchObject({
    usage: {
      today: { calls: 1, credits: 2, model_calls: 1, usd: 0.006 },
      month: { calls: 2, credits: 4 },
      last_30_days: { calls: 3, credits: 6 },
    },
    jobs: { queued: 0, running: 0 },
    credit_costs: { agent: 2 },
  })
  const usage = await read(service, '/api/dashboard/usage?days=3', mine.authorization)
  expect(usage).toMatchObject({ from: '2026-11-08', to: '2026-11-10', totals: { credits: 4 } })
  expect(pickList(usage, 'items').map((one) => [pick(one, 'day'), pick(one, 'calls')])).toEqual([
    ['2026-11-08', 1],
    ['2026-11-09', 0],
    ['2026-11-10', 1],
  ])
  expect(pickList(usage, 'models')).toMatchObject([
    { engine: 'local', model: 'small', model_calls: 2 },
  ])
  const others = await read(service, '/api/dashboard/summary', other.authorization)
  expect(others).toMatchObject({ usage: { last_30_days: { calls: 0, credits: 0 } } })
})

test('a user’s jobs are counted by status, and nobody else’s', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Yes'))] })
  const { headers } = makeUser(service.services)
  const made = await service.request(
    '/api/ai/generate',
    jsonInit('POST', { prompt: 'Hi', async: true }, headers),
  )
  const path = `/api/ai/generate/${pick(await made.json(), 'job_id')}/events`
  await (await service.request(path, { headers })).text()
  const summary = await (await service.request('/api/dashboard/summary', { headers })).json()
  expect(pick(summary, 'jobs')).toEqual({
    queued: 0,
    running: 0,
    succeeded: 1,
    failed: 0,
    cancelled: 0,
  })
  const owner = await (await service.asOwner('GET', '/api/dashboard/summary')).json()
  expect(pick(owner, 'jobs.succeeded')).toBe(0)
})

test('GET /api/dashboard/usage takes 1 to 366 days', async () => {
  let now = Date.parse('2026-11-10T12:00:00Z')
  await using service = createTestApp({ now: () => now })
  const statuses = await Promise.all(
    ['0', '1', '366', '367', 'x'].map(
      async (days) => (await service.asOwner('GET', `/api/dashboard/usage?days=${days}`)).status,
    ),
  )
  expect(statuses).toEqual([422, 200, 200, 422, 422])
  now += DAY_MS
  const usage = await (await service.asOwner('GET', '/api/dashboard/usage')).json()
  expect([pick(usage, 'from'), pick(usage, 'to')]).toEqual(['2026-10-13', '2026-11-11'])
  expect(pickList(usage, 'items')).toHaveLength(30)
})
