import { expect, test } from 'bun:test'
import { changeOf, lastValues, withTable } from './bench/results.ts'

const ORIGIN = { date: '2026-01-02', commit: 'abc1234', machine: '2 × Processor, kernel 6, Bun 1' }

function rate(measure: string, value: number) {
  return { measure, value, unit: 'x' as const, target: { atLeast: 0.1 }, detail: 'Hearth 10/s' }
}

test('withTable stores each value so that lastValues reads it again', () => {
  const stored = withTable('', [rate('whole chat / pass-through, 1 conn', 0.41239)], ORIGIN)
  expect(stored).toContain('## 2026-01-02, abc1234\n\n2 × Processor, kernel 6, Bun 1\n')
  expect([...lastValues(stored)]).toEqual([['whole chat / pass-through, 1 conn', 0.4124]])
})

test('withTable marks what fell by more than 5 %, and no smaller change', () => {
  const first = withTable('', [rate('a', 1), rate('b', 1), rate('c', 1)], ORIGIN)
  const second = withTable(first, [rate('a', 0.94), rate('b', 0.96), rate('d', 1)], ORIGIN)
  expect(second).toContain('| a | 0.94 x | -6.0 % WORSE |')
  expect(second).toContain('| b | 0.96 x | -4.0 % |')
  expect(second).toContain('| d | 1 x | new |')
})

test('changeOf takes a rise for worse where less is better', () => {
  const last = new Map([['start', 100]])
  const start = (value: number) => ({ measure: 'start', value, target: { below: 500 } })
  expect(changeOf(start(106), last)).toBe('+6.0 % WORSE')
  expect(changeOf(start(80), last)).toBe('-20.0 %')
})

test('lastValues takes the newest table that has a measure, and none of a measure that failed', () => {
  const first = withTable('', [rate('a', 1), rate('b', 1)], ORIGIN)
  const second = withTable(first, [rate('a', 2), { measure: 'b', failure: 'no wrk' }], ORIGIN)
  expect([...lastValues(second)]).toEqual([
    ['a', 2],
    ['b', 1],
  ])
})

test('withTable keeps the newest ten tables', () => {
  let stored = ''
  for (let run = 1; run <= 12; run += 1)
    stored = withTable(stored, [rate('a', run)], { ...ORIGIN, commit: `run${run}` })
  const commits = [...stored.matchAll(/^## .+, (run\d+)$/gm)].map(([, commit]) => commit)
  expect(commits).toEqual(Array.from({ length: 10 }, (_, index) => `run${12 - index}`))
  expect(stored.match(/^# /gm)).toHaveLength(1)
})
