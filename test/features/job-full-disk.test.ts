import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, type TestApp } from '../support/service.ts'
import { CRASHED, changeRows } from '../support/stored-rows.ts'
import { taskApp, textTask } from '../support/task-app.ts'

const LIMITS = { writeRetryMs: 20 }
const PATH = '/api/ai/agent'
const JOB = { task: 'title', input: 'x', async: true }
/** More than is free within the pages of a full database. */
const LONG = 'long '.repeat(50_000)
/** No row of a job can be changed, as when there is no room for it. */
const NO_ROOM =
  "CREATE TRIGGER no_room BEFORE UPDATE ON jobs BEGIN SELECT RAISE(ABORT, 'full'); END"
const ROOM = 'DROP TRIGGER no_room'

function rows({ services }: Pick<TestApp, 'services'>, table: string): unknown[] {
  return services.db.sqlite.query(`SELECT * FROM ${table}`).all()
}

/** Before, the job stayed `running` for ever, and DELETE answered 200 without effect. */
test('the end of a job on a full disk is stored later with its charge; until then DELETE is 507', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const engine = fakeEngine('local', async function* say(turn, signal) {
    await promise
    yield* saying(LONG)(turn, signal)
  })
  await using app = createTestApp({ engines: [engine], limits: LIMITS })
  const id = await pickFrom(await app.asOwner('POST', PATH, JOB), 'job_id')
  const job = `${PATH}/${id}`
  const events = app.asOwner('GET', `${job}/events`).then((response) => response.text())
  app.services.db.sqlite.run('PRAGMA max_page_count = 1')
  resolve()
  const { admissions, queue } = app.services
  await until(() => admissions.of('model').state().admitted === 0)
  expect((await queue.lanes()).flatMap(({ running }) => running)).toEqual([])
  const refused = await app.asOwner('DELETE', job)
  expect([refused.status, await pickFrom(refused, 'code')]).toEqual([507, 'storage_full'])
  expect([rows(app, 'usage'), rows(app, 'model_calls')]).toEqual([[], []])
  app.services.db.sqlite.run('PRAGMA max_page_count = 1000000')
  // Who follows the job hears of the late end.
  expect(await events).toContain('"succeeded"')
  expect(rows(app, 'usage')).toMatchObject([{ credits: 2, outcome: 'succeeded' }])
  expect(rows(app, 'model_calls').length).toBe(1)
  const ended = await app.asOwner('DELETE', job)
  expect([ended.status, await pickFrom(ended, 'status')]).toEqual([200, 'succeeded'])
})

test('a job starts although its start cannot be stored, and its cancellation is stored later', async () => {
  const gates = gatedEngine()
  await using app = createTestApp({ engines: [gates.engine], limits: LIMITS })
  const submit = async (prompt: string) => {
    const made = await app.asOwner('POST', '/api/ai/generate', { prompt, async: true })
    return `/api/ai/generate/${await pickFrom(made, 'job_id')}`
  }
  const { sqlite } = app.services.db
  const [first, second] = [await submit('first'), await submit('second')]
  await until(() => gates.prompts.length === 1)
  sqlite.run(NO_ROOM)
  gates.release('first')
  await until(() => gates.prompts.length === 2)
  const events = app.asOwner('GET', `${second}/events`).then((response) => response.text())
  const refused = await app.asOwner('DELETE', second)
  expect([refused.status, await pickFrom(refused, 'code')]).toEqual([507, 'storage_full'])
  expect(app.services.admissions.of('model').state().admitted).toBe(0)
  sqlite.run(ROOM)
  expect(await events).toContain('"cancelled"')
  expect(await pickFrom(await app.asOwner('GET', second), 'status')).toBe('cancelled')
  await (await app.asOwner('GET', `${first}/events`)).text()
  expect(await pickFrom(await app.asOwner('GET', first), 'status')).toBe('succeeded')
  expect(rows(app, 'model_calls').map((row) => pick(row, 'outcome'))).toEqual([
    'succeeded',
    'cancelled',
  ])
})

/** Before, the first row that could not be written left all jobs behind it in the database. */
test('a start on a full disk recovers every job and counts the interruption', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const seen: string[] = []
  const hang = Promise.withResolvers<void>()
  const task = textTask(async (input, { attempt, signal }) => {
    seen.push(`${input} in attempt ${attempt}`)
    const stopped = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => stopped.reject(signal.reason), { once: true })
    await Promise.race([hang.promise, stopped.promise])
    return input
  })
  const before = taskApp(task, { env })
  const jobs = [await before.submit('a'), await before.submit('b')]
  await before[Symbol.asyncDispose]()
  changeRows(folder.path, `${CRASHED} WHERE seq = (SELECT min(seq) FROM jobs)`, NO_ROOM)
  await using app = taskApp(task, { env, limits: LIMITS })
  hang.resolve()
  await until(() => seen.length === 3)
  expect(seen).toEqual(['a in attempt 1', 'a in attempt 2', 'b in attempt 1'])
  app.services.db.sqlite.run(ROOM)
  for (const job of jobs) expect((await app.records(job)).at(-1)?.status).toBe('succeeded')
})

test('an end that could not be written is written at the stop of the service, when there is room by then', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  let runs = 0
  const task = textTask(async (input) => {
    runs += 1
    return input
  })
  const limits = { writeRetryMs: 3_600_000 }
  const first = taskApp(task, { env, limits })
  first.services.db.sqlite.run(NO_ROOM)
  const job = await first.submit('a')
  await until(() => first.services.admissions.of('model').state().admitted === 0)
  first.services.db.sqlite.run(ROOM)
  await first[Symbol.asyncDispose]()
  await using second = taskApp(task, { env })
  expect([(await second.job(job)).status, runs]).toEqual(['succeeded', 1])
})
