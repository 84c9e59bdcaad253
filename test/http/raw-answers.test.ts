import { afterAll, expect, test } from 'bun:test'
import { head, sendRaw } from '../support/raw-client.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'

const KEY = `Authorization: Bearer ${PRIMARY_KEY}`
const CHAT = 'POST /v1/chat/completions HTTP/1.1'
const GENERATE = 'POST /api/ai/generate HTTP/1.1'

/** One request for each kind of refusal that a caller can meet, and one that goes well. */
const REQUESTS: Record<number, string> = {
  200: head('GET /health HTTP/1.1'),
  400: `${head(GENERATE, KEY, 'Content-Length: 1')}{`,
  401: head('GET /admin/queue HTTP/1.1'),
  404: head('GET /nowhere HTTP/1.1'),
  405: head('GET /api/ai/generate HTTP/1.1'),
  413: head(GENERATE, KEY, 'Content-Length: 600000'),
  421: head('GET /health HTTP/1.1', 'Host: evil.example'),
  422: `${head(GENERATE, KEY, 'Content-Length: 2')}{}`,
}

/** For tests that see nothing of one another there. */
const service = startService()
afterAll(() => service[Symbol.asyncDispose]())

test('every answer carries a fresh X-Request-Id', async () => {
  await using service = startService()
  const answers = await Promise.all(
    Object.values(REQUESTS).map((request) => sendRaw(service.port, request)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Object.keys(REQUESTS).map(Number))
  const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
  for (const id of ids) expect(id).toMatch(/^req_[A-Za-z0-9_-]{22}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test("every answer keeps the caller's own X-Request-Id", async () => {
  const own = (request: string) => request.replace('\r\n', '\r\nX-Request-Id: mine-1\r\n')
  const answers = await Promise.all(
    Object.values(REQUESTS).map((request) => sendRaw(service.port, own(request))),
  )
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(ids).toEqual(Object.keys(REQUESTS).map(() => 'mine-1'))
})

test('an X-Request-Id of 1 to 64 letters, digits, dots and dashes is kept, any other replaced', async () => {
  const idFor = async (id: string) => {
    const answer = await sendRaw(service.port, head('GET /nowhere HTTP/1.1', `X-Request-Id: ${id}`))
    return answer.headers.get('x-request-id')
  }
  for (const id of ['a', 'A.b_c-9', 'x'.repeat(64)]) expect(await idFor(id)).toBe(id)
  for (const id of ['', 'x'.repeat(65), 'a b', 'a,b', 'a/b', '<b>', 'caf\xe9', 'a\tb'])
    expect(await idFor(id)).toStartWith('req_')
})

test('POST /v1/chat/completions answers 429 with Retry-After, its id and both error shapes', async () => {
  const { owner } = service.services.admissions.of('model').tryAcquire({ owner: 'primary' })
  service.services.admissions.of('model').tryAcquire({ owner })
  const answer = await sendRaw(
    service.port,
    head(CHAT, KEY, 'X-Request-Id: third', 'Content-Length: 1000'),
  )
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.headers.get('x-request-id')).toBe('third')
  expect(JSON.parse(answer.body)).toMatchObject({
    code: 'busy',
    error: { type: 'rate_limit_error', code: 'busy', param: null },
  })
})

test('POST /api/ai/generate answers 429 with Retry-After before its body is read', async () => {
  await using service = startService()
  service.services.admissions.of('model').tryAcquire({ owner: 'primary' })
  service.services.admissions.of('model').tryAcquire({ owner: 'primary' })
  const answer = await sendRaw(service.port, head(GENERATE, KEY, 'Content-Length: 1000'))
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(Object.keys(JSON.parse(answer.body))).toEqual(['detail', 'code'])
})

test('a wrong method on a known path is 405 with Allow, with or without a key', async () => {
  const allow = async (start: string, ...headers: string[]) => {
    const answer = await sendRaw(service.port, head(`${start} HTTP/1.1`, ...headers))
    expect(answer.status).toBe(405)
    expect(JSON.parse(answer.body || '{"code":"method_not_allowed"}').code).toBe(
      'method_not_allowed',
    )
    return answer.headers.get('allow')
  }
  expect(await allow('POST /health', 'Content-Length: 0')).toBe('GET, HEAD')
  expect(await allow('TRACE /health')).toBe('GET, HEAD')
  expect(await allow('GET /v1/chat/completions', KEY)).toBe('POST')
  expect(await allow('PUT /api/ai/generate', 'Content-Length: 0')).toBe('POST')
  expect(await allow('POST /api/ai/generate/gen_1', 'Content-Length: 0')).toBe('DELETE, GET, HEAD')
  expect(await allow('DELETE /admin/queue', KEY)).toBe('GET, HEAD')
})

test('an unknown path is 404 for every method', async () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const answers = await Promise.all(
    methods.map((method) =>
      sendRaw(service.port, head(`${method} /nowhere HTTP/1.1`, 'Content-Length: 0')),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(methods.map(() => 404))
  expect(JSON.parse(answers[0]?.body ?? '')).toEqual({
    detail: 'There is no such path',
    code: 'not_found',
  })
})
