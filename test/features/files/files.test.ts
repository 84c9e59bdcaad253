import { expect, test } from 'bun:test'
import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storedFilesCheck } from '../../../src/features/files/file-checks.ts'
import { MAX_CACHED_ROWS } from '../../../src/features/files/file-store.ts'
import { sha256 } from '../../../src/platform/ids.ts'
import { LocalStorage } from '../../../src/storage/local.ts'
import { openFiles, texts } from '../../support/files.ts'
import { pick } from '../../support/pick.ts'
import { tempFolder } from '../../support/process.ts'
import { thrown } from '../../support/thrown.ts'

const OWNER = 'user:one'
const HOUR = 60 * 60_000

test('a stored file has its bytes, its hash and its facts, and its token is in no name', async () => {
  using temp = tempFolder()
  using own = openFiles({ folder: temp.path, now: () => 1_000 })
  const { files } = own
  const file = await files.store(OWNER, texts('Hello, ', 'world'), {
    filename: '../greeting.txt',
    expiresAt: () => 5_000,
  })
  expect(file).toEqual({
    token: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    owner: OWNER,
    name: 'greeting.txt',
    bytes: 12,
    sha256: sha256('Hello, world'),
    mediaType: 'text/plain',
    createdAt: 1_000,
    lastReadAt: null,
    expiresAt: 5_000,
  })
  expect(readdirSync(temp.path)).toEqual([sha256(file.token)])
  const opened = await files.open(file.token)
  expect(opened.record).toEqual(file)
  expect(await Bun.file(opened.path ?? '').text()).toBe('Hello, world')
  expect(await new Response(await opened.stream({ from: 7, to: 8 })).text()).toBe('wo')
  for (const token of ['', 'x', `${file.token}A`, sha256(file.token), file.token.toLowerCase()])
    expect(pick(await thrown(files.open(token)), 'code')).toBe('not_found')
})

test('a source that fails or is of another length leaves neither bytes nor a row', async () => {
  using temp = tempFolder()
  using own = openFiles({ folder: temp.path })
  async function* failing() {
    yield* texts('half')
    expect(own.stores.files.unsettled()).toHaveLength(1)
    throw new Error('The sender has left')
  }
  await thrown(own.files.store(OWNER, failing(), { filename: 'a' }))
  await thrown(own.files.store(OWNER, texts('abc'), { filename: 'a', bytes: 4 }))
  await thrown(own.files.adopt(OWNER, 'upl', join(temp.path, 'none'), { filename: 'a' }))
  expect([readdirSync(temp.path), own.stores.files.unsettled()]).toEqual([[], []])
})

test('a file of large pieces is judged by its beginning, no matter who owns their memory', async () => {
  using temp = tempFolder()
  using own = openFiles({ folder: temp.path })
  async function* pieces() {
    for (const text of ['%PDF-1.7\n', 'rest'])
      yield Buffer.from(new Uint8Array(64 * 1024).fill(0x20).buffer).fill(text, 0, text.length)
  }
  const file = await own.files.store(OWNER, pieces(), { filename: 'a' })
  expect(file).toMatchObject({ bytes: 128 * 1024, mediaType: 'application/pdf' })
})

test('adopt takes a file over without copying it, and leaves the caller its name', async () => {
  using temp = tempFolder()
  using uploads = tempFolder()
  using own = openFiles({ folder: temp.path })
  const path = join(uploads.path, 'upload')
  writeFileSync(path, 'a whole upload')
  const file = await own.files.adopt(OWNER, 'upl', path, { filename: 'a.txt' })
  expect(file).toMatchObject({ bytes: 14, sha256: sha256('a whole upload'), name: 'a.txt' })
  const opened = await own.files.open(file.token)
  expect(statSync(opened.path ?? '').ino).toBe(statSync(path).ino)
  rmSync(path)
  expect(await new Response(await opened.stream()).text()).toBe('a whole upload')
  expect(await own.sweep()).toEqual({ files: 1, bytes: 14, lost: [], strays: [] })
})

test('what a crash left of the file of an upload is made anew, once its clean-up is over', async () => {
  using temp = tempFolder()
  using uploads = tempFolder()
  const deletion = Promise.withResolvers<void>()
  class SlowStorage extends LocalStorage {
    override async delete(id: string): Promise<void> {
      await deletion.promise
      await super.delete(id)
    }
  }
  using own = openFiles({ folder: temp.path, storage: new SlowStorage({ folder: temp.path }) })
  const { files, stores } = own
  const path = join(uploads.path, 'upload')
  writeFileSync(path, 'a whole upload')
  const adopt = () => files.adopt(OWNER, 'upl', path, { filename: 'a.txt' })
  const { token } = await adopt()
  stores.files.deleting(sha256(token))
  const cleaning = files.removeUnfinished()
  expect(await thrown(adopt())).toMatchObject({ code: 'conflict', retryAfterSeconds: 1 })
  deletion.resolve()
  expect(await cleaning).toBe(1)
  expect((await adopt()).token).toBe(token)
  // And where no clean-up has begun yet.
  stores.files.deleting(sha256(token))
  await adopt()
  expect((await files.open(token)).record).toMatchObject({ token, bytes: 14 })
  expect(await own.sweep()).toEqual({ files: 1, bytes: 14, lost: [], strays: [] })
})

test('what is still coming for a deleted owner is not stored', async () => {
  using temp = tempFolder()
  using own = openFiles({ folder: temp.path })
  const { files, stores } = own
  const cleanUps: (() => Promise<void>)[] = []
  async function* source() {
    yield* texts('half')
    cleanUps.push(files.deleteOwned(OWNER).afterwards)
    yield* texts('rest')
  }
  const refusal = await thrown(files.store(OWNER, source(), { filename: 'a' }))
  expect(pick(refusal, 'message')).toContain('its owner was deleted meanwhile')
  for (const cleanUp of cleanUps) await cleanUp()
  expect([readdirSync(temp.path), stores.files.unsettled()]).toEqual([[], []])
  expect(files.totals(OWNER)).toEqual({ files: 0, bytes: 0 })
})

test('files are listed, found, renamed and deleted by their owner alone', async () => {
  using temp = tempFolder()
  let now = 1_000
  using own = openFiles({ folder: temp.path, now: () => now++ })
  const { files } = own
  const make = (owner: string, filename: string) =>
    files.store(owner, texts(filename), { filename })
  const first = await make(OWNER, 'Straße 100%_ä.txt')
  await make(OWNER, 'b.txt')
  const foreign = await make('user:two', 'c.txt')
  const namesOf = (search?: string) =>
    files.list(OWNER, 10, undefined, search).items.map(({ name }) => name)
  expect(namesOf()).toEqual(['b.txt', 'Straße 100%_ä.txt'])
  expect(namesOf('Ä straße')).toEqual(['Straße 100%_ä.txt'])
  expect(namesOf('%_')).toEqual(['Straße 100%_ä.txt'])
  expect([namesOf('b%t'), namesOf("'")]).toEqual([[], []])
  const page = files.list(OWNER, 1)
  expect(files.list(OWNER, 1, page.nextCursor).items[0]?.name).toBe(first.name)
  expect(files.update(OWNER, first.token, { filename: 'x/new.txt' }).name).toBe('new.txt')
  expect(namesOf('new')).toEqual(['new.txt'])
  expect(() => files.update(OWNER, foreign.token, { filename: 'x' })).toThrow('no such file')
  expect(pick(await thrown(files.delete(OWNER, foreign.token)), 'code')).toBe('not_found')
  await files.delete(OWNER, first.token)
  expect(pick(await thrown(files.open(first.token)), 'code')).toBe('not_found')
  expect(files.totals(OWNER)).toEqual({ files: 1, bytes: 5 })
  await files.deleteOwned(OWNER).afterwards()
  expect(files.totals(OWNER)).toEqual({ files: 0, bytes: 0 })
  expect(readdirSync(temp.path)).toEqual([sha256(foreign.token)])
})

test('an expired file is gone at once, and its bytes at the next sweep', async () => {
  using temp = tempFolder()
  let now = 1_000
  using own = openFiles({ folder: temp.path, now: () => now })
  const file = await own.files.store(OWNER, texts('a'), { filename: 'a', expiresAt: () => 2_000 })
  now = 1_999
  await own.files.open(file.token)
  now = 2_000
  expect(pick(await thrown(own.files.open(file.token)), 'code')).toBe('not_found')
  expect(() => own.files.update(OWNER, file.token, { expiresAt: null })).toThrow('no such file')
  expect(own.files.list(OWNER, 10).items).toEqual([])
  expect(await own.sweep()).toMatchObject({ files: 0 })
  expect(readdirSync(temp.path)).toEqual([])
})

test('a file that is sent from memory is renamed, expired, deleted and forgotten at once', async () => {
  using temp = tempFolder()
  let now = 1_000
  using own = openFiles({ folder: temp.path, now: () => now })
  const { files, stores } = own
  const make = (text: string) => files.store(OWNER, texts(text), { filename: text })
  const [first, second, large] = [await make('first'), await make('second'), await make('large')]
  const contentOf = async ({ token }: { token: string }) => {
    const { content, record } = await files.open(token)
    return [Buffer.from(content ?? []).toString(), record.name]
  }
  for (const _ of [1, 2]) expect(await contentOf(first)).toEqual(['first', 'first'])
  files.update(OWNER, first.token, { filename: 'new', expiresAt: 2_000 })
  expect(await contentOf(first)).toEqual(['first', 'new'])
  now = 2_000
  expect(pick(await thrown(files.open(first.token)), 'code')).toBe('not_found')
  await contentOf(second)
  await files.delete(OWNER, second.token)
  expect(pick(await thrown(files.open(second.token)), 'code')).toBe('not_found')
  // What a transaction takes back is not kept.
  const id = sha256(large.token)
  await thrown(
    own.batch.add(() => {
      stores.files.deleting(id)
      expect(stores.files.byId(id)?.state).toBe('deleting')
      throw new Error('Taken back')
    }),
  )
  const known = stores.files.byId(id)
  expect(known?.state).toBe('stored')
  expect(stores.files.byId(id)).toBe(known)
  for (let count = 0; count < MAX_CACHED_ROWS; count += 1) {
    const row = { id: `${count}`, token: `${count}`, owner: OWNER, createdAt: 1 }
    stores.files.begin(row)
    stores.files.byId(row.id)
  }
  const again = stores.files.byId(id)
  expect(again).toEqual(known)
  expect(again).not.toBe(known)
})

test('the time of the last read is kept to the hour', async () => {
  using temp = tempFolder()
  let now = 1_000
  using own = openFiles({ folder: temp.path, now: () => now })
  const { token } = await own.files.store(OWNER, texts('a'), { filename: 'a' })
  const readAt = async (at: number) => {
    now = at
    await own.files.open(token)
    own.batch.flush()
    return own.files.get(OWNER, token).lastReadAt
  }
  expect(await readAt(2_000)).toBe(2_000)
  expect(await readAt(2_000 + HOUR - 1)).toBe(2_000)
  expect(await readAt(2_000 + HOUR)).toBe(2_000 + HOUR)
})

test('what a crash has left is cleared away, and nothing that is under way', async () => {
  using temp = tempFolder()
  using own = openFiles({ folder: temp.path })
  const { stores } = own
  const kept = await own.files.store(OWNER, texts('kept'), { filename: 'kept' })
  const row = (id: string) => ({ id, token: id, owner: OWNER, createdAt: 1 })
  // Killed while bytes came, after the bytes, and while a file was deleted.
  for (const id of ['part', 'whole', 'gone']) stores.files.begin(row(id))
  writeFileSync(join(temp.path, 'part.AbC.part'), 'half')
  writeFileSync(join(temp.path, 'whole'), 'whole')
  stores.files.deleting('gone')
  let swept: unknown
  async function* slow() {
    yield* texts('slow ')
    swept = await own.sweep()
    yield* texts('upload')
  }
  const slowFile = await own.files.store(OWNER, slow(), { filename: 'slow' })
  expect(swept).toEqual({ files: 1, bytes: 4, lost: [], strays: [] })
  expect(readdirSync(temp.path).sort()).toEqual(
    [kept, slowFile].map(({ token }) => sha256(token)).sort(),
  )
  expect(stores.files.unsettled()).toEqual([])
})

test('what could not be taken back, as on a full disk, is cleared away at a later sweep', async () => {
  using temp = tempFolder()
  using own = openFiles({ folder: temp.path })
  const { db, files, stores } = own
  await own.sweep()
  const { token } = await files.store(OWNER, texts('kept'), { filename: 'a' })
  db.sqlite.run(
    "CREATE TRIGGER full BEFORE DELETE ON files BEGIN SELECT RAISE(FAIL, 'the disk is full'); END",
  )
  await thrown(files.store(OWNER, texts('abc'), { filename: 'a', bytes: 4 }))
  await thrown(files.delete(OWNER, token))
  await own.sweep()
  expect(stores.files.unsettled()).toHaveLength(2)
  db.sqlite.run('DROP TRIGGER full')
  await own.sweep()
  expect([readdirSync(temp.path), stores.files.unsettled()]).toEqual([[], []])
})

test('rows without bytes and bytes without rows are reported once and kept', async () => {
  using temp = tempFolder()
  let now = HOUR
  using own = openFiles({ folder: temp.path, now: () => now })
  const { files, alerts } = own
  const short = await files.store(OWNER, texts('short'), { filename: 'short' })
  const lost = await files.store(OWNER, texts('lost'), { filename: 'lost' })
  truncateSync(join(temp.path, sha256(short.token)), 2)
  rmSync(join(temp.path, sha256(lost.token)))
  writeFileSync(join(temp.path, 'stray'), 'stray')
  const ids = [short, lost].map(({ token }) => sha256(token)).sort()
  const subjects = () =>
    alerts.list(10, undefined).items.map(({ message }) => message.split('.')[0])
  for (let hour = 0; hour < 2; hour += 1) {
    expect(await own.sweep()).toEqual({ files: 2, bytes: 9, lost: ids, strays: ['stray'] })
    expect(subjects()).toEqual([
      '2 stored files have lost their bytes, and 1 file on the disk belongs to no row',
    ])
    now += HOUR
  }
  // Half of a file is never read.
  expect(pick(await thrown(files.open(short.token)), 'code')).toBe('not_found')
  expect(readdirSync(temp.path)).toHaveLength(2)
  for (const { token } of [short, lost]) await files.delete(OWNER, token)
  rmSync(join(temp.path, 'stray'))
  expect(await own.sweep()).toEqual({ files: 0, bytes: 0, lost: [], strays: [] })
  expect(subjects()).toHaveLength(1)
})

test('a quota counts what is stored and what is coming', async () => {
  using temp = tempFolder()
  using own = openFiles({
    folder: temp.path,
    limitOf: (owner) => (owner === OWNER ? 10 : null),
  })
  const { files } = own
  const refusal = async (source: AsyncGenerator<Uint8Array>, bytes?: number) =>
    pick(await thrown(files.store(OWNER, source, { filename: 'a', bytes })), 'code')
  await files.store('user:two', texts('more than ten bytes'), { filename: 'a' })
  await files.store(OWNER, texts('1234'), { filename: 'a' })
  expect(await refusal(texts(), 7)).toBe('quota_exceeded')
  expect(await refusal(texts('123', '4567'))).toBe('quota_exceeded')
  async function* coming() {
    yield* texts('12')
    // Of 10 bytes 4 are stored, and 5 are coming.
    expect(await refusal(texts(), 2)).toBe('quota_exceeded')
    await files.store(OWNER, texts('1'), { filename: 'a', bytes: 1 })
    yield* texts('345')
  }
  await files.store(OWNER, coming(), { filename: 'a', bytes: 5 })
  expect(files.totals(OWNER)).toEqual({ files: 3, bytes: 10 })
  expect(await refusal(texts('1'))).toBe('quota_exceeded')
})

test('a disk without room takes no file', async () => {
  using temp = tempFolder()
  const storage = new LocalStorage({ folder: temp.path, minFreeBytes: Number.MAX_SAFE_INTEGER })
  using own = openFiles({ folder: temp.path, storage })
  const refused = await thrown(own.files.store(OWNER, texts('a'), { filename: 'a' }))
  expect(pick(refused, 'code')).toBe('storage_full')
  expect([readdirSync(temp.path), own.stores.files.unsettled()]).toEqual([[], []])
})

test('the doctor says what is wrong with the stored files', async () => {
  using temp = tempFolder()
  using own = openFiles({ folder: temp.path })
  const check = storedFilesCheck(() => own.fileChecks.findings)
  const says = async () => (await check.run(new AbortController().signal)).map(({ says }) => says)
  const { token } = await own.files.store(OWNER, texts('a'), { filename: 'a' })
  expect(await says()).toEqual([])
  rmSync(join(temp.path, sha256(token)))
  await own.sweep()
  expect(await says()).toEqual([
    'Of 1 stored file 1 has lost its bytes, and 0 files in the folder belong to none',
  ])
})
