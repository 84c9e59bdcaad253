import { expect, test } from 'bun:test'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const ROUNDS = 1500
/** A network adds more than this from one request to the next. */
const NOISE_MS = 0.05

/**
 * How long each request takes when nothing disturbs it: the tenth part of many. They are asked in
 * turn, each round in another order, so that what else the machine does meets all alike.
 */
async function measure<name extends string>(requests: Record<name, () => Promise<Response>>) {
  const entries = Object.entries<() => Promise<Response>>(requests)
  const times = new Map(entries.map(([name]) => [name, new Float64Array(ROUNDS)]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < entries.length; turn += 1) {
      const [name, ask] = entries[(round + turn) % entries.length] ?? []
      const started = performance.now()
      await ask?.()
      const list = times.get(name ?? '')
      if (list !== undefined) list[round] = performance.now() - started
    }
  }
  const tenth = (name: name) => times.get(name)?.toSorted()[ROUNDS / 10] ?? Number.NaN
  return tenth
}

test('refusing an unknown, a similar, a revoked or a short key takes equally long', async () => {
  await using service = createTestApp()
  const { key } = service.makeKey()
  const revoked = service.makeKey()
  service.services.keys.revoke(revoked.id, AUDIT_ACTOR)
  const ask = (given: string) => () =>
    service.request('/auth-check', { headers: { 'x-api-key': given } })
  const took = await measure({
    far: ask(`hth_${'A'.repeat(43)}`),
    near: ask(key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')),
    short: ask('x'),
    revoked: ask(revoked.key),
  })
  for (const name of ['near', 'short', 'revoked'] as const) {
    expect(Math.abs(took(name) - took('far'))).toBeLessThan(NOISE_MS)
  }
  // As a share too: letters that are right must not show at all.
  expect(took('near') / took('far')).toBeWithin(0.8, 1.25)
})

test('refusing a job of another key and an unknown id takes equally long', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const [mine, other] = [service.makeKey(), service.makeKey()]
  const init = jsonInit('POST', { prompt: 'x', async: true }, { authorization: mine.authorization })
  const made = await service.request('/api/ai/generate', init)
  const id = String(await pickFrom(made, 'job_id'))
  const unknown = id.slice(0, 4) + [...id.slice(4)].reverse().join('')
  const ask = (job: string) => () =>
    service.request(`/api/ai/generate/${job}`, { headers: { authorization: other.authorization } })
  expect((await ask(id)()).status).toBe(404)
  const took = await measure({ theirs: ask(id), nobodys: ask(unknown) })
  expect(Math.abs(took('theirs') - took('nobodys'))).toBeLessThan(NOISE_MS)
})
