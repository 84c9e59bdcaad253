import { expect, test } from 'bun:test'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namedBytes } from '../../src/db/copy-database.ts'
import { runMaintenance } from '../support/maintenance.ts'
import { pick, pickList } from '../support/pick.ts'
import { asOwner, localToml, startProcess, tempFolder } from '../support/process.ts'
import { createTestApp, PRIMARY_KEY } from '../support/service.ts'

const TOML = localToml('http://127.0.0.1:9/v1')
const LANES = 8
const BACKUPS = 4
const MIB = 1024 * 1024
const isRoot = process.getuid?.() === 0
if (!isRoot) console.error('Skipped: a backup disk without room, as only root mounts one')
const hasRestic = Bun.which('restic') !== null
if (!hasRestic) console.error('Skipped: a drill with restic, as it is not installed')

test('while files come and go as fast as they can, no backup names a file that it has not', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  let isEnded = false
  let stored = 0
  const dangling: string[][] = []
  {
    await using service = await startProcess(folder.path, TOML)
    const churning = Array.from({ length: LANES }, async (_, lane) => {
      for (let count = 0; !isEnded; count += 1) {
        const path = await storeAt(service.url, `${lane} ${count}`)
        stored += 1
        if (count % 3 !== 0) await asOwner(service.url, 'DELETE', path)
      }
    })
    for (let count = 0; count < BACKUPS; count += 1) {
      const made = await runMaintenance(['backup', '--folder', 'whole'], env)
      expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining('lost')])
      const whole = join(folder.path, 'whole')
      const names = [...namedBytes(join(whole, 'hearth.sqlite'))]
      expect(names.length).toBeGreaterThan(0)
      dangling.push(names.filter((name) => !existsSync(join(whole, name))))
    }
    isEnded = true
    await Promise.all(churning)
  }
  expect([stored > 100, dangling]).toEqual([true, Array(BACKUPS).fill([])])
  const restored = await runMaintenance(['restore', 'whole'], env)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
})

test.skipIf(!hasRestic)(
  'restic keeps a whole backup, and what it gives back is restored',
  async () => {
    using folder = tempFolder()
    const env = envOf(folder.path)
    const restic = (...args: string[]) => {
      const { exitCode, stderr } = Bun.spawnSync(
        ['restic', '--repo', join(folder.path, 'repo'), ...args],
        {
          cwd: folder.path,
          env: {
            PATH: process.env['PATH'] ?? '',
            HOME: folder.path,
            RESTIC_PASSWORD: 'for the test',
          },
        },
      )
      expect([args[0], exitCode, stderr.toString()]).toEqual([args[0], 0, ''])
    }
    restic('init')
    {
      await using service = await startProcess(folder.path, TOML)
      for (const text of ['first', 'second']) {
        await storeAt(service.url, text)
        expect((await runMaintenance(['backup', '--folder', 'whole'], env)).code).toBe(0)
        restic('backup', 'whole')
      }
    }
    restic('check', '--read-data')
    restic('restore', 'latest', '--target', 'back')
    const elsewhere = join(folder.path, 'new')
    const restored = await runMaintenance(['restore', 'back/whole'], {
      ...env,
      DATA_DIR: join(elsewhere, 'data'),
    })
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    await using next = await startProcess(elsewhere, TOML)
    const files: unknown = await (await asOwner(next.url, 'GET', '/api/nas/files')).json()
    const texts = await Promise.all(
      pickList(files, 'items').map(async (file) =>
        (await fetch(new URL(new URL(String(pick(file, 'url'))).pathname, next.url))).text(),
      ),
    )
    expect(texts.sort()).toEqual(['first', 'second'])
  },
)

test.skipIf(!isRoot)(
  'on another disk backups have all files, and only the database where there is no room',
  async () => {
    using folder = tempFolder()
    const target = join(folder.path, 'disk')
    mkdirSync(target)
    // 256 MiB stay free.
    run('mount', '-t', 'tmpfs', '-o', 'size=290m', 'tmpfs', target)
    using unmount = new DisposableStack()
    unmount.defer(() => run('umount', '--lazy', target))
    await using service = createTestApp({
      env: { DATA_DIR: join(folder.path, 'data') },
      backups: { nightly: true, folder: target },
    })
    const store = (text: string) =>
      service.request('/api/nas/upload?filename=a.txt', {
        method: 'POST',
        headers: { authorization: `Bearer ${PRIMARY_KEY}` },
        body: text,
      })
    await store('small')
    const whole: unknown = await (await service.asOwner('POST', '/admin/backups')).json()
    expect(pick(whole, 'whole')).toEqual({ files: 2, lost: 0 })
    const copied = join(target, String(pick(whole, 'name')), 'files')
    expect(readFileSync(join(copied, readdirSync(copied)[0] ?? ''), 'utf8')).toBe('small')
    await store('x'.repeat(40 * MIB))
    const archive: unknown = await (await service.asOwner('POST', '/admin/backups')).json()
    expect(pick(archive, 'whole')).toBe(null)
    const list: unknown = await (await service.asOwner('GET', '/admin/backups')).json()
    expect(pick(list, 'bytes_missing')).toBe(`There is no room for the files in ${target}`)
    for (let bytes = MIB; bytes >= 1; bytes = Math.floor(bytes / 2))
      try {
        for (;;) appendFileSync(join(target, 'filler'), Buffer.alloc(bytes, 1))
      } catch {
        // Less may fit in.
      }
    const before = readdirSync(target).sort()
    expect((await service.asOwner('POST', '/admin/backups')).status).toBe(507)
    run('mount', '-o', 'remount,ro', target)
    expect((await service.asOwner('POST', '/admin/backups')).status).toBeGreaterThanOrEqual(500)
    expect(readdirSync(target).sort()).toEqual(before)
  },
)

function envOf(home: string) {
  return { DATA_DIR: join(home, 'data'), HOME: home, INIT_CWD: home }
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command)
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`)
}

async function storeAt(url: string, text: string): Promise<string> {
  const stored = await fetch(`${url}/api/nas/upload?filename=a.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PRIMARY_KEY}` },
    body: text,
  })
  return `/api/nas/files/${pick(await stored.json(), 'token')}`
}
