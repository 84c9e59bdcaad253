import { expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { JOB_RETENTION_MS } from '../../src/core/tasks/jobs.ts'
import type { Turn } from '../../src/engines/contract/text.ts'
import { keysOf } from '../storage/contract.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { keptStorage } from '../support/kept-storage.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { S3Server, s3Error } from '../support/s3-server.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { makeUser } from '../support/users.ts'
import { FINISH, WORKER_BODY, workerService } from '../support/worker-service.ts'
import type { ScriptedCall } from '../support/workers.ts'

const WRITE: ScriptedCall = ['write_artifact', { name: 'Übersicht.txt', text: '0123456789' }]

function openWorkers(folder: string, env: Record<string, string> = {}) {
  let now = Date.now()
  // The second turn of each job has the result of the first.
  const answer = ({ messages }: Turn) => (messages.length > 2 ? FINISH : [WRITE])
  const app = workerService([answer], {
    env: { DATA_DIR: folder, ...env },
    limits: { s3RetryMs: [1] },
    now: () => now,
  })
  return {
    ...app,
    pass: (ms: number) => {
      now += ms
    },
    /** All that a periodic sweep does with jobs. */
    sweep: async () => {
      app.services.jobs.sweep()
      app.services.workers.sweep()
      await app.services.workers.stored()
    },
  }
}

test('an artifact and the outputs of steps are read when the folder of their job is gone', async () => {
  using folder = tempFolder()
  await using app = openWorkers(folder.path)
  const { location, job } = await app.finished()
  await app.services.workers.stored()
  rmSync(join(folder.path, 'workers'), { recursive: true })
  const url = String(pick(job, 'artifacts.0.url'))
  const whole = await app.asOwner('GET', url)
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
  expect(whole.headers.get('content-disposition')).toContain('bersicht.txt')
  const { authorization } = app.makeKey({ generate: true })
  expect((await app.request(url, { headers: { authorization } })).status).toBe(404)
  const output = await app.asOwner('GET', `${location}/steps/1/output`)
  expect([output.status, await output.text()]).toEqual([
    200,
    expect.stringContaining('Handed over'),
  ])
})

test('what a worker has handed over goes with its job, and with its person', async () => {
  using folder = tempFolder()
  await using app = openWorkers(folder.path)
  const storage = keptStorage(folder.path, 'artifacts')
  const user = makeUser(app.services)
  app.services.users.change(
    user.id,
    { extras: { workerProfiles: ['read_docs'], storageBytes: null } },
    AUDIT_ACTOR,
  )
  const { location } = await app.finished(WORKER_BODY, user.headers)
  await app.finished()
  await app.services.workers.stored()
  const jobs = async () => new Set((await keysOf(storage)).map((key) => key.split('/')[0]))
  expect(await jobs()).toHaveProperty('size', 2)
  user.change({ status: 'deleted' })
  await app.services.workers.stored()
  const left = await jobs()
  expect([left.size, left.has(location.split('/').at(-1))]).toEqual([1, false])
  app.pass(JOB_RETENTION_MS + 1)
  await app.sweep()
  expect(await keysOf(storage)).toEqual([])
})

test('a start removes what is stored of jobs that are gone', async () => {
  using folder = tempFolder()
  const storage = keptStorage(folder.path, 'artifacts')
  await storage.put('wrk_gone/steps/001-1.log', new Blob(['gone']).stream())
  await using app = openWorkers(folder.path)
  const { job } = await app.finished()
  await app.sweep()
  const keys = await keysOf(storage)
  expect(keys.filter((key) => !key.startsWith(`${pick(job, 'job_id')}/`))).toEqual([])
  expect(keys).toHaveLength(2)
})

test('while a bucket fails, what a job has left is read from its folder and stored later', async () => {
  using folder = tempFolder()
  let fails = true
  await using server = new S3Server({
    answer: ({ method }) => (fails && method === 'PUT' ? s3Error(503, 'SlowDown') : undefined),
  })
  const { endpoint, bucket, key, secret } = server.settings
  await using app = openWorkers(folder.path, {
    ...{ FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket, FILES_S3_PREFIX: 'home/' },
    ...{ FILES_S3_KEY: key, FILES_S3_SECRET: secret },
  })
  const { job } = await app.finished()
  await app.services.workers.stored()
  const url = String(pick(job, 'artifacts.0.url'))
  const folders = () => readdirSync(join(folder.path, 'workers'))
  expect([folders().length, server.objects.size]).toEqual([1, 0])
  const early = await app.asOwner('GET', url)
  expect(await early.text()).toBe('0123456789')
  fails = false
  await app.sweep()
  expect([folders(), server.objects.size]).toEqual([[], 2])
  const authorization = `Bearer ${PRIMARY_KEY}`
  const part = await app.request(url, { headers: { range: 'bytes=3-5', authorization } })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
    206,
    '345',
    'bytes 3-5/10',
  ])
  expect(part.headers.get('etag')).toBe(early.headers.get('etag'))
})
