import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArchive } from '../../src/storage/backup/read-archive.ts'
import { damage } from '../support/damage.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, PRIMARY_KEY, startService } from '../support/service.ts'

const SKILL = '---\nname: mine\ndescription: Mine\n---\nDo it.\n'

test('POST /admin/backup sends the database, the skills and the keys, and keeps nothing', async () => {
  using folder = tempFolder()
  const data = join(folder.path, 'data')
  await using service = createTestApp({ env: { DATA_DIR: data } })
  const key = service.makeKey()
  mkdirSync(join(data, 'skills/mine'), { recursive: true })
  writeFileSync(join(data, 'skills/mine/SKILL.md'), SKILL)
  writeFileSync(join(data, 'hearth.toml'), 'secret')
  const response = await service.asOwner('POST', '/admin/backup')
  const archive = join(folder.path, 'backup.tar')
  await Bun.write(archive, response)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/x-tar')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="hearth-[0-9a-f]{8}-\d{8}T\d{6}Z\.tar"$/,
  )
  expect(Number(response.headers.get('content-length'))).toBe(Bun.file(archive).size)
  const restored = join(folder.path, 'restored')
  const manifest = await readArchive(archive, {
    onFile: async ({ name }, bytes) => {
      mkdirSync(dirname(join(restored, name)), { recursive: true })
      await Bun.write(join(restored, name), await new Response(streamOf(bytes)).bytes())
    },
  })
  expect(manifest.files.map(({ name }) => name)).toEqual(['hearth.sqlite', 'skills/mine/SKILL.md'])
  expect(pickList(manifest, 'left_out').map((one) => pick(one, 'name'))).toContain('hearth.toml')
  using database = new Database(join(restored, 'hearth.sqlite'))
  expect(database.query('SELECT id FROM api_keys').values()).toEqual([[key.id]])
  expect(await Bun.file(join(restored, 'skills/mine/SKILL.md')).text()).toBe(SKILL)
  expect(readdirSync(join(data, 'backups'))).toEqual([])
  const audit: unknown = await (await service.asOwner('GET', '/admin/audit')).json()
  expect(pickList(audit, 'items').map((item) => pick(item, 'action'))).toContain('backup.download')
})

test('POST /admin/backup is 429 while another is read, and free again when its reader leaves', async () => {
  using folder = tempFolder()
  await using service = startService({ env: { DATA_DIR: folder.path } })
  fill(service.services.db.sqlite)
  const ask = (signal?: AbortSignal) =>
    fetch(`${service.url}/admin/backup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PRIMARY_KEY}` },
      signal: signal ?? null,
    })
  const leaving = new AbortController()
  const first = await ask(leaving.signal)
  expect(first.status).toBe(200)
  const second = await ask()
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await second.json()).toMatchObject({ code: 'busy' })
  leaving.abort()
  await untilFree(ask)
  expect(readdirSync(join(folder.path, 'backups'))).toEqual([])
})

test('a client that leaves while its backup is made ends the making', async () => {
  using folder = tempFolder()
  await using service = startService({ env: { DATA_DIR: folder.path } })
  const ask = (signal?: AbortSignal) =>
    fetch(`${service.url}/admin/backup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PRIMARY_KEY}` },
      signal: signal ?? null,
    })
  const leaving = new AbortController()
  const asked = ask(leaving.signal).catch((error: Error) => error.name)
  const backups = join(folder.path, 'backups')
  while (!existsSync(backups) || readdirSync(backups).length === 0) await new Promise(setImmediate)
  leaving.abort()
  expect(await asked).toBe('AbortError')
  await untilFree(ask)
  expect(readdirSync(backups)).toEqual([])
})

test('a reader of a backup who stops reading is given up', async () => {
  using folder = tempFolder()
  await using service = createTestApp({
    env: { DATA_DIR: folder.path },
    limits: { backupStallMs: 20 },
  })
  const stalled = await service.asOwner('POST', '/admin/backup')
  const reader = stalled.body?.getReader()
  await untilFree(() => service.asOwner('POST', '/admin/backup'))
  expect(await reader?.read().catch((error: Error) => error.message)).toContain('stopped reading')
})

test('POST /admin/backup says what failed', async () => {
  using folder = tempFolder()
  await using service = createTestApp({ env: { DATA_DIR: folder.path } })
  damage(service.services.db.sqlite)
  const response = await service.asOwner('POST', '/admin/backup')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    code: 'backup_failed',
    detail: expect.stringContaining('Cannot make a backup: The database is damaged'),
  })
})

test('GET /admin/backups tells of the kept ones and of the next', async () => {
  using folder = tempFolder()
  const now = new Date(2027, 4, 10, 12).getTime()
  await using service = createTestApp({ env: { DATA_DIR: folder.path }, now: () => now })
  const stored = (await service.services.backups?.onDemand.store())?.stored
  const body: unknown = await (await service.asOwner('GET', '/admin/backups')).json()
  expect(body).toEqual({
    items: [
      {
        name: stored?.name,
        at: new Date(now).toISOString(),
        bytes: stored?.bytes,
        whole: null,
      },
    ],
    nightly: true,
    folder: join(folder.path, 'backups'),
    next_at: new Date(2027, 4, 11, 3).toISOString(),
    failure: null,
    stale: false,
    making: false,
    bytes_missing: null,
    drill: null,
  })
})

test('POST /admin/backups keeps one, which is downloaded from pages of this service only', async () => {
  using folder = tempFolder()
  await using service = createTestApp({ env: { DATA_DIR: folder.path } })
  const made = await service.asOwner('POST', '/admin/backups')
  expect(made.status).toBe(201)
  const { name, bytes } = (await made.json()) as { name: string; bytes: number }
  expect(readdirSync(join(folder.path, 'backups'))).toEqual([name])
  const ask = (file: string, site?: string) =>
    service.request(`/admin/backups/${file}`, {
      headers: {
        authorization: `Bearer ${PRIMARY_KEY}`,
        ...(site === undefined ? {} : { 'sec-fetch-site': site }),
      },
    })
  for (const site of [undefined, 'same-origin', 'none']) {
    const response = await ask(name, site)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect((await response.bytes()).length).toBe(bytes)
  }
  for (const site of ['cross-site', 'same-site']) expect((await ask(name, site)).status).toBe(403)
  expect((await ask(name.replace(/\d{8}T/, '20000101T'))).status).toBe(404)
  expect((await ask('..%2F..%2Fhearth.sqlite')).status).toBe(404)
  const audit: unknown = await (await service.asOwner('GET', '/admin/audit')).json()
  const actions = pickList(audit, 'items').map((item) => pick(item, 'action'))
  expect(actions.toReversed().slice(0, 2)).toEqual(['backup.create', 'backup.download'])
})

test('POST /admin/backups is 429 while one is made, and GET tells of it', async () => {
  using folder = tempFolder()
  await using service = createTestApp({ env: { DATA_DIR: folder.path } })
  const making = service.asOwner('POST', '/admin/backups')
  const list = async () =>
    pick(await (await service.asOwner('GET', '/admin/backups')).json(), 'making')
  while ((await list()) !== true) await new Promise(setImmediate)
  expect((await service.asOwner('POST', '/admin/backups')).status).toBe(429)
  expect((await making).status).toBe(201)
  expect(await list()).toBe(false)
})

/** Larger than what the system buffers for a connection. */
function fill(sqlite: Database): void {
  sqlite.run("INSERT INTO settings (name, value) VALUES ('large', hex(zeroblob(8000000)))")
}

async function untilFree(ask: () => Promise<Response>): Promise<void> {
  for (;;) {
    const response = await ask()
    // A short stall may have ended the body already.
    await response.body?.cancel().catch(() => {})
    if (response.status === 200) return
    // A turn of the event loop: a refusal needs none.
    await new Promise(setImmediate)
  }
}

function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
}
