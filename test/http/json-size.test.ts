import { expect, test } from 'bun:test'
import { holdsMore } from '../../src/http/body/json-size.ts'

/** How many values the scan finds. */
function count(text: string): number {
  let values = 1
  while (holdsMore(text, values)) values += 1
  return values
}

test('holdsMore counts values, and not the content of strings', () => {
  const counts: [unknown, number][] = [
    ['plain', 1],
    [[1, 2, 3], 4],
    [{ a: 1, b: [true, null] }, 5],
    [{ 'a,[{': '},{[,' }, 2],
    ['a "quoted", [text]', 1],
    [['ends in a backslash \\', 'and another \\\\'], 3],
    [['\\"', '\\\\",['], 3],
  ]
  for (const [value, values] of counts)
    expect([value, count(JSON.stringify(value))]).toEqual([value, values])
  expect(count('"never closed, [')).toBe(1)
  expect(count('"ends in an escape\\"')).toBe(1)
})
