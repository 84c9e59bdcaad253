import { expect, test } from 'bun:test'
import { head, openRaw, piece, sendRaw } from '../support/raw-client.ts'
import { startService } from '../support/service.ts'
import { CHUNKED, drip, post, sendSlowBodies } from '../support/slow-bodies.ts'

const GENERATE = '/api/ai/generate'
/** What has no bound stays open; a machine that is busy may take long to close the others. */
const LATEST_MS = 60_000
const PIECE = piece('a'.repeat(64 * 1024))

async function expectAlive(port: number): Promise<void> {
  expect((await sendRaw(port, head('GET /health HTTP/1.1'))).status).toBe(200)
}

test.concurrent('an endless request head is closed, silent or at a byte a second', async () => {
  await using service = startService()
  using nothing = openRaw(service.port)
  using line = openRaw(service.port, 'GET /heal')
  using half = openRaw(service.port, 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-One: a')
  using slow = openRaw(service.port, 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-One: a')
  const dripped = drip(slow, 'a', 1000)
  const clients = [nothing, line, half, slow]
  for (const client of clients) {
    expect(await client.closed).toBeWithin(4_000, LATEST_MS)
    expect(client.text).toBe('')
  }
  await dripped
  await expectAlive(service.port)
})

test.concurrent('an endless second head is closed by the idle timeout, also at a byte a second', async () => {
  await using service = startService({ limits: { idleSeconds: 8 } })
  const first = head('GET /health HTTP/1.1')
  using idle = openRaw(service.port, first)
  using half = openRaw(service.port, `${first}GET /heal`)
  using slow = openRaw(service.port, `${first}GET /health HTTP/1.1\r\nX-One: `)
  const dripping = setInterval(() => void slow.send('a'), 1000)
  for (const client of [idle, half, slow]) expect(await client.closed).toBeWithin(3_000, LATEST_MS)
  clearInterval(dripping)
  await expectAlive(service.port)
})

test.concurrent('a body at a byte a second is refused with 408 after 15 s, and its lease is free', async () => {
  await using service = startService()
  const { admissions } = service.services
  const answers = sendSlowBodies(service, 1000)
  while (admissions.of('model').state().admitted < 8) await expectAlive(service.port)
  for (const { status, code, ms } of await answers) {
    expect({ status, code }).toEqual({ status: 408, code: 'request_timeout' })
    expect(ms).toBeWithin(14_900, LATEST_MS)
  }
  expect(admissions.of('model').state()).toMatchObject({ admitted: 0, owners: {} })
  await expectAlive(service.port)
})

// Not beside the others: it keeps a processor busy.
test('a client that never stops sending a refused body is disconnected', async () => {
  await using service = startService({ limits: { lingerSeconds: 8 } })
  const attack = async (path: string) => {
    using client = openRaw(service.port, post(service, path, CHUNKED))
    while (client.open) await client.send(PIECE)
    expect(client.text).toMatch(/^HTTP\/1\.1 4/)
    return client.closed
  }
  const ends = await Promise.all(['/nowhere', GENERATE].map(attack))
  for (const ms of ends) expect(ms).toBeWithin(3_000, LATEST_MS)
})
