import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { JOB_RETENTION_MS } from '../../src/core/tasks/jobs.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { tempFolder } from '../support/process.ts'
import { CRASHED, changeRows } from '../support/stored-rows.ts'
import { taskApp, textTask } from '../support/task-app.ts'

const CHAT = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }
const ALL = JSON.stringify([{ name: 'a1' }, { name: 'a2' }, { name: 'a3' }])

/** Work of three pieces that hangs before one of them, as long as the test says so. */
function piecework() {
  const state = { hangBefore: 0, made: [] as string[], mayYield: Promise.resolve() }
  const task = textTask(
    async (input, { pieces, attempt, signal, yieldLane }) => {
      for (let index = pieces.finished.length + 1; index <= 3; index += 1) {
        if (index === state.hangBefore) await aborted(signal)
        state.made.push(`${index} in attempt ${attempt}`)
        await pieces.save({ name: `${input}${index}` })
        await state.mayYield
        if (index < 3) await yieldLane()
      }
      return JSON.stringify(pieces.finished)
    },
    { piece: Type.Object({ name: Type.String() }) },
  )
  return { state, task }
}

/** A job with two finished pieces of three, in a folder as a crash has left it. */
async function crashedJob(...changes: string[]) {
  const folder = tempFolder()
  const { state, task } = piecework()
  const env = { DATA_DIR: folder.path }
  state.hangBefore = 3
  const before = taskApp(task, { env })
  const job = await before.submit('a')
  await until(() => state.made.length === 2)
  await before[Symbol.asyncDispose]()
  state.hangBefore = 0
  changeRows(folder.path, CRASHED, ...changes)
  let now = Date.now()
  return {
    job,
    state,
    start: () => taskApp(task, { env, now: () => now }),
    pass: (ms: number) => {
      now += ms
    },
    [Symbol.dispose]: folder[Symbol.dispose],
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  // The stop may come before the piece that hangs.
  if (signal.aborted) reject(signal.reason)
  return promise
}

test('after a crash a job resumes after its last piece; pieces are deleted with its row', async () => {
  using crashed = await crashedJob()
  await using app = crashed.start()
  expect((await app.records(crashed.job)).at(-1)?.result).toEqual({ text: ALL })
  expect(crashed.state.made).toEqual(['1 in attempt 1', '2 in attempt 1', '3 in attempt 2'])
  const pieces = () => app.services.db.sqlite.query('SELECT * FROM job_pieces').all().length
  expect(pieces()).toBe(3)
  crashed.pass(JOB_RETENTION_MS)
  app.services.jobs.sweep()
  expect(pieces()).toBe(0)
})

test('an invalid stored piece is made again with all later pieces', async () => {
  for (const broken of ['{"title":"a1"}', '{"name":']) {
    using crashed = await crashedJob(`UPDATE job_pieces SET piece = '${broken}' WHERE "index" = 0`)
    await using app = crashed.start()
    expect((await app.records(crashed.job)).at(-1)?.result).toEqual({ text: ALL })
    expect(crashed.state.made.slice(2)).toEqual([1, 2, 3].map((index) => `${index} in attempt 2`))
  }
})

test('a job yields its lane to a chat between two pieces', async () => {
  const { state, task } = piecework()
  const engine = fakeEngine('local', async function* say(turn, signal) {
    state.made.push('chat')
    yield* saying('Hello')(turn, signal)
  })
  await using app = taskApp(task, { engines: [engine] })
  const { promise, resolve } = Promise.withResolvers<void>()
  state.mayYield = promise
  const job = await app.submit('a')
  const chat = app.asOwner('POST', '/v1/chat/completions', CHAT)
  let waiting = 0
  while (waiting === 0) {
    await new Promise<void>((next) => setImmediate(next))
    waiting = (await app.services.queue.lanes())[0]?.waiting.length ?? 0
  }
  resolve()
  expect((await app.records(job)).at(-1)?.status).toBe('succeeded')
  expect((await chat).status).toBe(200)
  expect(state.made).toEqual(['1 in attempt 1', 'chat', '2 in attempt 1', '3 in attempt 1'])
})

test('a graceful stop does not count as an interruption; the second crash fails the job', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const attempts: number[] = []
  const task = textTask(async (_, { attempt, signal }) => {
    attempts.push(attempt)
    return aborted(signal)
  })
  const first = taskApp(task, { env })
  const job = await first.submit('a')
  await first[Symbol.asyncDispose]()
  for (const _ of [1, 2, 3]) {
    await using app = taskApp(task, { env })
    expect((await app.job(job)).status).toBe('running')
  }
  expect(attempts).toEqual([1, 1, 1, 1])
  changeRows(folder.path, CRASHED)
  {
    await using app = taskApp(task, { env })
    expect((await app.job(job)).status).toBe('running')
  }
  expect(attempts.at(-1)).toBe(2)
  changeRows(folder.path, CRASHED)
  await using app = taskApp(task, { env })
  const end = (await app.records(job)).at(-1)
  expect([end?.status, end?.error?.code, attempts.length]).toEqual(['failed', 'interrupted', 5])
  const usage = app.services.db.sqlite.query('SELECT outcome, credits FROM usage').all()
  expect(usage).toEqual([{ outcome: 'interrupted', credits: 0 }])
})
