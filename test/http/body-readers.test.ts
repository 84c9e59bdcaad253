import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readFormOrJson } from '../../src/http/body/form.ts'
import { readJson } from '../../src/http/body/json.ts'
import { spoolBody, spoolMultipart } from '../../src/http/body/spool.ts'
import { readStream } from '../../src/http/body/stream.ts'
import { HTTP_LIMITS, type HttpLimits } from '../../src/http/limits.ts'
import { errors } from '../../src/http/reply/errors.ts'
import { connectionOf } from '../../src/http/server/connection.ts'
import { listen } from '../../src/http/server/listeners.ts'
import { RouteTable } from '../../src/http/server/route-table.ts'
import { AppError } from '../../src/platform/errors.ts'
import { sha256 } from '../../src/platform/ids.ts'
import { LocalSpool } from '../../src/storage/service-storage.ts'
import { Changes } from '../support/changes.ts'
import { contextOf } from '../support/http-context.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { head, openRaw, piece, sendRaw } from '../support/raw-client.ts'
import { createTestApp } from '../support/service.ts'

const Text = Type.Object({ text: Type.String() })

/** A listening app with one route for each body reader. Its answers contain what was read. */
function startBodyApp({ maxBytes, ...limits }: Partial<HttpLimits> & { maxBytes: number }) {
  const service = createTestApp()
  const folder = tempFolder()
  const spool = new LocalSpool({ folder: folder.path })
  const routes = new RouteTable()
  let allowed = true
  let started = Promise.withResolvers<void>()
  const ends: unknown[] = []
  const changes = new Changes()

  /** Records how reading ended, because a disconnected client gets no answer. */
  async function recorded<value>(reading: Promise<value>): Promise<value> {
    started.resolve()
    const end = await reading.then(
      () => 'read',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    )
    ends.push(end)
    changes.notify()
    return reading
  }

  const app = new Elysia()
    .use(errors({ log: service.services.log, routes }))
    .onTransform(({ request }) => {
      connectionOf(request).reauthorize = () => {
        if (!allowed) throw new AppError('unauthorized', 'Refused meanwhile')
      }
    })
    .post(
      '/json',
      ({ request }) => recorded(hashed((o) => readJson(contextOf(request), Text, maxBytes, o))),
      {
        parse: 'none',
      },
    )
    .post(
      '/form',
      ({ request }) =>
        recorded(hashed((o) => readFormOrJson(contextOf(request), Text, maxBytes, o))),
      { parse: 'none' },
    )
    .post('/stream', ({ request }) => recorded(hashed((o) => count(request, maxBytes, o))), {
      parse: 'none',
    })
    .post('/raw', ({ request }) => recorded(spoolBody(contextOf(request), spool, maxBytes)), {
      parse: 'none',
    })
    .post('/multipart', ({ request }) => recorded(multipart(request, spool, maxBytes)), {
      parse: 'none',
    })
  routes.fill(app.routes)
  const { log, metrics, config: settings } = service.services
  const listeners = listen({
    app,
    log,
    metrics,
    settings,
    limits: { ...HTTP_LIMITS, ...limits },
  })
  return {
    port: listeners.main.port ?? 0,
    folder: folder.path,
    spool,
    /** Whether guards still accept their callers. */
    set allowed(value: boolean) {
      allowed = value
    },
    /** Resolves when the reading of a body has started since the last call. */
    async started() {
      await started.promise
      started = Promise.withResolvers()
    },
    /** Resolves with how each reading ended, once there are `count`. */
    async ends(count: number) {
      await changes.until(() => ends.length >= count)
      return ends
    },
    async [Symbol.asyncDispose]() {
      await listeners.stop()
      await service[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
type BodyApp = ReturnType<typeof startBodyApp>

async function hashed<value>(
  read: (options: { hasher: Bun.CryptoHasher }) => Promise<value>,
): Promise<{ value: value; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  const value = await read({ hasher })
  return { value, sha256: hasher.digest('hex') }
}

async function count(request: Request, maxBytes: number, options: { hasher: Bun.CryptoHasher }) {
  let bytes = 0
  for await (const chunk of readStream(contextOf(request), maxBytes, options))
    bytes += chunk.byteLength
  return bytes
}

async function multipart(request: Request, spool: LocalSpool, maxBytes: number) {
  const { fields, files, sha256 } = await spoolMultipart(contextOf(request), spool, {
    maxBytes,
    maxFiles: 3,
  })
  return { fields: Object.fromEntries(fields), files, sha256 }
}

const MAX_BYTES = 256 * 1024
const GRACE_MS = 60
const CHUNKED = 'Transfer-Encoding: chunked'
const FILE = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n'

/** Each reader, with the start of a body that it takes and the end of it. */
const READERS = [
  { path: '/json', type: 'application/json', start: '{"text":"', end: '"}' },
  { path: '/form', type: 'application/x-www-form-urlencoded', start: 'text=', end: '' },
  { path: '/stream', type: 'text/plain', start: '', end: '' },
  { path: '/raw', type: 'audio/wav', start: '', end: '' },
  // The first of its files is whole before anything goes wrong.
  {
    path: '/multipart',
    type: 'multipart/form-data; boundary=b',
    start: `${FILE}first\r\n${FILE}`,
    end: '\r\n--b--\r\n',
  },
] as const

function request({ path, type }: (typeof READERS)[number], framing: string): string {
  return head(`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, framing)
}

function start(limits: Partial<HttpLimits> = {}): BodyApp {
  return startBodyApp({ maxBytes: MAX_BYTES, ...limits })
}

/** What a test needs to know of an answer, and what is left on the disk. */
function outcome(app: BodyApp, answer: { status: number; body: string }) {
  return {
    status: answer.status,
    code: pick(JSON.parse(answer.body), 'code'),
    left: readdirSync(app.folder),
  }
}

test('every reader accepts a body whole or in pieces, and computes its hash', async () => {
  await using app = start()
  for (const reader of READERS) {
    const filling = 'x'.repeat(100_000)
    for (const text of ['hello', filling]) {
      const body = reader.start + text + reader.end
      const declared = request(reader, `Content-Length: ${body.length}`) + body
      const parts = [reader.start, text, reader.end].filter(Boolean).map(piece).join('')
      const chunked = `${request(reader, CHUNKED)}${parts}0\r\n\r\n`
      const answers = [await sendRaw(app.port, declared), await sendRaw(app.port, chunked)]
      const read = answers.map(({ body: said }) => JSON.parse(said))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(read[0].sha256).toBe(read[1].sha256)
      if (reader.path === '/multipart') {
        expect(read[0].files).toMatchObject([
          { name: 'f', filename: 'a.txt', file: { bytes: 5, sha256: sha256('first') } },
          { name: 'f', filename: 'a.txt', file: { bytes: text.length, sha256: sha256(text) } },
        ])
      } else {
        expect(read[0].sha256).toBe(sha256(body))
      }
      if (reader.path === '/raw') {
        expect(read[0]).toMatchObject({ bytes: text.length, mediaType: 'audio/wav' })
        expect(readFileSync(read[0].path, 'utf8')).toBe(text)
      }
    }
  }
})

test('every reader accepts maxBytes and refuses one byte more, declared or not', async () => {
  await using app = start()
  for (const reader of READERS) {
    const bare = reader.start.length + reader.end.length
    const bodyOf = (bytes: number) => reader.start + 'x'.repeat(bytes - bare) + reader.end
    for (const [bytes, status] of [
      [MAX_BYTES, 200],
      [MAX_BYTES + 1, 413],
    ] as const) {
      const body = bodyOf(bytes)
      const declared = request(reader, `Content-Length: ${bytes}`) + body
      const chunked = `${request(reader, CHUNKED)}${piece(body)}0\r\n\r\n`
      for (const whole of [declared, chunked])
        expect([reader.path, (await sendRaw(app.port, whole)).status]).toEqual([
          reader.path,
          status,
        ])
    }
    for (const name of readdirSync(app.folder)) await app.spool.remove(name)
    using client = openRaw(app.port, request(reader, CHUNKED) + piece(reader.start || 'x'))
    while (client.open && client.text === '') await client.send(piece('x'.repeat(64 * 1024)))
    expect(outcome(app, await client.answer())).toEqual({
      status: 413,
      code: 'too_large',
      left: [],
    })
  }
})

test('every reader refuses a body that is too slow or pauses too long, and stores nothing', async () => {
  await using app = start({ bodyGraceMs: GRACE_MS, bodyPauseMs: GRACE_MS })
  const slow = async (reader: (typeof READERS)[number], framing: string, first: string) => {
    const wrap = framing === CHUNKED && first !== '' ? piece : (text: string) => text
    const { status, body } = await sendRaw(app.port, request(reader, framing) + wrap(first))
    return [reader.path, framing, status, pick(JSON.parse(body), 'code')]
  }
  const cases = READERS.flatMap((reader) =>
    [`Content-Length: ${MAX_BYTES}`, CHUNKED, 'Content-Length: 4000'].flatMap((framing) =>
      ['', `${reader.start}${'x'.repeat(1000)}`].map((first) => ({ reader, framing, first })),
    ),
  )
  const answers = await Promise.all(
    cases.map(({ reader, framing, first }) => slow(reader, framing, first)),
  )
  expect(answers).toEqual(
    cases.map(({ reader, framing }) => [reader.path, framing, 408, 'request_timeout']),
  )
  expect(readdirSync(app.folder)).toEqual([])
})

test('a large received part does not extend the allowed pause', async () => {
  await using app = startBodyApp({ maxBytes: 1e9, bodyGraceMs: GRACE_MS, bodyPauseMs: 80 })
  // By the least rate alone, 8 MiB would allow it minutes.
  for (const path of ['/stream', '/raw']) {
    using client = openRaw(app.port, head(`POST ${path} HTTP/1.1`, CHUNKED))
    for (let sent = 0; sent < 128; sent += 1) await client.send(piece('x'.repeat(64 * 1024)))
    expect((await client.answer()).status).toBe(408)
  }
})

test('a body at the minimum rate is accepted, however long it takes', async () => {
  const limits = { bodyGraceMs: 40, bodyPauseMs: 10_000, bodyBytesPerSecond: 1024 }
  await using app = startBodyApp({ maxBytes: 1e9, ...limits })
  const bytes = piece('x'.repeat(10 * 1024))
  using client = openRaw(app.port, head('POST /stream HTTP/1.1', CHUNKED) + bytes)
  for (let sent = 0; sent < 5; sent += 1) {
    await Bun.sleep(15)
    await client.send(bytes)
  }
  await client.send('0\r\n\r\n')
  expect(JSON.parse((await client.answer()).body).value).toBe(6 * 10 * 1024)
})

test('every reader refuses a truncated body, and stores nothing', async () => {
  await using app = startBodyApp({ maxBytes: MAX_BYTES })
  let ended = 0
  for (const reader of READERS) {
    const body = reader.start + 'x'.repeat(70_000)
    const framings = [`Content-Length: ${body.length + 100}`, CHUNKED]
    // A small one is read at one go.
    if (reader.path !== '/multipart') framings.push('Content-Length: 60000')
    for (const framing of framings) {
      const bytes = framing.endsWith('60000') ? reader.start + 'x'.repeat(50_000) : body
      const client = openRaw(app.port, request(reader, framing))
      await client.send(framing === CHUNKED ? piece(bytes) : bytes)
      await app.started()
      client[Symbol.dispose]()
      ended += 1
      const ends = await app.ends(ended)
      expect([reader.path, framing, ends.at(-1)]).toEqual([reader.path, framing, 'malformed'])
      expect(readdirSync(app.folder)).toEqual([])
    }
  }
})

test('a multipart body without its last boundary is refused, and nothing is stored', async () => {
  await using app = start()
  const body = `${FILE}first\r\n${FILE}second\r\n--b`
  const type = 'Content-Type: multipart/form-data; boundary=b'
  for (const framed of [
    head('POST /multipart HTTP/1.1', type, `Content-Length: ${body.length}`) + body,
    `${head('POST /multipart HTTP/1.1', type, CHUNKED)}${piece(body)}0\r\n\r\n`,
  ]) {
    const answer = await sendRaw(app.port, framed)
    expect(outcome(app, answer)).toEqual({ status: 400, code: 'malformed', left: [] })
  }
  const others = [
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, 400],
    ['multipart/mixed; boundary=b', 415],
    ['text/plain', 415],
  ] as const
  for (const [other, status] of others) {
    const lines = [`Content-Type: ${other}`, `Content-Length: ${body.length}`]
    const answer = await sendRaw(app.port, head('POST /multipart HTTP/1.1', ...lines) + body)
    expect([other, answer.status]).toEqual([other, status])
  }
})

test('every reader reauthorizes after the last byte, and stores nothing when refused', async () => {
  await using app = startBodyApp({ maxBytes: MAX_BYTES })
  for (const reader of READERS) {
    for (const size of [10, 100_000]) {
      app.allowed = true
      const body = reader.start + 'x'.repeat(size) + reader.end
      using client = openRaw(app.port, request(reader, `Content-Length: ${body.length}`))
      await client.send(body.slice(0, -1))
      await app.started()
      app.allowed = false
      await client.send(body.slice(-1))
      expect([reader.path, outcome(app, await client.answer())]).toEqual([
        reader.path,
        { status: 401, code: 'unauthorized', left: [] },
      ])
    }
  }
})

test('the hash of a multipart body does not depend on its boundary', async () => {
  await using app = start()
  const hashOf = async (form: FormData) => {
    const url = `http://127.0.0.1:${app.port}/multipart`
    return pick(await (await fetch(url, { method: 'POST', body: form })).json(), 'sha256')
  }
  const form = (text: string, name = 'a.txt', type = 'text/plain') => {
    const made = new FormData()
    made.append('model', 'one')
    made.append('file', new File([text], name, { type }))
    return made
  }
  const first = await hashOf(form('hello'))
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(await hashOf(form('hello'))).toBe(first)
  const others = [form('hallo'), form('hello', 'b.txt'), form('hello', 'a.txt', 'audio/wav')]
  for (const other of others) expect(await hashOf(other)).not.toBe(first)
})
