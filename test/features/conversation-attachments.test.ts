import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Message } from '../../src/engines/contract/text.ts'
import { keysOf, pieces } from '../storage/contract.ts'
import { conversationClient } from '../support/conversations.ts'
import { photo } from '../support/documents/images.ts'
import { pdf } from '../support/documents/pdf.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { keptStorage } from '../support/kept-storage.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, PRIMARY_KEY, type TestApp, type TestOptions } from '../support/service.ts'

const OWNER = `Bearer ${PRIMARY_KEY}`
const RIVER = 'Glomma is the longest river in Norway'

function data(content: string | Uint8Array, filename: string) {
  return { data: Buffer.from(content).toString('base64'), filename }
}

function app(options: TestOptions = {}) {
  const engine = fakeEngine('local', saying('Done'))
  const service = createTestApp({ engines: [engine], ...options })
  return { service, engine, ...talk(service) }
}

function talk(service: TestApp) {
  const client = conversationClient(service, OWNER)
  return {
    client,
    /** Sends a message. @returns When it is answered: the message and its answer */
    async say(path: string, body: object): Promise<{ message: unknown; answer: unknown }> {
      const sent = await client.json('POST', `${path}/messages`, { content: 'Tell', ...body })
      const id = pick(sent, 'answer.id')
      await until(() => service.services.stores.messages.byId(String(id))?.finishedAt !== null)
      const messages = pickList(await client.json('GET', path), 'messages')
      const find = (wanted: unknown) => messages.find((one) => pick(one, 'id') === wanted)
      return { message: find(pick(sent, 'message.id')), answer: find(id) }
    },
    async refusal(path: string, body: object): Promise<string> {
      const response = await client.send('POST', `${path}/messages`, { content: 'Tell', ...body })
      return `${response.status} ${pick(await response.json(), 'detail')}`
    },
  }
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : '(picture)')).join('\n')
}

/** Contents that are kept, whatever their conversation. */
async function kept(folder: string): Promise<string[]> {
  const keys = await keysOf(keptStorage(folder, 'attachments'))
  return [...new Set(keys.map((key) => key.split('/').slice(0, 2).join('/')))]
}

test('attachments stay with their message: later turns, retries and edits give them to the model again', async () => {
  using folder = tempFolder()
  const { service, engine, client, say } = app({ env: { DATA_DIR: folder.path } })
  await using _ = service
  const path = await client.begin()
  const { message } = await say(path, {
    content: '',
    attachments: [
      data(pdf([`${RIVER}, and ${RIVER}`, '']), 'rivers.pdf'),
      data(await photo('png'), 'red.png'),
    ],
  })
  expect(pick(message, 'attachments')).toMatchObject([
    {
      name: 'rivers.pdf',
      media_type: 'application/pdf',
      kind: 'pdf',
      characters: 89,
      pages: 2,
      pictures: 0,
      note: 'Without text, and so not read: page 2.',
    },
    {
      name: 'red.png',
      media_type: 'image/png',
      kind: 'image',
      pages: null,
      pictures: 1,
      note: null,
    },
  ])
  const seen = (turn: number) => engine.turns[turn]?.messages.map(textOf).join('\n---\n') ?? ''
  expect(seen(0)).toContain(RIVER)
  expect(seen(0)).toEndWith('(picture)')
  await say(path, { content: 'And then?' })
  expect(seen(1)).toContain(`${RIVER}, and`)
  expect(seen(1)).toContain('(picture)')
  expect(seen(1)).toEndWith('\n---\nAnd then?')
  await client.json('POST', `${path}/messages/${pick(message, 'id')}/retry`, {})
  await until(() => engine.turns.length === 3)
  expect(seen(2)).toContain(RIVER)
  // An edited message takes the attachments along, as another branch.
  const earlier = { attachment: pick(message, 'attachments.0.id') }
  const edited = await say(path, { content: 'Shorter', parent_id: null, attachments: [earlier] })
  expect(pick(edited.message, 'attachments.0')).toMatchObject({ name: 'rivers.pdf', pages: 2 })
  expect(pick(edited.message, 'attachments.0.id')).not.toBe(earlier.attachment)
  expect(seen(3)).toContain(RIVER)
  expect(await kept(folder.path)).toHaveLength(2)
  // The title and the search know the names.
  expect(await client.json('GET', '?q=rivers.pdf')).toMatchObject({
    items: [{ title: 'rivers.pdf', match: { excerpt: 'rivers.pdf', count: 2 } }],
  })
  const markdown = await (await client.send('GET', `${path}/export`)).text()
  expect(markdown).toContain('## You\n\n- Attached: rivers.pdf\n\nShorter')
  expect(await client.json('GET', `${path}/export?format=json`)).toMatchObject({
    messages: [
      { attachments: [{ name: 'rivers.pdf' }, { name: 'red.png' }] },
      {},
      {},
      {},
      {},
      {},
      {},
    ],
  })
})

test('an attachment is read back by the owner of its conversation alone, and nothing of it runs', async () => {
  const { service, client, say } = app()
  await using _ = service
  const path = await client.begin()
  const page = '<script>alert(1)</script>Hello'
  const { message } = await say(path, {
    attachments: [data(await photo('png'), 'red.png'), data(page, 'page.html')],
  })
  const [picture, html] = pickList(message, 'attachments').map((one) => pick(one, 'id'))
  const get = (id: unknown, part = '') => client.send('GET', `${path}/attachments/${id}${part}`)
  const shown = await get(picture, '/picture')
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(shown.headers.get('content-disposition')).toStartWith('inline')
  expect(shown.headers.get('content-security-policy')).toStartWith('sandbox')
  expect((await sharp(await shown.arrayBuffer()).metadata()).format).toBe('jpeg')
  const original = await get(html)
  expect(original.headers.get('content-disposition')).toBe('attachment; filename="page.html"')
  expect(original.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await original.text()).toBe(page)
  expect((await get(html, '/picture')).status).toBe(404)
  const { authorization } = service.makeKey()
  const stranger = conversationClient(service, authorization)
  for (const part of ['', '/picture'])
    expect((await stranger.send('GET', `${path}/attachments/${picture}${part}`)).status).toBe(404)
  const other = await client.begin()
  expect((await client.send('GET', `${other}/attachments/${picture}`)).status).toBe(404)
})

test('what cannot be read is refused by its place, and neither a message nor bytes stay', async () => {
  using folder = tempFolder()
  const { service, engine, client, refusal } = app({ env: { DATA_DIR: folder.path } })
  await using _ = service
  const path = await client.begin()
  expect(await refusal(path, { content: ' ' })).toBe(
    '422 Write something, or attach a file: the message is empty',
  )
  const locked = data(pdf([RIVER], { isEncrypted: true }), 'e.pdf')
  expect(await refusal(path, { attachments: [data(RIVER, 'r.txt'), locked] })).toBe(
    '422 Cannot attach "e.pdf": it is encrypted with a password',
  )
  const refused = await client.send('POST', `${path}/messages`, {
    content: 'Tell',
    attachments: [locked],
  })
  expect(pick(await refused.json(), 'reason')).toEqual({ code: 'encrypted', name: 'e.pdf' })
  expect(await refusal(path, { attachments: [{ attachment: 'att_nothing' }] })).toBe(
    '422 Cannot use attachments[0]: this conversation has no attachment with this id',
  )
  expect(await refusal(path, { attachments: [{ path: '/etc/hosts' }] })).toStartWith('403 ')
  expect(await refusal(path, { attachments: Array<object>(11).fill(data('x', 'x')) })).toStartWith(
    '422 ',
  )
  const blind = { images: false, structured: true, tools: true }
  await using other = createTestApp({
    engines: [fakeEngine('blind', saying('x'), { capabilities: blind })],
  })
  const poor = talk(other)
  const picture = { attachments: [data(await photo('png'), 'p.png')] }
  expect(await poor.refusal(await poor.client.begin(), picture)).toBe(
    '422 None of the models can take images',
  )
  expect(pickList(await client.json('GET', path), 'messages')).toEqual([])
  expect(engine.turns).toEqual([])
  expect(await kept(folder.path)).toEqual([])
  expect(readdirSync(join(folder.path, 'spool'))).toEqual([])
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})

test('the oldest attachments are left out where they are too long together, or the model sees no pictures', async () => {
  const blind = { images: false, structured: true, tools: true }
  const engines = [
    fakeEngine('local', saying('Done')),
    fakeEngine('blind', saying('Done'), { capabilities: blind }),
  ]
  const { service, client, say } = app({ engines })
  await using _ = service
  const path = await client.begin()
  const long = 'river '.repeat(10_000)
  await say(path, {
    attachments: [data(`first ${long}`, 'a.txt'), data(await photo('png'), 'p.png')],
  })
  const { answer } = await say(path, { attachments: [data(`second ${long}`, 'b.txt')] })
  expect(pick(answer, 'note')).toBe('Too long together, so left out of this answer: a.txt.')
  const texts = engines[0]?.turns[1]?.messages.map(textOf) ?? []
  expect(texts[0]).toContain('[The attached file "a.txt" is not shown here]')
  expect(texts[0]).toContain('(picture)')
  expect(texts[2]).toContain('second river')
  const unseen = await say(path, { content: 'Again', model: 'blind' })
  expect(pick(unseen.answer, 'note')).toBe(
    'Too long together, so left out of this answer: a.txt. Left out of this answer, as this model reads no pictures: p.png.',
  )
  expect(pick(unseen.answer, 'status')).toBe('complete')
})

test('a restart keeps attachments, removes bytes without a row, and deletion removes all', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const before = app({ env })
  const path = await before.client.begin()
  const gone = await before.client.begin()
  const { message } = await before.say(path, { attachments: [data(RIVER, 'r.txt')] })
  await before.say(gone, { attachments: [data(RIVER, 'gone.txt')] })
  expect(await kept(folder.path)).toHaveLength(2)
  await before.client.send('DELETE', gone)
  expect(await kept(folder.path)).toHaveLength(1)
  await before.service[Symbol.asyncDispose]()
  // As after a crash between the bytes and their row.
  const storage = keptStorage(folder.path, 'attachments')
  await storage.put('cnv_x/atc_x/file', pieces('stray'))

  const after = app({ env })
  await using _ = after.service
  after.service.services.lifecycle.start()
  while ((await storage.stat('cnv_x/atc_x/file')) !== undefined) await new Promise(setImmediate)
  await after.say(path, { content: 'Again' })
  expect(textOf(after.engine.turns[0]?.messages[0] ?? { role: 'user', content: '' })).toContain(
    RIVER,
  )
  const file = await after.client.send(
    'GET',
    `${path}/attachments/${pick(message, 'attachments.0.id')}`,
  )
  expect(await file.text()).toBe(RIVER)
  expect((await after.client.send('DELETE', path)).status).toBe(204)
  expect(await kept(folder.path)).toEqual([])
  expect(await after.client.json('GET', '?q=txt')).toMatchObject({ items: [] })
})

test('two requests with one key, whose attachments are read at the same time, send one message', async () => {
  using folder = tempFolder()
  const { service, engine, client } = app({ env: { DATA_DIR: folder.path } })
  await using _ = service
  const path = await client.begin()
  const send = async () => {
    const body = { content: 'Tell', attachments: [data(RIVER, 'r.txt')] }
    const key = { 'idempotency-key': 'one' }
    const response = await client.send('POST', `${path}/messages`, body, key)
    const sent: unknown = await response.json()
    return [response.status, pick(sent, 'message.id'), pick(sent, 'answer.id')]
  }
  const [first, second] = await Promise.all([send(), send()])
  expect(first?.[0]).toBe(202)
  expect(second).toEqual(first)
  await until(() => service.services.admissions.of('model').state().admitted === 0)
  expect(pickList(await client.json('GET', path), 'messages')).toHaveLength(2)
  expect(engine.turns).toHaveLength(1)
  expect(await kept(folder.path)).toHaveLength(1)
})

test('a client that leaves while its attachments wait leaves nothing; finished uploads are taken', async () => {
  using folder = tempFolder()
  const gated = gatedEngine()
  const { service, client } = app({ env: { DATA_DIR: folder.path }, engines: [gated.engine] })
  await using _ = service
  const path = await client.begin()
  const { id } = await service.services.uploads.create('primary', {
    bytes: RIVER.length,
    metadata: { filename: 'upload.txt' },
  })
  const sent = { content: 'x', attachments: [{ buffer: id }] }
  expect((await client.send('POST', `${path}/messages`, sent)).status).toBe(422)
  await service.services.uploads.append('primary', id, {
    offset: 0,
    read: () => new Blob([RIVER]).stream(),
  })
  const abort = new AbortController()
  abort.abort()
  const request = service.request(`/api/conversations${path}/messages`, {
    method: 'POST',
    headers: { authorization: OWNER, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
    signal: abort.signal,
  })
  await Promise.resolve(request).catch(() => undefined)
  expect(pickList(await client.json('GET', path), 'messages')).toEqual([])
  expect(await kept(folder.path)).toEqual([])
  expect(await client.json('POST', `${path}/messages`, sent)).toMatchObject({
    message: {
      attachments: [{ name: 'upload.txt', characters: RIVER.length, bytes: RIVER.length }],
    },
  })
  expect(service.services.stores.messageAttachments.bytesOf('primary')).toBe(RIVER.length)
})
