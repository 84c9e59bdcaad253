import { expect, test } from 'bun:test'
import { resetTime } from '../../src/engines/cli/reset-time.ts'

/** A Saturday in November: Helsinki is two hours ahead of UTC, New York five behind. */
const NOW = Date.parse('2026-11-21T20:30:15Z')

function expectTimes(rows: readonly (readonly [string, string | undefined])[], now = NOW): void {
  const read = rows.map(([text]) => [text, shown(resetTime(text, now))] as const)
  expect(read).toEqual(rows.map(([text, iso]) => [text, iso] as const))
}

function shown(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString().replace('.000Z', 'Z')
}

test('resetTime reads clock times as the next such time in UTC', () => {
  expectTimes([
    ['try again at 9:42 PM.', '2026-11-21T21:42:00Z'],
    ['visit https://chatgpt.com/settings/usage or try again at 9:57 PM.', '2026-11-21T21:57:00Z'],
    ['send a request to your admin or try again at 12:16 PM.', '2026-11-22T12:16:00Z'],
    ['Try again at 12:05 AM.', '2026-11-22T00:05:00Z'],
    ['Try again at 8:29 pm.', '2026-11-22T20:29:00Z'],
    ['Try again at 8:31 PM', '2026-11-21T20:31:00Z'],
    ['Try again at 21:42', '2026-11-21T21:42:00Z'],
    ['Try again at 9:42\u202fPM.', '2026-11-21T21:42:00Z'],
    ['Please try again later · resets 10pm', '2026-11-21T22:00:00Z'],
    ['resets 12am', '2026-11-22T00:00:00Z'],
    ['resets 12pm', '2026-11-22T12:00:00Z'],
    ['resets at 11 p.m.', '2026-11-21T23:00:00Z'],
  ])
})

test('resetTime reads the current minute as now, not as tomorrow', () => {
  expectTimes([['try again at 8:30 PM.', '2026-11-21T20:31:00Z']])
})

test('resetTime reads clock times in their named zone', () => {
  expectTimes([
    ['You’ve hit your session limit · resets 2pm (Europe/Helsinki)', '2026-11-22T12:00:00Z'],
    ['You’ve hit your session limit · resets 11pm (Europe/Helsinki)', '2026-11-21T21:00:00Z'],
    ['resets 10:30pm (Europe/Helsinki)', '2026-11-21T20:31:00Z'],
    ['resets 12am (America/New_York)', '2026-11-22T05:00:00Z'],
    ['resets 3am (America/Argentina/Buenos_Aires)', '2026-11-22T06:00:00Z'],
    ['resets 9:15am (Asia/Kolkata)', '2026-11-22T03:45:00Z'],
    ['resets 10pm (UTC)', '2026-11-21T22:00:00Z'],
    ['resets 10pm (Nowhere/Land)', '2026-11-21T22:00:00Z'],
  ])
})

test('resetTime reads dates, with and without a year', () => {
  expectTimes([
    ['resets Nov 24, 2pm (Europe/Helsinki)', '2026-11-24T12:00:00Z'],
    ['resets Nov 24 at 2:30pm (Europe/Helsinki)', '2026-11-24T12:30:00Z'],
    ['resets Jan 3, 2pm (UTC)', '2027-01-03T14:00:00Z'],
    ['resets Dec 1', '2026-12-01T00:00:00Z'],
    ['resets Oct 3, 2pm (UTC)', undefined],
    ['try again at Nov 23rd, 2026 9:42 PM.', '2026-11-23T21:42:00Z'],
    ['try again at Dec 1st, 2026 12:07 AM.', '2026-12-01T00:07:00Z'],
    ['Try again at Feb 22nd, 2027 1:00 PM.', '2027-02-22T13:00:00Z'],
    ['try again at Oct 3rd, 2026 9:42 PM.', undefined],
  ])
  expectTimes(
    [
      ['resets Oct 3, 2pm (Europe/Helsinki)', '2026-10-03T11:00:00Z'],
      ['try again at Oct 3rd, 2026 9:42 PM.', '2026-10-03T21:42:00Z'],
    ],
    Date.parse('2026-10-01T08:00:00Z'),
  )
})

test('resetTime handles the repeated and the skipped hour of daylight saving time', () => {
  // Helsinki goes back from 4:00 to 3:00 on 25 October 2026, at 01:00 UTC.
  expectTimes(
    [['resets 2pm (Europe/Helsinki)', '2026-10-25T12:00:00Z']],
    Date.parse('2026-10-24T20:00:00Z'),
  )
  expectTimes(
    [['resets 3:30am (Europe/Helsinki)', '2026-10-25T00:30:00Z']],
    Date.parse('2026-10-24T23:00:00Z'),
  )
  expectTimes(
    [['resets 3:30am (Europe/Helsinki)', '2026-10-25T01:30:00Z']],
    Date.parse('2026-10-25T00:45:00Z'),
  )
  // New York skips from 2:00 to 3:00 on 14 March 2027, at 07:00 UTC.
  expectTimes(
    [['resets 2:30am (America/New_York)', '2027-03-14T07:30:00Z']],
    Date.parse('2027-03-14T04:00:00Z'),
  )
  expectTimes(
    [['resets 9am (America/New_York)', '2027-03-14T13:00:00Z']],
    Date.parse('2027-03-14T04:00:00Z'),
  )
})

test('resetTime reads durations', () => {
  expectTimes([
    ['Individual quota reached. Resets in 37h50m21s.', '2026-11-23T10:20:36Z'],
    ['Your quota will reset after 1h0m0s.. Retrying after 3989719ms...', '2026-11-21T21:30:15Z'],
    ['Attempt 1 failed: no quota. Retrying after 3797352ms...', '2026-11-21T21:33:32.352Z'],
    ['Please retry in 12.5s.', '2026-11-21T20:30:27.500Z'],
    ['Please retry in 54.123456789s', '2026-11-21T20:31:09.124Z'],
    ['try again in 3 days', '2026-11-24T20:30:15Z'],
    ['Limit resets in 2 days, 4 hours and 10 minutes', '2026-11-24T00:40:15Z'],
    ['try again in 5 minutes.', '2026-11-21T20:35:15Z'],
    ['Please try again in 850 milliseconds', '2026-11-21T20:30:15.850Z'],
    ['Available again in 1 week', '2026-11-28T20:30:15Z'],
    ['resets in 4h 5m', '2026-11-22T00:35:15Z'],
    ['try again in about 2 hours', '2026-11-21T22:30:15Z'],
    ['{"quotaResetDelay":"1h16m0.5s"}', '2026-11-21T21:46:15.500Z'],
  ])
})

test('resetTime reads ISO times and epochs', () => {
  expectTimes([
    ['Quota resets at 2026-11-22T05:00:00Z', '2026-11-22T05:00:00Z'],
    ['resets at 2026-11-22T05:00:00+02:00', '2026-11-22T03:00:00Z'],
    ['try again at 2026-11-22 05:00:00 UTC', '2026-11-22T05:00:00Z'],
    ['available again 2026-11-22T05:00', '2026-11-22T05:00:00Z'],
    ['Claude AI usage limit reached|1795300000', '2026-11-21T22:26:40Z'],
    ['{"resetsAt":1795300000}', '2026-11-21T22:26:40Z'],
    ['reset 1795300000000', '2026-11-21T22:26:40Z'],
    ['Claude AI usage limit reached|1700000000', undefined],
  ])
})

test('resetTime returns undefined for texts without a reset time', () => {
  expectTimes([
    ['Try again later.', undefined],
    ['Try again in a moment. If it persists, check your gateway (127.0.0.1:9999).', undefined],
    ['Request rejected (429) · Please try again later.', undefined],
    ['Please retry in a few minutes', undefined],
    ['connection reset at 10.0.0.1', undefined],
    ['try again at 99:99 PM', undefined],
    ['', undefined],
  ])
})
