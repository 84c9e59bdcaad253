import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_COLLECTIONS } from '../../src/features/knowledge/knowledge.ts'
import { MAX_ADDED, MAX_QUESTION_CHARACTERS } from '../../src/features/knowledge/schema.ts'
import { animatedGif } from '../support/documents/images.ts'
import { docx, paragraph } from '../support/documents/office.ts'
import { pdf } from '../support/documents/pdf.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { fakeSites } from '../support/fake-sites.ts'
import { until } from '../support/gates.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, PRIMARY_KEY, type TestApp, type TestOptions } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const PATH = '/api/knowledge'

/** A caller who speaks JSON. */
function callerOf(service: TestApp, headers: Record<string, string>) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await service.request(path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}
type Call = ReturnType<typeof callerOf>

function knowledgeService(options: TestOptions = {}) {
  const service = createTestApp(options)
  const member = () => callerOf(service, makeUser(service.services).headers)
  return { service, member, read: () => service.services.reading.idle() }
}

async function collectionOf(call: Call, name = 'House', shared = false): Promise<string> {
  return String(pick((await call('POST', PATH, { name, shared })).body, 'id'))
}

async function store(
  service: TestApp,
  headers: Record<string, string>,
  name: string,
  text: string,
) {
  const response = await service.request(`/api/nas/upload?filename=${name}`, {
    method: 'POST',
    headers,
    body: text,
  })
  return String(pick(await response.json(), 'token'))
}

const note = (title: string, text: string) => ({ note: { title, text } })
const addTo = (call: Call, id: string, ...sources: unknown[]) =>
  call('POST', `${PATH}/${id}/sources`, { sources })
const found = async (call: Call, q: string, more = '') =>
  pickList(
    (await call('GET', `${PATH}/search?typed=true&q=${encodeURIComponent(q)}${more}`)).body,
    'items',
  )
const titles = async (call: Call, q: string, more = '') =>
  (await found(call, q, more)).map((item) => pick(item, 'source.title'))

test('files and notes are read, and found by any form of their words', async () => {
  const { service, read } = knowledgeService()
  await using _ = service
  const { headers } = makeUser(service.services)
  const call = callerOf(service, headers)
  const id = await collectionOf(call)
  const manual = '# Washing machine\n\n## Care\n\nClean the lint filter every two months.\n'
  const token = await store(service, headers, 'manual.md', manual)
  const added = await addTo(
    call,
    id,
    { file: token },
    note('Verträge', 'Die Kündigungsfrist der Haftpflichtversicherungen beträgt drei Monate.'),
    note('Maison', 'Les clés de la chaudière sont chez le gardien.'),
  )
  expect(added.status).toBe(202)
  expect(pickList(added.body, 'items').map((item) => pick(item, 'state'))).toEqual(
    Array(3).fill('waiting'),
  )
  await read()
  expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({
    ...{ sources: 3, passages: 3, waiting: 0, failed: 0, own: true, shared: false },
    passages_by_meaning: null,
  })
  expect(await titles(call, 'How do I clean the filters?')).toEqual(['manual.md'])
  expect(await titles(call, 'Haftpflichtversicherung kündigen')).toEqual(['Verträge'])
  expect(await titles(call, 'clé chaudières')).toEqual(['Maison'])
  expect(await titles(call, 'haftpf')).toEqual(['Verträge'])
  expect(await titles(call, 'elephant')).toEqual([])
  const [passage] = await found(call, 'filter')
  expect(passage).toMatchObject({
    ...{ heading: 'Washing machine › Care', page: null, seconds: null },
    ...{ excerpt: 'Clean the lint filter every two months.' },
    collection: { id, name: 'House' },
  })
  const number = pick(passage, 'number')
  expect(pick(passage, 'url')).toBe(`/app/knowledge/${id}?passage=${number}`)
  const one = await call('GET', `${PATH}/${id}/passages/${number}`)
  expect(one.body).toMatchObject({
    text: 'Clean the lint filter every two months.',
    before: null,
    after: null,
  })
  // What is there already is not added again.
  expect((await addTo(call, id, { file: token })).body).toEqual({ items: [], there: 1 })
})

test('the page of a PDF stays with its words, and what has no text says so', async () => {
  const { service, read } = knowledgeService()
  await using _ = service
  const { headers } = makeUser(service.services)
  const call = callerOf(service, headers)
  const id = await collectionOf(call)
  const upload = async (name: string, body: Uint8Array<ArrayBuffer>) => {
    const init = { method: 'POST', headers, body }
    return pick(
      await (await service.request(`/api/nas/upload?filename=${name}`, init)).json(),
      'token',
    )
  }
  const files = {
    'a.pdf': pdf([
      'The boiler was serviced in spring.'.repeat(3),
      'Invoices are due in autumn.'.repeat(3),
    ]),
    'b.docx': docx(
      `${paragraph('Guarantees', 'Heading1')}${paragraph('The oven has five years.')}`,
    ),
    'c.pdf': pdf(['']),
    'd.gif': animatedGif(1),
  }
  for (const [name, bytes] of Object.entries(files))
    await addTo(call, id, { file: await upload(name, new Uint8Array(bytes)) })
  await read()
  const list = pickList((await call('GET', `${PATH}/${id}/sources`)).body, 'items')
  const states = Object.fromEntries(list.map((item) => [pick(item, 'title'), pick(item, 'state')]))
  expect(states).toEqual({
    ...{ 'a.pdf': 'ready', 'b.docx': 'ready', 'c.pdf': 'failed', 'd.gif': 'failed' },
  })
  const [invoice] = await found(call, 'invoice')
  expect(invoice).toMatchObject({ page: 2, source: { title: 'a.pdf' } })
  // Its page is a picture, and its file opens there, also for others once it is shared.
  const { headers: others } = makeUser(service.services)
  const passage = `${PATH}/${id}/passages/${pick(invoice, 'number')}`
  const { body } = await call('GET', passage)
  const source = pick(invoice, 'source.id')
  const file = `${PATH}/${id}/sources/${source}/file`
  expect(body).toMatchObject({ original: `${file}#page=2`, picture: `${passage}/picture` })
  for (const path of [`${passage}/picture`, file])
    expect((await service.request(path, { headers: others })).status).toBe(404)
  await call('PATCH', `${PATH}/${id}`, { shared: true })
  const picture = await service.request(`${passage}/picture`, { headers: others })
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect(new Uint8Array(await picture.arrayBuffer()).subarray(0, 2)).toEqual(
    Uint8Array.of(255, 216),
  )
  const shared = await service.request(file, { headers: others })
  expect(shared.headers.get('content-disposition')).toContain('attachment')
  expect((await shared.bytes()).length).toBe(files['a.pdf'].length)
  expect((await found(call, 'guarantee'))[0]).toMatchObject({ heading: 'Guarantees', page: null })
  const failed = list.find((item) => pick(item, 'state') === 'failed')
  expect(pick(failed, 'error')).toContain('no text')
  expect(pick(failed, 'error_code')).toBe('no_text')
  const again = await call('POST', `${PATH}/${id}/sources/${pick(failed, 'id')}/read`)
  expect(again.body).toMatchObject({ state: 'waiting', error: null })
  await read()
  expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({ failed: 2 })
})

test('sources follow their files: a change is read again, and what is deleted is found no more', async () => {
  const { service, read } = knowledgeService()
  await using _ = service
  const { headers } = makeUser(service.services)
  const call = callerOf(service, headers)
  const id = await collectionOf(call)
  const token = await store(service, headers, 'a.txt', 'The gardener comes on Mondays.')
  const { body } = await addTo(call, id, { file: token }, note('Keys', 'Under the flowerpot.'))
  const noteId = pickList(body, 'items')[1]
  await read()
  await call('PATCH', `/api/nas/files/${token}`, { filename: 'garden plan.txt' })
  // A reader finds that, or at the latest a sweep.
  await call('GET', `${PATH}/${id}/sources`)
  await read()
  expect(await titles(call, 'plans')).toEqual(['garden plan.txt'])
  const at = `${PATH}/${id}/sources/${pick(noteId, 'id')}`
  const changed = await call('PATCH', at, { title: 'Where keys are', text: 'With the neighbour.' })
  expect(changed.body).toMatchObject({ title: 'Where keys are' })
  await read()
  expect(await titles(call, 'flowerpot')).toEqual([])
  expect(await titles(call, 'neighbour')).toEqual(['Where keys are'])
  const { text, version } = (await call('GET', at)).body as { text: string; version: string }
  expect(text).toBe('With the neighbour.')
  // Two have it open: the second one is told, and loses nothing.
  expect((await call('PATCH', at, { text: 'With the gardener.', version })).status).toBe(200)
  const late = await call('PATCH', at, { title: 'Late', version })
  expect([late.status, pick(late.body, 'code')]).toEqual([409, 'conflict'])
  expect((await call('GET', at)).body).toMatchObject({ text: 'With the gardener.' })
  expect((await call('PATCH', at, { text })).status).toBe(200)
  await read()
  const passage = pick((await found(call, 'gardener'))[0], 'number')
  await call('DELETE', `/api/nas/files/${token}`)
  expect(await titles(call, 'gardener')).toEqual([])
  expect((await call('GET', `${PATH}/${id}/passages/${passage}`)).status).toBe(404)
  await read()
  expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({ sources: 1, passages: 1 })
  expect((await call('DELETE', at)).status).toBe(204)
  expect((await call('GET', at)).status).toBe(404)
})

test('what a person has is found by nobody else, unless it is shared with the members', async () => {
  const { service, member, read } = knowledgeService()
  await using _ = service
  const [ann, bob] = [member(), member()]
  const id = await collectionOf(ann)
  const { body } = await addTo(ann, id, note('Diary', 'The quockerwodger dances.'))
  await read()
  const source = pick(pickList(body, 'items')[0], 'id')
  const passage = pick((await found(ann, 'quockerwodger'))[0], 'number')
  const { key } = service.makeKey({ media: true })
  const app = callerOf(service, { authorization: `Bearer ${key}` })
  const reads = [
    ['GET', `${PATH}/${id}`],
    ['GET', `${PATH}/${id}/sources`],
    ['GET', `${PATH}/${id}/sources/${source}`],
    ['GET', `${PATH}/${id}/passages/${passage}`],
    ['GET', `${PATH}/search?q=quockerwodger&collection=${id}`],
  ] as const
  const changes = [
    ['PATCH', `${PATH}/${id}`, { shared: true }],
    ['DELETE', `${PATH}/${id}`],
    ['POST', `${PATH}/${id}/sources`, { sources: [note('a', 'b')] }],
    ['PATCH', `${PATH}/${id}/sources/${source}`, { text: 'b' }],
    ['POST', `${PATH}/${id}/sources/${source}/read`],
    ['DELETE', `${PATH}/${id}/sources/${source}`],
  ] as const
  const meets = async (call: Call, requests: typeof reads | typeof changes, status: number) => {
    for (const [method, path, given] of requests)
      expect((await call(method, path, given)).status, `${method} ${path}`).toBe(status)
  }
  for (const call of [bob, app]) {
    await meets(call, reads, 404)
    await meets(call, changes, 404)
    expect(await titles(call, 'quockerwodger')).toEqual([])
    expect(pickList((await call('GET', PATH)).body, 'items')).toEqual([])
  }
  await ann('PATCH', `${PATH}/${id}`, { shared: true })
  await meets(bob, reads, 200)
  await meets(bob, changes, 403)
  await meets(app, reads, 404)
  expect(pickList((await bob('GET', PATH)).body, 'items')).toMatchObject([
    { id, own: false, owner_name: 'Ann', shared: true },
  ])
  expect(await titles(bob, 'quockerwodger')).toEqual(['Diary'])
  // A file of somebody else is none that can be added.
  const { headers } = makeUser(service.services)
  const token = await store(service, headers, 'a.txt', 'secret')
  expect((await addTo(ann, id, { file: token })).status).toBe(404)
  await ann('PATCH', `${PATH}/${id}`, { shared: false })
  expect(await titles(bob, 'quockerwodger')).toEqual([])
})

test('deleted words are in no file any more', async () => {
  using folder = tempFolder()
  const { service, member, read } = knowledgeService({ env: { DATA_DIR: folder.path } })
  await using _ = service
  const call = member()
  const [kept, gone] = [await collectionOf(call), await collectionOf(call)]
  await addTo(call, kept, note('Kept', 'unforgotten'))
  await addTo(call, gone, note('Gone', 'quockerwodger '.repeat(2_000)))
  await read()
  const text = () => {
    service.services.db.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
    return readFileSync(join(folder.path, 'hearth.sqlite'), 'latin1').toLowerCase()
  }
  expect(text()).toContain('quockerwodger')
  expect(await titles(call, 'quockerwodger')).not.toEqual([])
  await call('DELETE', `${PATH}/${gone}`)
  await read()
  expect(text()).not.toMatch(/quockerwodg|rwodg/)
  expect(text()).toContain('unforgotten')
  expect(await titles(call, 'unforgotten')).toEqual(['Kept'])
})

test('collections refuse what is beyond their bounds', async () => {
  const { service, member } = knowledgeService()
  await using _ = service
  const call = member()
  const ids: string[] = []
  for (let at = 0; at < MAX_COLLECTIONS; at += 1) ids.push(await collectionOf(call, `No. ${at}`))
  expect((await call('POST', PATH, { name: 'One more' })).status).toBe(409)
  const [id = ''] = ids
  expect((await call('POST', PATH, { name: ' ' })).status).toBe(422)
  expect((await call('POST', PATH, { name: 'a', owner: 'b' })).status).toBe(422)
  expect((await call('PATCH', `${PATH}/${id}`, {})).status).toBe(422)
  const notes = (count: number) => Array.from({ length: count }, (_, at) => note(`${at}`, 'text'))
  expect((await addTo(call, id, ...notes(MAX_ADDED))).status).toBe(202)
  expect((await addTo(call, id, ...notes(MAX_ADDED + 1))).status).toBe(422)
  expect((await addTo(call, id)).status).toBe(422)
  const search = (q: string) => call('GET', `${PATH}/search?q=${q}`)
  expect((await search('a'.repeat(MAX_QUESTION_CHARACTERS))).status).toBe(200)
  expect((await search('a'.repeat(MAX_QUESTION_CHARACTERS + 1))).status).toBe(422)
  expect((await call('GET', `${PATH}/search?q=a&limit=51`)).status).toBe(422)
  expect((await call('GET', `${PATH}/kno_a`)).status).toBe(404)
  await service.services.reading.idle()
})

test('pages, transcripts and conversations are read with their places, and follow', async () => {
  const sites = fakeSites({
    'https://garden.example/roses': {
      body: `<title>Roses</title><h1>Roses</h1><p>${'Prune the roses in March, before they bud. '.repeat(8)}</p>`,
    },
  })
  const { service, read } = knowledgeService({
    safeFetch: sites,
    engines: [fakeEngine('echo', saying('Use the blue filter.'))],
  })
  await using _ = service
  const { id: userId, headers } = makeUser(service.services)
  const call = callerOf(service, headers)
  const { history, keepInHistory } = service.services
  const owner = `user:${userId}`
  const segments = [
    { start: 0, end: 60, text: 'Welcome. '.repeat(130) },
    { start: 61.5, end: 70, text: 'The dishwasher needs salt every month.' },
  ]
  const transcript = keepInHistory({
    ...{ owner, kind: 'transcript', title: 'Kitchen talk', text: 'Welcome' },
    data: { segments, engine: 'whisper' },
  })
  const conversation = String(pick((await call('POST', '/api/conversations', {})).body, 'id'))
  const ask = async (content: string) => {
    const sent = await call('POST', `/api/conversations/${conversation}/messages`, { content })
    const answer = pick(sent.body, 'answer.id')
    await until(
      () =>
        service.services.db.sqlite
          .query('SELECT 1 FROM messages WHERE id = ? AND status = ?')
          .get(String(answer), 'complete') !== null,
    )
    return String(answer)
  }
  const answer = await ask('Which filter for the aquarium?')
  const id = await collectionOf(call)
  const sources = [
    { page: 'https://garden.example/roses#care' },
    { page: 'https://garden.example/gone' },
    { transcript },
    { conversation },
  ]
  expect((await addTo(call, id, ...sources)).status).toBe(202)
  await read()
  const list = pickList((await call('GET', `${PATH}/${id}/sources`)).body, 'items')
  expect(
    list.map((item) => [pick(item, 'kind'), pick(item, 'title'), pick(item, 'error')]),
  ).toEqual([
    ['conversation', 'Which filter for the aquarium?', null],
    ['transcript', 'Kitchen talk', null],
    ['page', 'https://garden.example/gone', 'The site answered with the status 404'],
    ['page', 'Roses', null],
  ])
  expect((await found(call, 'pruning roses'))[0]).toMatchObject({ source: { kind: 'page' } })
  expect((await found(call, 'dishwasher'))[0]).toMatchObject({ seconds: 61.5 })
  expect((await found(call, 'blue filters'))[0]).toMatchObject({
    heading: 'Which filter for the aquarium?',
    text: 'Use the blue filter.',
  })
  // Each is of one person only, and has to be there.
  const { headers: others } = makeUser(service.services)
  const other = callerOf(service, others)
  const theirs = await collectionOf(other)
  for (const source of [{ transcript }, { conversation }, { file: 'x'.repeat(22) }])
    expect((await addTo(other, theirs, source)).status, JSON.stringify(source)).toBe(404)
  for (const page of ['ftp://garden.example/', 'roses', 'https://me:secret@garden.example/'])
    expect((await addTo(call, id, { page })).status, page).toBe(422)
  await ask('And for the pond? The quockerwodger one?')
  history.change(owner, transcript, { title: 'Machines' })
  service.services.reading.sweep()
  await read()
  expect(await titles(call, 'quockerwodger')).toEqual(['Which filter for the aquarium?'])
  expect(await titles(call, 'dishwasher')).toEqual(['Machines'])
  await call('DELETE', `/history/${transcript}`)
  await call('DELETE', `/api/conversations/${conversation}`)
  expect(await titles(call, 'dishwasher filter')).toEqual([])
  await read()
  expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({ sources: 2 })
  expect(answer).toStartWith('msg_')
})

test('what was being read at a crash is read again, once', async () => {
  using folder = tempFolder()
  const options = { env: { DATA_DIR: folder.path } }
  const ids: string[] = []
  {
    const { service, read } = knowledgeService(options)
    await using _ = service
    const call = callerOf(service, { authorization: `Bearer ${PRIMARY_KEY}` })
    const id = await collectionOf(call)
    await addTo(call, id, note('Once', 'interrupted'), note('Twice', 'interrupted'))
    await read()
    ids.push(id)
    service.services.db.sqlite.run(
      "UPDATE knowledge_sources SET state = 'reading', interruptions = (title = 'Twice')",
    )
  }
  const { service, read } = knowledgeService(options)
  await using _ = service
  const call = callerOf(service, { authorization: `Bearer ${PRIMARY_KEY}` })
  await until(
    () =>
      service.services.db.sqlite
        .query("SELECT 1 FROM knowledge_sources WHERE state = 'ready'")
        .get() !== null,
  )
  await read()
  const list = pickList((await call('GET', `${PATH}/${ids[0]}/sources`)).body, 'items')
  expect(list.map((item) => [pick(item, 'title'), pick(item, 'state')])).toEqual([
    ['Twice', 'failed'],
    ['Once', 'ready'],
  ])
  // Nothing is there twice.
  expect(await titles(call, 'once')).toEqual(['Once'])
})
