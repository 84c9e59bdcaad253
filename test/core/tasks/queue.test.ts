import { expect, jest, test } from 'bun:test'
import type { Caller } from '../../../src/core/caller.ts'
import { Queue } from '../../../src/core/tasks/memory-queue.ts'
import type { Handler, Task } from '../../../src/core/tasks/task.ts'

const caller: Caller = {
  owner: 'o',
  actor: 'o',
  keyId: null,
  project: null,
  product: null,
  engines: null,
  requestId: 'r',
}

function task(input: unknown): Task {
  return { kind: 'test', caller, input }
}

/** A queue whose tasks begin and end when the test says so. */
function gatedQueue(width = 1) {
  const begun: unknown[] = []
  const gates = new Map<unknown, PromiseWithResolvers<unknown>>()
  const gate = (input: unknown) => {
    const known = gates.get(input) ?? Promise.withResolvers<unknown>()
    gates.set(input, known)
    return known
  }
  const handler: Handler = ({ input }, { signal }) => {
    begun.push(input)
    const { promise, reject } = gate(input)
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    return promise
  }
  const queue = new Queue({
    lanes: { heavy: width },
    kinds: { test: { lane: 'heavy', handler } },
    highestOrder: 0,
    now: () => 0,
  })
  const finish = (input: unknown) => gate(input).resolve(`${input} done`)
  return { queue, begun, gate, finish }
}

test('Queue runs one task at a time, the oldest first', async () => {
  const { queue, begun, finish } = gatedQueue()
  const runs = ['a', 'b', 'c'].map((name) => queue.submit(task(name)))
  expect(begun).toEqual(['a'])
  expect(runs.map((run) => queue.position(run))).toEqual([undefined, 1, 2])
  finish('a')
  expect(await runs[0]?.ended).toEqual({ status: 'succeeded', result: 'a done' })
  finish('b')
  finish('c')
  await runs[2]?.ended
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('a lane runs as many tasks as it is wide', () => {
  const { queue, begun } = gatedQueue(2)
  for (const name of ['a', 'b', 'c']) queue.submit(task(name))
  expect(begun).toEqual(['a', 'b'])
})

test('an earlier place goes before a later one, however late it is submitted', async () => {
  const { queue, begun, finish } = gatedQueue()
  const first = queue.submit(task('running'))
  const early = queue.nextOrder()
  const late = queue.submit(task('late'))
  const returned = queue.submit(task('early'), { order: early })
  expect(queue.position(returned)).toBe(1)
  expect(queue.position(late)).toBe(2)
  finish('running')
  finish('early')
  finish('late')
  await Promise.all([first.ended, late.ended])
  expect(begun).toEqual(['running', 'early', 'late'])
})

test('cancelling a waiting run takes it out of the line without beginning it', async () => {
  const { queue, begun, finish } = gatedQueue()
  queue.submit(task('a'))
  const waiting = queue.submit(task('b'))
  const last = queue.submit(task('c'))
  waiting.cancel()
  expect(await waiting.ended).toEqual({ status: 'cancelled', reason: 'caller' })
  expect(queue.position(last)).toBe(1)
  finish('a')
  finish('c')
  await last.ended
  expect(begun).toEqual(['a', 'c'])
})

test('cancelling a running run stops it at its source and the next begins', async () => {
  const { queue, begun } = gatedQueue()
  const running = queue.submit(task('a'))
  queue.submit(task('b'))
  running.cancel('stopping')
  expect(await running.ended).toEqual({ status: 'cancelled', reason: 'stopping' })
  await Bun.sleep(0)
  expect(begun).toEqual(['a', 'b'])
})

test('cancelling twice, or after the end, changes nothing', async () => {
  const { queue, finish } = gatedQueue()
  const run = queue.submit(task('a'))
  finish('a')
  expect(await run.ended).toEqual({ status: 'succeeded', result: 'a done' })
  run.cancel()
  run.cancel('stopping')
  expect(await run.ended).toEqual({ status: 'succeeded', result: 'a done' })
})

test('a failing task frees the lane and its failure is a value', async () => {
  const { queue, gate, begun } = gatedQueue()
  const run = queue.submit(task('a'))
  const next = queue.submit(task('b'))
  const error = new Error('broken')
  gate('a').reject(error)
  expect(await run.ended).toEqual({ status: 'failed', error })
  gate('b').resolve(1)
  await next.ended
  expect(begun).toEqual(['a', 'b'])
})

test('held runs stay in line while others pass', async () => {
  const { queue, begun, finish } = gatedQueue()
  const first = queue.submit(task('a'))
  const durable = queue.submit(task('job'), { durable: true })
  const client = queue.submit(task('client'))
  queue.hold((run) => run.durable)
  finish('a')
  finish('client')
  await Promise.all([first.ended, client.ended])
  expect(begun).toEqual(['a', 'client'])
  expect(queue.position(durable)).toBe(1)
})

test('a watched run hands over every batch in order', async () => {
  const handler: Handler = async (_task, { emit }) => {
    emit([{ type: 'text', text: 'one' }])
    emit([{ type: 'text', text: 'two' }])
    emit([{ type: 'finish', reason: 'stop' }])
    return 'end'
  }
  const queue = new Queue({
    lanes: { heavy: 1 },
    kinds: { test: { lane: 'heavy', handler } },
    highestOrder: 0,
    now: () => 0,
  })
  const run = queue.submit(task('a'), { watched: true })
  const types: string[] = []
  for await (const batch of run.events) types.push(...batch.map((event) => event.type))
  expect(types).toEqual(['text', 'text', 'finish'])
})

test('a producer waits for a reader that is 8 MiB behind, and hears of a cancel while it waits', async () => {
  const megabyte = 'x'.repeat(1024 * 1024)
  let made = 0
  const handler: Handler = async (_task, { signal, emit }) => {
    for (;;) {
      signal.throwIfAborted()
      made += 1
      await emit([{ type: 'text', text: megabyte }])
    }
  }
  const queue = new Queue({
    lanes: { heavy: 1 },
    kinds: { test: { lane: 'heavy', handler } },
    highestOrder: 0,
    now: () => 0,
  })
  const run = queue.submit(task('a'), { watched: true })
  await Bun.sleep(0)
  const first = await run.events[Symbol.asyncIterator]().next()
  expect(first.done).toBe(false)
  await Bun.sleep(0)
  expect(made).toBeLessThanOrEqual(11)
  run.cancel()
  expect((await run.ended).status).toBe('cancelled')
})

test('a reader that stops reading gives the lane back after 30 s', async () => {
  jest.useFakeTimers()
  try {
    const handler: Handler = async (_task, { emit }) => {
      for (;;) await emit([{ type: 'text', text: 'x'.repeat(1024 * 1024) }])
    }
    const queue = new Queue({
      lanes: { heavy: 1 },
      kinds: { test: { lane: 'heavy', handler } },
      highestOrder: 0,
      now: () => 0,
    })
    const run = queue.submit(task('a'), { watched: true })
    await run.events[Symbol.asyncIterator]().next()
    while (jest.getTimerCount() === 0) await Promise.resolve()
    jest.advanceTimersByTime(30_000)
    expect(await run.ended).toMatchObject({ status: 'failed', error: { code: 'request_timeout' } })
  } finally {
    jest.useRealTimers()
  }
})
