import { expect, test } from 'bun:test'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import {
  keyAt,
  localToml,
  type Process,
  requestAs,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import { head, openRaw, type RawClient, sendRaw } from '../support/raw-client.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const POLL_MS = 50
const AT_ONCE = 50
const HEALTH = head('GET /health HTTP/1.1')
const HALF_HEAD = `${HEALTH.slice(0, -2)}X-One: `
const IDLE = 2_250
const SLOW = 250
const UNREAD = 50
const PROBES = 100
const PROBE_EVERY_MS = 100

/** Clients of a crowd, closed with it. */
class Crowd implements Disposable {
  readonly clients: RawClient[] = []
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  /** @param isReady Of what a client has received */
  async open(
    count: number,
    first: string,
    isReady: (text: string) => boolean = () => true,
  ): Promise<RawClient[]> {
    const opened: RawClient[] = []
    while (opened.length < count) {
      const some = Array.from({ length: AT_ONCE }, () => openRaw(this.#port, first))
      opened.push(...some)
      this.clients.push(...some)
      await Promise.all(some.map((client) => client.until(isReady)))
    }
    return opened
  }

  get openCount(): number {
    return this.clients.filter(({ open }) => open).length
  }

  [Symbol.dispose](): void {
    for (const client of this.clients) client[Symbol.dispose]()
  }
}

function portOf(service: Process): number {
  return Number(new URL(service.url).port)
}

/** A body that has begun, of a key that may send it. */
function bodyStart(key: string): string {
  const headers = [`Authorization: Bearer ${key}`, 'Content-Length: 500000']
  return `${head('POST /api/ai/generate HTTP/1.1', ...headers)}{"prompt": "`
}

test('3,000 idle connections, slow heads and slow bodies leave /health answering, and no answer is cut', async () => {
  const end = Promise.withResolvers<void>()
  await using upstream = startUpstream(async () => {
    await end.promise
    return Response.json({ choices: [{ message: { content: 'late' }, finish_reason: 'stop' }] })
  })
  using folder = tempFolder()
  await using service = await startProcess(folder.path, localToml(upstream.url))
  const key = await keyAt(service.url)
  // The oldest connection of all.
  const answer = requestAs(service.url, key, 'POST', '/v1/chat/completions', {
    model: 'local',
    messages: [{ role: 'user', content: 'Hello' }],
  })
  while (upstream.requests.length === 0) await setTimeout(POLL_MS)
  const port = portOf(service)
  using crowd = new Crowd(port)
  const idle = await crowd.open(IDLE, HEALTH, (text) => text.includes('"ok"'))
  const dripping = [
    ...(await crowd.open(SLOW, HALF_HEAD)),
    ...(await crowd.open(SLOW, HEALTH + HALF_HEAD)),
    ...(await crowd.open(SLOW, bodyStart(PRIMARY_KEY))),
  ]
  const drip = setInterval(() => {
    for (const client of dripping) if (client.open) void client.send('a')
  }, 1_000)
  expect(crowd.openCount).toBeGreaterThan(IDLE + SLOW)
  for (let one = 0; one < PROBES; one += 1) {
    const { status } = await sendRaw(port, head('GET /health HTTP/1.1', 'Connection: close'))
    expect(status).toBe(200)
    await setTimeout(PROBE_EVERY_MS)
  }
  clearInterval(drip)
  expect(idle.every(({ open }) => open)).toBe(true)
  end.resolve()
  expect((await answer).status).toBe(200)
})

/** Both ends of connections within this process count. */
function socketCount(): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length
}

test.skipIf(process.platform !== 'linux')(
  'connections whose whole answers are not read are closed by time',
  async () => {
    await using service = startService({ limits: { idleSeconds: 8 } })
    const before = socketCount()
    using crowd = new Crowd(service.port)
    const unread = await crowd.open(UNREAD, '')
    for (const client of unread) {
      client.pause()
      await client.send(head('GET /openapi.json HTTP/1.1'))
    }
    while (socketCount() < before + 2 * UNREAD) await setTimeout(POLL_MS)
    // The ends of the clients stay.
    while (socketCount() > before + UNREAD) await setTimeout(POLL_MS)
    expect(crowd.openCount).toBe(UNREAD)
    expect((await sendRaw(service.port, HEALTH)).status).toBe(200)
  },
)
