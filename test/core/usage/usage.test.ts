import { expect, test } from 'bun:test'
import type { Caller } from '../../../src/core/caller.ts'
import type { Usage } from '../../../src/core/usage/usage.ts'
import { medianWait, WAIT_CLASSES } from '../../../src/core/usage/usage-groups.ts'
import { pick, pickFrom, pickList } from '../../support/pick.ts'
import { seededRandom } from '../../support/seeded-random.ts'
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

function recordCall(usage: Usage, { caller, ...entry }: ReturnType<typeof call>): Promise<void> {
  return usage.record(caller, [{ type: 'model_call', ...entry }])
}

function recordCredits(
  usage: Usage,
  caller: Caller,
  action: string,
  { units = 1, surface = '', outcome = 'succeeded' } = {},
): Promise<void> {
  return usage.record(caller, [{ type: 'credit', action, units, surface, outcome }])
}

test('Usage records whole credits, at least one, and the day adds them up', async () => {
  await using service = createTestApp()
  const { usage } = service.services
  await recordCredits(usage, caller, 'tts')
  await recordCredits(usage, caller, 'transcript_generated_per_min', { units: 0.2 })
  await recordCredits(usage, caller, 'transcript_generated_per_min', { units: 2.2 })
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
  await recordCall(service.services.usage, call())
  now += 1
  await recordCall(service.services.usage, call({ outcome: 'cancelled' }))
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
  for (let i = 0; i < 1500; i += 1) void recordCall(usage, call({ model: `m${i}` }))
  await recordCredits(usage, caller, 'video')
  const response = await service.asOwner('GET', '/admin/usage.csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await response.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1502)
  expect(lines[0]).toStartWith('at,type,owner_id,actor,')
  expect(lines[1]).toContain(`,model_call,key:k1,"'=HYPERLINK(""x"")",k1,home,,chat,`)
  expect(lines.at(-1)).toContain(',credit,')
})

test('the sums equal the rows, whatever range of days and months is asked for', async () => {
  const start = Date.UTC(2026, 8, 10)
  let now = start
  await using service = createTestApp({ now: () => now })
  const calls = Array.from({ length: 240 }, (_, index) => ({
    at: start + Math.floor(index / 2) * DAY_MS + index,
    engine: `e${index % 3}`,
    charactersOut: index,
  }))
  const writes = calls.map(({ at, ...one }) => {
    now = at
    return recordCall(service.services.usage, call(one))
  })
  await Promise.all(writes)
  for (const [from, to] of [
    ['2026-09-10', '2026-09-10'],
    ['2026-09-11', '2026-10-30'],
    ['2026-09-30', '2026-11-01'],
    ['2026-10-01', '2026-11-30'],
    ['2026-10-01', '2026-12-31'],
    ['2026-02-01', '2027-01-07'],
    ['0001-01-01', '9999-12-31'],
  ]) {
    const within = calls.filter(({ at }) => {
      const day = new Date(at).toISOString().slice(0, 10)
      return day >= String(from) && day <= String(to)
    })
    const engines = [...new Set(within.map(({ engine }) => engine))].sort()
    const sum = (some: typeof calls) => some.reduce((all, one) => all + one.charactersOut, 0)
    for (const groups of ['engine', 'engine,owner_id']) {
      const report = await (
        await service.asOwner('GET', `/admin/usage?from=${from}&to=${to}&group_by=${groups}`)
      ).json()
      expect(pick(report, 'totals.model_calls')).toBe(within.length)
      expect(pickList(report, 'items').map((item) => pick(item, 'characters_out'))).toEqual(
        engines.map((engine) => sum(within.filter((one) => one.engine === engine))),
      )
    }
  }
})

test('two owners with one name are two lines, also in a group by their name', async () => {
  await using service = createTestApp()
  const { usage } = service.services
  for (const owner of ['user:u1', 'user:u2'])
    await recordCall(usage, call({ caller: { ...caller, owner, actor: 'Robin', keyId: null } }))
  for (const groups of ['actor', 'owner_id,actor', 'owner_id']) {
    const report = await (await service.asOwner('GET', `/admin/usage?group_by=${groups}`)).json()
    expect(pickList(report, 'items').map((item) => pick(item, 'owner_id'))).toEqual([
      'user:u1',
      'user:u2',
    ])
    expect(pick(report, 'group_by')).toContain('owner_id')
  }
})

test('work that failed is recorded with 0 credits, its surface and its outcome', async () => {
  await using service = createTestApp()
  const { usage } = service.services
  await recordCredits(usage, caller, '', { surface: 'chat', outcome: 'no_engine' })
  await recordCredits(usage, caller, 'agent', { surface: 'agent', outcome: 'engine_failed' })
  await recordCredits(usage, caller, 'agent', { surface: 'agent', outcome: 'cancelled' })
  await recordCredits(usage, caller, 'agent', { surface: 'agent' })
  const report = await (
    await service.asOwner('GET', '/admin/usage?group_by=surface,action,outcome')
  ).json()
  expect(
    pickList(report, 'items').map((item) =>
      ['surface', 'action', 'outcome', 'calls', 'failures', 'credits'].map((name) =>
        pick(item, name),
      ),
    ),
  ).toEqual([
    ['agent', 'agent', 'cancelled', 0, 1, 0],
    ['agent', 'agent', 'engine_failed', 0, 1, 0],
    ['agent', 'agent', 'succeeded', 1, 0, 2],
    ['chat', '', 'no_engine', 0, 1, 0],
  ])
  expect(pick(report, 'totals')).toMatchObject({ calls: 1, failures: 3, credits: 2 })
  const byOwner = await service.asOwner('GET', '/admin/usage?group_by=surface,actor')
  expect(
    pickList(await byOwner.json(), 'items').map((item) => [
      pick(item, 'surface'),
      pick(item, 'calls'),
      pick(item, 'failures'),
    ]),
  ).toEqual([
    ['agent', 1, 2],
    ['chat', 0, 1],
  ])
})

test('a charge is part of the transaction in which its row is written', async () => {
  await using service = createTestApp()
  const { usage } = service.services
  const work = { surface: 'canvas', action: 'image', units: 1, outcome: 'succeeded' }
  const credit = { type: 'credit' as const, ...work }
  await expect(
    usage.record(caller, [credit], () => {
      throw new Error('the job could not be ended')
    }),
  ).rejects.toThrow('the job could not be ended')
  await usage.record(caller, [credit])
  expect(await pickFrom(await service.asOwner('GET', '/admin/usage'), 'totals.credits')).toBe(5)
})

test('a group of the sums is read page by page', async () => {
  const start = Date.UTC(2026, 10, 1)
  let now = start
  await using service = createTestApp({ now: () => now })
  const writes: Promise<void>[] = []
  for (let index = 0; index < 60; index += 1) {
    now = start + (index % 3) * DAY_MS
    const owner = `key:${String(index % 20).padStart(2, '0')}`
    const one = call({ caller: { ...caller, owner, project: `p${index % 7}` }, charactersOut: 1 })
    writes.push(recordCall(service.services.usage, one))
  }
  await Promise.all(writes)
  for (const groups of ['owner_id', 'day', 'day,owner_id', 'project', 'project,day', 'outcome']) {
    const read = async (further: string) =>
      await (await service.asOwner('GET', `/admin/usage?group_by=${groups}${further}`)).json()
    const whole = await read('')
    expect(pick(whole, 'next_cursor')).toBeNull()
    const paged: unknown[] = []
    let cursor = ''
    for (;;) {
      const page = await read(`&limit=4${cursor}`)
      expect(pickList(page, 'items').length).toBeLessThanOrEqual(4)
      paged.push(...pickList(page, 'items'))
      const next = pick(page, 'next_cursor')
      if (next === null) break
      cursor = `&cursor=${next}`
    }
    expect(paged).toEqual(pickList(whole, 'items'))
  }
  for (const foreign of ['cursor=Zm9v', 'cursor=W10', 'limit=0', 'limit=1001'])
    expect((await service.asOwner('GET', `/admin/usage?group_by=day&${foreign}`)).status).toBe(422)
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
    await recordCall(usage, one)
    await recordCall(usage, { ...one, charactersOut: 10 ** index })
  }
  for (const over of [{}, ...who]) await recordCredits(usage, { ...caller, ...over }, 'image')
  await recordCredits(usage, caller, 'agent')
  const groups = `actor,key_id,project,product,${what.join(',')},action`
  const report = await (
    await service.asOwner('GET', `/admin/usage?from=2026-11-01&to=2026-11-01&group_by=${groups}`)
  ).json()
  const told = pickList(report, 'items').map((item) =>
    [...groups.split(','), 'model_calls', 'characters_out', 'calls', 'credits'].map((name) =>
      pick(item, name),
    ),
  )
  // No project and an empty one are the same to anyone who reads the sums.
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
    const key = [
      actor,
      name(keyId),
      name(project),
      name(product),
      '',
      '',
      '',
      '',
      'succeeded',
      action,
    ]
    add(key, [0, 0, 1, credits])
  }
  for (const over of [{}, ...who]) charged(over, 'image', 5)
  charged({}, 'agent', 2)
  const order = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort()
  expect(order(told)).toEqual(order([...sums.values()]))
})

test('GET /admin/usage/usual has the median of the weekday, and of the waits by day', async () => {
  const sunday = Date.UTC(2026, 10, 22)
  let now = sunday
  await using service = createTestApp({ now: () => now })
  const { usage } = service.services
  const record = async (weeksAgo: number, waits: number[]) => {
    now = sunday - weeksAgo * 7 * DAY_MS
    for (const queueMs of waits) await recordCall(usage, call({ queueMs }))
  }
  const usual = async (query = '') =>
    await (await service.asOwner('GET', `/admin/usage/usual${query}`)).json()
  expect(await usual()).toMatchObject({ weekday: null, weekdays: 0, wait_ms: null, waits: [] })
  // Nothing three weeks ago, and a Saturday that does not count.
  await record(4, [0, 0, 0])
  await record(2, [0, 2000, 2000, 2000, 60_000])
  await record(1, [0])
  await record(1 / 7, [5, 5])
  await record(0, [40_000])
  now = sunday
  const found = await usual()
  expect(found).toMatchObject({
    from: '2026-10-24',
    to: '2026-11-22',
    weekdays: 4,
    weekday: { model_calls: 2, credits: 0 },
    wait_ms: 0,
  })
  const waits = pickList(found, 'waits').map((one) => [pick(one, 'day'), pick(one, 'wait_ms')])
  expect(waits).toEqual([
    ['2026-10-25', 0],
    ['2026-11-08', 2250],
    ['2026-11-15', 0],
    ['2026-11-21', 0],
    ['2026-11-22', 45_000],
  ])
  expect(pick(await usual('?from=2026-11-08&to=2026-11-08'), 'wait_ms')).toBe(2250)
  const long = await service.asOwner('GET', '/admin/usage/usual?from=2026-08-22&to=2026-11-22')
  expect([long.status, await pickFrom(long, 'detail')]).toEqual([
    422,
    'Query is invalid: from must be at most 91 days before to',
  ])
})

test('a median of waits is within a quarter of the true one, whatever the waits are', () => {
  const random = seededRandom(7)
  for (const scale of [5, 50, 3000, 900_000, 90_000_000]) {
    const waits = Array.from({ length: 501 }, () => Math.floor(random() * scale)).sort(
      (one, other) => one - other,
    )
    const counts = waits.map((wait) => ({
      waitMs: WAIT_CLASSES.findLast((bound) => bound <= wait) ?? 0,
      calls: 1,
    }))
    const [found, exact] = [medianWait(counts) ?? -1, waits[250] ?? 0]
    expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact < 10 ? 10 : exact / 4)
  }
  expect(medianWait([])).toBeUndefined()
})
