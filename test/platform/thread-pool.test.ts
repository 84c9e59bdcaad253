import { expect, test } from 'bun:test'
import { ThreadPool } from '../../src/platform/thread-pool.ts'
import { currentThread } from '../../src/platform/thread-time.ts'
import { thrown } from '../support/thrown.ts'

const { signal } = new AbortController()

function pool(
  threads: number,
  idleMs = 60_000,
): ThreadPool<'count' | 'compute' | 'never' | 'wait', number> {
  const worker = new URL('../support/counting-worker.ts', import.meta.url)
  return new ThreadPool({ worker, threads, idleMs })
}

test('a thread is used again, and no more are started than may be', async () => {
  using two = pool(2)
  const ask = () => two.ask('count', signal)
  const answers = await Promise.all([ask(), ask(), ask(), ask()])
  // Each thread counts its own requests; which one is free first is not said.
  expect(answers.filter((count) => count === 1)).toHaveLength(2)
  expect(await ask()).toBeGreaterThan(1)
})

test('a thread whose caller leaves, or that takes too long, is ended', async () => {
  using one = pool(1)
  expect(await one.ask('count', signal)).toBe(1)
  const leaving = new AbortController()
  const left = thrown(one.ask('never', leaving.signal))
  const waiting = new AbortController()
  const waited = thrown(one.ask('count', waiting.signal))
  waiting.abort(new Error('not waited'))
  expect(await waited).toEqual(new Error('not waited'))
  leaving.abort(new Error('left'))
  expect(await left).toEqual(new Error('left'))
  const limit = {
    cpuMs: 10,
    onTimeout: () => {
      throw new Error('late')
    },
  }
  expect(await thrown(one.ask('compute', signal, limit))).toEqual(new Error('late'))
  expect(await one.ask('count', signal, { ...limit, cpuMs: 10_000 })).toBe(1)
  expect(await thrown(one.ask('count', AbortSignal.abort(new Error('gone'))))).toEqual(
    new Error('gone'),
  )
})

test('threads that have nothing to do are ended after a while', async () => {
  using one = pool(1, 5)
  expect(await one.ask('count', signal)).toBe(1)
  // A thread counts its questions, so that a new one begins again. Each question starts the timer anew.
  let count = 2
  for (let waitMs = 10; count !== 1; waitMs *= 2) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    count = await one.ask('count', signal)
  }
})

test.skipIf(currentThread() === undefined)(
  'a thread that was given no processor has not used up its time',
  async () => {
    using one = pool(1)
    const onTimeout = () => {
      throw new Error('late')
    }
    expect(await one.ask('wait', signal, { cpuMs: 100, wallMs: 60_000, onTimeout })).toBe(1)
  },
)
