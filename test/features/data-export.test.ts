import { expect, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

test('all of a person is in one archive, which nobody else can make or read', async () => {
  using folder = tempFolder()
  await using service = serviceOf(folder.path)
  const { services } = service
  const ann = makeUser(services)
  const bob = makeUser(services, { role: 'admin', email: 'bob@example.test' })
  const owner = `user:${ann.id}`
  await services.files.store(owner, new Blob(['kept']).stream(), { filename: 'ä:c.txt' })
  await services.files.store(owner, new Blob(['lost']).stream(), { filename: 'lost.txt' })
  const [lost = ''] = services.stores.files
    .idsOf(owner)
    .filter((id) => services.stores.files.byId(id)?.name === 'lost.txt')
  await services.storage.files.delete(lost)
  const conversation = await service.as(ann, 'POST', '/api/conversations', { title: 'Birds' })
  const id = pick(await conversation.json(), 'id')
  const folder_id = await pickFrom(
    await service.as(ann, 'POST', '/api/conversation-folders', { name: 'Nature/sea' }),
    'id',
  )
  await service.as(ann, 'PATCH', `/api/conversations/${id}`, { folder_id })
  services.stores.messages.insert({
    id: 'msg_one',
    conversationId: String(id),
    parentId: null,
    role: 'user',
    content: 'the pelican',
    model: null,
    answeredBy: null,
    status: 'complete',
    errorCode: null,
    errorDetail: null,
    note: null,
    thoughts: null,
    thoughtMs: null,
    createdAt: 1,
    finishedAt: 1,
  })
  services.keepInHistory({
    owner,
    kind: 'translation',
    title: 'Text',
    text: 'words',
    data: { text: 'words', srt: '1', target: 'en' },
  })
  expect(await (await service.as(ann, 'GET', '/api/me/data-export')).json()).toEqual({
    status: 'none',
    progress: null,
    error: null,
    archive: null,
  })
  const started = await service.as(ann, 'POST', '/api/me/data-export')
  expect(started.status).toBe(202)
  expect((await service.as(ann, 'POST', '/api/me/data-export')).status).toBe(409)
  const url = await service.archiveUrl(ann)
  const answer = await service.as(ann, 'GET', url)
  expect(answer.headers.get('content-type')).toBe('application/gzip')
  const path = join(folder.path, 'taken.tar.gz')
  writeFileSync(path, new Uint8Array(await answer.arrayBuffer()))
  const names = tar('-tzf', path).split('\n').filter(Boolean)
  const without = names.map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY')).sort()
  const six = String(id).slice(-6)
  expect(without.map((name) => name.replace(/ [\w-]{6}(?= |\.|\/)/, ' ID'))).toEqual(
    [
      'MISSING.txt',
      'README.txt',
      'account.json',
      `conversations/Nature_sea/DAY Birds ID/conversation.json`,
      `conversations/Nature_sea/DAY Birds ID/conversation.md`,
      'files/DAY ID ä_c.txt',
      'history/DAY Text ID.json',
      'history/DAY Text ID.srt',
      'history/DAY Text ID.txt',
      'usage.csv',
    ].sort(),
  )
  const markdown = names.find((name) => name.endsWith(`${six}/conversation.md`)) ?? ''
  expect(tar('-xzOf', path, markdown)).toContain('the pelican')
  expect(tar('-xzOf', path, 'account.json')).toContain('ann@example.test')
  expect(tar('-xzOf', path, 'usage.csv')).toStartWith('at,type,owner_id')
  expect((await service.as(bob, 'GET', url)).status).toBe(404)
  expect((await service.as(bob, 'GET', '/api/me/data-export')).status).toBe(200)
  expect(services.files.totals(owner).bytes).toBe(8)
})

test('an archive is gone after a day, with the one that replaces it, and with its person', async () => {
  using folder = tempFolder()
  await using service = serviceOf(folder.path)
  const ann = makeUser(service.services)
  const exports = join(folder.path, 'exports')
  const files = () => (existsSync(exports) ? readdirSync(exports, { recursive: true }) : [])
  await service.as(ann, 'POST', '/api/me/data-export')
  const first = await service.archiveUrl(ann)
  service.move(1_000)
  await service.as(ann, 'POST', '/api/me/data-export')
  await service.ended(ann)
  expect((await service.as(ann, 'GET', first)).status).toBe(404)
  const second = await service.archiveUrl(ann)
  expect(files()).toHaveLength(2)
  service.move(24 * 60 * 60_000)
  expect((await service.as(ann, 'GET', second)).status).toBe(404)
  for (const one of service.services.features.sweeps) one.sweep()
  while (files().length > 0) await Bun.sleep(1)
  await service.as(ann, 'POST', '/api/me/data-export')
  await service.ended(ann)
  expect(files().length).toBeGreaterThan(0)
  service.services.users.change(ann.id, { status: 'deleted' }, AUDIT_ACTOR)
  while (files().length > 0) await Bun.sleep(1)
})

type User = ReturnType<typeof makeUser>

function serviceOf(folder: string) {
  let now = Date.now()
  const service = createTestApp({ env: { DATA_DIR: folder }, now: () => now })
  const as = (user: User, method: string, path: string, body?: object) =>
    service.request(path, {
      method,
      headers: { ...user.headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const state = async (user: User): Promise<unknown> =>
    (await as(user, 'GET', '/api/me/data-export')).json()
  const ended = async (user: User) => {
    while (['queued', 'running'].includes(String(pick(await state(user), 'status'))))
      await Bun.sleep(1)
  }
  return {
    ...service,
    as,
    ended,
    move: (ms: number) => {
      now += ms
    },
    async archiveUrl(user: User): Promise<string> {
      await ended(user)
      return String(pick(await state(user), 'archive.url'))
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

function tar(...args: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(['tar', ...args], {
    env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' },
  })
  if (exitCode !== 0) throw new Error(stderr.toString())
  return stdout.toString()
}
