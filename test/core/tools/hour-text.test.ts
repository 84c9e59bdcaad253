import { expect, test } from 'bun:test'
import { hourText } from '../../../src/core/tools/hour-text.ts'

const MIDNIGHT = Date.UTC(2026, 10, 29, 23, 59)

test.each([
  ['UTC', 'Sunday, 29 November 2026, 23 o’clock in UTC'],
  ['Europe/Berlin', 'Monday, 30 November 2026, 00 o’clock in Europe/Berlin'],
  ['America/New_York', 'Sunday, 29 November 2026, 18 o’clock in America/New_York'],
])('the hour in %s is told with its weekday', (zone, expected) => {
  expect(hourText(MIDNIGHT, zone)).toBe(expected)
})

test('the whole hour has one text, so that prompts stay the same', () => {
  const [first, last] = [hourText(MIDNIGHT - 59 * 60_000), hourText(MIDNIGHT)]
  expect(first).toBe(last)
})
