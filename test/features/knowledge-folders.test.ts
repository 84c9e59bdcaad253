import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { walkFolder } from '../../src/features/knowledge/folder-walk.ts'
import { MAX_READ_BYTES } from '../../src/features/knowledge/source-readers.ts'
import { pdf } from '../support/documents/pdf.ts'
import { until } from '../support/gates.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const PATH = '/api/knowledge'

let folder = tempFolder()
beforeEach(() => {
  folder = tempFolder()
})
afterEach(() => folder[Symbol.dispose]())

/** A file below the folder. */
function write(path: string, text: string | Uint8Array): void {
  const file = join(folder.path, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function callerOf(service: TestApp, { headers }: { headers: Record<string, string> }) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await service.request(path, jsonInit(method, body, headers))
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}
type Call = ReturnType<typeof callerOf>

const adminOf = ({ services }: TestApp) =>
  makeUser(services, { role: 'admin', email: 'admin@example.test' })

async function read({ services }: TestApp): Promise<void> {
  await services.watchedFolders.idle()
  await services.reading.idle()
}

async function titles(call: Call, q: string): Promise<unknown[]> {
  const { body } = await call('GET', `${PATH}/search?typed=true&q=${encodeURIComponent(q)}`)
  return pickList(body, 'items').map((item) => pick(item, 'source.title'))
}

/** Resolves when all is read, and exactly these files say a word. */
async function says(service: TestApp, word: string, files: readonly string[]): Promise<void> {
  const query = service.services.db.sqlite.query<{ ref: string }, [string]>(
    `SELECT DISTINCT s.ref FROM knowledge_pieces p JOIN knowledge_sources s ON s.seq = p.source_seq
     WHERE instr(p.text, ?) AND s.state = 'ready' ORDER BY s.ref`,
  )
  await until(
    () =>
      query
        .all(word)
        .map(({ ref }) => ref)
        .join() === files.join(),
  )
  await read(service)
}

test('a collection follows a folder: what is new, changed, moved and deleted, as it happens', async () => {
  await using service = createTestApp()
  const call = callerOf(service, adminOf(service))
  write('house/boiler.md', '# Boiler\n\nThe boiler is serviced in October.')
  write('plan.pdf', pdf(['The cellar is insulated. '.repeat(3)]))
  const made = await call('POST', PATH, { name: 'Papers', folder: folder.path })
  expect(made.status).toBe(201)
  const id = pick(made.body, 'id')
  await read(service)
  expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({
    ...{ sources: 2, failed: 0 },
    folder: { path: folder.path, error: null, files: 2, skipped: [], skipped_count: 0 },
  })
  expect(await titles(call, 'boiler october')).toEqual(['house/boiler.md'])
  // The names of folders are found as well.
  expect(await titles(call, 'house')).toEqual(['house/boiler.md'])

  write('house/garden/roses.txt', 'The roses are cut in March.')
  write('house/boiler.md', 'The heater is serviced in May.')
  await says(service, 'roses', ['house/garden/roses.txt'])
  await says(service, 'heater', ['house/boiler.md'])
  expect(await titles(call, 'october')).toEqual([])
  renameSync(join(folder.path, 'house/garden'), join(folder.path, 'garden'))
  rmSync(join(folder.path, 'house'), { recursive: true })
  await says(service, 'roses', ['garden/roses.txt'])
  await says(service, 'heater', [])
  expect(pick((await call('GET', `${PATH}/${id}`)).body, 'sources')).toBe(2)
})

test('what a passage was read from is opened from the folder, also by whom it is shared with', async () => {
  await using service = createTestApp()
  const admin = adminOf(service)
  const [call, member] = [callerOf(service, admin), callerOf(service, makeUser(service.services))]
  const bytes = pdf(['The cellar is insulated. '.repeat(3)])
  write('plan.pdf', bytes)
  const body = { name: 'Papers', folder: folder.path, shared: true }
  const id = pick((await call('POST', PATH, body)).body, 'id')
  await read(service)
  const [found] = pickList((await member('GET', `${PATH}/search?q=cellar`)).body, 'items')
  const passage = await member('GET', `${PATH}/${id}/passages/${pick(found, 'number')}`)
  const { original, picture } = passage.body as { original: string; picture: string }
  expect(original).toMatch(/\/file#page=1$/)
  const { headers } = makeUser(service.services, { email: 'bob@example.test' })
  const link = original.replace(/#.*/, '')
  const file = await service.request(link, { headers })
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  const part = await service.request(link, { headers: { ...headers, range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PDF'])
  expect((await service.request(picture, { headers })).headers.get('content-type')).toBe(
    'image/jpeg',
  )
  // Where on the machine it is, only the owner is told.
  expect((await member('GET', `${PATH}/${id}`)).body).toMatchObject({ own: false, folder: null })
  // What was replaced by a link is not followed by whoever opens it.
  rmSync(join(folder.path, 'plan.pdf'))
  symlinkSync('/etc/hostname', join(folder.path, 'plan.pdf'))
  const linked = await service.request(link, { headers })
  expect([linked.status, await linked.text()]).toEqual([
    404,
    expect.not.stringContaining(folder.path),
  ])
})

test('what is not read is named with its reason, and no link leads out of the folder', async () => {
  using outside = tempFolder()
  writeFileSync(join(outside.path, 'secret.txt'), 'The PIN is 4096.')
  write('a.txt', 'The alarm has a battery.')
  write('.git/config', 'secret')
  write('photo.jpg', 'x')
  write('empty.txt', '')
  write('large.txt', 'x')
  truncateSync(join(folder.path, 'large.txt'), MAX_READ_BYTES + 1)
  symlinkSync(join(outside.path, 'secret.txt'), join(folder.path, 'link.txt'))
  symlinkSync(outside.path, join(folder.path, 'linked'))
  write('hearth/key.txt', 'secret')
  await using service = createTestApp({ env: { DATA_DIR: join(folder.path, 'hearth') } })
  const call = callerOf(service, adminOf(service))
  const id = pick((await call('POST', PATH, { name: 'Papers', folder: folder.path })).body, 'id')
  await read(service)
  const view = (await call('GET', `${PATH}/${id}`)).body
  expect(view).toMatchObject({ sources: 1, folder: { files: 1, skipped_count: 7 } })
  const skipped = pickList(pick(view, 'folder'), 'skipped')
  expect(
    skipped.map((one) => ['path', 'reason', 'reason_code'].map((of) => pick(one, of))),
  ).toEqual([
    ['.git', 'it is hidden', 'hidden'],
    ['empty.txt', 'it is empty', 'empty'],
    ['hearth', 'it belongs to the system or to Hearth', 'system'],
    ['large.txt', 'it is larger than 200 MiB', 'too_large'],
    ['link.txt', 'it is a link, and links are not followed', 'link'],
    ['linked', 'it is a link, and links are not followed', 'link'],
    ['photo.jpg', 'it is no document', 'no_document'],
  ])
})

test('a walk ends at its bounds, and says what is behind them', async () => {
  for (const name of ['a', 'b', 'c']) write(`${name}.txt`, 'four')
  write('d/e/f.txt', 'four')
  const { signal } = new AbortController()
  const walk = async (bounds: object) => {
    const all = { files: 9, bytes: 100, entries: 99, depth: 9, ...bounds }
    const { files, skipped, unknown } = await walkFolder(folder.path, [], signal, all)
    return [[...files.keys()].join(' '), skipped.map(({ path }) => path).join(' '), unknown.join()]
  }
  expect(await walk({})).toEqual(['a.txt b.txt c.txt d/e/f.txt', '', ''])
  expect(await walk({ files: 3 })).toEqual(['a.txt b.txt c.txt', 'd/e/f.txt', ''])
  expect(await walk({ bytes: 12 })).toEqual(['a.txt b.txt c.txt', 'd/e/f.txt', ''])
  expect(await walk({ depth: 1 })).toEqual(['a.txt b.txt c.txt', 'd/e', ''])
  // What stands behind the last entry is unknown: what was read of it stays.
  expect(await walk({ entries: 3 })).toEqual(['a.txt b.txt c.txt', 'd', 'd'])
})

test('a folder that is gone or empty keeps what was read of it, and the doctor tells', async () => {
  await using service = createTestApp()
  const call = callerOf(service, adminOf(service))
  write('a.txt', 'The alarm has a battery.')
  const id = pick((await call('POST', PATH, { name: 'Papers', folder: folder.path })).body, 'id')
  await read(service)
  const { watchedFolders } = service.services
  const findings = async () => await watchedFolders.check.run(new AbortController().signal)
  expect(await findings()).toMatchObject([{ id: 'knowledge-folder', level: 'ok' }])
  const errorOf = async () => pick((await call('GET', `${PATH}/${id}`)).body, 'folder.error')
  const failed = () => until(() => watchedFolders.stateOf(String(id))?.error !== undefined)
  rmSync(join(folder.path, 'a.txt'))
  await failed()
  expect(await errorOf()).toStartWith('It is empty')
  expect(pick((await call('GET', `${PATH}/${id}`)).body, 'folder.error_code')).toBe('unmounted')
  expect(await titles(call, 'alarm')).toEqual(['a.txt'])
  expect(await findings()).toMatchObject([{ level: 'warning', fix: expect.any(String) }])
})

test('after a start only what has changed meanwhile is read', async () => {
  using data = tempFolder()
  const options = { env: { DATA_DIR: data.path } }
  write('a.txt', 'The alarm has a battery.')
  write('b.txt', 'The bicycle has a bell.')
  const readAt = ({ services }: TestApp) =>
    services.db.sqlite
      .query<{ ref: string; at: number }, []>(
        "SELECT ref, read_at AS at FROM knowledge_sources WHERE state <> 'deleting' ORDER BY ref",
      )
      .all()
  let before: ReturnType<typeof readAt>
  {
    await using service = createTestApp(options)
    await callerOf(service, adminOf(service))('POST', PATH, { name: 'P', folder: folder.path })
    await read(service)
    before = readAt(service)
  }
  write('b.txt', 'The bicycle has a basket.')
  write('c.txt', 'The cat has a bell.')
  await using service = createTestApp(options)
  await says(service, 'basket', ['b.txt'])
  await says(service, 'cat', ['c.txt'])
  const after = readAt(service)
  expect(after.map(({ ref }) => ref)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  expect(after[0]).toEqual(before[0])
})

test('only admins who have signed in name folders, and those who are no more lose what was read', async () => {
  await using service = createTestApp()
  const admin = adminOf(service)
  const call = callerOf(service, admin)
  write('a.txt', 'The alarm has a battery.')
  const body = { name: 'Papers', folder: folder.path, shared: true }
  const statusOf = async (caller: Call, over: object = {}) =>
    (await caller('POST', PATH, { ...body, ...over })).status
  const member = callerOf(service, makeUser(service.services))
  expect(await statusOf(member)).toBe(403)
  expect(await statusOf(callerOf(service, { headers: service.makeKey({ media: true }) }))).toBe(403)
  expect((await service.asOwner('POST', PATH, body)).status).toBe(403)
  for (const wrong of ['papers', '/no/such', '/proc', join(folder.path, 'a.txt')])
    expect(await statusOf(call, { folder: wrong })).toBe(422)
  expect(await statusOf(call, { folder: `/${'a'.repeat(4_096)}` })).toBe(422)
  const id = pick((await call('POST', PATH, body)).body, 'id')
  await read(service)
  const sources = await call('GET', `${PATH}/${id}/sources`)
  const source = `${PATH}/${id}/sources/${pick(sources.body, 'items.0.id')}`
  expect((await call('DELETE', source)).status).toBe(409)
  const { headers } = makeUser(service.services, { role: 'admin', email: 'other@example.test' })
  admin.change({ role: 'user' })
  expect((await service.request(`${source}/file`, { headers })).status).toBe(404)
  const counted = service.services.db.sqlite.query('SELECT 1 FROM knowledge_sources')
  write('b.txt', 'now')
  await until(() => counted.get() === null)
})

test('the folder of an admin who is suspended is read no more', async () => {
  await using service = createTestApp()
  const admin = adminOf(service)
  makeUser(service.services, { role: 'admin', email: 'other@example.test' })
  write('a.txt', 'The alarm has a battery.')
  const made = await callerOf(service, admin)('POST', PATH, { name: 'P', folder: folder.path })
  expect(made.status).toBe(201)
  await says(service, 'battery', ['a.txt'])
  admin.change({ status: 'suspended' })
  write('b.txt', 'The battery is flat.')
  await says(service, 'battery', [])
})
