import { expect, test } from 'bun:test'
import { EventLines } from '../../src/engines/openai-http/openai-http.ts'
import { startCpuTime } from '../support/stopwatch.ts'

const encoder = new TextEncoder()

function batches(texts: readonly string[]): (readonly string[])[] {
  const lines = new EventLines()
  const read = texts.map((text) => lines.read(encoder.encode(text)))
  return [...read, lines.end()].filter((batch) => batch.length > 0)
}

test('EventLines gives the lines of each piece, however they are split', () => {
  expect(batches(['data: a\nda', 'ta', ': b\n\n: no\r\ndata:c\r', '\ndata: d'])).toEqual([
    ['a'],
    ['b'],
    ['c'],
    ['d'],
  ])
})

test('EventLines reads a long line in small pieces in linear time', () => {
  const piece = 'a'.repeat(1024)
  const count = 8 * 1024
  const cpuMs = startCpuTime()
  const [batch] = batches(['data: ', ...Array.from({ length: count }, () => piece), '\ndata: b\n'])
  expect(batch?.map(({ length }) => length)).toEqual([count * piece.length, 1])
  expect(cpuMs()).toBeLessThan(2_000)
})

test('EventLines passes over millions of other lines in much less time than it takes to split them', () => {
  const text = '\n'.repeat(1024 * 1024)
  const count = 4
  // The least of a few rounds: the collection of other tests' garbage counts in some.
  const splitting: number[] = []
  const reading: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const splitMs = startCpuTime()
    let lines = 0
    for (let index = 0; index < count; index += 1)
      lines += text.split('\n').filter((line) => line.startsWith('data:')).length
    splitting.push(splitMs())
    const readMs = startCpuTime()
    const read = batches([...Array.from({ length: count }, () => text), 'data: a\n'])
    reading.push(readMs())
    expect([read, lines]).toEqual([[['a']], 0])
  }
  expect(Math.min(...reading)).toBeLessThan(Math.min(...splitting) / 2)
})

test('EventLines ends a line at a line feed alone', () => {
  const data = '{"a":"x\u2028data: y\u2029data: z"}'
  expect(batches([`data: ${data}\n\ndata:\ndata: b\nx data: c\n`])).toEqual([[data, 'b']])
})
