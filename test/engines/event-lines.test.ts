import { expect, test } from 'bun:test'
import { eventLines } from '../../src/engines/openai-http/openai-http.ts'
import { startCpuTime } from '../support/stopwatch.ts'

const encoder = new TextEncoder()

async function* pieces(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield encoder.encode(text)
}

async function batches(texts: Iterable<string>): Promise<(readonly string[])[]> {
  return await Array.fromAsync(eventLines(pieces(texts)))
}

test('eventLines() yields the lines of each piece, however they are split', async () => {
  expect(await batches(['data: a\nda', 'ta', ': b\n\n: no\r\ndata:c\r', '\ndata: d'])).toEqual([
    ['a'],
    ['b'],
    ['c'],
    ['d'],
  ])
})

test('eventLines() reads a long line in small pieces in linear time', async () => {
  const piece = 'a'.repeat(1024)
  const count = 8 * 1024
  const cpuMs = startCpuTime()
  const [batch] = await batches([
    'data: ',
    ...Array.from({ length: count }, () => piece),
    '\ndata: b\n',
  ])
  expect(batch?.map(({ length }) => length)).toEqual([count * piece.length, 1])
  expect(cpuMs()).toBeLessThan(2_000)
})

test('eventLines() passes over millions of other lines in much less time than it takes to split them', async () => {
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
    const read = await batches([...Array.from({ length: count }, () => text), 'data: a\n'])
    reading.push(readMs())
    expect([read, lines]).toEqual([[['a']], 0])
  }
  expect(Math.min(...reading)).toBeLessThan(Math.min(...splitting) / 2)
})

test('eventLines() ends a line at a line feed alone', async () => {
  const data = '{"a":"x\u2028data: y\u2029data: z"}'
  expect(await batches([`data: ${data}\n\ndata:\ndata: b\nx data: c\n`])).toEqual([[data, 'b']])
})
