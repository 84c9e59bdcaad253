import { expect, test } from 'bun:test'
import { eventLines } from '../../src/engines/openai-http/event-lines.ts'
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
