import { expect, test } from 'bun:test'
import type { Caller } from '../../../src/core/caller.ts'
import { pick, pickFrom, pickList } from '../../support/pick.ts'
import { createTestApp } from '../../support/service.ts'

const DAY_MS = 86_400_000
const caller: Caller = {
  owner: 'key:k1',
  actor: '=HYPERLINK("x")',
  keyId: 'k1',
  project: 'home',
  product: null,
  engines: null,
  requestId: 'r1',
}

function call(over: object = {}) {
  return {
    caller,
    surface: 'chat',
    engine: 'local',
    account: 'a',
    model: 'm',
    outcome: 'succeeded',
    queueMs: 1,
    firstTextMs: 2,
    totalMs: 3,
    charactersIn: 4,
    charactersOut: 5,
    ...over,
  }
}

test('charge records whole credits, at least one, and the day adds them up', async () => {
  await using service = createTestApp()
  const { usage } = service.services
  expect(await usage.charge(caller, 'tts')).toBe(1)
  expect(await usage.charge(caller, 'transcript_generated_per_min', 0.2)).toBe(1)
  expect(await usage.charge(caller, 'transcript_generated_per_min', 2.2)).toBe(5)
  const report = await (await service.asOwner('GET', '/admin/usage?group_by=action,project')).json()
  expect(pick(report, 'totals')).toMatchObject({ calls: 3, credits: 7, usd: 0.021, model_calls: 0 })
  expect(pick(report, 'items')).toEqual([
    expect.objectContaining({
      action: 'transcript_generated_per_min',
      project: 'home',
      calls: 2,
      credits: 6,
    }),
    expect.objectContaining({ action: 'tts', project: 'home', calls: 1, credits: 1 }),
  ])
  expect(pick(report, 'credit_costs')).toMatchObject({ translate_per_min: 30, image: 5, agent: 2 })
})

test('usage of another day is outside the range, and a range is whole days', async () => {
  let now = Date.UTC(2026, 10, 20, 23, 59, 59, 999)
  await using service = createTestApp({ now: () => now })
  await service.services.usage.recordModelCall(call())
  now += 1
  await service.services.usage.recordModelCall(call({ outcome: 'cancelled' }))
  const sums = async (query: string) =>
    await pickFrom(await service.asOwner('GET', `/admin/usage?${query}`), 'totals.model_calls')
  expect(await sums('from=2026-11-20&to=2026-11-20')).toBe(1)
  expect(await sums('from=2026-11-21&to=2026-11-21')).toBe(1)
  expect(await sums('from=2026-11-20T05:00:00Z&to=2026-11-21')).toBe(2)
  expect(await sums('')).toBe(2)
})

test('GET /admin/usage refuses days that are none, a range backwards and unknown groups', async () => {
  await using service = createTestApp()
  for (const query of [
    'from=2026-02-31',
    'from=2026-11-21&to=2026-11-20',
    'group_by=moon',
    'to=yesterday',
  ]) {
    expect((await service.asOwner('GET', `/admin/usage?${query}`)).status).toBe(422)
  }
})

test('GET /admin/usage.csv gives every call, and no cell that a spreadsheet would run', async () => {
  await using service = createTestApp()
  const { usage } = service.services
  for (let i = 0; i < 1500; i += 1) void usage.recordModelCall(call({ model: `m${i}` }))
  await usage.charge(caller, 'video')
  const response = await service.asOwner('GET', '/admin/usage.csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await response.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1502)
  expect(lines[0]).toStartWith('at,type,actor,')
  expect(lines[1]).toContain(`,model_call,"'=HYPERLINK(""x"")",k1,home,,chat,`)
  expect(lines.at(-1)).toContain(',credit,')
})

test('the day sums equal the rows', async () => {
  const start = Date.UTC(2026, 10, 1)
  let now = start
  await using service = createTestApp({ now: () => now })
  for (let i = 0; i < 200; i += 1) {
    now = start + (i % 7) * DAY_MS + i
    await service.services.usage.recordModelCall(call({ engine: `e${i % 3}`, charactersOut: i }))
  }
  const report = await (
    await service.asOwner('GET', '/admin/usage?from=2026-11-01&to=2026-11-07&group_by=day,engine')
  ).json()
  expect(pick(report, 'items')).toHaveLength(21)
  expect(pick(report, 'totals.characters_out')).toBe((199 * 200) / 2)
  const summed = pickList(report, 'items').reduce<number>(
    (sum, item) => sum + Number(pick(item, 'model_calls')),
    0,
  )
  expect(summed).toBe(200)
})

test('calls that differ in anything are added up apart', async () => {
  const start = Date.UTC(2026, 10, 1)
  let now = start
  await using service = createTestApp({ now: () => now })
  const { usage } = service.services
  const who: Partial<Caller>[] = [
    { actor: 'another' },
    { keyId: null },
    { project: null },
    { project: '' },
    { product: 'p' },
  ]
  const what = ['surface', 'engine', 'account', 'model', 'outcome']
  const calls = [
    call(),
    ...who.map((over) => call({ caller: { ...caller, ...over } })),
    ...what.map((name) => call({ [name]: 'other' })),
  ]
  for (const [index, one] of calls.entries()) {
    now = start + (index % 2)
    await usage.recordModelCall(one)
    await usage.recordModelCall({ ...one, charactersOut: 10 ** index })
  }
  for (const over of [{}, ...who]) await usage.charge({ ...caller, ...over }, 'image')
  await usage.charge(caller, 'agent')
  const groups = `actor,key_id,project,product,${what.join(',')},action`
  const report = await (
    await service.asOwner('GET', `/admin/usage?from=2026-11-01&to=2026-11-01&group_by=${groups}`)
  ).json()
  const told = pickList(report, 'items').map((item) =>
    [...groups.split(','), 'model_calls', 'characters_out', 'calls', 'credits'].map((name) =>
      pick(item, name),
    ),
  )
  // No project and an empty one are the same to whoever reads the sums.
  const name = (value: unknown) => value ?? ''
  const sums = new Map<string, unknown[]>()
  const add = (key: unknown[], values: number[]) => {
    const known = sums.get(JSON.stringify(key))?.slice(key.length) ?? values.map(() => 0)
    const added = values.map((value, index) => value + Number(known[index]))
    sums.set(JSON.stringify(key), [...key, ...added])
  }
  for (const [index, one] of calls.entries()) {
    const { actor, keyId, project, product } = one.caller
    const key = [actor, name(keyId), name(project), name(product)]
    const rest = [one.surface, one.engine, one.account, one.model, one.outcome, '']
    add([...key, ...rest], [2, 5 + 10 ** index, 0, 0])
  }
  const charged = (over: Partial<Caller>, action: string, credits: number) => {
    const { actor, keyId, project, product } = { ...caller, ...over }
    const key = [actor, name(keyId), name(project), name(product), '', '', '', '', '', action]
    add(key, [0, 0, 1, credits])
  }
  for (const over of [{}, ...who]) charged(over, 'image', 5)
  charged({}, 'agent', 2)
  const order = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort()
  expect(order(told)).toEqual(order([...sums.values()]))
})
