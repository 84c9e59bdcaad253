import { expect, test } from 'bun:test'
import { addedTimes, cells } from './bench/open-loop.ts'
import { withSpeedTable } from './bench/speed-table.ts'

const ORIGIN = { date: '2026-11-24', commit: 'abc1234', machine: '2 × some processor' }

test('what a gateway adds is its time less that of direct requests at the same rate', () => {
  const direct = { name: 'direct', perSecond: 100, times: [1, 2, 3], failures: 0 }
  const results = [
    direct,
    { name: 'Hearth', perSecond: 100, times: [1.5, 4, 7], failures: 2 },
    { ...direct, perSecond: 500, times: [2, 2, 2] },
    { name: 'Hearth', perSecond: 500, times: [3, 4, 5], failures: 0 },
  ]
  expect(addedTimes(results).map(cells)).toEqual([
    ['0.50', '2.00', '4.00', '2'],
    ['1.00', '2.00', '3.00', '0'],
  ])
})

test('a new table takes the place of the last one and leaves the words before it', () => {
  const line = (name: string) => ({ name, perSecond: 100, cells: ['0.50', '2.00', '4.00', '2'] })
  const first = withSpeedTable('# Speed\n\nWords.\n\n## Measured\n\nNone.\n', [line('A')], ORIGIN)
  const second = withSpeedTable(first, [line('B')], ORIGIN)
  expect(second).toStartWith('# Speed\n\nWords.\n\n## Measured\n\n2026-11-24, abc1234: 2 × some')
  expect(second).toEndWith('|---|---|---|---|---|---|\n| 100 | B | 0.50 | 2.00 | 4.00 | 2 |\n')
})
