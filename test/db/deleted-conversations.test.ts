import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { conversationClient } from '../support/conversations.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, PRIMARY_KEY } from '../support/service.ts'

/** In no other text; no prefix of three letters is shared. */
const WORDS = { title: 'Xylophage', asked: 'quockerwodger', answered: 'wamblecropt' }

test('of a deleted conversation nothing is left: no row, no word of the search, no byte of the file', async () => {
  using folder = tempFolder()
  const long = ` ${WORDS.answered}`.repeat(2_000)
  await using service = createTestApp({
    env: { DATA_DIR: folder.path },
    engines: [fakeEngine('local', saying(long))],
  })
  const client = conversationClient(service, `Bearer ${PRIMARY_KEY}`)
  const [kept, deleted] = [await client.begin(), await client.begin()]
  await answer(kept, 'Something else')
  await answer(deleted, `Tell me of the ${WORDS.asked}`)
  await client.json('PATCH', deleted, { title: WORDS.title })
  const { db } = service.services
  const inFile = () => {
    db.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
    const files = readdirSync(folder.path).filter((name) => name.startsWith('hearth.sqlite'))
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(folder.path, name))))
    return [WORDS.title, WORDS.asked, 'quockerw'].filter((word) => bytes.includes(word))
  }
  expect(inFile()).toEqual([WORDS.title, WORDS.asked, 'quockerw'])

  expect((await client.send('DELETE', deleted)).status).toBe(204)
  expect(inFile()).toEqual([])
  const find = async (q: string) => pickList(await client.json('GET', `?q=${q}`), 'items')
  expect(await find(WORDS.asked)).toEqual([])
  expect(await find('quo')).toEqual([])
  expect((await find(WORDS.answered)).map((one) => `/${pick(one, 'id')}`)).toEqual([kept])
  db.sqlite.run("INSERT INTO message_search (message_search) VALUES ('integrity-check')")

  expect((await client.send('DELETE', kept)).status).toBe(204)
  expect(await find(WORDS.answered)).toEqual([])
  expect(db.sqlite.query('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 0 })
  db.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(readFileSync(join(folder.path, 'hearth.sqlite')).includes(WORDS.answered)).toBe(false)

  async function answer(path: string, content: string): Promise<void> {
    const watch = await client.watch(path)
    const sent = await client.json('POST', `${path}/messages`, { content })
    await watch.until({
      type: 'message',
      'message.id': pick(sent, 'answer.id'),
      'message.status': 'complete',
    })
    await watch.close()
  }
})

test('a long conversation is gone at once, its messages are erased in slices, also after a restart', async () => {
  using folder = tempFolder()
  const options = { env: { DATA_DIR: folder.path }, engines: [fakeEngine('local', saying('Yes'))] }
  let id = ''
  {
    await using service = createTestApp(options)
    const client = conversationClient(service, `Bearer ${PRIMARY_KEY}`)
    id = (await client.begin()).slice(1)
    fill(service, id, 40)
    const { db, conversationDeletions } = service.services
    const find = async () => pickList(await client.json('GET', `?q=${WORDS.asked}`), 'items')
    expect(await find()).toMatchObject([{ id, match: { count: 40 } }])
    // As the route does it, but that what is left is not begun.
    expect(db.transaction(() => conversationDeletions.delete(id))).toBe(false)
    expect(await find()).toEqual([])
    expect((await client.send('GET', `/${id}`)).status).toBe(404)
    expect(
      (await client.send('POST', `/${id}/messages`, { content: 'Are you there?' })).status,
    ).toBe(404)
    expect(pickList(await client.json('GET', ''), 'items')).toEqual([])
    expect(messagesIn(service)).toBe(38)
  }
  await using service = createTestApp(options)
  await service.services.lifecycle.start()
  await service.services.conversationDeletions.idle()
  expect(messagesIn(service)).toBe(0)
  const { sqlite } = service.services.db
  expect(sqlite.query('SELECT id FROM conversations').all()).toEqual([])
  sqlite.run("INSERT INTO message_search (message_search) VALUES ('integrity-check')")
  sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(readFileSync(join(folder.path, 'hearth.sqlite')).includes('quockerw')).toBe(false)
})

test('a conversation that cannot be erased holds up no other, and is tried again', async () => {
  await using service = createTestApp()
  const { db, conversationDeletions, stores } = service.services
  const client = conversationClient(service, `Bearer ${PRIMARY_KEY}`)
  for (let count = 0; count < 3; count += 1) {
    const id = (await client.begin()).slice(1)
    fill(service, id, 5)
    db.transaction(() => conversationDeletions.delete(id))
  }
  const first = stores.conversations.nextDeleted([])
  db.sqlite.run(`CREATE TEMP TRIGGER damaged BEFORE DELETE ON conversations WHEN old.id = '${first}'
    BEGIN SELECT RAISE(ABORT, 'damaged'); END`)
  const left = () => db.sqlite.query('SELECT id FROM conversations').values().flat()
  conversationDeletions.start()
  await conversationDeletions.idle()
  expect(left()).toEqual([String(first)])
  db.sqlite.run('DROP TRIGGER temp.damaged')
  conversationDeletions.sweep()
  await conversationDeletions.idle()
  expect([left(), messagesIn(service)]).toEqual([[], 0])
})

test('an id that is wanted again waits for the deletion of what had it', async () => {
  await using service = createTestApp()
  const { db, conversationDeletions, stores } = service.services
  const authorization = `Bearer ${PRIMARY_KEY}`
  const init = jsonInit('POST', {}, { authorization, 'idempotency-key': 'once' })
  const create = () => service.request('/api/conversations', init)
  const id = String(pick(await (await create()).json(), 'id'))
  fill(service, id, 20)
  db.transaction(() => conversationDeletions.delete(id))
  expect((await create()).status).toBe(409)
  // Asked twice, it is erased once, and what comes in its place stays.
  const both = Promise.all([conversationDeletions.finish(id), conversationDeletions.finish(id)])
  conversationDeletions.start()
  await both
  expect((await create()).status).toBe(201)
  fill(service, id, 20)
  await conversationDeletions.idle()
  await conversationDeletions.finish(id)
  expect([messagesIn(service), stores.conversations.byId(id)?.id]).toEqual([20, id])
})

type Service = ReturnType<typeof createTestApp>

function fill({ services: { db, stores } }: Service, conversationId: string, count: number): void {
  db.transaction(() => {
    for (let index = 0; index < count; index += 1)
      stores.messages.insert({
        ...{ id: `msg_${conversationId}${index}`, conversationId, parentId: null, role: 'user' },
        ...{ content: `${WORDS.asked} ${index}`, status: 'complete', createdAt: 0, finishedAt: 0 },
        ...{ model: null, answeredBy: null, errorCode: null, errorDetail: null, note: null },
        ...{ thoughts: null, thoughtMs: null },
      })
  })
}

function messagesIn({ services: { db } }: Service): number | undefined {
  return db.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM messages').get()?.n
}
