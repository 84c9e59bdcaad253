import { expect, jest, test } from 'bun:test'
import type { Caller } from '../../../src/core/caller.ts'
import type { TaskDefinition } from '../../../src/core/tasks/define-task.ts'
import type { LaneWidth } from '../../../src/core/tasks/lane.ts'
import { Queue, READER_WAIT_MS } from '../../../src/core/tasks/queue.ts'
import type { QueuedTask, Run, RunEnd } from '../../../src/core/tasks/run.ts'
import type { UsageEntry } from '../../../src/core/usage-entry.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { CALLER, taskOf, type Work } from '../../support/tasks.ts'

interface QueueSettings {
  lanes: Readonly<Record<string, LaneWidth>>
  tasks: readonly TaskDefinition[]
  highestOrder?: number
  currentCaller?: (caller: Caller) => Caller | undefined
}

function makeQueue({ highestOrder = 0, lanes, tasks, ...settings }: QueueSettings): Queue {
  const queue = new Queue({ ...settings, highestOrder, now: () => 0 })
  queue.define(tasks, lanes)
  return queue
}

/** Work that starts and ends when the test says so. */
function gatedWork() {
  const started: string[] = []
  const gates = new Map<string, PromiseWithResolvers<unknown>>()
  const changed = new Set<() => void>()
  const gate = (name: string) => {
    const known = gates.get(name) ?? Promise.withResolvers<unknown>()
    gates.set(name, known)
    return known
  }
  const work: Work = (name, { signal }) => {
    started.push(name)
    for (const callback of changed) callback()
    const { promise, reject } = gate(name)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    return promise
  }
  return {
    work,
    started,
    finish: (name: string) => gate(name).resolve(`${name} done`),
    fail: (name: string, error: unknown) => gate(name).reject(error),
    /** Resolves when so many have started. */
    async until(count: number): Promise<void> {
      while (started.length < count)
        await new Promise<void>((resolve) => {
          const once = () => {
            changed.delete(once)
            resolve()
          }
          changed.add(once)
        })
    },
  }
}

function task(input: string, kind = 'test'): QueuedTask {
  return { kind, caller: CALLER, input }
}

const gatedQueue = (width: LaneWidth = 1) => {
  const gated = gatedWork()
  return { ...gated, queue: makeQueue({ lanes: { heavy: width }, tasks: [taskOf(gated.work)] }) }
}

test('Queue runs one task at a time, the oldest first', async () => {
  const { queue, started, until, finish } = gatedQueue()
  const runs = [
    await queue.submit(task('a')),
    await queue.submit(task('b')),
    await queue.submit(task('c')),
  ]
  await until(1)
  expect(started).toEqual(['a'])
  expect(runs.map((run) => run.position)).toEqual([undefined, 1, 2])
  finish('a')
  expect(await runs[0]?.ended).toEqual({ status: 'succeeded', result: 'a done' })
  finish('b')
  finish('c')
  await runs[2]?.ended
  expect(started).toEqual(['a', 'b', 'c'])
  expect(runs.map((run) => run.finished)).toEqual([true, true, true])
})

test('Queue runs as many tasks of a lane as it is wide', async () => {
  const { queue, started, until } = gatedQueue(2)
  for (const one of ['a', 'b', 'c']) await queue.submit(task(one))
  await until(2)
  expect(started).toEqual(['a', 'b'])
  const [lane] = queue.lanes()
  expect([lane?.running.length, lane?.waiting.length]).toEqual([2, 1])
  await queue.stop()
})

test('Queue leaves places of a lane to others than the owner of the first runs', async () => {
  const { queue, started, until, finish } = gatedQueue({ all: 3, perOwner: 2 })
  const other = { ...CALLER, owner: 'key:other' }
  for (const one of ['a', 'b', 'c']) await queue.submit(task(one))
  const others = await queue.submit({ ...task('other'), caller: other })
  await until(3)
  expect(started).toEqual(['a', 'b', 'other'])
  finish('other')
  await others.ended
  expect(started).toEqual(['a', 'b', 'other'])
  finish('a')
  await until(4)
  expect(started).toEqual(['a', 'b', 'other', 'c'])
  await queue.stop()
})

test('Queue runs an earlier order before a later one, however late it is submitted', async () => {
  const { queue, started, finish } = gatedQueue()
  const first = await queue.submit(task('running'))
  const early = await queue.reserveOrder()
  const late = await queue.submit(task('late'))
  const returned = await queue.submit(task('early'), { order: early })
  expect([returned.position, late.position]).toEqual([1, 2])
  for (const one of ['running', 'early', 'late']) finish(one)
  await Promise.all([first.ended, late.ended])
  expect(started).toEqual(['running', 'early', 'late'])
})

test('Queue removes a cancelled run from its lane without starting it', async () => {
  const { queue, started, finish } = gatedQueue()
  await queue.submit(task('a'))
  const waiting = await queue.submit(task('b'))
  const last = await queue.submit(task('c'))
  waiting.cancel()
  expect(await waiting.ended).toEqual({ status: 'cancelled', reason: 'caller' })
  expect(last.position).toBe(1)
  finish('a')
  finish('c')
  await last.ended
  expect(started).toEqual(['a', 'c'])
})

test('Queue aborts the work of a cancelled run, and the next starts', async () => {
  const { queue, started, until } = gatedQueue()
  const running = await queue.submit(task('a'))
  await queue.submit(task('b'))
  await until(1)
  running.cancel('stopping')
  expect(await running.ended).toEqual({ status: 'cancelled', reason: 'stopping' })
  await until(2)
  expect(started).toEqual(['a', 'b'])
  await queue.stop()
})

test('Queue does not change a run that has ended', async () => {
  const { queue, finish } = gatedQueue()
  const run = await queue.submit(task('a'))
  finish('a')
  const end = await run.ended
  run.cancel()
  run.cancel('stopping')
  expect([end, await run.ended]).toEqual(Array(2).fill({ status: 'succeeded', result: 'a done' }))
})

test('Queue returns a failure as a value and frees the lane', async () => {
  const { queue, fail, finish, started } = gatedQueue()
  const run = await queue.submit(task('a'))
  const next = await queue.submit(task('b'))
  const error = new Error('broken')
  fail('a', error)
  expect(await run.ended).toEqual({ status: 'failed', error })
  finish('b')
  await next.ended
  expect(started).toEqual(['a', 'b'])
})

test('Queue starts no durable run while paused, and runs the others', async () => {
  const { queue, started, finish } = gatedQueue()
  const first = await queue.submit(task('a'))
  const durable = await queue.submit(task('job'), { durable: true })
  const client = await queue.submit(task('client'))
  await queue.pauseDurable()
  finish('a')
  finish('client')
  await Promise.all([first.ended, client.ended])
  expect(started).toEqual(['a', 'client'])
  expect(durable.position).toBe(1)
  await queue.stop()
  expect(await durable.ended).toEqual({ status: 'cancelled', reason: 'stopping' })
})

test('Queue cancels every run whose task matches, and starts none of them', async () => {
  const { queue, started, until } = gatedQueue()
  const runs: Run[] = []
  for (const [index, owner] of ['x', 'x', 'y'].entries())
    runs.push(await queue.submit({ ...task(`${owner}${index}`), caller: { ...CALLER, owner } }))
  await until(1)
  await queue.cancelWhere(({ caller }) => caller.owner === 'x')
  const [one, two] = await Promise.all(runs.slice(0, 2).map(({ ended }) => ended))
  expect([one?.status, two?.status]).toEqual(['cancelled', 'cancelled'])
  await until(2)
  expect(started).toEqual(['x0', 'y2'])
  await queue.stop()
})

test('Queue cancels all runs at its stop, and later submissions at once', async () => {
  const { queue, until } = gatedQueue()
  const runs = [await queue.submit(task('a')), await queue.submit(task('b'))]
  await until(1)
  await queue.stop()
  const late = await queue.submit(task('c'))
  for (const run of [...runs, late])
    expect(await run.ended).toEqual({ status: 'cancelled', reason: 'stopping' })
})

test('Queue gives the run its id, attempt and current caller, and refuses one that has lost its rights', async () => {
  const seen: unknown[] = []
  const queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [
      taskOf(async (_, { id, attempt, caller }) => {
        seen.push([id, attempt, caller.engines])
      }),
    ],
    currentCaller: (caller) =>
      caller.owner === 'gone' ? undefined : { ...caller, engines: ['b'] },
  })
  const run = await queue.submit(task('a'), { id: 'tst_1', attempt: 2, durable: true })
  expect((await run.ended).status).toBe('succeeded')
  expect([run.id, seen]).toEqual(['tst_1', [['tst_1', 2, ['b']]]])
  const lost = await queue.submit({ ...task('b'), caller: { ...CALLER, owner: 'gone' } })
  expect(await lost.ended).toMatchObject({ status: 'failed', error: { code: 'unauthorized' } })
  expect(seen.length).toBe(1)
})

test('Queue delivers every event of a watched run in order', async () => {
  const queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [
      taskOf(async (_, context) => {
        await context.emit([{ type: 'engine' }, { type: 'text', text: 'one' }])
        await context.emit([{ type: 'text', text: 'two' }, { type: 'finish' }])
      }),
    ],
  })
  const run = await queue.submit<{ type: string; text?: string }>(task('a'), { watched: true })
  const events: string[] = []
  for await (const batch of run.events)
    events.push(...batch.map(({ type, text }) => text ?? `(${type})`))
  expect(events.join('')).toBe('(engine)onetwo(finish)')
})

test('Queue stores usage and end before the end is reported', async () => {
  const settled: [RunEnd, readonly UsageEntry[]][] = []
  const entry = { type: 'credit', surface: 's', action: 'tts', units: 1, outcome: 'x' } as const
  const queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [taskOf(async (_, context) => context.record(entry))],
  })
  const settle = async (end: RunEnd, usage: readonly UsageEntry[]) => {
    settled.push([end, [...usage]])
  }
  const run = await queue.submit(task('a'), { settle })
  await run.ended
  expect(settled).toEqual([[{ status: 'succeeded', result: undefined }, [entry]]])
  const full = new Error('disk full')
  const failed = await queue.submit(task('b'), { settle: () => Promise.reject(full) })
  expect(await failed.ended).toEqual({ status: 'failed', error: full })
})

test("Queue passes a run's progress on, the first report at once and the last in the run", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [
      taskOf(async (_, context) => {
        for (let done = 1; done <= 100; done += 1)
          context.reportProgress({ done, total: 100, unit: 'pages' })
        await promise
      }),
    ],
  })
  const reports: number[] = []
  const run = await queue.submit(task('a'), { onProgress: ({ done }) => reports.push(done) })
  while (run.progress?.done !== 100) await new Promise((next) => setImmediate(next))
  expect(reports).toEqual([1])
  const beforeTheEnd = reports.length
  expect(run.progress).toMatchObject({ done: 100, total: 100, unit: 'pages', secondsLeft: 0 })
  resolve()
  await run.ended
  expect(reports.slice(beforeTheEnd)).toEqual([100])
})

test('Queue moves a run between lanes without occupying the second meanwhile', async () => {
  const heavy = gatedWork()
  const prepared = gatedWork()
  const queue = makeQueue({
    lanes: { prepare: 2, heavy: 1 },
    tasks: [
      taskOf(heavy.work),
      taskOf(
        async (input, context) => {
          await prepared.work(input, context)
          await context.enterLane('heavy')
          return heavy.work(input, context)
        },
        { kind: 'staged', lanes: ['prepare', 'heavy'] },
      ),
    ],
  })
  const staged = await queue.submit(task('staged', 'staged'))
  const chat = await queue.submit(task('chat'))
  await heavy.until(1)
  expect(heavy.started).toEqual(['chat'])
  const younger = await queue.submit(task('younger'))
  prepared.finish('staged')
  while (staged.lane !== 'heavy') await new Promise((next) => setImmediate(next))
  // It is older than the one that waits there already.
  expect([staged.position, younger.position]).toEqual([1, 2])
  for (const one of ['chat', 'staged', 'younger']) heavy.finish(one)
  await Promise.all([staged.ended, chat.ended, younger.ended])
  expect(heavy.started).toEqual(['chat', 'staged', 'younger'])
})

test('Queue fails a run that exceeds the time limit of its lane', async () => {
  jest.useFakeTimers()
  try {
    const { work, until } = gatedWork()
    const queue = makeQueue({
      lanes: { heavy: 1 },
      tasks: [taskOf(work, { laneDeadlineMs: { heavy: 120_000 } })],
    })
    const run = await queue.submit(task('a'))
    await until(1)
    jest.advanceTimersByTime(120_000)
    expect(await run.ended).toMatchObject({
      status: 'failed',
      error: { code: 'request_timeout' },
    })
  } finally {
    jest.useRealTimers()
  }
})

test('Queue counts the time of a lane over all pieces of a run', async () => {
  const queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [
      taskOf(
        async (_, context) => {
          for (;;) {
            await Bun.sleep(5)
            await context.yieldLane()
          }
        },
        { laneDeadlineMs: { heavy: 30 } },
      ),
    ],
  })
  const run = await queue.submit(task('a'))
  expect(await run.ended).toMatchObject({ status: 'failed', error: { code: 'request_timeout' } })
})

test('Queue starts no durable run in its next lane while paused', async () => {
  const { work, until, finish } = gatedWork()
  const prepared = Promise.withResolvers<void>()
  let isOn = false
  const queue = makeQueue({
    lanes: { prepare: 1, heavy: 1 },
    tasks: [
      taskOf(work),
      taskOf(
        async (_, context) => {
          await prepared.promise
          await context.enterLane('heavy')
          isOn = true
        },
        { kind: 'staged', lanes: ['prepare', 'heavy'] },
      ),
    ],
  })
  const chat = await queue.submit(task('chat'))
  const staged = await queue.submit(task('staged', 'staged'), { durable: true })
  await until(1)
  prepared.resolve()
  while (staged.lane !== 'heavy') await new Promise((next) => setImmediate(next))
  await queue.pauseDurable()
  finish('chat')
  await chat.ended
  await queue.stop()
  expect([isOn, await staged.ended]).toEqual([false, { status: 'cancelled', reason: 'stopping' }])
})

test('Queue refuses tasks with an unknown lane', () => {
  const lost = taskOf(async () => undefined, { lanes: ['heavy', 'lost'] })
  expect(() => makeQueue({ lanes: { heavy: 1 }, tasks: [lost] })).toThrow('There is no lane lost')
})

test('Queue yields the lane between two pieces, and keeps the order of runs of one kind', async () => {
  const log: string[] = []
  const pieces: Work = async (input, context) => {
    for (let piece = 1; piece <= 3; piece += 1) {
      log.push(`${input}${piece}`)
      if (input === 'old' && piece === 1) {
        await queue.submit(task('young', 'pieces'))
        await queue.submit(task('chat'))
      }
      if (piece < 3) await context.yieldLane()
    }
  }
  const queue: Queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [
      taskOf(pieces, { kind: 'pieces' }),
      taskOf(async (input) => {
        log.push(input)
      }),
    ],
  })
  const old = await queue.submit(task('old', 'pieces'))
  await old.ended
  while (queue.lanes().some(({ running, waiting }) => running.length + waiting.length > 0))
    await new Promise((next) => setImmediate(next))
  expect(log).toEqual(['old1', 'young1', 'chat', 'old2', 'old3', 'young2', 'young3'])
})

test('Queue saves finished pieces in the given store', async () => {
  const finished: unknown[] = ['one']
  const pieces = {
    finished,
    save: async (piece: unknown) => void finished.push(piece),
  }
  const queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [
      taskOf(async (_, context) => {
        await context.pieces.save(`after ${context.pieces.finished.length}`)
      }),
    ],
  })
  await (await queue.submit(task('a'), { pieces })).ended
  expect(finished).toEqual(['one', 'after 1'])
})

test('Queue estimates the wait of a run once a run of its kind has ended', async () => {
  const { queue, until, finish } = gatedQueue()
  const began = performance.now()
  const first = await queue.submit(task('a'))
  const second = await queue.submit(task('b'))
  expect(second.expectedWaitMs).toBeUndefined()
  // The time that a run takes is what is measured here.
  await Bun.sleep(50)
  finish('a')
  await first.ended
  await until(2)
  const usualMs = performance.now() - began
  const third = await queue.submit(task('c'))
  expect(third.expectedWaitMs).toBeWithin(1, 60_000)
  // Where a run takes longer than usual, some of its time so far is expected again.
  const since = performance.now()
  while (performance.now() - since < 3 * usualMs) await new Promise((next) => setImmediate(next))
  const late = third.expectedWaitMs ?? 0
  expect(late).toBeWithin(1, 60_000)
  await new Promise((next) => setImmediate(next))
  expect(third.expectedWaitMs).toBeGreaterThan(late)
  await queue.stop()
})

test('Queue keeps the times of one lane apart from those of another', async () => {
  const heavy = gatedWork()
  const queue = makeQueue({
    lanes: { prepare: 1, heavy: 1 },
    tasks: [
      taskOf(
        async (input, context) => {
          await context.enterLane('heavy')
          return heavy.work(input, context)
        },
        { kind: 'staged', lanes: ['prepare', 'heavy'] },
      ),
    ],
  })
  await queue.submit(task('a', 'staged'))
  const second = await queue.submit(task('b', 'staged'))
  await heavy.until(1)
  while (second.lane !== 'heavy') await new Promise((next) => setImmediate(next))
  // How long preparing takes says nothing about the rest.
  expect([second.position, second.expectedWaitMs]).toEqual([1, undefined])
  await queue.stop()
})

test('Queue takes a run that is cancelled while it waits for another lane out of it', async () => {
  const heavy = gatedWork()
  const queue = makeQueue({
    lanes: { prepare: 1, heavy: 1 },
    tasks: [
      taskOf(heavy.work),
      taskOf(({ length }, context) => context.enterLane(length > 0 ? 'heavy' : ''), {
        kind: 'staged',
        lanes: ['prepare', 'heavy'],
      }),
    ],
  })
  await queue.submit(task('a'))
  const staged = await queue.submit(task('b', 'staged'))
  expect([staged.lane, staged.position]).toEqual(['heavy', 1])
  const behind = await queue.submit(task('c'))
  staged.cancel()
  expect(await staged.ended).toEqual({ status: 'cancelled', reason: 'caller' })
  expect(behind.position).toBe(1)
  await queue.stop()
})

test('Queue ends a durable run that yields while the queue is paused, for the next start', async () => {
  const gate = Promise.withResolvers<void>()
  let pieces = 0
  const queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [
      taskOf(async (_, context) => {
        await gate.promise
        pieces += 1
        await context.yieldLane()
        pieces += 1
      }),
    ],
  })
  const run = await queue.submit(task('a'), { durable: true })
  await queue.pauseDurable()
  gate.resolve()
  // A promise that nobody waits for would fail the test as well.
  expect(await run.ended).toEqual({ status: 'cancelled', reason: 'stopping' })
  expect(pieces).toBe(1)
})

test('Queue interrupts running jobs of tasks that stop at once, and no others', async () => {
  const { work, started, finish, until } = gatedWork()
  const queue = makeQueue({
    lanes: { heavy: 3 },
    tasks: [taskOf(work), taskOf(work, { kind: 'resumed', stopsAtOnce: true })],
  })
  const plain = await queue.submit(task('plain'), { durable: true })
  const watched = await queue.submit(task('watched', 'resumed'))
  const resumed = await queue.submit(task('resumed', 'resumed'), { durable: true })
  await until(3)
  await queue.pauseDurable()
  expect(await resumed.ended).toEqual({ status: 'cancelled', reason: 'stopping' })
  expect([plain.finished, watched.finished]).toEqual([false, false])
  finish('plain')
  finish('watched')
  const ends = await Promise.all([plain.ended, watched.ended])
  expect(ends.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(started).toEqual(['plain', 'watched', 'resumed'])
  await queue.stop()
})

test('Queue stops when the end of every run is written down, of those that have left their lane too', async () => {
  const written = Promise.withResolvers<void>()
  const settling = Promise.withResolvers<void>()
  const queue = makeQueue({ lanes: { heavy: 1 }, tasks: [taskOf(async () => 'done')] })
  const settle = () => {
    settling.resolve()
    return written.promise
  }
  const run = await queue.submit(task('a'), { settle })
  await settling.promise
  let isStopped = false
  const stopped = queue.stop().then(() => {
    isStopped = true
  })
  await new Promise((next) => setImmediate(next))
  expect([run.finished, isStopped]).toEqual([false, false])
  written.resolve()
  await stopped
  expect(run.finished).toBe(true)
})

test('Queue authorizes the caller again at the start', async () => {
  let starts = 0
  const work: Work = async () => {
    starts += 1
  }
  const authorize = ({ engines }: Caller) => {
    if (engines?.length === 0) throw new AppError('capability_denied', 'No engine')
  }
  const queue = makeQueue({
    lanes: { heavy: 1 },
    tasks: [taskOf(work, { authorize })],
    currentCaller: (caller) => ({ ...caller, engines: [] }),
  })
  const run = await queue.submit(task('a'))
  expect(await run.ended).toMatchObject({
    status: 'failed',
    error: { code: 'capability_denied' },
  })
  expect(starts).toBe(0)
})

test('Queue tells those behind a waiting run that it was cancelled', async () => {
  const { queue, until } = gatedQueue()
  await queue.submit(task('a'))
  const waiting = await queue.submit(task('b'))
  const last = await queue.submit(task('c'))
  await until(1)
  const places: unknown[] = []
  queue.onChange(() => places.push(last.position))
  waiting.cancel()
  await waiting.ended
  expect(places).toContain(1)
  await queue.stop()
})

test('Queue calls back at every change until the callback is removed', async () => {
  const { queue, until, finish } = gatedQueue()
  let calls = 0
  const stop = queue.onChange(() => {
    calls += 1
  })
  const run = await queue.submit(task('a'))
  await until(1)
  const before = calls
  finish('a')
  await run.ended
  expect([before > 0, calls > before]).toEqual([true, true])
  stop()
  const seen = calls
  await (await queue.submit(task('b'))).cancel()
  expect(calls).toBe(seen)
  expect(queue.definitionOf('test')).toBeDefined()
  expect(queue.definitionOf('other')).toBeUndefined()
})

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

test('Queue blocks a producer whose reader is 16 MiB behind, until it is cancelled', async () => {
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

test('Queue ends a run whose reader does not read for 30 s', async () => {
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
