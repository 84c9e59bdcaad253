import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../../src/db/open.ts'
import { DailyBudgets } from '../../../src/features/workers/daily-budgets.ts'
import { WorkerAttemptStore } from '../../../src/features/workers/worker-attempt-store.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { tempFolder } from '../../support/process.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const NOON = Date.parse('2026-11-22T12:00:00Z')
const KEY = 'key:a'
const OTHER = 'key:b'
const USER = 'user:c'

interface Options {
  path?: string
  at?: number
  timeZone?: string
  jobsPerDay?: number
  attemptsPerDay?: number
}

function open({ path = ':memory:', at = NOON, ...options }: Options = {}) {
  const db = openDatabase(path)
  const clock = { now: at }
  const alerts: { kind: string; subject: string; message: string }[] = []
  const budgets = new DailyBudgets({
    store: new WorkerAttemptStore(db),
    db,
    jobsPerDay: 8,
    attemptsPerDay: 20,
    timeZone: 'UTC',
    raise: (alert) => alerts.push(alert),
    now: () => clock.now,
    ...options,
  })
  return { budgets, clock, alerts, db, [Symbol.dispose]: () => db[Symbol.dispose]() }
}

/** The refusal of the next job; undefined where it is admitted. */
function refusal(budgets: DailyBudgets, owner: string): AppError | undefined {
  try {
    budgets.admit(owner)
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return error
    throw error
  }
}

/** How many jobs are admitted until one is refused. */
function admitted(budgets: DailyBudgets, owner: string): number {
  let count = 0
  while (refusal(budgets, owner) === undefined) count += 1
  return count
}

test('a key, another and a user have 8 jobs each, and all together 20', () => {
  using opened = open()
  const { budgets } = opened
  expect([KEY, OTHER, USER].map((owner) => admitted(budgets, owner))).toEqual([8, 8, 4])
  expect(refusal(budgets, KEY)?.message).toBe(
    'Begin this job later: your own budget of 8 worker jobs a day is used up until 2026-11-23 00:00 (UTC)',
  )
  const all = refusal(budgets, USER)
  expect(all?.message).toBe(
    'Begin this job later: the whole service’s budget of 20 worker jobs a day is used up until 2026-11-23 00:00 (UTC)',
  )
  expect(all?.retryAfterSeconds).toBe((12 * HOUR_MS) / 1000)
  expect(admitted(budgets, 'primary')).toBe(0)
})

test('the state says what is left, and refusals charge nothing', () => {
  using opened = open()
  const { budgets } = opened
  expect(budgets.state(USER)).toEqual({
    day: '2026-11-22',
    timeZone: 'UTC',
    endsAt: Date.parse('2026-11-23T00:00:00Z'),
    own: { limit: 8, left: 8 },
    all: { limit: 20, left: 20 },
  })
  admitted(budgets, KEY)
  refusal(budgets, KEY)
  budgets.admit(USER)
  expect(budgets.state(KEY)).toMatchObject({ own: { left: 0 }, all: { left: 11 } })
  expect(budgets.report()).toMatchObject({
    jobsPerDay: 8,
    owners: [
      { owner: KEY, count: 8 },
      { owner: USER, count: 1 },
    ],
  })
})

test('a new budget begins at midnight of the time zone, on days of 23 and 25 hours too', () => {
  const cases = [
    // Clocks go forward at 02:00, and back at 03:00.
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    // The day begins at 01:00.
    ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-22T18:15:00Z'],
    ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', '2026-11-22T10:00:00Z'],
  ] as const
  for (const [timeZone, first, next] of cases) {
    using opened = open({ timeZone, at: Date.parse(first) })
    const { budgets, clock } = opened
    expect([timeZone, admitted(budgets, KEY)]).toEqual([timeZone, 8])
    const length = (Date.parse(next) - Date.parse(first)) / 1000
    expect([timeZone, refusal(budgets, KEY)?.retryAfterSeconds]).toEqual([timeZone, length])
    clock.now = Date.parse(next) - 1
    expect(refusal(budgets, KEY)?.retryAfterSeconds).toBe(1)
    clock.now += 1
    expect(admitted(budgets, KEY)).toBe(8)
  }
})

test('what was charged survives a restart', () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  {
    using opened = open({ path })
    for (let i = 0; i < 5; i += 1) opened.budgets.admit(KEY)
    expect(admitted(opened.budgets, OTHER)).toBe(8)
  }
  using opened = open({ path, at: NOON + HOUR_MS })
  expect(admitted(opened.budgets, KEY)).toBe(3)
  expect(opened.alerts).toHaveLength(1)
})

test('a clock that jumps back gives no new budget, neither there nor when it is set right', () => {
  using opened = open()
  const { budgets, clock } = opened
  for (let i = 0; i < 5; i += 1) budgets.admit(KEY)
  clock.now = NOON - DAY_MS
  expect(budgets.state(KEY).own.left).toBe(3)
  expect(admitted(budgets, KEY)).toBe(3)
  // The next day is the one that was charged: there is room on the day after it.
  expect(refusal(budgets, KEY)?.retryAfterSeconds).toBe((36 * HOUR_MS) / 1000)
  clock.now = NOON
  expect(refusal(budgets, KEY)?.retryAfterSeconds).toBe((12 * HOUR_MS) / 1000)
  clock.now = NOON + DAY_MS
  expect(admitted(budgets, KEY)).toBe(8)
})

test('a clock that was years ahead for a while takes one day’s budget, and none of the next', () => {
  using opened = open()
  const { budgets, clock } = opened
  for (let i = 0; i < 3; i += 1) budgets.admit(KEY)
  clock.now = Date.parse('2030-01-01T12:00:00Z')
  expect(admitted(budgets, KEY)).toBe(8)
  budgets.sweep()
  clock.now = NOON
  expect(admitted(budgets, KEY)).toBe(0)
  clock.now = NOON + DAY_MS
  expect(admitted(budgets, KEY)).toBe(8)
})

test('the owner is alerted at 50, 80 and 95 percent, once a day each', () => {
  using opened = open()
  const { budgets, clock, alerts } = opened
  const used: number[] = []
  for (let i = 1; i <= 20; i += 1) {
    const before = alerts.length
    budgets.admit(`key:${i}`)
    if (alerts.length > before) used.push(i)
  }
  refusal(budgets, KEY)
  expect(used).toEqual([10, 16, 19])
  expect(new Set(alerts.map(({ kind }) => kind))).toEqual(new Set(['worker_budget']))
  expect(alerts.map(({ subject }) => subject)).toEqual([
    '50 percent of today’s worker jobs are used',
    '80 percent of today’s worker jobs are used',
    '95 percent of today’s worker jobs are used',
  ])
  expect(alerts[1]?.message).toStartWith(
    '16 of the 20 worker jobs of 2026-11-22 are used, 4 are left. The next day begins at 2026-11-23 00:00 (UTC).',
  )
  clock.now += DAY_MS
  for (let i = 1; i <= 10; i += 1) budgets.admit(`key:${i}`)
  expect(alerts).toHaveLength(4)
})

test('a budget of one job has one alert, for the highest share', () => {
  using opened = open({ attemptsPerDay: 1 })
  opened.budgets.admit(KEY)
  expect(opened.alerts.map(({ subject }) => subject)).toEqual([
    '95 percent of today’s worker jobs are used',
  ])
})

test('a job that cannot be stored is not charged', () => {
  using opened = open()
  const { budgets, db } = opened
  db.sqlite.run(
    'CREATE TRIGGER full BEFORE INSERT ON worker_attempts BEGIN SELECT RAISE(ABORT, "full"); END',
  )
  expect(() => budgets.admit(KEY)).toThrow('full')
  db.sqlite.run('DROP TRIGGER full')
  expect(admitted(budgets, KEY)).toBe(8)
})

test('attempts of long ago are deleted, but never the newest 1,000', () => {
  using opened = open({ jobsPerDay: 1_000, attemptsPerDay: 1_000 })
  const { budgets, clock, db } = opened
  const rows = () => db.sqlite.query('SELECT count(*) AS n FROM worker_attempts').get()
  const fill = db.sqlite.prepare(
    "INSERT INTO worker_attempts (owner, at, day) VALUES ('key:a', 0, ?)",
  )
  db.transaction(() => {
    for (let i = 0; i < 1_500; i += 1) fill.run('2026-01-01')
  })
  budgets.admit(KEY)
  budgets.sweep()
  expect(rows()).toEqual({ n: 1_000 })
  clock.now += 400 * DAY_MS
  budgets.sweep()
  clock.now = NOON
  expect(budgets.state(KEY).own.left).toBe(999)
})
