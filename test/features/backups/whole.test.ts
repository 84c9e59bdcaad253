import { expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pick } from '../../support/pick.ts'
import { tempFolder } from '../../support/process.ts'
import { createTestApp, PRIMARY_KEY } from '../../support/service.ts'
import { LONG_TEST_MS } from '../../support/test-ms.ts'

test(
  'with files = true a backup is a folder with all files, linked with those of the one before',
  async () => {
    using folder = tempFolder()
    await using service = wholeService(folder.path)
    await service.store('first')
    const one = await service.backup()
    expect(one).toMatchObject({ whole: { files: 2, lost: 0 } })
    await service.store('second')
    service.move(1_000)
    const two = await service.backup()
    expect(two).toMatchObject({ whole: { files: 3, lost: 0 } })
    // Of a day only the newest is kept.
    expect(readdirSync(join(folder.path, 'backups'))).toEqual([two.name])
    const [stored = ''] = readdirSync(join(folder.path, 'files'))
    const files = join(folder.path, 'backups', two.name, 'files')
    expect(statSync(join(files, stored)).ino).toBe(statSync(join(folder.path, 'files', stored)).ino)
    const download = await service.asOwner('GET', `/admin/backups/${two.name}`)
    expect([download.status, pick(await download.json(), 'detail')]).toEqual([
      409,
      `This backup is a folder, with all files: copy ${join(folder.path, 'backups', two.name)}`,
    ])
    const system: unknown = await (await service.asOwner('GET', '/admin/system')).json()
    expect(pick(system, 'backups')).toMatchObject({ newest: { name: two.name, with_files: true } })
  },
  LONG_TEST_MS,
)

test(
  'what is deleted while files are held is there for the backup, and gone for everybody else',
  async () => {
    using folder = tempFolder()
    await using service = wholeService(folder.path)
    const path = await service.store('deleted')
    const files = join(folder.path, 'files')
    const [name = ''] = readdirSync(files)
    {
      using _ = service.services.storage.holdDeletions()
      expect((await service.asOwner('DELETE', path)).status).toBe(204)
      expect((await service.asOwner('DELETE', path)).status).toBe(404)
      expect(readFileSync(join(files, '.held', name), 'utf8')).toBe('deleted')
      expect(await Array.fromAsync(service.services.storage.files.list(''))).toEqual([])
    }
    expect(existsSync(join(files, '.held'))).toBe(false)
  },
  LONG_TEST_MS,
)

test(
  'a backup made while files come and go has every file that its database names',
  async () => {
    using folder = tempFolder()
    await using service = wholeService(folder.path)
    let isEnded = false
    // One at a time, as the backup has a low priority; `test/slow` has many at once.
    const churn = async () => {
      for (let count = 0; !isEnded; count += 1) {
        const path = await service.store(`${count}`)
        await service.asOwner('DELETE', path)
      }
    }
    const churning = churn()
    try {
      service.move(1_000)
      const { name, whole } = await service.backup()
      expect(whole).toMatchObject({ lost: 0 })
      expect((await service.drill(name)).found).toMatchObject({ lost: 0 })
    } finally {
      isEnded = true
      await churning
    }
  },
  LONG_TEST_MS,
)

test('what a crash in the middle of a backup has left of deleted files goes at the next start', async () => {
  using folder = tempFolder()
  const held = join(folder.path, 'files', '.held')
  mkdirSync(held, { recursive: true })
  writeFileSync(join(held, 'left'), 'deleted')
  await using service = wholeService(folder.path)
  await service.store('kept')
  expect(existsSync(held)).toBe(false)
})

test(
  'the restore drill says what is in a backup, and why one cannot be restored',
  async () => {
    using folder = tempFolder()
    await using service = wholeService(folder.path)
    await service.store('kept')
    const { name } = await service.backup()
    const good = await service.drill(name)
    expect(good).toMatchObject({
      name,
      failure: null,
      found: { files: 2, users: 0, conversations: 0, named: 1, lost: 0 },
    })
    const backups = join(folder.path, 'backups')
    expect(readdirSync(backups)).toEqual([name])
    const [stored = ''] = readdirSync(join(backups, name, 'files'))
    rmSync(join(backups, name, 'files', stored))
    writeFileSync(join(backups, name, 'files', stored), 'other')
    const failed = await service.asOwner('POST', `/admin/backups/${name}/drill`)
    const reason = `Cannot restore the backup: The backup is damaged: "files/${stored}" does not match its checksum`
    expect([failed.status, pick(await failed.json(), 'detail')]).toEqual([500, reason])
    const list: unknown = await (await service.asOwner('GET', '/admin/backups')).json()
    expect(pick(list, 'drill')).toMatchObject({ name, failure: reason, found: null })
    expect(readdirSync(backups)).toEqual([name])
  },
  LONG_TEST_MS,
)

test(
  'a drill of an archive restores its database, and names no file',
  async () => {
    using folder = tempFolder()
    await using service = wholeService(folder.path, false)
    await service.store('not in it')
    const { name, whole } = await service.backup()
    expect([name.endsWith('.tar'), whole]).toEqual([true, null])
    expect((await service.drill(name)).found).toMatchObject({ files: 1, named: 0, lost: 0 })
  },
  LONG_TEST_MS,
)

interface Made {
  name: string
  whole: { files: number; lost: number } | null
}

function wholeService(folder: string, files = true) {
  let now = new Date(2027, 4, 10, 12).getTime()
  const service = createTestApp({
    env: { DATA_DIR: folder },
    now: () => now,
    backups: { nightly: true, files },
  })
  return {
    ...service,
    move: (ms: number) => {
      now += ms
    },
    async store(text: string): Promise<string> {
      const stored = await service.request('/api/nas/upload?filename=a.txt', {
        method: 'POST',
        headers: { authorization: `Bearer ${PRIMARY_KEY}` },
        body: text,
      })
      return `/api/nas/files/${pick(await stored.json(), 'token')}`
    },
    backup: async () => (await (await service.asOwner('POST', '/admin/backups')).json()) as Made,
    drill: async (name: string) =>
      (await (await service.asOwner('POST', `/admin/backups/${name}/drill`)).json()) as {
        found: unknown
      },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
