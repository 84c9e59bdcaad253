import { expect, test } from 'bun:test'
import { AlertStore } from '../../../src/core/alerts/alert-store.ts'
import { Alerts } from '../../../src/core/alerts/alerts.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { createLog } from '../../../src/platform/log.ts'
import { AUDIT_ACTOR, testAudit } from '../../support/audit-actor.ts'
import { pick } from '../../support/pick.ts'

const QUOTA = { kind: 'account_quota', subject: 'home is out of quota', message: 'Until 17:00' }

const ANN = { ...AUDIT_ACTOR, actor: 'Ann' }
const START = 1_790_000_000_000
const DAY_MS = 24 * 60 * 60_000

/** Alerts without channels, a millisecond apart. */
function open(clock = { now: START }) {
  const db = openDatabase(':memory:')
  return new Alerts({
    store: new AlertStore(db),
    db,
    audit: testAudit(),
    channels: [],
    log: createLog('silent'),
    now: () => clock.now++,
  })
}

function subjectsOf(alerts: Alerts): string[] {
  const subjects: string[] = []
  let cursor: string | undefined
  do {
    const page = alerts.list(200, cursor)
    subjects.push(...page.items.map(({ subject }) => subject))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return subjects
}

test('a long subject and a long message are cut after redaction', () => {
  const alerts = open()
  alerts.raise({
    kind: 'k',
    subject: 'x'.repeat(300),
    message: `${'y'.repeat(9_990)} Bearer abcdefgh12345678`,
  })
  const [item] = alerts.list(1, undefined).items
  expect(item?.subject).toBe(`${'x'.repeat(199)}…`)
  expect(item?.message.length).toBe(10_000)
  expect(item?.message).not.toContain('abcdefgh')
})

test('list() pages through all alerts, the newest first', () => {
  const alerts = open()
  const subjects = ['1', '2', '3', '4', '5']
  for (const subject of subjects) alerts.raise({ ...QUOTA, subject })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = alerts.list(2, cursor)
    seen.push(...page.items.map(({ subject }) => subject))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(seen).toEqual(subjects.toReversed())
  expect(() => alerts.list(2, 'x')).toThrow('the cursor is of another list')
})

test('acknowledge() keeps the first time and refuses unknown alerts', () => {
  const alerts = open()
  alerts.raise(QUOTA)
  const id = String(pick(alerts.list(1, undefined), 'items.0.id'))
  const first = alerts.acknowledge(id, ANN)
  expect(first).toMatchObject({ id, acknowledgedBy: 'Ann' })
  expect(alerts.acknowledge(id, { ...ANN, actor: 'Ben' })).toEqual(first)
  expect(() => alerts.acknowledge('alr_none', ANN)).toThrow('There is no such alert')
})

test('sweep() keeps alerts for 90 days, acknowledged or not', () => {
  const clock = { now: START }
  const alerts = open(clock)
  for (const subject of ['1', '2', '3']) alerts.raise({ ...QUOTA, subject })
  alerts.acknowledge(String(pick(alerts.list(1, undefined), 'items.0.id')), ANN)
  clock.now = START + 90 * DAY_MS
  alerts.sweep()
  expect(subjectsOf(alerts)).toEqual(['3', '2', '1'])
  alerts.sweep()
  expect(subjectsOf(alerts)).toEqual(['3', '2'])
  clock.now += DAY_MS
  alerts.sweep()
  expect(subjectsOf(alerts)).toEqual([])
})

test('sweep() keeps the newest 1,000', () => {
  const alerts = open()
  for (let i = 1; i <= 1_000; i += 1) alerts.raise({ ...QUOTA, subject: String(i) })
  alerts.sweep()
  expect(subjectsOf(alerts)).toHaveLength(1_000)
  alerts.raise({ ...QUOTA, subject: '1001' })
  alerts.sweep()
  const kept = subjectsOf(alerts)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, '1001', '2'])
})
