import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArchive } from '../../src/storage/backup/read-archive.ts'
import { commandOf } from '../support/live-processes.ts'
import { runMaintenance } from '../support/maintenance.ts'
import { pick, pickList } from '../support/pick.ts'
import {
  asOwner,
  endOfJob,
  jobOf,
  keyAt,
  localToml,
  type Process,
  postJob,
  requestAs,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import { startUpstream, wholeAnswer } from '../support/upstream.ts'

const CHATS_BEFORE = 40
const BACKUPS = 3
/** Part of its command line. */
const COPIER = 'backup-worker'

test('a backup made under load, restored after a kill, has every answer that was given before it', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream(() => wholeAnswer('Answered'))
  const toml = localToml(upstream.url)
  const archive = join(folder.path, 'backup.tar')
  let key = ''
  let before = 0
  let after = 0
  {
    await using service = await startProcess(folder.path, toml)
    key = await keyAt(service.url, 'kitchen')
    const load = chatting(service, key)
    await load.until(CHATS_BEFORE)
    for (let made = 0; made < BACKUPS; made += 1) {
      before = load.answered
      const response = await asOwner(service.url, 'POST', '/admin/backup')
      expect(response.status).toBe(200)
      await Bun.write(archive, response)
      after = load.asked
    }
    await load.until(after + 10)
    await service.kill()
    await load.ended
  }
  await readArchive(archive)
  const elsewhere = join(folder.path, 'elsewhere')
  const env = { DATA_DIR: join(elsewhere, 'data'), HOME: folder.path, INIT_CWD: folder.path }
  const restored = await runMaintenance(['restore', 'backup.tar'], env)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  await using next = await startProcess(elsewhere, toml)
  const calls = await modelCalls(next.url)
  expect(calls).toBeGreaterThanOrEqual(before)
  expect(calls).toBeLessThanOrEqual(after)
  expect((await chat(next.url, key)).status).toBe(200)
  const { job_id: id } = await jobOf(await postJob(next.url, key, 'after'))
  expect((await endOfJob(next.url, key, id)).status).toBe('succeeded')
})

test('when the copying process is killed the backup fails in words, and the next one succeeds', async () => {
  using folder = tempFolder()
  await using service = await startProcess(folder.path, localToml('http://127.0.0.1:9/v1'))
  const failing = asOwner(service.url, 'POST', '/admin/backup')
  process.kill(await copierOf(service.pid), 'SIGKILL')
  const failed = await failing
  expect([failed.status, await failed.json()]).toEqual([
    500,
    {
      code: 'backup_failed',
      detail: 'Cannot make a backup: The process that copies ended early (SIGKILL)',
    },
  ])
  const next = await asOwner(service.url, 'POST', '/admin/backup')
  expect(next.status).toBe(200)
  await next.arrayBuffer()
  expect(readdirSync(join(folder.path, 'data/backups'))).toEqual([])
})

test('a service that is killed while it copies starts as usual, with every row', async () => {
  using folder = tempFolder()
  const toml = localToml('http://127.0.0.1:9/v1')
  const first = await startProcess(folder.path, toml)
  const failing = asOwner(first.url, 'POST', '/admin/backup').catch(() => undefined)
  const copying = await copierOf(first.pid)
  const key = await keyAt(first.url, 'while it copies')
  await first.kill()
  await failing
  while (isAlive(copying)) await new Promise(setImmediate)
  await using second = await startProcess(folder.path, toml)
  expect((await requestAs(second.url, key, 'GET', '/v1/models')).status).toBe(200)
  const again = await asOwner(second.url, 'POST', '/admin/backup')
  expect(again.status).toBe(200)
  await again.arrayBuffer()
})

test('a stop while a backup is made ends it with 503 and leaves nothing', async () => {
  using folder = tempFolder()
  await using service = await startProcess(folder.path, localToml('http://127.0.0.1:9/v1'))
  const failing = asOwner(service.url, 'POST', '/admin/backup')
  await copierOf(service.pid)
  const exited = service.kill('SIGTERM')
  const response = await failing
  expect([response.status, pick(await response.json(), 'code')]).toEqual([503, 'stopping'])
  expect(await exited).toBe(0)
  expect(readdirSync(join(folder.path, 'data/backups'))).toEqual([])
})

/** One chat after the other, until the service is gone. */
function chatting(service: Process, key: string) {
  const load = {
    asked: 0,
    answered: 0,
    ended: Promise.resolve(),
    async until(answers: number): Promise<void> {
      while (load.answered < answers) await new Promise(setImmediate)
    },
  }
  load.ended = (async () => {
    for (;;) {
      load.asked += 1
      const response = await chat(service.url, key).catch(() => undefined)
      if (response === undefined) return
      if (response.status === 200) load.answered += 1
    }
  })()
  return load
}

async function chat(url: string, key: string): Promise<Response> {
  const body = { model: 'local', messages: [{ role: 'user', content: 'Hello' }] }
  const response = await requestAs(url, key, 'POST', '/v1/chat/completions', body)
  await response.arrayBuffer()
  return response
}

async function modelCalls(url: string): Promise<number> {
  const usage: unknown = await (await asOwner(url, 'GET', '/admin/usage?group_by=outcome')).json()
  return pickList(usage, 'items').reduce<number>(
    (sum, item) => sum + Number(pick(item, 'model_calls')),
    0,
  )
}

/** The process that copies; a start has others, which look at the programs of the machine. */
async function copierOf(parent: number): Promise<number> {
  const children = `/proc/${parent}/task/${parent}/children`
  for (;;) {
    for (const child of readFileSync(children, 'utf8').trim().split(' ').filter(Boolean))
      if (commandOf(Number(child)).includes(COPIER)) return Number(child)
    await new Promise(setImmediate)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
