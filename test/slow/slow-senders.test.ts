import { expect, test } from 'bun:test'
import { head, openRaw, piece, type RawClient, sendRaw } from '../support/raw-client.ts'
import { startService, type TestService } from '../support/service.ts'

const CHUNKED = 'Transfer-Encoding: chunked'
const LONG_MS = 40_000

async function expectAlive(port: number): Promise<void> {
  expect((await sendRaw(port, head('GET /health HTTP/1.1'))).status).toBe(200)
}

/** Sends the same bytes once a second, until the server has answered or closed. */
async function drip(client: RawClient, bytes: string): Promise<void> {
  while (client.open && client.text === '') {
    await client.send(bytes)
    await Promise.race([Bun.sleep(1000), client.until((text) => text !== '')])
  }
}

function post({ makeKey }: TestService, path: string, ...headers: string[]): string {
  return head(`POST ${path} HTTP/1.1`, `Authorization: ${makeKey().authorization}`, ...headers)
}

test.concurrent(
  'a head that never ends is cut off within 20 s, silent or at a byte a second',
  async () => {
    await using service = startService()
    using nothing = openRaw(service.port)
    using line = openRaw(service.port, 'GET /heal')
    using half = openRaw(service.port, 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-One: a')
    using slow = openRaw(service.port, 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-One: a')
    const dripped = drip(slow, 'a')
    const clients = [nothing, line, half, slow]
    for (const client of clients) {
      expect(await client.closed).toBeWithin(4_000, 20_000)
      expect(client.text).toBe('')
    }
    await dripped
    await expectAlive(service.port)
  },
  LONG_MS,
)

test.concurrent(
  'a second head that never ends is cut off by the idle bound, at a byte a second too',
  async () => {
    await using service = startService({ limits: { idleSeconds: 8 } })
    const first = head('GET /health HTTP/1.1')
    using idle = openRaw(service.port, first)
    using half = openRaw(service.port, `${first}GET /heal`)
    using slow = openRaw(service.port, `${first}GET /health HTTP/1.1\r\nX-One: `)
    const dripping = setInterval(() => void slow.send('a'), 1000)
    for (const client of [idle, half, slow]) expect(await client.closed).toBeWithin(3_000, 20_000)
    clearInterval(dripping)
    await expectAlive(service.port)
  },
  LONG_MS,
)

test.concurrent(
  'a body at a byte a second is refused with 408 after 15 s, and its place is free',
  async () => {
    await using service = startService()
    const { admission } = service.services
    const chat = '/v1/chat/completions'
    const generate = '/api/ai/generate'
    const lengths = [chat, chat, generate, generate].map((path, index) =>
      post(service, path, `Content-Length: ${index % 2 === 0 ? 1000 : 500_000}`),
    )
    const chunks = [chat, generate].map((path) => post(service, path, CHUNKED))
    // Declared as large as may be: a promise of much must not buy time.
    const large = post(service, chat, `Content-Length: ${60 * 1024 * 1024}`)
    const form = 'Content-Type: application/x-www-form-urlencoded'
    const devices = ['/api/code/devices/start', '/api/canvas/device/poll'].map((path) =>
      post(service, path, form, 'Content-Length: 4000'),
    )
    const silent = post(service, generate, 'Content-Length: 1000')
    const opened = performance.now()
    const slow = async (request: string, bytes: string) => {
      using client = openRaw(service.port, request)
      await drip(client, bytes)
      const { status, body } = await client.answer()
      return { status, code: JSON.parse(body).code, ms: performance.now() - opened }
    }
    const answers = Promise.all([
      ...[...lengths, large].map((request) => slow(request, ' ')),
      ...chunks.map((request) => slow(request, piece(' '))),
      ...devices.map((request) => slow(request, 'a')),
      slow(silent, ''),
    ])
    while (admission.snapshot().admitted < 8) await expectAlive(service.port)
    for (const { status, code, ms } of await answers) {
      expect({ status, code }).toEqual({ status: 408, code: 'request_timeout' })
      expect(ms).toBeWithin(14_900, 19_000)
    }
    expect(admission.snapshot()).toMatchObject({ admitted: 0, owners: {} })
    await expectAlive(service.port)
  },
  LONG_MS,
)
