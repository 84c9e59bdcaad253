import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { PIXEL } from '../support/documents/images.ts'
import { pdf } from '../support/documents/pdf.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { localFetch } from '../support/local-fetch.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, type TestOptions } from '../support/service.ts'

const PATH = '/v1/chat/completions'
const RIVER = 'Glomma is the longest river in Norway'
const PICTURE = { type: 'image_url', image_url: { url: PIXEL } }

function app(options: TestOptions = {}) {
  const engine = fakeEngine('local', saying('Done'))
  const service = createTestApp({ engines: [engine], safeFetch: localFetch(), ...options })
  const ask = (content: readonly object[], more: object = {}) =>
    service.asOwner('POST', PATH, { model: 'auto', messages: [{ role: 'user', content }], ...more })
  return { service, engine, ask, contentOf: () => engine.turns.at(-1)?.messages[0]?.content }
}

function file(content: string | Uint8Array, filename: string) {
  const file_data = `data:application/octet-stream;base64,${Buffer.from(content).toString('base64')}`
  return { type: 'file', file: { filename, file_data } }
}

test('chat gives files as text and pictures as pictures, each in its place, and reports them beside the answer', async () => {
  const { service, ask, contentOf } = app()
  await using _ = service
  const text = (words: string) => ({ type: 'text' as const, text: words })
  const response = await ask([text('First'), file(RIVER, 'r.md'), text('then'), PICTURE])
  expect(response.status).toBe(200)
  expect(pick(await response.json(), 'hearth.attachments')).toEqual([
    { name: 'r.md', kind: 'text', characters: RIVER.length, pages: null, note: null },
    { name: 'image 2', kind: 'image', characters: 0, pages: null, note: null },
  ])
  const content = contentOf()
  expect(content).toMatchObject([
    text('First'),
    { type: 'text', text: expect.stringContaining(`name: "r.md"\nkind: text\n\n${RIVER}\n[END `) },
    text('then'),
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,/) } },
  ])
  // A request without attachments is as it was.
  await ask([text('plain')])
  expect(contentOf()).toEqual([text('plain')])
})

test('a stream tells of its attachments in a chunk of its own before the text, and a failure before that', async () => {
  const { service, ask } = app()
  await using _ = service
  const text = await (await ask([file(RIVER, 'r.md')], { stream: true })).text()
  const chunks = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']) => JSON.parse(json))
  const own = chunks.findIndex((chunk) => chunk.hearth !== undefined)
  expect(chunks[own]).toMatchObject({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: null }],
    hearth: { attachments: [{ name: 'r.md', characters: RIVER.length }] },
  })
  expect(chunks.findIndex((chunk) => pick(chunk, 'choices.0.delta.content') === 'Done')).toBe(
    own + 1,
  )
  const bad = await (await ask([file(Buffer.from([1, 0]), 'b.bin')], { stream: true })).text()
  expect(bad).toContain('Cannot attach \\"b.bin\\": it is of an unknown kind')
  // An engine that fails at once still gets a status of its own.
  const down = app({ engines: [fakeEngine('local', failing(new EngineFailure('transient', 'x')))] })
  await using __ = down.service
  const body = await (await down.ask([file(RIVER, 'r.md')], { stream: true })).text()
  expect(body).toContain('no_engine')
  expect(body).not.toContain('"hearth"')
})

test('chat downloads https pictures itself, so that every engine that sees can take them', async () => {
  const downloads: string[] = []
  const safeFetch = {
    async fetch(url: string) {
      downloads.push(url)
      const bytes = Buffer.from(PIXEL.split(',')[1] ?? '', 'base64')
      const body = new Blob([bytes]).stream()
      return { url, status: 200, headers: new Headers(), mediaType: 'image/png', body }
    },
  }
  const { service, ask, contentOf } = app({ safeFetch })
  await using _ = service
  const url = 'https://pictures.example/a.png'
  expect((await ask([{ type: 'image_url', image_url: { url } }])).status).toBe(200)
  expect(downloads).toEqual([url])
  expect(JSON.stringify(contentOf())).not.toContain('pictures.example')
})

test('attachments of chat are refused by their place; nothing stays on disk afterwards', async () => {
  using folder = tempFolder()
  const { service, ask } = app({ env: { DATA_DIR: folder.path } })
  await using _ = service
  const refusal = async (...parts: object[]) => {
    const response = await ask(parts)
    return `${response.status} ${String(await pickFrom(response, 'detail'))}`
  }
  const first = 'Cannot use messages[0].content[0].file'
  expect(await refusal({ type: 'file', file: { filename: 'a' } })).toBe(
    `422 ${first}: it has neither file_data nor file_id`,
  )
  expect(await refusal({ type: 'file', file: { file_id: 'x' } })).toBe(
    `422 ${first}: no stored file has this token; it was deleted or has expired`,
  )
  expect(await refusal({ type: 'file', file: { file_data: 'data:,plain' } })).toBe(
    `422 ${first}: a data: URL must be base64`,
  )
  expect(await refusal(...Array<object>(11).fill(PICTURE))).toBe(
    '422 A request takes at most 10 attachments: this one has 11',
  )
  const large = file(Buffer.alloc(15 * 1024 * 1024 + 1), 'a')
  expect(await refusal(large)).toBe(`413 ${first}: the file is larger than 15 MiB`)
  const locked = pdf([RIVER], { isEncrypted: true })
  expect(await refusal(file(locked, 'e.pdf'))).toBe(
    '422 Cannot attach "e.pdf": it is encrypted with a password',
  )
  const stream = await ask([file(RIVER, 'r.md')], { stream: true })
  await stream.text()
  await until(() => readdirSync(join(folder.path, 'spool')).length === 0)
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})
