import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { JobFolders } from '../../src/features/workers/job-folders.ts'
import { WORKER_LANE } from '../../src/features/workers/worker-task.ts'
import { until } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { FINISH, WORKER_BODY, WORKER_PATH, workerService } from '../support/worker-service.ts'
import { fakeSandbox, type ScriptedCall } from '../support/workers.ts'

test('DELETE stops a command at its source, and removes what the job worked with', async () => {
  using folder = tempFolder()
  const started = Promise.withResolvers<AbortSignal>()
  const sandbox = fakeSandbox(({ signal }) => {
    started.resolve(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await using app = workerService([[['run', { command: 'sleep 100' }]]], {
    sandbox,
    env: { DATA_DIR: folder.path },
  })
  const made = await app.asOwner('POST', WORKER_PATH, WORKER_BODY)
  const location = made.headers.get('location') ?? ''
  const signal = await started.promise
  expect(await pickFrom(await app.asOwner('GET', location), 'status')).toBe('running')
  const gone = await app.asOwner('DELETE', location)
  expect(await pickFrom(gone, 'status')).toBe('cancelled')
  expect(signal.aborted).toBe(true)
  const own = join(folder.path, 'workers', location.split('/').at(-1) ?? '')
  expect(existsSync(join(own, 'work'))).toBe(false)
})

test('a job that is cancelled by others while it waits in line leaves no folder to work in', async () => {
  using folder = tempFolder()
  const running = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<ScriptedCall[]>()
  await using app = workerService(
    [
      () => {
        running.resolve()
        return gate.promise
      },
      FINISH,
    ],
    { env: { DATA_DIR: folder.path } },
  )
  // Before the end of the service, which waits for it.
  using ending = new DisposableStack()
  ending.defer(() => gate.resolve(FINISH))
  await app.ask(WORKER_BODY)
  await running.promise
  const attachments = [{ data: 'QQ==', media_type: 'text/plain', filename: 'a.txt' }]
  const made = await app.ask({ ...WORKER_BODY, attachments })
  const id = String(await pickFrom(made, 'job_id'))
  const own = join(folder.path, 'workers', id)
  const waiting = Promise.withResolvers<void>()
  const look = async () => {
    const lanes = await app.services.queue.lanes()
    const lane = lanes.find(({ name }) => name === WORKER_LANE)
    if (lane?.waiting.some((run) => run.id === id)) waiting.resolve()
  }
  app.services.queue.onChange(look)
  await look()
  await waiting.promise
  expect(existsSync(join(own, 'inputs', 'a.txt'))).toBe(true)
  expect((await app.asOwner('POST', `/admin/queue/${id}/cancel`)).status).toBe(204)
  await (await app.asOwner('GET', `${WORKER_PATH}/${id}/events`)).text()
  expect(await pickFrom(await app.asOwner('GET', `${WORKER_PATH}/${id}`), 'status')).toBe(
    'cancelled',
  )
  await app.services.workers.stored()
  expect(existsSync(own)).toBe(false)
})

test('what commands have written is removed although the end of their job cannot be stored', async () => {
  using folder = tempFolder()
  const sandbox = fakeSandbox(({ work }) => {
    writeFileSync(join(work, 'large'), 'x')
    return {}
  })
  await using app = workerService([[['run', { command: 'fill' }]], FINISH], {
    sandbox,
    env: { DATA_DIR: folder.path },
    limits: { writeRetryMs: 20 },
  })
  // As on a disk without room.
  const { sqlite } = app.services.db
  sqlite.run(
    "CREATE TRIGGER no_room BEFORE UPDATE ON jobs WHEN NEW.status = 'succeeded' BEGIN SELECT RAISE(ABORT, 'full'); END",
  )
  const made = await app.ask(WORKER_BODY)
  const location = made.headers.get('location') ?? ''
  const events = app.asOwner('GET', `${location}/events`).then((response) => response.text())
  const work = join(folder.path, 'workers', location.split('/').at(-1) ?? '', 'work')
  await until(() => sandbox.requests.length === 1 && !existsSync(work))
  expect(await pickFrom(await app.asOwner('GET', location), 'status')).toBe('running')
  sqlite.run('DROP TRIGGER no_room')
  expect(await events).toContain('"succeeded"')
})

test('a start on a disk without room gives up what commands have written, and keeps the rest', async () => {
  using folder = tempFolder()
  const folders = new JobFolders(folder.path)
  const { work, inputs } = await folders.create('wrk_test')
  for (const path of [work, inputs]) writeFileSync(join(path, 'file'), 'x')
  expect(await folders.makeRoom(0)).toEqual([])
  expect(readdirSync(work)).toEqual(['file'])
  expect(await folders.makeRoom(Number.MAX_SAFE_INTEGER)).toEqual(['wrk_test'])
  expect([existsSync(work), readdirSync(inputs)]).toEqual([false, ['file']])
  await folders.create('wrk_test')
  expect(readdirSync(work)).toEqual([])
})

test('the folders of jobs that are gone are swept away', async () => {
  using folder = tempFolder()
  await using app = workerService([FINISH], { env: { DATA_DIR: folder.path } })
  const own = join(folder.path, 'workers', 'wrk_gone')
  mkdirSync(join(own, 'steps'), { recursive: true })
  app.services.workers.sweep()
  await app.services.workers.swept()
  expect(existsSync(own)).toBe(false)
})

test('a disk without room costs a worker its file, not its job', async () => {
  const told: string[] = []
  await using app = workerService(
    [
      [['write_artifact', { name: 'a.txt', text: 'abc' }]],
      async ({ messages }) => {
        told.push(JSON.stringify(messages.at(-1)))
        return FINISH
      },
    ],
    { env: { MIN_FREE_BYTES: String(Number.MAX_SAFE_INTEGER) } },
  )
  const { job } = await app.finished()
  expect(job).toMatchObject({
    status: 'succeeded',
    steps: [{ tool: 'write_artifact', ok: false }, { tool: 'finish' }],
    artifacts: [],
  })
  expect(told[0]).toContain('There is no room left on the disk')
})
