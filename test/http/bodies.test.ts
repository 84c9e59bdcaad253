import { afterAll, expect, test } from 'bun:test'
import { head, openRaw, piece, type RawClient, sendRaw } from '../support/raw-client.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const MIB = 1024 * 1024
const CHAT_BYTES = 60 * MIB
const GENERATE_BYTES = 512 * 1024
const KEY = `Authorization: Bearer ${PRIMARY_KEY}`
const KEY_HEADER = { authorization: `Bearer ${PRIMARY_KEY}` }
const CHUNKED = 'Transfer-Encoding: chunked'
const CHAT = 'POST /v1/chat/completions HTTP/1.1'
const GENERATE = 'POST /api/ai/generate HTTP/1.1'
const PIECE = piece('a'.repeat(64 * 1024))

/** A JSON body of exactly so many bytes; what fills it is a field that nobody reads. */
function bodyOf(bytes: number, fields: object): string {
  const bare = JSON.stringify({ ...fields, padding: '' })
  return `${bare.slice(0, -2)}${'a'.repeat(bytes - bare.length)}"}`
}

/** Sends pieces of a chunked body until an answer begins. @returns The bytes that went out */
async function flood(client: RawClient): Promise<number> {
  let sent = 0
  while (client.open && client.text === '') {
    await client.send(PIECE)
    sent += PIECE.length
  }
  return sent
}

async function declared(port: number, start: string, body: string) {
  return sendRaw(port, head(start, KEY, `Content-Length: ${body.length}`) + body)
}

async function chunked(port: number, start: string, body: string) {
  return sendRaw(port, `${head(start, KEY, CHUNKED)}${piece(body)}0\r\n\r\n`)
}

/** For tests that see nothing of one another there. */
const service = startService()
afterAll(() => service[Symbol.asyncDispose]())

test('POST /v1/chat/completions takes a body of 60 MiB', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const body = bodyOf(CHAT_BYTES, {
    model: 'auto',
    messages: [{ role: 'user', content: 'Say hello' }],
  })
  const answer = await declared(service.port, CHAT, body)
  expect(answer.status).toBe(200)
  expect(upstream.requests).toHaveLength(1)
})

test('POST /v1/chat/completions refuses a declared body above 60 MiB before it is sent', async () => {
  const length = `Content-Length: ${CHAT_BYTES + 1}`
  const answer = await sendRaw(service.port, head(CHAT, KEY, length))
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.body)).toEqual({
    detail: 'Request body is larger than 62914560 bytes',
    code: 'too_large',
    error: {
      message: 'Request body is larger than 62914560 bytes',
      type: 'invalid_request_error',
      param: null,
      code: 'too_large',
    },
  })
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})

test('POST /v1/chat/completions refuses an endless body while it is arriving', async () => {
  using client = openRaw(service.port, head(CHAT, KEY, CHUNKED))
  const sent = await flood(client)
  expect((await client.answer()).status).toBe(413)
  expect(sent).toBeWithin(CHAT_BYTES, CHAT_BYTES + 16 * MIB)
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})

test('POST /api/ai/generate takes 512 KiB and refuses a byte more, declared or chunked', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const most = bodyOf(GENERATE_BYTES, { prompt: 'Say hello' })
  const more = bodyOf(GENERATE_BYTES + 1, { prompt: 'Say hello' })
  expect((await declared(service.port, GENERATE, most)).status).toBe(200)
  expect((await chunked(service.port, GENERATE, most)).status).toBe(200)
  expect((await declared(service.port, GENERATE, more)).status).toBe(413)
  expect((await chunked(service.port, GENERATE, more)).status).toBe(413)
  expect(upstream.requests).toHaveLength(2)
})

test('POST /api/ai/generate refuses an endless body while it is arriving', async () => {
  using client = openRaw(service.port, head(GENERATE, KEY, CHUNKED))
  const sent = await flood(client)
  const { status, body } = await client.answer()
  expect(status).toBe(413)
  expect(JSON.parse(body)).toEqual({
    detail: 'Request body is larger than 524288 bytes',
    code: 'too_large',
  })
  expect(sent).toBeWithin(GENERATE_BYTES, GENERATE_BYTES + 16 * MIB)
})

test('POST /api/ai/generate joins a body of one-byte chunks, also within a character', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const bytes = Buffer.from(JSON.stringify({ prompt: 'Grüße, 世界 🌍' })).toString('latin1')
  const pieces = [...bytes].map(piece).join('')
  const answer = await sendRaw(service.port, `${head(GENERATE, KEY, CHUNKED)}${pieces}0\r\n\r\n`)
  expect(answer.status).toBe(200)
  expect(JSON.stringify(upstream.requests[0]?.body.messages)).toContain('Grüße, 世界 🌍')
})

test('a compressed body is 415, and not taken for its content', async () => {
  const { url } = service
  const body = Bun.gzipSync(Buffer.from(JSON.stringify({ prompt: 'hi' })))
  const send = (path: string, encoding: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...KEY_HEADER, 'content-encoding': encoding },
      body,
    })
  for (const path of [
    '/api/ai/generate',
    '/v1/chat/completions',
    '/api/nas/upload?filename=a.txt',
  ]) {
    const refused = await send(path, 'gzip')
    expect([path, refused.status]).toEqual([path, 415])
    expect(await refused.json()).toMatchObject({ code: 'unsupported_media_type' })
  }
  expect((await send('/api/nas/upload?filename=a.txt', 'identity')).status).toBe(201)
})

test('a body that is not JSON is 400, one of another shape 422 with the path of its first fault', async () => {
  const { port } = service
  const user = { role: 'user', content: 'hi' }
  const cases = [
    [GENERATE, '', 400, 'Request body is not JSON', undefined],
    [GENERATE, '{"prompt":', 400, 'Request body is not JSON', undefined],
    [GENERATE, '[]', 422, 'Request body is invalid: it must be an object', undefined],
    [GENERATE, 'null', 422, 'Request body is invalid: it must be an object', undefined],
    [GENERATE, '{"prompt":7}', 422, 'prompt must be a string that is not empty', undefined],
    [CHAT, 'hello', 400, 'Request body is not JSON', null],
    [CHAT, '[1]', 422, 'Request body is invalid: it must be an object', ''],
    [CHAT, JSON.stringify({ model: 'auto' }), 422, 'invalid: messages is missing', 'messages'],
    [
      CHAT,
      JSON.stringify({ model: 'auto', messages: [user, { ...user, role: 7 }] }),
      422,
      'messages[1].role must be one of system, developer, user, assistant, tool',
      'messages[1].role',
    ],
  ] as const
  for (const [start, body, status, detail, param] of cases) {
    for (const answer of [await declared(port, start, body), await chunked(port, start, body)]) {
      const said = JSON.parse(answer.body)
      expect({ body, status: answer.status }).toEqual({ body, status })
      expect(said.detail).toContain(detail)
      expect(said.code).toBe(status === 400 ? 'malformed' : 'invalid')
      if (param === undefined) expect(said).not.toHaveProperty('error')
      else
        expect(said.error).toEqual({
          message: said.detail,
          type: 'invalid_request_error',
          param,
          code: said.code,
        })
    }
  }
})

test('a misspelled field is refused by its name, and other unknown fields are ignored', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: KEY_HEADER }
    const answer = await fetch(service.url + path, init)
    return [answer.status, Object(await answer.json())]
  }
  const misspelled = { prompt: 'Say hello', reponse_schema: {} }
  const sentence =
    'Request body is invalid: unknown field reponse_schema, did you mean response_schema?'
  for (const more of [{}, { async: true }])
    expect(await post('/api/ai/generate', { ...misspelled, ...more })).toMatchObject([
      422,
      { code: 'invalid', detail: sentence },
    ])
  expect(await post('/api/ai/tts', { txet: 'Hello' })).toMatchObject([
    422,
    { detail: 'Request body is invalid: unknown field txet, did you mean text?' },
  ])
  const attachments = [{ data: 'SGVsbG8=', media_typ: 'text/plain', filename: 'a.txt' }]
  expect(await post('/api/ai/generate', { prompt: 'Say hello', attachments })).toMatchObject([
    422,
    { detail: expect.stringContaining('attachments[0].media_typ, did you mean') },
  ])
  expect(upstream.requests).toHaveLength(0)
  // Those of other services' clients are never refused, but named where the right one is missing.
  const messages = [{ role: 'user', content: 'Say hello' }]
  const chat = { model: 'auto', messages, tool: 'x', temprature: 1, metadatas: {} }
  expect((await post('/v1/chat/completions', chat))[0]).toBe(200)
  expect(await post('/v1/chat/completions', { model: 'auto', mesages: messages })).toMatchObject([
    422,
    { detail: expect.stringMatching(/messages is missing.*unknown field mesages, did you mean/) },
  ])
  expect((await post('/api/ai/generate', { prompt: 'Say hello', seed: 1 }))[0]).toBe(200)
})

test('a client that goes on sending a refused body can read the refusal', async () => {
  await using service = startService()
  service.services.admissions.of('model').tryAcquire({ owner: 'primary' })
  service.services.admissions.of('model').tryAcquire({ owner: 'primary' })
  const bytes = 8 * MIB
  const length = `Content-Length: ${bytes}`
  const refused = {
    413: head(GENERATE, `Authorization: ${service.makeKey().authorization}`, length),
    401: head(GENERATE, length),
    404: head('POST /nowhere HTTP/1.1', length),
    405: head('POST /health HTTP/1.1', length),
    421: head(GENERATE, 'Host: evil.example', length),
    429: head(GENERATE, KEY, length),
  }
  for (const [status, request] of Object.entries(refused)) {
    using client = openRaw(service.port, request)
    for (let sent = 0; sent < bytes; sent += 64 * 1024) await client.send('a'.repeat(64 * 1024))
    expect((await client.answer()).status).toBe(Number(status))
    // The whole body was thrown away, so the connection is good for the next request.
    await client.send(head('GET /health HTTP/1.1'))
    expect(await client.until((text) => text.includes('"ok"'))).toContain('HTTP/1.1 200')
  }
})

test('a client that goes on sending a refused chunked body can read the refusal', async () => {
  await using service = startService()
  for (const start of [CHAT, GENERATE]) {
    using client = openRaw(service.port, head(start, KEY, CHUNKED))
    await flood(client)
    for (let more = 0; more < 64; more += 1) await client.send(PIECE)
    expect((await client.answer()).status).toBe(413)
    await client.send(`0\r\n\r\n${head('GET /health HTTP/1.1')}`)
    expect(await client.until((text) => text.includes('"ok"'))).toContain('HTTP/1.1 200')
  }
})

test('a client that disconnects while its body arrives frees its lease', async () => {
  await using service = startService()
  const { admissions } = service.services
  const clients = [
    openRaw(service.port, `${head(CHAT, KEY, 'Content-Length: 1000')}{`),
    openRaw(service.port, head(GENERATE, KEY, CHUNKED) + PIECE),
  ]
  const alive = () => sendRaw(service.port, head('GET /health HTTP/1.1'))
  while (admissions.of('model').state().admitted < 2) expect((await alive()).status).toBe(200)
  for (const client of clients) client[Symbol.dispose]()
  while (admissions.of('model').state().admitted > 0) expect((await alive()).status).toBe(200)
})
