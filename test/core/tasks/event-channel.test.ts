import { expect, test } from 'bun:test'
import { EventChannel } from '../../../src/core/tasks/event-channel.ts'

const piece = (text: string) => ({ type: 'text', text })

async function rest(channel: EventChannel): Promise<unknown[]> {
  channel.end()
  const events: unknown[] = []
  for await (const batch of channel) events.push(...batch)
  return events
}

test('text that waits for a reader who is far back is joined, in order with what is no text', async () => {
  const channel = new EventChannel()
  const far = { type: 'delta', delta: { a: 'x'.repeat(300_000) } }
  void channel.write([piece('a'), piece('b'), far])
  void channel.write([{ type: 'engine', engine: 'a', model: 'b' }, piece('x')])
  void channel.write([piece('y')])
  void channel.write([{ type: 'text', text: 'z', logprobs: [1] }, piece('1')])
  void channel.write([piece('2'), { type: 'finish', reason: 'stop' }])
  expect(await rest(channel)).toEqual([
    piece('a'),
    piece('b'),
    far,
    { type: 'engine', engine: 'a', model: 'b' },
    piece('xy'),
    { type: 'text', text: 'z', logprobs: [1] },
    piece('12'),
    { type: 'finish', reason: 'stop' },
  ])
})

test('a reader that keeps up gets each batch as it came', async () => {
  const channel = new EventChannel()
  const reader = channel[Symbol.asyncIterator]()
  for (const text of ['a', 'b', 'c']) {
    const next = reader.next()
    void channel.write([piece(text)])
    expect((await next).value).toEqual([piece(text)])
  }
})

test('a long answer in pieces of one character becomes few events while nobody reads', async () => {
  const channel = new EventChannel()
  const characters = 1_000_000
  for (let at = 0; at < characters; at += 1) void channel.write([piece(at % 10 === 0 ? 'é' : 'x')])
  const events = await rest(channel)
  expect(events.length).toBeLessThan(2_000)
  const text = events.map((event) => Reflect.get(Object(event), 'text')).join('')
  expect(text).toBe('éxxxxxxxxx'.repeat(characters / 10))
})

test('the producer waits at 16 MiB of what waits, and goes on once it was read', async () => {
  const channel = new EventChannel()
  let written = 0
  let waiting: Promise<void> | undefined
  while (waiting === undefined) {
    waiting = channel.write([{ type: 'delta', delta: { a: 'x'.repeat(1_000) } }])
    written += 1
  }
  expect(written).toBeGreaterThan(6_000)
  expect(written).toBeLessThan(9_000)
  const reader = channel[Symbol.asyncIterator]()
  await reader.next()
  await waiting
})
