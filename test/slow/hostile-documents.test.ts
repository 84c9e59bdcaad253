import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { DocumentPool } from '../../src/media/documents/document-pool.ts'
import { AppError } from '../../src/platform/errors.ts'
import { animatedGif, hugePng } from '../support/documents/images.ts'
import { paragraph } from '../support/documents/office.ts'
import { pdf } from '../support/documents/pdf.ts'
import { zip } from '../support/documents/zip.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { jsonInit, startService } from '../support/service.ts'
import { thrown } from '../support/thrown.ts'
import { startUpstream } from '../support/upstream.ts'

/** Content of a page that takes seconds and a gigabyte to unpack and read. */
const PDF_BOMB = pdf([], { contents: [deflateSync(Buffer.alloc(1_000_000_000, '0 0 m '))] })
/** A process is ended after 30 s of its own; a machine that is busy gives it those in minutes. */
const REFUSED_WITHIN_MS = 180_000
/** Of the slowest of a hundred chats, on a machine with other load; with none it is 10 ms. */
const MAX_FIRST_BYTE_MS = 1000
/** As people and programs pause: without, thousands of chats take most of a processor from the documents. */
const CHAT_PAUSE_MS = 15

/** Children of this process that read documents. */
function readers(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isReader(pid))
}

function isReader(pid: number): boolean {
  try {
    const isOwn = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
    return isOwn && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('documents/child.ts')
  } catch {
    return false
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5)
}

test('a document that takes too long is refused, and its process is killed', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'bomb')
  await Bun.write(path, PDF_BOMB)
  const request = { path, name: 'bomb.pdf', maxCharacters: 80_000 }
  using pool = new DocumentPool({ documentMs: 400 })
  const error = await thrown(pool.read(request, new AbortController().signal))
  expect(error).toBeInstanceOf(AppError)
  expect(String(error)).toContain('"bomb.pdf": it takes longer than 0.4 seconds to read')
  await until(() => readers().length === 0)

  const abort = new AbortController()
  const cancelled = thrown(pool.read(request, abort.signal))
  await until(() => readers().length === 1)
  abort.abort(new Error('gone'))
  expect(String(await cancelled)).toContain('gone')
  await until(() => readers().length === 0)

  // As the kernel does when its processor time or all memory is used up.
  using patient = new DocumentPool()
  const killed = thrown(patient.read(request, new AbortController().signal))
  await until(() => readers().length === 1)
  process.kill(readers()[0] ?? 0, 'SIGKILL')
  expect(String(await killed)).toContain('reading it takes more memory or time than is allowed')
  await Bun.write(path, 'text')
  expect((await patient.read(request, new AbortController().signal)).text).toBe('text')
})

test('hostile files are refused in bounded time, while chats are answered', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url, env: { DATA_DIR: folder.path } })
  const { authorization } = service.makeKey()
  const bomb = Buffer.alloc(400_000_000, paragraph('word'))
  const files: Record<string, Uint8Array> = {
    'bomb.pdf': PDF_BOMB,
    'bomb.docx': zip([{ name: 'word/document.xml', content: bomb }]),
    'nested.zip': zip([{ name: 'inner.zip', content: zip([{ name: 'x', content: bomb }]) }]),
    'huge.png': hugePng(50_000),
    'frames.gif': animatedGif(10_000),
    'page.pdf': pdf([''], { size: [100_000, 100_000] }),
  }
  let isOver = false
  const times: number[] = []
  const chats = (async () => {
    const init = jsonInit(
      'POST',
      { model: 'auto', stream: true, messages: [{ role: 'user', content: 'hi' }] },
      { authorization },
    )
    while (!isOver) {
      const started = performance.now()
      const response = await fetch(`${service.url}/v1/chat/completions`, init)
      const reader = response.body?.getReader()
      await reader?.read()
      times.push(performance.now() - started)
      while ((await reader?.read())?.done === false);
      await Bun.sleep(CHAT_PAUSE_MS)
    }
  })()
  for (const [filename, content] of Object.entries(files)) {
    const stored = await service.services.files.store('primary', new Blob([content]).stream(), {
      filename,
    })
    const body = { prompt: 'x', attachments: [{ file: stored.token }] }
    const started = performance.now()
    const refused = await service.asOwner('POST', '/api/ai/generate', body)
    const detail = String(await pickFrom(refused, 'detail'))
    expect([filename, refused.status, detail]).toEqual([
      filename,
      422,
      expect.stringContaining(`Cannot attach "${filename}": `),
    ])
    expect(performance.now() - started).toBeLessThan(REFUSED_WITHIN_MS)
  }
  isOver = true
  await chats
  times.sort((a, b) => a - b)
  expect(times.length).toBeGreaterThan(100)
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(MAX_FIRST_BYTE_MS)
})

test('two requests are prepared at a time, and a ninth is refused', async () => {
  const arrived: string[] = []
  const gate = Promise.withResolvers<void>()
  const safeFetch = {
    async fetch(url: string) {
      arrived.push(url)
      await gate.promise
      const body = new Blob(['text']).stream()
      return { url, status: 200, headers: new Headers(), mediaType: 'text/plain', body }
    },
  }
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url, safeFetch })
  const keys = Array.from({ length: 5 }, () => service.makeKey().authorization)
  const ask = (number: number) => {
    const attachments = [{ url: `https://files.example/${number}` }]
    const headers = { authorization: keys[number >> 1] ?? '' }
    return service.request(
      '/api/ai/generate',
      jsonInit('POST', { prompt: 'x', attachments }, headers),
    )
  }
  const eight = Array.from({ length: 8 }, (_, number) => ask(number))
  const { queue, admissions } = service.services
  await until(() => admissions.of('model').state().admitted === 8 && arrived.length === 2)
  const ninth = await ask(8)
  expect([ninth.status, ninth.headers.get('retry-after')]).toEqual([429, '5'])
  const lanes = await queue.lanes()
  const lane = lanes.find(({ name }) => name === 'attachments')
  expect([lane?.running.length, lane?.waiting.length, arrived.length]).toEqual([2, 6, 2])
  gate.resolve()
  for (const response of await Promise.all(eight)) {
    expect(pick(await response.json(), 'attachments.0.characters')).toBe(4)
  }
})
