import { expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, RESERVE_BYTES, RESERVE_NAME } from '../../src/db/disk-reserve.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { asOwner, startProcess, tempFolder } from '../support/process.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'

const MIB = 1024 * 1024
const isRoot = process.getuid?.() === 0
if (!isRoot) console.error('Skipped: a full data folder, as only root mounts a small disk')

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command)
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`)
}

/** A data folder on a disk of its own. */
function smallDisk(mib: number) {
  const stack = new DisposableStack()
  const folder = join(stack.use(tempFolder()).path, 'data')
  mkdirSync(folder)
  run('mount', '-t', 'tmpfs', '-o', `size=${mib}m,mode=700`, 'tmpfs', folder)
  stack.defer(() => run('umount', '--lazy', folder))
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      for (let bytes = MIB; bytes >= 1; bytes = Math.floor(bytes / 2))
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes, 1))
        } catch {
          // Less may fit in.
        }
      expect(statfsSync(folder).bavail).toBe(0)
    },
    free: () => rmSync(filler),
    [Symbol.dispose]: () => stack.dispose(),
  }
}

async function made(url: string, label: string): Promise<string> {
  const answer = await asOwner(url, 'POST', '/admin/api-keys', { label })
  expect(answer.status).toBe(201)
  return String(pick(await answer.json(), 'id'))
}

test.skipIf(!isRoot)(
  'on a full disk keys are revoked, browsers sign in, and jobs are cancelled and end',
  async () => {
    using disk = smallDisk(64)
    const { folder } = disk
    const gate = Promise.withResolvers<void>()
    const running = Promise.withResolvers<void>()
    const engine = fakeEngine('local', async function* say(turn, signal) {
      running.resolve()
      await gate.promise
      yield* saying('Hello')(turn, signal)
    })
    await using service = startService({ engines: [engine], env: { DATA_DIR: folder } })
    // Before the end of the service, which waits for it.
    using ending = new DisposableStack()
    ending.defer(() => gate.resolve())
    const { url } = service
    const reserve = join(folder, RESERVE_NAME)
    expect(bytesOf(reserve)).toBe(RESERVE_BYTES)
    const ids: string[] = []
    for (let count = 0; count < 40; count += 1) ids.push(await made(url, `key ${count}`))
    const jobs: string[] = []
    for (const prompt of ['first', 'second']) {
      const job = await asOwner(url, 'POST', '/api/ai/generate', { prompt, async: true })
      jobs.push(`/api/ai/generate/${await pickFrom(job, 'job_id')}`)
    }
    await running.promise
    disk.fill()
    expect((await fetch(`${url}/health`)).status).toBe(503)
    for (const id of ids)
      expect((await asOwner(url, 'POST', `/admin/api-keys/${id}/revoke`)).status).toBeLessThan(300)
    const login = await fetch(`${url}/login/key`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
      body: new URLSearchParams({ key: PRIMARY_KEY }),
      redirect: 'manual',
    })
    expect([login.status, login.headers.has('set-cookie')]).toEqual([204, true])
    const cancelled = await asOwner(url, 'DELETE', jobs[1] ?? '')
    expect([cancelled.status, await pickFrom(cancelled, 'status')]).toEqual([200, 'cancelled'])
    gate.resolve()
    await (await asOwner(url, 'GET', `${jobs[0]}/events`)).text()
    expect(await pickFrom(await asOwner(url, 'GET', jobs[0] ?? ''), 'status')).toBe('succeeded')
    // Only what these writes have taken is missing.
    expect(bytesOf(reserve)).toBeGreaterThan(RESERVE_BYTES / 2)
    expect(bytesOf(reserve)).toBeLessThan(RESERVE_BYTES)
    disk.free()
    service.services.db.fillReserve()
    expect(bytesOf(reserve)).toBe(RESERVE_BYTES)
  },
)

test.skipIf(!isRoot)(
  'a killed service starts on a full disk, and keys can be revoked',
  async () => {
    using disk = smallDisk(64)
    const settings = tempFolder()
    using _settings = settings
    const start = () => startProcess(settings.path, '', { DATA_DIR: disk.folder })
    const first = await start()
    const ids = [await made(first.url, 'one'), await made(first.url, 'two')]
    await until(() => bytesOf(join(disk.folder, RESERVE_NAME)) === RESERVE_BYTES)
    disk.fill()
    await first.kill()
    for (const id of ids) {
      await using service = await start()
      expect(
        (await asOwner(service.url, 'POST', `/admin/api-keys/${id}/revoke`)).status,
      ).toBeLessThan(300)
      await service.kill(id === ids[0] ? 'SIGTERM' : 'SIGKILL')
    }
  },
)
