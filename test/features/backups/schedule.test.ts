import { expect, test } from 'bun:test'
import { nextNight, outdated } from '../../../src/features/backups/nightly.ts'

const DAY_MS = 24 * 60 * 60_000

test('nextNight is today before the time, tomorrow at it and after it', () => {
  const at = (day: number, hours: number, minutes = 0) =>
    new Date(2027, 4, day, hours, minutes).getTime()
  const cases = [at(10, 2, 59), at(10, 3), at(10, 14), at(31, 4)]
  expect(cases.map((after) => nextNight(after, '03:00'))).toEqual([
    at(10, 3),
    at(11, 3),
    at(11, 3),
    new Date(2027, 5, 1, 3).getTime(),
  ])
})

test('outdated keeps the newest of 7 days and of 4 weeks, and counts only those that have one', () => {
  // A Sunday: its week has 7 days.
  const newest = Date.UTC(2027, 4, 30, 3)
  const nightly = Array.from({ length: 60 }, (_, night) => ({ at: newest - night * DAY_MS }))
  const kept = (backups: readonly { at: number }[]) => {
    const gone = new Set(outdated(backups, { days: 7, weeks: 4 }))
    return backups.filter((backup) => !gone.has(backup)).map(({ at }) => (newest - at) / DAY_MS)
  }
  expect(kept(nightly)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 14, 21])
  // A machine that was off for a year keeps what it had.
  expect(kept(nightly.slice(0, 3).map(({ at }) => ({ at: at - 365 * DAY_MS })))).toHaveLength(3)
  // The second one of a day replaces the first.
  expect(kept([{ at: newest }, { at: newest - 1000 }])).toEqual([0])
})

test('outdated never names the newest', () => {
  expect(outdated([{ at: 1 }], { days: 0, weeks: 0 })).toEqual([])
})
