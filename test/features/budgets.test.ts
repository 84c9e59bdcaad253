import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually } from '../support/page-waits.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

async function alertsOf(app: TestApp): Promise<string[]> {
  const { items }: { items: { kind: string; subject: string }[] } = JSON.parse(
    await (await app.asOwner('GET', '/admin/alerts')).text(),
  )
  return items.filter(({ kind }) => kind === 'budget').map(({ subject }) => subject)
}

test('at 80 and 100 percent of a budget both are told once a month, and nothing is refused', async () => {
  let now = Date.UTC(2027, 0, 10)
  await using app = createTestApp({
    engines: [fakeEngine('local', saying('A title'))],
    now: () => now,
  })
  const ann = makeUser(app.services)
  const owner = `user:${ann.id}`
  const use = async () => {
    const body = { task: 'title', input: 'x' }
    const answer = await app.request('/api/ai/agent', jsonInit('POST', body, ann.headers))
    expect(answer.status).toBeLessThan(300)
    await answer.text()
  }
  const set = (credits: number | null) => app.asOwner('PUT', `/admin/budgets/${owner}`, { credits })
  await use()
  const usage = Object(
    await pickFrom(await app.request('/api/dashboard/summary', { headers: ann.headers }), 'usage'),
  )
  const one: number = usage.month.credits
  expect(one).toBeGreaterThan(0)
  expect((await set(one * 5)).status).toBe(204)
  expect(await alertsOf(app)).toEqual([])
  for (let more = 0; more < 3; more += 1) await use()
  await eventually(async () =>
    expect(await alertsOf(app)).toEqual([
      'ann@example.test has used 80 percent of the month’s budget',
    ]),
  )
  await use()
  await eventually(async () => expect(await alertsOf(app)).toHaveLength(2))
  await use()
  const summary = await app.request('/api/dashboard/summary', { headers: ann.headers })
  expect(await pickFrom(summary, 'budget')).toEqual({ credits: one * 5, used: one * 6 })
  expect(await alertsOf(app)).toHaveLength(2)
  const list = await app.asOwner('GET', '/admin/budgets')
  expect(await pickFrom(list, 'items')).toEqual([
    { owner_id: owner, name: 'ann@example.test', credits: one * 5, used: one * 6 },
  ])
  now = Date.UTC(2027, 1, 1)
  const next = await app.request('/api/dashboard/summary', { headers: ann.headers })
  expect(await pickFrom(next, 'budget')).toEqual({ credits: one * 5, used: 0 })
  expect((await set(null)).status).toBe(204)
  const none = await app.request('/api/dashboard/summary', { headers: ann.headers })
  expect(await pickFrom(none, 'budget')).toBe(null)
  const audit = await app.asOwner('GET', '/admin/audit?area=budget')
  expect(await pickFrom(audit, 'items')).toHaveLength(2)
})

test('a budget is of a user or key that is there, and of a whole number of credits', async () => {
  await using app = createTestApp()
  const { id } = app.makeKey()
  const set = (owner: string, credits: unknown) =>
    app.asOwner('PUT', `/admin/budgets/${owner}`, { credits })
  expect((await set(`key:${id}`, 10)).status).toBe(204)
  expect((await set('key:key_none', 10)).status).toBe(404)
  expect((await set('user:usr_none', 10)).status).toBe(404)
  expect((await set('local:127.0.0.1', 10)).status).toBe(404)
  for (const credits of [0, -1, 1.5, 'many'])
    expect((await set(`key:${id}`, credits)).status).toBe(422)
})
