import { expect, test } from 'bun:test'
import { until } from '../support/gates.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { modelLanes } from '../support/queue-page.ts'
import { taskApp, textTask } from '../support/task-app.ts'

const DEADLINE_MS = 20

/** Work that prepares in a lane of its own, with a time limit, and goes on in the heavy lane. */
function stagedApp(prepareMs = 60_000) {
  const prepared = new Map<string, PromiseWithResolvers<void>>()
  const gate = (name: string) => {
    const one = prepared.get(name) ?? Promise.withResolvers<void>()
    prepared.set(name, one)
    return one
  }
  const log: string[] = []
  const task = textTask(
    async (input, { signal, enterLane }) => {
      log.push(`prepare ${input}`)
      const late = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => late.reject(signal.reason), { once: true })
      await Promise.race([gate(input).promise, late.promise])
      await enterLane('heavy')
      log.push(`heavy ${input}`)
      return input
    },
    { lanes: ['prepare', 'heavy'], laneDeadlineMs: { prepare: prepareMs }, admission: undefined },
  )
  const app = taskApp(task, { lanes: { prepare: 2 } })
  return Object.assign(app, { log, gate })
}

test('two jobs prepare at a time, and enter the heavy lane only after that', async () => {
  await using app = stagedApp()
  const [one, two, three] = [await app.submit('1'), await app.submit('2'), await app.submit('3')]
  expect(app.log).toEqual(['prepare 1', 'prepare 2'])
  const page: unknown = await (await app.asOwner('GET', '/admin/queue')).json()
  expect(modelLanes(page)).toEqual([
    { name: 'heavy', width: 1, running: 0, waiting: 0 },
    { name: 'attachments', width: 2, running: 0, waiting: 0 },
    { name: 'prepare', width: 2, running: 2, waiting: 1 },
  ])
  app.gate('2').resolve()
  app.gate('3').resolve()
  expect((await app.records(two)).at(-1)?.result).toEqual({ text: '2' })
  expect((await app.records(three)).at(-1)?.result).toEqual({ text: '3' })
  app.gate('1').resolve()
  expect((await app.records(one)).at(-1)?.result).toEqual({ text: '1' })
  expect(app.log.slice(2)).toEqual(['prepare 3', 'heavy 2', 'heavy 3', 'heavy 1'])
})

test('a job that exceeds the time limit of its first lane fails with request_timeout', async () => {
  await using app = stagedApp(DEADLINE_MS)
  const late = (await app.records(await app.submit('1'))).at(-1)
  expect([late?.status, late?.error]).toEqual([
    'failed',
    {
      code: 'request_timeout',
      detail: `This stage did not end within ${DEADLINE_MS / 1000} seconds`,
    },
  ])
  expect(app.log).toEqual(['prepare 1'])
})

test('progress is in the record, the events and the queue, at most twice a second, and survives a restart', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const next = Promise.withResolvers<void>()
  let reported = 0
  const task = textTask(async (_, context) => {
    for (let done = 0; done <= 1000; done += 1) {
      context.reportProgress({ done, total: 2000, unit: 'pages', note: `page ${done}` })
      reported += 1
    }
    await next.promise
    return 'done'
  })
  const first = taskApp(task, { env })
  const job = await first.submit('a')
  await until(() => reported === 1001)
  const progress = { done: 1000, total: 2000, unit: 'pages', note: 'page 1000' }
  expect((await first.job(job)).progress).toMatchObject(progress)
  const path = '/admin/queue'
  expect(await pickFrom(await first.asOwner('GET', path), 'running.0.progress')).toMatchObject({
    ...progress,
    seconds_left: expect.any(Number),
  })
  const stream = await first.asOwner('GET', `/api/test/jobs/${job.job_id}/events`)
  const reader = stream.body?.getReader()
  const frame = new TextDecoder().decode((await reader?.read())?.value)
  expect(pick(JSON.parse(frame.slice('data: '.length)), 'progress')).toMatchObject(progress)
  await reader?.cancel()
  // The first report went to the row at once; the thousand after it within half a second did not.
  const rows = first.services.db.sqlite.query('SELECT progress FROM jobs').all()
  expect(rows).toEqual([{ progress: expect.stringContaining('"note":"page 0"') }])
  next.resolve()
  await first.records(job)
  await first[Symbol.asyncDispose]()
  await using second = taskApp(task, { env })
  expect((await second.job(job)).progress).toMatchObject({ unit: 'pages', total: 2000 })
})
