import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { MAX_THOUGHT_BYTES } from '../../src/features/conversations/reply-runs.ts'
import { conversationClient } from '../support/conversations.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp, PRIMARY_KEY, type TestApp } from '../support/service.ts'
import { steppedEngine } from '../support/stepped-engine.ts'

const OWNER = `Bearer ${PRIMARY_KEY}`

test('a conversation keeps its messages, and sends all of them to the model', async () => {
  const engine = fakeEngine('local', saying('It is', ' noon'))
  await using service = createTestApp({ engines: [engine] })
  const client = conversationClient(service, OWNER)
  const path = await client.begin()
  const watch = await client.watch(path)
  await client.json('POST', `${path}/messages`, { content: 'What time is it,\nplease?' })
  await watch.until({ type: 'message', 'message.status': 'complete', 'message.role': 'assistant' })
  await client.json('POST', `${path}/messages`, { content: 'Thank you', model: 'local/large' })
  await watch.until({ type: 'message', 'message.status': 'complete', 'message.role': 'assistant' })
  await watch.close()
  const whole = await client.json('GET', path)
  expect(whole).toMatchObject({ title: 'What time is it,', pinned: false })
  const messages = pickList(whole, 'messages')
  expect(messages).toMatchObject([
    { role: 'user', content: 'What time is it,\nplease?', parent_id: null },
    { role: 'assistant', content: 'It is noon', model: 'auto', answered_by: 'local/small' },
    { role: 'user', content: 'Thank you', parent_id: pick(messages, '1.id') },
    { role: 'assistant', content: 'It is noon', model: 'local/large', answered_by: 'local/large' },
  ])
  expect(engine.turns[1]?.messages).toEqual([
    { role: 'user', content: 'What time is it,\nplease?' },
    { role: 'assistant', content: 'It is noon' },
    { role: 'user', content: 'Thank you' },
  ])
})

test('an answer goes on without a reader, and who comes back gets what was missed', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = createTestApp({ engines: [engine] })
  const client = conversationClient(service, OWNER)
  const path = await client.begin()
  const first = await client.watch(path)
  const answer = pick(await client.json('POST', `${path}/messages`, { content: 'Hi' }), 'answer.id')
  say('One')
  await first.until({ type: 'text', text: 'One' })
  const seen = first.lastId
  await first.close()
  say(' two')
  const second = await client.watch(path)
  const [snapshot] = await second.until({ type: 'snapshot' })
  const there = String(pick(snapshot, 'messages.1.content'))
  expect(['One', 'One two']).toContain(there)
  // What comes together is one event.
  if (there === 'One') await second.until({ type: 'text', text: ' two' })
  say(' three')
  await second.until({ type: 'text', text: ' three' })
  // From the last event that was seen, only what follows.
  const third = await client.watch(path, seen)
  expect(await third.until({ type: 'text', text: ' three' })).toMatchObject([
    { type: 'text', message_id: answer, offset: 3, text: ' two' },
    { type: 'text', message_id: answer, offset: 7, text: ' three' },
  ])
  end()
  for (const watch of [second, third]) {
    const events = await watch.until({ type: 'message', 'message.status': 'complete' })
    expect(events.at(-1)).toMatchObject({ message: { content: 'One two three' } })
    await watch.close()
  }
  // Anyone who loads the conversation and goes on from there misses nothing and gets nothing twice.
  const loaded = await client.json('GET', path)
  const after = await client.watch(path, String(pick(loaded, 'last_event_id')))
  await client.json('PATCH', path, { title: 'Numbers' })
  expect(await after.next()).toMatchObject({
    type: 'conversation',
    conversation: { title: 'Numbers' },
  })
  await after.close()
})

test('a watcher hears of a message before its answer, which may start at once', async () => {
  const { engine, say } = steppedEngine()
  await using service = createTestApp({ engines: [engine] })
  const client = conversationClient(service, OWNER)
  const path = await client.begin()
  const watch = await client.watch(path)
  await client.json('POST', `${path}/messages`, { content: 'Hi' })
  say('One')
  const events = await watch.until({ type: 'text' })
  const messages = events.filter((event) => pick(event, 'type') === 'message')
  expect(messages.map((event) => pick(event, 'message.status'))).toEqual([
    'complete',
    'waiting',
    'running',
  ])
  expect(messages[0]).toMatchObject({ message: { role: 'user', content: 'Hi' } })
  await watch.close()
})

test('an answer can be stopped, and asked for once more as a branch', async () => {
  const { engine, say, end, turn } = steppedEngine()
  await using service = createTestApp({ engines: [engine] })
  const client = conversationClient(service, OWNER)
  const path = await client.begin()
  const watch = await client.watch(path)
  const sent = await client.json('POST', `${path}/messages`, { content: 'Hi' })
  const answer = pick(sent, 'answer.id')
  say('Half')
  await watch.until({ type: 'text', text: 'Half' })
  expect(await client.json('POST', `${path}/messages/${answer}/stop`)).toMatchObject({
    status: 'stopped',
    content: 'Half',
    error: null,
  })
  // Without a body, as nothing in it is needed.
  const again = await client.json('POST', `${path}/messages/${answer}/retry`)
  // A change without one has lost it.
  expect((await client.send('PATCH', path)).status).toBe(400)
  expect(again).toMatchObject({ status: 'waiting', parent_id: pick(sent, 'message.id') })
  await turn(2)
  say('Whole')
  end()
  await watch.until({ type: 'message', 'message.status': 'complete', 'message.role': 'assistant' })
  const messages = pickList(await client.json('GET', path), 'messages')
  expect(messages.map((one) => [pick(one, 'content'), pick(one, 'status')])).toEqual([
    ['Hi', 'complete'],
    ['Half', 'stopped'],
    ['Whole', 'complete'],
  ])
  // An edited message is another beginning beside the first one.
  await client.json('POST', `${path}/messages`, { content: 'Hello', parent_id: null })
  const edited = pickList(await client.json('GET', path), 'messages')
  expect(edited[3]).toMatchObject({ content: 'Hello', parent_id: null })
  await watch.close()
})

test('a request that is sent again with its key makes nothing twice', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Yes'))] })
  const client = conversationClient(service, OWNER)
  const again = async (path: string, body: unknown, key: string) => {
    const response = await client.send('POST', path, body, { 'idempotency-key': key })
    return { status: response.status, body: await response.json() }
  }
  const path = `/${pick((await again('', {}, 'one')).body, 'id')}`
  expect(`/${pick((await again('', {}, 'one')).body, 'id')}`).toBe(path)
  const ids = async (content: string, key: string) => {
    const { body } = await again(`${path}/messages`, { content }, key)
    return [pick(body, 'message.id'), pick(body, 'answer.id')]
  }
  const [message, answer] = await ids('Hi', 'first')
  expect(await ids('Hi', 'first')).toEqual([message, answer])
  expect((await again(`${path}/messages`, { content: 'Ho' }, 'first')).status).toBe(409)
  expect((await again(`${path}/messages`, { content: 'Ho' }, ' '.repeat(129))).status).toBe(422)
  const retry = `${path}/messages/${answer}/retry`
  const [one, two] = [await again(retry, {}, 'retry'), await again(retry, {}, 'retry')]
  expect(pick(one.body, 'id')).toBe(pick(two.body, 'id'))
  expect(pickList(await client.json('GET', path), 'messages')).toHaveLength(3)
  // The key of somebody else says nothing.
  const other = conversationClient(service, service.makeKey().authorization)
  const theirs = await other.send('POST', '', {}, { 'idempotency-key': 'one' })
  expect(`/${pick(await theirs.json(), 'id')}`).not.toBe(path)
})

test('a failed answer says why and can be tried again', async () => {
  const engine = fakeEngine('local', failing(new EngineFailure('quota', 'spent')))
  const other = fakeEngine('other', saying('Yes'))
  await using service = createTestApp({ engines: [engine, other], speechEngines: [] })
  const client = conversationClient(service, OWNER)
  const path = await client.begin()
  const watch = await client.watch(path)
  await client.json('POST', `${path}/messages`, { content: 'Hi', model: 'local' })
  const events = await watch.until({ type: 'message', 'message.status': 'failed' })
  expect(pick(events.at(-1), 'message.error')).toMatchObject({ code: 'no_engine' })
  await watch.close()
  // The list of models says so before the next question.
  const list = await (await service.asOwner('GET', '/v1/models')).json()
  expect(
    pickList(list, 'data').map((model) => [pick(model, 'id'), pick(model, 'available')]),
  ).toEqual([
    ['auto', true],
    ['local', false],
    ['local/small', false],
    ['local/large', false],
    ['other', true],
    ['other/small', true],
    ['other/large', true],
  ])
})

test('nobody else can read or change a conversation', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Yes'))] })
  const owner = conversationClient(service, OWNER)
  const path = await owner.begin()
  const { answer } = Object(await owner.json('POST', `${path}/messages`, { content: 'Secret' }))
  const other = conversationClient(service, service.makeKey().authorization)
  const attempts: [string, string, unknown?][] = [
    ['GET', path],
    ['PATCH', path, { title: 'Mine' }],
    ['DELETE', path],
    ['GET', `${path}/events`],
    ['GET', `${path}/export`],
    ['POST', `${path}/messages`, { content: 'Hi' }],
    ['POST', `${path}/messages/${answer.id}/stop`],
    ['POST', `${path}/messages/${answer.id}/retry`, {}],
  ]
  for (const [method, target, body] of attempts)
    expect([method, (await other.send(method, target, body)).status]).toEqual([method, 404])
  expect(pickList(await other.json('GET', ''), 'items')).toEqual([])
  expect(pickList(await other.json('GET', '?q=secret'), 'items')).toEqual([])
  expect(pickList(await owner.json('GET', '?q=secret'), 'items')).toHaveLength(1)
})

test('what a model thinks is told and kept beside its answer, and not sent back', async () => {
  // Each piece is waited for, as pieces that come together are one event.
  const seen = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const engine = fakeEngine('local', async function* think(turn) {
    if (turn.messages.length > 1) {
      yield [{ type: 'text', text: '<think>Agai' }]
      yield [{ type: 'text', text: 'n</think>\nYes.' }]
      return
    }
    yield [{ type: 'delta', delta: { reasoning_content: 'Let me ' } }]
    await seen[0]?.promise
    yield [{ type: 'delta', delta: { reasoning_content: 'see' } }]
    await seen[1]?.promise
    yield [{ type: 'text', text: 'It is 4.' }]
    yield [{ type: 'delta', delta: { reasoning: 'x'.repeat(MAX_THOUGHT_BYTES) } }]
  })
  await using service = createTestApp({ engines: [engine] })
  const { authorization } = service.makeKey()
  const client = conversationClient(service, authorization)
  const path = await client.begin()
  const watcher = await client.watch(path)
  await client.json('POST', `${path}/messages`, { content: 'Two and two?' })
  const events: unknown[] = []
  for (const { resolve } of seen) {
    events.push(...(await watcher.until({ type: 'thinking' })))
    resolve()
  }
  const end = { 'message.status': 'complete', 'message.role': 'assistant' }
  events.push(...(await watcher.until(end)))
  await watcher.close()
  const thinking = events.filter((event) => pick(event, 'type') === 'thinking')
  expect(thinking.slice(0, 2)).toMatchObject([
    { offset: 0, text: 'Let me ' },
    { offset: 7, text: 'see' },
  ])
  const answer = pick(events.at(-1), 'message')
  expect(answer).toMatchObject({ content: 'It is 4.', thought_seconds: expect.any(Number) })
  const thoughts = String(pick(answer, 'thoughts'))
  expect(thoughts).toStartWith('Let me seexxx')
  expect(thoughts).toHaveLength(MAX_THOUGHT_BYTES)

  const next = await client.watch(path)
  await client.json('POST', `${path}/messages`, {
    content: 'Sure?',
    parent_id: pick(answer, 'id'),
  })
  await next.until({ 'message.status': 'complete', 'message.content': 'Yes.' })
  await next.close()
  const { messages } = Object(await client.json('GET', path))
  expect(messages.at(-1)).toMatchObject({ content: 'Yes.', thoughts: 'Again' })
  expect(JSON.stringify(engine.turns.at(-1)?.messages)).not.toContain('Let me')
  expect(await (await client.send('GET', `${path}/export`)).text()).not.toContain('Let me')
})

test('a search finds words in messages and answers, and nothing of what was deleted', async () => {
  await using service = createTestApp({
    engines: [fakeEngine('local', saying('Crème brûlée needs "cream" and sugar'))],
  })
  const client = conversationClient(service, OWNER)
  const paths = [await client.begin(), await client.begin()]
  for (const path of paths) {
    const watch = await client.watch(path)
    await client.json('POST', `${path}/messages`, { content: 'A dessert, please' })
    await watch.until({
      type: 'message',
      'message.status': 'complete',
      'message.role': 'assistant',
    })
    await watch.close()
  }
  const find = async (query: string) =>
    pickList(await client.json('GET', `?q=${encodeURIComponent(query)}`), 'items')
  expect(await find('creme SUG')).toMatchObject([
    { match: { excerpt: 'Crème brûlée needs "cream" and sugar' } },
    { match: { excerpt: 'Crème brûlée needs "cream" and sugar' } },
  ])
  expect(await find('" OR sugar* NEAR(')).toHaveLength(0)
  expect(await find('')).toEqual([])
  const page = await client.json('GET', '?q=dessert&limit=1')
  const next = await client.json('GET', `?q=dessert&limit=1&cursor=${pick(page, 'next_cursor')}`)
  expect([pick(page, 'items.0.id'), pick(next, 'items.0.id')].map((id) => `/${id}`)).toEqual(
    paths.toReversed(),
  )
  expect((await client.send('DELETE', paths[0] ?? '')).status).toBe(204)
  expect(await find('sugar')).toHaveLength(1)
  const { sqlite } = service.services.db
  expect(sqlite.query('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 2 })
})

test('a search finds titles, each conversation once, and words inside of sentences without spaces', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Yes'))] })
  const client = conversationClient(service, OWNER)
  const begin = async (title: string, contents: readonly string[], prefix: string) => {
    const path = await client.begin()
    await client.json('PATCH', path, { title })
    storeLong(service, path, contents, prefix)
    return path.slice(1)
  }
  const other = conversationClient(service, service.makeKey().authorization)
  await other.json('PATCH', await other.begin(), { title: 'Boiler of another' })
  const boiler = await begin('Der große Boiler 2026', ['Nothing', 'else'], 'msg_a')
  const heating = await begin('Heating', Array(120).fill('The boiler is cold'), 'msg_b')
  const weather = await begin('東京の天気', ['明日の大阪の天気予報を教えてください。'], 'msg_c')
  const find = async (query: string) =>
    pickList(await client.json('GET', `?q=${encodeURIComponent(query)}`), 'items')
  const byId = (items: unknown[]) =>
    items.map((item) => [pick(item, 'id'), pick(item, 'match.count') ?? 0]).sort()
  expect(byId(await find('boil'))).toEqual(
    [
      [boiler, 0],
      [heating, 120],
    ].sort(),
  )
  for (const query of ['GROSSE', '2026 boiler', 'große']) {
    const found = await find(query)
    if (query === 'GROSSE') expect(found).toEqual([])
    else expect(byId(found)).toEqual([[boiler, 0]])
  }
  for (const query of ['天気', '大阪', '天気予報', '東京'])
    expect(byId(await find(query))).toEqual([[weather, query === '東京' ? 0 : 1]])
  expect(await find('気天')).toEqual([])
  const pages: string[] = []
  for (let cursor = ''; ; ) {
    const page = await client.json('GET', `?q=boiler&limit=1${cursor}`)
    pages.push(...pickList(page, 'items').map((item) => String(pick(item, 'id'))))
    const next = pick(page, 'next_cursor')
    if (next === null) break
    cursor = `&cursor=${next}`
  }
  expect(pages.sort()).toEqual([boiler, heating].sort())
})

test('deleting a conversation ends its answer and its watchers', async () => {
  const { engine, say } = steppedEngine()
  await using service = createTestApp({ engines: [engine] })
  const client = conversationClient(service, OWNER)
  const path = await client.begin()
  const watch = await client.watch(path)
  await client.json('POST', `${path}/messages`, { content: 'Hi' })
  say('One')
  await watch.until({ type: 'text' })
  expect((await client.send('DELETE', path)).status).toBe(204)
  await watch.until({ type: 'deleted' })
  expect(await watch.next()).toBeUndefined()
  expect((await client.send('GET', path)).status).toBe(404)
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})

test('pins, titles, pages and exports', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Yes'))] })
  const client = conversationClient(service, OWNER)
  const paths: string[] = []
  for (let count = 0; count < 3; count += 1) paths.push(await client.begin())
  const [first = '', , last = ''] = paths
  await client.json('PATCH', first, { pinned: true, title: 'Kept' })
  const list = await client.json('GET', '?limit=2')
  expect(pickList(list, 'pinned')).toMatchObject([{ title: 'Kept', pinned: true }])
  const rest = await client.json('GET', `?limit=2&cursor=${pick(list, 'next_cursor')}`)
  const ids = [...pickList(list, 'items'), ...pickList(rest, 'items')].map((one) => pick(one, 'id'))
  expect(ids.map((id) => `/${id}`).toSorted()).toEqual(paths.toSorted())
  expect(pickList(rest, 'pinned')).toEqual([])
  const watch = await client.watch(last)
  await client.json('POST', `${last}/messages`, { content: 'Is it *true*?' })
  await watch.until({ type: 'message', 'message.status': 'complete', 'message.role': 'assistant' })
  await watch.close()
  const markdown = await client.send('GET', `${last}/export`)
  expect(markdown.headers.get('content-disposition')).toContain('attachment')
  expect(await markdown.text()).toBe(
    '# Is it *true*?\n\n## You\n\nIs it *true*?\n\n## local/small\n\nYes\n',
  )
  const json = await client.json('GET', `${last}/export?format=json`)
  expect(pickList(json, 'messages')).toHaveLength(2)
})

test('a message over a bound is refused before it is kept', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Yes'))] })
  const client = conversationClient(service, OWNER)
  const path = await client.begin()
  const refusals = await Promise.all(
    [
      { content: 'x'.repeat(100_001) },
      { content: ' \n ' },
      { content: 'Hi', model: 'nobody' },
      { content: 'Hi', parent_id: 'msg_unknown' },
    ].map((body) => client.send('POST', `${path}/messages`, body)),
  )
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 404, 404])
  expect(pickList(await client.json('GET', path), 'messages')).toEqual([])
})

test('a third answer of an owner waits for its place', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = createTestApp({ engines: [engine] })
  const client = conversationClient(service, OWNER)
  const paths = [await client.begin(), await client.begin(), await client.begin()]
  const watches = await Promise.all(paths.map((path) => client.watch(path)))
  for (const path of paths) await client.json('POST', `${path}/messages`, { content: 'Hi' })
  await watches[1]?.until({ type: 'place', position: 1 })
  for (const watch of watches) {
    say('Yes')
    end()
    await watch.until({
      type: 'message',
      'message.status': 'complete',
      'message.role': 'assistant',
    })
    await watch.close()
  }
})

test('an answer that a stop has cut off says so after the next start, with what had come', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const { engine, say } = steppedEngine()
  let path: string
  {
    await using service = createTestApp({ engines: [engine], env: { DATA_DIR: folder } })
    const client = conversationClient(service, OWNER)
    path = await client.begin()
    const watch = await client.watch(path)
    await client.json('POST', `${path}/messages`, { content: 'Hi' })
    say('One')
    await watch.until({ type: 'text' })
    await watch.close()
  }
  await using service = createTestApp({ engines: [engine], env: { DATA_DIR: folder } })
  const client = conversationClient(service, OWNER)
  expect(pickList(await client.json('GET', path), 'messages')).toMatchObject([
    { role: 'user', status: 'complete' },
    { role: 'assistant', status: 'interrupted', content: 'One' },
  ])
  expect(pickList(await client.json('GET', '?q=one'), 'items')).toHaveLength(1)
})

/** As UTF-8; three of them are more than a page has. */
const LONG = `long ${'a'.repeat(700_000)}`

/** A conversation with messages that each begin it anew. */
function storeLong(
  service: TestApp,
  path: string,
  contents: readonly string[],
  prefix = 'msg',
): void {
  const at = {
    createdAt: 1,
    finishedAt: 1,
    errorCode: null,
    errorDetail: null,
    note: null,
    thoughts: null,
    thoughtMs: null,
  }
  for (const [index, content] of contents.entries())
    service.services.stores.messages.insert({
      ...{
        ...at,
        id: `${prefix}_${index}`,
        parentId: null,
        conversationId: path.slice(1),
        content,
      },
      ...{ role: 'user', status: 'complete', model: null, answeredBy: null },
    })
}

test('a large conversation comes in pages of bounded text, its export and its search in pieces', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Yes'))] })
  const client = conversationClient(service, OWNER)
  const path = await client.begin()
  storeLong(service, path, Array(7).fill(LONG))
  const pages: string[][] = []
  for (let cursor = ''; ; ) {
    const page = await client.json('GET', `${path}${cursor}`)
    pages.push(pickList(page, 'messages').map((message) => String(pick(message, 'id'))))
    expect(pick(page, 'messages.0.content')).toBe(LONG)
    const next = pick(page, 'next_cursor')
    if (next === null) break
    cursor = `?cursor=${next}`
  }
  expect(pages).toEqual([['msg_5', 'msg_6'], ['msg_3', 'msg_4'], ['msg_1', 'msg_2'], ['msg_0']])
  const one = await client.json('GET', `${path}?limit=1`)
  expect(pickList(one, 'messages')).toMatchObject([{ id: 'msg_6' }])
  for (const query of ['cursor=nothing', 'limit=0', 'limit=1001'])
    expect((await client.send('GET', `${path}?${query}`)).status).toBe(422)
  const watch = await client.watch(path)
  const snapshot = await watch.next()
  expect(pickList(snapshot, 'messages')).toHaveLength(2)
  expect(pick(snapshot, 'next_cursor')).toBe(pick(await client.json('GET', path), 'next_cursor'))
  await watch.close()
  const exported = await client.json('GET', `${path}/export?format=json`)
  expect(pickList(exported, 'messages').map((message) => pick(message, 'content'))).toEqual(
    Array(7).fill(LONG),
  )
  const found = await client.json('GET', '?q=long')
  expect(pickList(found, 'items')).toMatchObject([{ match: { message_id: 'msg_6', count: 7 } }])
  for (const prefix of ['msg_a', 'msg_b', 'msg_c', 'msg_d', 'msg_e'])
    storeLong(service, await client.begin(), [LONG], prefix)
  const largest = await client.json('GET', '?q=long')
  expect(pickList(largest, 'items')).toHaveLength(5)
  const rest = await client.json('GET', `?q=long&cursor=${pick(largest, 'next_cursor')}`)
  expect(pickList(rest, 'items')).toHaveLength(1)
  // A new message reads none of the others but those before it.
  const sent = await client.json('POST', `${path}/messages`, { content: 'Hi', parent_id: null })
  expect(pick(sent, 'answer.status')).toBe('waiting')
  expect((await client.send('DELETE', path)).status).toBe(204)
})
