import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import {
  exportTexts,
  jsonElements,
  MAX_ELEMENT_BYTES,
  MAX_EXPORT_FILES,
} from '../../src/features/conversations/imports/export-file.ts'
import { exportedConversation } from '../../src/features/conversations/imports/exported-conversation.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { CRASHED, changeRows } from '../support/stored-rows.ts'
import { makeUser } from '../support/users.ts'

const PATH = '/api/conversation-imports'

/** A node of ChatGPT's tree. */
const node = (
  id: string,
  parent: string | null,
  role: string,
  parts: unknown[],
  more: object = {},
) => ({
  [id]: {
    ...{ id, parent, children: [] },
    message: {
      ...{ id, author: { role }, create_time: 1_700_000_000, recipient: 'all' },
      ...{ content: { content_type: 'text', parts }, metadata: {} },
      ...more,
    },
  },
})

const CHATGPT = {
  ...{ title: 'Bread', create_time: 1_700_000_000.5, update_time: 1_700_000_100 },
  ...{ conversation_id: 'c-1', current_node: 'a2' },
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['s'] },
    ...node('s', 'root', 'system', ['You are helpful']),
    ...node(
      'q',
      's',
      'user',
      ['Why does bread rise?', { asset_pointer: 'file-service://file-1' }],
      {
        content: {
          content_type: 'multimodal_text',
          parts: ['Why does bread rise?', { asset_pointer: 'file-service://file-1' }],
        },
      },
    ),
    ...node('a2', 'q', 'assistant', ['Yeast.'], { metadata: { model_slug: 'gpt-5' } }),
    ...node('a1', 'q', 'assistant', ['Search first']),
    ...node('t', 'a1', 'tool', ['secret output']),
    ...node('a1b', 't', 'assistant', ['and then answer']),
  },
}

const OPEN_WEBUI = {
  ...{ id: 'w-1', title: 'Soup', created_at: 1_700_000_000, updated_at: 1_700_000_200 },
  chat: {
    title: 'Soup',
    history: {
      currentId: 'm2',
      messages: {
        m1: { ...{ id: 'm1', parentId: null, role: 'user', content: 'Which soup?' }, timestamp: 1 },
        m2: {
          ...{ id: 'm2', parentId: 'm1', role: 'assistant', model: 'llama3' },
          content: '<details type="reasoning" done="true">hmm</details>\nLeek.',
          files: [{ type: 'image', name: 'pot.png' }],
        },
      },
    },
  },
}

/** A service with a person who imports. */
async function startImports(
  options: Parameters<typeof startService>[0] = {},
  known?: Record<string, string>,
) {
  const service = startService(options)
  const headers = known ?? makeUser(service.services).headers
  const send = (path: string, method = 'GET', body?: object) =>
    fetch(service.url + path, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const upload = async (bytes: Uint8Array<ArrayBuffer> | string) => {
    const answer = await fetch(`${service.url}/buffer`, {
      method: 'POST',
      headers: {
        ...headers,
        ...{ 'tus-resumable': '1.0.0', 'upload-length': String(Buffer.byteLength(bytes)) },
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    })
    expect(answer.status).toBe(201)
    return { buffer: String(await pickFrom(answer, 'id')) }
  }
  const state = async () => (await send(PATH)).json()
  return {
    ...{ service, headers, send, upload, state },
    /** Imports a file. @returns How it ended */
    async take(bytes: Uint8Array<ArrayBuffer> | string): Promise<unknown> {
      expect((await send(PATH, 'POST', await upload(bytes))).status).toBe(202)
      for (;;) {
        const now = await state()
        if (!['queued', 'running'].includes(String(pick(now, 'status')))) return now
        await Bun.sleep(1)
      }
    },
    conversations: async () => pickList(await (await send('/api/conversations')).json(), 'items'),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** A conversation of many messages, each after the one before. */
const longOne = (count: number) => ({
  ...{ title: 'Long', conversation_id: 'c-long', current_node: `m${count - 1}` },
  mapping: Object.assign(
    {},
    ...Array.from({ length: count }, (_, at) =>
      node(`m${at}`, at === 0 ? null : `m${at - 1}`, 'user', [`${at} words `.repeat(20)]),
    ),
  ),
})

/** The texts of a file, read to their ends. */
async function readTexts(
  bytes: Uint8Array,
  options: Partial<Parameters<typeof exportTexts>[1]> = {},
) {
  using folder = tempFolder()
  const path = `${folder.path}/export`
  writeFileSync(path, bytes)
  const signal = new AbortController().signal
  let sum = 0
  for (const text of await exportTexts(path, { signal, ...options }))
    for await (const { length } of text) sum += length
  return sum
}

/** A ZIP archive of one compressed file, which it may list several times. */
function zipOf(name: string, text: string, times = 1): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(text)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  const start = 30 + name.length + packed.length
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(times, 10)
  end.writeUInt32LE(times * (46 + name.length), 12)
  end.writeUInt32LE(start, 16)
  const directory = Buffer.concat([entry, Buffer.from(name)])
  return new Uint8Array(
    Buffer.concat([local, Buffer.from(name), packed, ...Array(times).fill(directory), end]),
  )
}

async function elementsOf(...chunks: string[]): Promise<unknown[]> {
  async function* source() {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk)
  }
  return Array.fromAsync(jsonElements(source()))
}

const detailOf = (work: Promise<unknown>) => work.then(String, ({ message }) => String(message))

test('ChatGPT’s tree is imported with its branches, times and title, and again without doubles', async () => {
  await using imports = await startImports()
  const text = JSON.stringify([CHATGPT])
  expect(await imports.take(zipOf('export/conversations.json', text))).toMatchObject({
    status: 'succeeded',
    result: { conversations: 1, messages: 3, unchanged: 0, missing_files: 1, left_out: 0 },
  })
  const [found] = await imports.conversations()
  expect(found).toMatchObject({
    title: 'Bread',
    created_at: '2023-11-14T22:13:20.500Z',
    updated_at: '2023-11-14T22:15:00.000Z',
  })
  const path = `/api/conversations/${pick(found, 'id')}`
  const messages = pickList(await (await imports.send(path)).json(), 'messages')
  const question = pick(messages, '0.id')
  expect(messages).toMatchObject([
    {
      ...{ role: 'user', parent_id: null, created_at: '2023-11-14T22:13:20.000Z' },
      content: 'Why does bread rise?\n\n[Not imported: file-1]',
    },
    { role: 'assistant', parent_id: question, content: 'Search first\n\nand then answer' },
    // The branch that was shown last.
    { role: 'assistant', parent_id: question, content: 'Yeast.', answered_by: 'gpt-5' },
  ])
  expect(JSON.stringify(messages)).not.toContain('secret')
  const hits = await imports.send('/api/conversations?q=yeast')
  expect(await pickFrom(hits, 'items.0.title')).toBe('Bread')

  // A newer export has one more message; the rest is there.
  expect(await imports.take(text)).toMatchObject({ result: { conversations: 0, unchanged: 1 } })
  const more = { ...CHATGPT.mapping, ...node('q2', 'a2', 'user', ['Thanks']) }
  expect(await imports.take(JSON.stringify([{ ...CHATGPT, mapping: more }]))).toMatchObject({
    result: { conversations: 1, messages: 1 },
  })
  expect(await imports.conversations()).toHaveLength(1)
})

test('an export of Open WebUI is imported without thoughts, and what is no conversation is named', async () => {
  await using imports = await startImports()
  const other = [{ title: 'Odd' }, 7, null, { ...OPEN_WEBUI, id: 'w-2', chat: { messages: [] } }]
  expect(await imports.take(JSON.stringify([OPEN_WEBUI, ...other]))).toMatchObject({
    status: 'succeeded',
    result: {
      ...{ conversations: 1, messages: 2, missing_files: 1, left_out: 4 },
      reasons: [
        { title: 'Odd', reason: 'it is no conversation of ChatGPT or Open WebUI' },
        { title: '' },
        { title: '' },
        { title: 'Soup', reason: 'it has no messages' },
      ],
    },
  })
  const [found] = await imports.conversations()
  const path = `/api/conversations/${pick(found, 'id')}`
  expect(pickList(await (await imports.send(path)).json(), 'messages')).toMatchObject([
    { content: 'Which soup?' },
    { content: 'Leek.\n\n[Not imported: pot.png]', answered_by: 'llama3' },
  ])
})

test('what is no export, cut off or of somebody else is refused in words', async () => {
  await using imports = await startImports()
  const text = JSON.stringify([CHATGPT, OPEN_WEBUI])
  for (const [file, detail] of [
    ['{"a": 1}', 'This is no export of conversations'],
    [zipOf('other.json', text), 'This archive has no conversations.json'],
    [zipOf('conversations.json', text).slice(0, 200), 'This archive is damaged'],
    [text.slice(0, -20), 'The file is cut off: what comes before its end was imported'],
  ] as const) {
    const ended = await imports.take(file)
    expect(pick(ended, 'status')).toBe('failed')
    expect(String(pick(ended, 'error'))).toStartWith(detail)
  }
  expect(await imports.conversations()).toHaveLength(1)
  const stranger = makeUser(imports.service.services)
  const buffer = await imports.upload(text)
  const refused = await fetch(imports.service.url + PATH, {
    method: 'POST',
    headers: { ...stranger.headers, 'content-type': 'application/json' },
    body: JSON.stringify(buffer),
  })
  expect(refused.status).toBe(422)
  const none = await fetch(imports.service.url + PATH, { headers: stranger.headers })
  expect(await pickFrom(none, 'status')).toBe('none')
})

test('an import is cancelled, and what it has imported stays', async () => {
  await using imports = await startImports()
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    ...CHATGPT,
    conversation_id: `c-${index}`,
  }))
  const started = await imports.send(PATH, 'POST', await imports.upload(JSON.stringify(many)))
  expect(started.status).toBe(202)
  while ((await imports.conversations()).length === 0) await Bun.sleep(1)
  const second = await imports.send(PATH, 'POST', { buffer: `upl_${'f'.repeat(22)}` })
  expect(second.status).toBe(409)
  expect((await imports.send(PATH, 'DELETE')).status).toBe(204)
  expect(pick(await imports.state(), 'status')).toBe('cancelled')
  const left = await imports.conversations()
  expect(left.length).toBeGreaterThan(0)
})

test('a long conversation is written in slices, says until its end that it is not whole, and is completed', async () => {
  await using imports = await startImports()
  const text = JSON.stringify([longOne(2_000)])
  await imports.send(PATH, 'POST', await imports.upload(text))
  let found: unknown[]
  do found = await imports.conversations()
  while (found.length === 0)
  expect(found).toMatchObject([{ title: 'Long (import not finished)' }])
  expect((await imports.send(PATH, 'DELETE')).status).toBe(204)
  const count = () =>
    imports.service.services.db.sqlite
      .query<{ n: number; ids: number }, []>(
        'SELECT count(*) AS n, count(DISTINCT conversation_id) AS ids FROM messages',
      )
      .get()
  expect(count()?.n).toBeWithin(1, 2_000)
  // Cancelled, it still says so.
  expect(await imports.conversations()).toMatchObject([{ title: 'Long (import not finished)' }])
  expect(await imports.take(text)).toMatchObject({ result: { conversations: 1, left_out: 0 } })
  expect(await imports.conversations()).toMatchObject([{ title: 'Long' }])
  expect(count()).toEqual({ n: 2_000, ids: 1 })
})

test('a conversation that is deleted while it is imported stays deleted', async () => {
  await using imports = await startImports()
  await imports.send(PATH, 'POST', await imports.upload(JSON.stringify([longOne(2_000)])))
  let found: unknown[]
  do found = await imports.conversations()
  while (found.length === 0)
  const path = `/api/conversations/${pick(found, '0.id')}`
  expect((await imports.send(path, 'DELETE')).status).toBe(204)
  let ended: unknown
  do ended = await imports.state()
  while (['queued', 'running'].includes(String(pick(ended, 'status'))))
  expect(pick(ended, 'status')).toBe('succeeded')
  expect(await imports.conversations()).toEqual([])
})

test('an archive whose files share bytes, are too many or unpack to too much is refused', async () => {
  const text = JSON.stringify([CHATGPT])
  const bytes = Buffer.byteLength(text)
  const zip = zipOf('conversations.json', text)
  expect(await readTexts(zip)).toBe(bytes)
  expect(await readTexts(zip, { maxBytes: bytes })).toBe(bytes)
  const listed = (times: number) => zipOf('conversations.json', text, times)
  const refused = [
    [zip, bytes - 1, 'The export unpacks to more than'],
    [listed(2), undefined, 'This archive is damaged'],
    [listed(MAX_EXPORT_FILES), undefined, 'This archive is damaged'],
    [listed(MAX_EXPORT_FILES + 1), undefined, 'This archive has more than 1000 files'],
  ] as const
  for (const [file, maxBytes, detail] of refused)
    expect(await detailOf(readTexts(file, maxBytes ? { maxBytes } : {}))).toStartWith(detail)
})

test('the reading of an export without an element lets others pass, and ends when it is cancelled', async () => {
  const blank = `[${' '.repeat(32 * 1024 ** 2)}]`
  for (const file of [Buffer.from(blank), zipOf('conversations.json', blank)]) {
    const cancel = new AbortController()
    // Runs only where the reading waits for a turn of the event loop.
    setTimeout(() => cancel.abort(new Error('Cancelled')), 0)
    expect(await detailOf(readTexts(file, { signal: cancel.signal }))).toBe('Cancelled')
  }
})

test('an import that a stop has cut off goes on at the next start, without doubles', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const many = Array.from({ length: 150 }, (_, index) => ({
    ...CHATGPT,
    conversation_id: `c-${index}`,
  }))
  const first = await startImports({ env })
  await first.send(PATH, 'POST', await first.upload(JSON.stringify(many)))
  while ((await first.conversations()).length === 0) await Bun.sleep(1)
  await first[Symbol.asyncDispose]()
  // As a crash leaves it.
  changeRows(folder.path, CRASHED)
  await using second = await startImports({ env }, first.headers)
  let ended: unknown
  do ended = await second.state()
  while (pick(ended, 'status') !== 'succeeded')
  expect(ended).toMatchObject({ result: { left_out: 0 } })
  const count = second.service.services.db.sqlite
    .query<{ n: number }, []>('SELECT count(*) AS n FROM messages')
    .get()
  expect(count?.n).toBe(150 * 3)
})

test('elements are cut where they end, whatever the pieces in which they come', async () => {
  const text = '\ufeff [ {"a":"]},\\"[{"} , 1,"x" ,[[2]],{"b":{"c":[]}} ]\n'
  const whole = await elementsOf(text)
  expect(whole).toEqual([
    { value: { a: ']},"[{' } },
    { value: 1 },
    { value: 'x' },
    { value: [[2]] },
    { value: { b: { c: [] } } },
  ])
  for (let size = 1; size < 7; size += 1) {
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
    expect(await elementsOf(...pieces)).toEqual(whole)
  }
  const deep = `[${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}, 1]`
  expect(await elementsOf(deep)).toEqual([{ error: 'it is nested too deep' }, { value: 1 }])
  const large = JSON.stringify(['x'.repeat(MAX_ELEMENT_BYTES), 'x'.repeat(MAX_ELEMENT_BYTES - 2)])
  expect((await elementsOf(large)).map((one) => Object.keys(Object(one))[0])).toEqual([
    'error',
    'value',
  ])
  expect(await elementsOf('[{"a":}, 2]')).toEqual([{ error: 'it is no JSON' }, { value: 2 }])
  for (const wrong of ['{}', '"a"', '[1] 2', '']) {
    expect(await detailOf(elementsOf(wrong))).toStartWith('This is no export')
  }
  expect(await detailOf(elementsOf('[1, {"a'))).toStartWith('The file is cut off')
})

test('a hostile tree is imported as far as it is one, or left out', () => {
  const circle = exportedConversation({
    mapping: { ...node('a', 'b', 'user', ['1']), ...node('b', 'a', 'user', ['2']) },
    current_node: 'a',
  })
  expect(circle).toMatchObject({ messages: [] })
  const own = exportedConversation({
    mapping: { ...node('a', 'a', 'user', ['1']), ...node('c', null, 'user', ['kept']) },
  })
  expect(own).toMatchObject({ messages: [{ id: 'c', parentId: undefined, content: 'kept' }] })
  const orphan = exportedConversation({ mapping: node('a', 'gone', 'user', ['1']) })
  expect(orphan).toMatchObject({ messages: [{ id: 'a', parentId: undefined }] })
  // One after the other, as deep as it may be.
  const chain = Object.assign(
    {},
    ...Array.from({ length: 10_000 }, (_, at) =>
      node(`n${at}`, at === 0 ? null : `n${at - 1}`, 'user', ['x']),
    ),
  )
  const long = exportedConversation({ mapping: chain })
  expect(typeof long === 'string' ? long : long.messages.length).toBe(10_000)
  expect(exportedConversation({ mapping: { ...chain, ...node('one', null, 'user', ['x']) } })).toBe(
    'it has more than 10000 messages',
  )
  const many = Object.fromEntries(Array.from({ length: 100_001 }, (_, at) => [`n${at}`, 0]))
  expect(exportedConversation({ mapping: many })).toBe('it has more than 100000 parts')
  const odd = { id: 5, message: { author: 'x', content: { parts: {} }, create_time: 'now' } }
  expect(exportedConversation({ mapping: { a: odd, b: [], c: null, d: 'x' }, title: 7 })).toBe(
    'it has no messages',
  )
  const proto = exportedConversation(
    JSON.parse('{"mapping":{"__proto__":{"parent":null,"message":{"author":{"role":"user"}}}}}'),
  )
  expect(proto).toBe('it has no messages')
  // What has no text of its own is no name.
  const unnamed = { title: { toString: 1, valueOf: 1 }, mapping: node('a', null, 'user', ['1']) }
  expect(exportedConversation(unnamed)).toMatchObject({ title: '', messages: [{ content: '1' }] })
})
