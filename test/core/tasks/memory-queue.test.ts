import { expect, jest, test } from 'bun:test'
import { MemoryQueue, READER_WAIT_MS } from '../../../src/core/tasks/memory-queue.ts'
import { type QueueSettings, queueContract, taskOf } from '../../support/queue-contract.ts'
import { CALLER } from '../../support/tasks.ts'

function makeQueue({ highestOrder = 0, ...settings }: QueueSettings): MemoryQueue {
  return new MemoryQueue({ ...settings, highestOrder, now: () => 0 })
}

queueContract('MemoryQueue', makeQueue)

/** A queue whose task says a megabyte of text again and again. */
function talkingQueue(onMade: () => void = () => {}) {
  const text = 'x'.repeat(1024 * 1024)
  const task = taskOf(async (_, context) => {
    for (;;) {
      context.signal.throwIfAborted()
      onMade()
      await context.emit([{ type: 'text', text }])
    }
  })
  const queue = makeQueue({ lanes: { heavy: 1 }, tasks: [task] })
  return queue.submit({ kind: 'test', caller: CALLER, input: '' }, { watched: true })
}

test('MemoryQueue blocks a producer whose reader is 16 MiB behind, until it is cancelled', async () => {
  let made = 0
  const run = await talkingQueue(() => {
    made += 1
  })
  await Bun.sleep(0)
  const first = await run.events[Symbol.asyncIterator]().next()
  expect(first.done).toBe(false)
  await Bun.sleep(0)
  // A character takes two bytes.
  expect(made).toBeLessThanOrEqual(10)
  run.cancel()
  expect((await run.ended).status).toBe('cancelled')
})

test('MemoryQueue ends a run whose reader does not read for 30 s', async () => {
  jest.useFakeTimers()
  try {
    const run = await talkingQueue()
    await run.events[Symbol.asyncIterator]().next()
    while (jest.getTimerCount() === 0) await Promise.resolve()
    jest.advanceTimersByTime(READER_WAIT_MS)
    expect(await run.ended).toMatchObject({ status: 'failed', error: { code: 'request_timeout' } })
  } finally {
    jest.useRealTimers()
  }
})

test('a run that has used up the time of its lane does not wait for its reader any longer', async () => {
  jest.useFakeTimers()
  try {
    const text = 'x'.repeat(16 * 1024 * 1024)
    const task = taskOf(
      async (_, context) => {
        await context.emit([{ type: 'text', text }])
      },
      { laneDeadlineMs: { heavy: 1000 } },
    )
    const queue = makeQueue({ lanes: { heavy: 1 }, tasks: [task] })
    const asked = { kind: 'test', caller: CALLER, input: '' }
    const run = await queue.submit(asked, { watched: true })
    while (jest.getTimerCount() < 2) await Promise.resolve()
    jest.advanceTimersByTime(1000)
    expect(await run.ended).toMatchObject({ status: 'failed', error: { code: 'request_timeout' } })
    expect(jest.getTimerCount()).toBe(0)
  } finally {
    jest.useRealTimers()
  }
})
