import { expect, test } from 'bun:test'
import { head, openRaw, piece, sendRaw } from '../support/raw-client.ts'
import { startService } from '../support/service.ts'

const TRUSTED = { env: { TRUSTED_NETWORKS: '127.0.0.1', EDGE_PORT: '0' } }
const OWN_NAME = {
  env: { BASE_URL: 'https://hearth.example', ALT_BASE_URL: 'https://alt.example' },
}

async function statuses(port: number, requests: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(requests.map((request) => sendRaw(port, request)))
  return answers.map(({ status }) => status)
}

async function expectAlive(port: number): Promise<void> {
  expect((await sendRaw(port, head('GET /health HTTP/1.1'))).status).toBe(200)
}

test('POST /api/ai/generate refuses a body whose length can be read in two ways', async () => {
  await using service = startService(TRUSTED)
  const post = 'POST /api/ai/generate HTTP/1.1'
  const chunked = 'Transfer-Encoding: chunked'
  const requests = [
    head(post, 'Content-Length: 5', chunked) + piece('{"a":1}'),
    head(post, chunked, 'Content-Length: 5') + piece('{"a":1}'),
    `${head(post, 'Content-Length: 5', 'Content-Length: 6')}hello`,
    `${head(post, 'Content-Length: 5', 'Content-Length: 5')}hello`,
    `${head(post, 'Content-Length: 5, 5')}hello`,
    `${head(post, 'Content-Length: +5')}hello`,
    `${head(post, 'Content-Length: -5')}hello`,
    `${head(post, 'Content-Length: 0x5')}hello`,
    `${head(post, 'Content-Length: 99999999999999999999')}hello`,
    head(post, chunked, chunked) + piece('hello'),
    head(post, 'Transfer-Encoding: gzip, chunked') + piece('hello'),
    head(post, 'Transfer-Encoding: identity') + piece('hello'),
    head(post, 'Transfer-Encoding : chunked') + piece('hello'),
    head(post, 'X-One: 1\r\n folded: 2', 'Content-Length: 0'),
    `${head(post, chunked)}-5\r\nhello\r\n`,
    `${head(post, chunked)}0x5\r\nhello\r\n`,
    `${head(post, chunked)}fffffffffffffffff\r\nhello\r\n`,
  ]
  expect(await statuses(service.port, requests)).toEqual(requests.map(() => 400))
  await expectAlive(service.port)
})

test('two equal Content-Length headers do not lift the bound of a body', async () => {
  await using service = startService(TRUSTED)
  const length = `Content-Length: ${64 * 1024 * 1024}`
  const answer = await sendRaw(service.port, head('POST /api/ai/generate HTTP/1.1', length, length))
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.body)).toEqual({
    detail: 'Expected at most one Content-Length header',
    code: 'malformed',
  })
})

test('a pipelined request is read after the whole previous body', async () => {
  await using service = startService(TRUSTED)
  const hidden = head('GET /metrics HTTP/1.1')
  using client = openRaw(
    service.port,
    head('POST /health HTTP/1.1', `Content-Length: ${hidden.length}`) +
      hidden +
      head('GET /nowhere HTTP/1.1'),
  )
  const text = await client.until((so) => so.includes('There is no such path'))
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 404'])
})

test('two Host headers are refused', async () => {
  await using service = startService(TRUSTED)
  const hosts = [
    ['Host: 127.0.0.1', 'Host: evil.example'],
    ['Host: evil.example', 'Host: 127.0.0.1'],
    ['Host: 127.0.0.1', 'Host: 127.0.0.1'],
    ['Host: 127.0.0.1', 'HOST: evil.example'],
    ['Host: 127.0.0.1, evil.example'],
  ]
  const requests = hosts.map((pair) => head('GET /metrics HTTP/1.1', ...pair))
  expect(await statuses(service.port, requests)).toEqual([400, 400, 400, 400, 400])
  await expectAlive(service.port)
})

test('a request without Host is refused', async () => {
  await using service = startService(TRUSTED)
  const old = await sendRaw(service.port, 'GET /metrics HTTP/1.0\r\n\r\n')
  expect(old.status).toBe(400)
  expect(JSON.parse(old.body)).toEqual({
    detail: 'Expected exactly one Host header',
    code: 'malformed',
  })
  expect(await statuses(service.port, ['GET /metrics HTTP/1.1\r\n\r\n'])).toEqual([400])
})

test('a foreign or odd Host is answered 421 on every path', async () => {
  await using service = startService({ env: { ...TRUSTED.env, ...OWN_NAME.env } })
  const hosts = [
    'a',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0.0.0.0',
    '::1',
    '[::1%25lo]',
    'localhost.',
    'hearth.example.',
    'evil.example',
    'hearth.example.evil.example',
    'hearth.example@evil.example',
    'evil.example@127.0.0.1',
    '127.0.0.1/admin',
    '127.0.0.1#a',
    '127.0.0.1?a',
    '127.0.0.1:80:80',
    'localhost:999999',
    'localhost:http',
    '%6cocalhost',
    '',
  ]
  const paths = ['/health', '/metrics', '/xx/admin/queue', '/nowhere', '/v1/chat/completions']
  for (const path of paths) {
    const answers = await Promise.all(
      hosts.map((host) =>
        sendRaw(service.port, head(`GET ${path} HTTP/1.1`, `Host: ${host}`.trim())),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(hosts.map(() => 421))
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({
      detail: expect.stringContaining('LOCAL_HOSTS'),
      code: 'misdirected',
    })
  }
  await expectAlive(service.port)
})

test('a short Host does not change the path that is routed', async () => {
  await using service = startService(TRUSTED)
  const short = head('GET /xx/admin/queue HTTP/1.1', 'Host: a')
  expect((await sendRaw(service.port, short)).status).toBe(421)
  const local = head('GET /xx/admin/queue HTTP/1.1', 'Host: [::1]')
  expect((await sendRaw(service.port, local)).status).toBe(404)
})

test('the names of BASE_URL and ALT_BASE_URL, localhost and loopback are answered', async () => {
  await using service = startService(OWN_NAME)
  const hosts = [
    'hearth.example',
    'HEARTH.example:443',
    'alt.example',
    'localhost',
    'localhost:8787',
    '127.0.0.1',
    '[::1]',
    '[::1]:8787',
  ]
  const requests = hosts.map((host) => head('GET /health HTTP/1.1', `Host: ${host}`))
  expect(await statuses(service.port, requests)).toEqual(hosts.map(() => 200))
})

test('an absolute target changes neither the host nor the guard', async () => {
  await using service = startService()
  const requests = [
    head('GET http://evil.example/health HTTP/1.1'),
    head('GET http://evil.example/admin/queue HTTP/1.1'),
    head('GET http://127.0.0.1/health HTTP/1.1', 'Host: evil.example'),
    head('GET http://127.0.0.1/admin/queue HTTP/1.1', 'Host: evil.example'),
    head('CONNECT 127.0.0.1:80 HTTP/1.1', 'Host: evil.example'),
    head('OPTIONS * HTTP/1.1'),
  ]
  expect(await statuses(service.port, requests)).toEqual([200, 401, 421, 421, 421, 400])
  await expectAlive(service.port)
})

test('no spelling of /admin/queue passes its guard', async () => {
  await using service = startService(TRUSTED)
  const paths = {
    '/x/../admin/queue': 401,
    '/./admin/queue': 401,
    '/admin/./queue': 401,
    '/health/../admin/queue': 401,
    '/%2e%2e/admin/queue': 401,
    '/x/%2E%2e/admin/queue': 401,
    '/admin/queue/': 401,
    '/admin/queue?': 401,
    '/admin\\queue': 401,
    '/x\\..\\admin\\queue': 401,
    '\\admin\\queue': 400,
    'admin/queue': 400,
    '//admin/queue': 404,
    '///admin/queue': 404,
    '/\\admin/queue': 404,
    '/admin//queue': 404,
    '/%61dmin/queue': 404,
    '/admin%2fqueue': 404,
    '/admin%5cqueue': 404,
    '/admin%252fqueue': 404,
    '/ADMIN/queue': 404,
    '/admin/queue;x': 404,
    '/admin/queue%00': 404,
    '/admin/queue%20': 404,
    '//evil.example/admin/queue': 404,
    '/@evil.example/admin/queue': 404,
    '/api/ai/generate/..%2f..%2f..%2fadmin%2fqueue': 404,
  }
  const requests = Object.keys(paths).map((path) => head(`GET ${path} HTTP/1.1`))
  const found = await statuses(service.port, requests)
  expect(Object.fromEntries(Object.keys(paths).map((path, index) => [path, found[index]]))).toEqual(
    paths,
  )
  await expectAlive(service.port)
})

test('bytes that are not HTTP, or too long a head, end that connection only', async () => {
  await using service = startService()
  const requests = {
    tls: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    http2: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    http09: 'GET /health\r\n\r\n',
    nulInPath: head('GET /health\x00 HTTP/1.1'),
    nulInHeader: head('GET /health HTTP/1.1', 'X-One: a\x00b'),
    unknownMethod: head('BREW /health HTTP/1.1'),
    longMethod: head(`${'A'.repeat(200)} /health HTTP/1.1`),
    longHeader: head('GET /health HTTP/1.1', `X-One: ${'a'.repeat(40_000)}`),
    manyHeaders: head('GET /health HTTP/1.1', ...Array<string>(300).fill('X-One: a')),
  }
  for (const request of Object.values(requests)) {
    using client = openRaw(service.port, request)
    await client.closed
    expect(client.text).not.toContain('HTTP/1.1 200')
  }
  await expectAlive(service.port)
})
