import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import {
  keyAt,
  localToml,
  type Process,
  requestAs,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const MAX_PER_ADDRESS = 100
const DESCRIPTORS = 512
/** As the service has them: an eighth, and at least 64, is left free. */
const ROOM = DESCRIPTORS - 64
const POLL_MS = 50
const AT_ONCE = 16

/** Connections from addresses of loopback that have had an answer, and then stay open. */
class Idlers implements Disposable {
  readonly closed: number[] = []
  readonly #sockets: Socket[] = []

  /** @returns Once it has its answer. @throws When it is closed before */
  async open(service: Process, localAddress: string): Promise<void> {
    const index = this.#sockets.length
    const { host, hostname, port } = new URL(service.url)
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    this.#sockets.push(socket)
    const answered = Promise.withResolvers<void>()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.closed.push(index)
      answered.reject(new Error(`Connection ${index} was closed without an answer`))
    })
    socket.once('data', () => answered.resolve())
    socket.write(`GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
    await answered.promise
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** Asks for half a megabyte, and reads none of it. */
async function askUnread(service: Process): Promise<Socket> {
  const { host, hostname, port } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  await new Promise<void>((done) =>
    socket.once('connect', () => {
      socket.pause()
      socket.write(`GET /openapi.json HTTP/1.1\r\nhost: ${host}\r\n\r\n`, () => done())
    }),
  )
  return socket
}

/** The status of a request on a connection of its own. */
function healthFrom(service: Process, localAddress: string): Promise<string> {
  const { host, hostname, port } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  const answer = Promise.withResolvers<string>()
  socket.on('error', answer.reject)
  socket.on('close', () => answer.reject(new Error('The connection was closed')))
  socket.on('data', (bytes) => answer.resolve(bytes.toString('latin1').split('\r\n')[0] ?? ''))
  socket.write(`GET /health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  return answer.promise.finally(() => socket.destroy())
}

async function closedCount(service: Process, reason: string): Promise<number> {
  const headers = { authorization: `Bearer ${PRIMARY_KEY}` }
  const text = await (await fetch(`${service.url}/metrics`, { headers })).text()
  const found = new RegExp(`hearth_connections_closed_total\\{reason="${reason}"\\} (\\d+)`).exec(
    text,
  )
  return Number(found?.[1] ?? 0)
}

test('of too many connections from an address the oldest idle ones are closed, and no answer is cut', async () => {
  const end = Promise.withResolvers<void>()
  await using upstream = startUpstream(async () => {
    await end.promise
    return Response.json({ choices: [{ message: { content: 'late' }, finish_reason: 'stop' }] })
  })
  using folder = tempFolder()
  const env = { MAX_CONNECTIONS_PER_ADDRESS: String(MAX_PER_ADDRESS) }
  await using service = await startProcess(folder.path, localToml(upstream.url), env)
  const key = await keyAt(service.url)
  // The oldest connection of all.
  const answer = requestAs(service.url, key, 'POST', '/v1/chat/completions', {
    model: 'local',
    messages: [{ role: 'user', content: 'Hello' }],
  })
  while (upstream.requests.length === 0) await setTimeout(POLL_MS)
  using idlers = new Idlers()
  for (let one = 0; one < 3 * MAX_PER_ADDRESS; one += 1) await idlers.open(service, '127.0.0.1')
  // Those of this test's own requests are of the same address.
  while (idlers.closed.length < 2 * MAX_PER_ADDRESS) await setTimeout(POLL_MS)
  expect(Math.max(...idlers.closed)).toBeLessThan(2 * MAX_PER_ADDRESS + POLL_MS)
  expect(await healthFrom(service, '127.0.0.2')).toBe('HTTP/1.1 200 OK')
  expect(await closedCount(service, 'address')).toBeGreaterThanOrEqual(2 * MAX_PER_ADDRESS)
  expect(await closedCount(service, 'total')).toBe(0)
  end.resolve()
  expect((await answer).status).toBe(200)
})

test('others get in while more connections than file descriptors are held open', async () => {
  using folder = tempFolder()
  const options = { descriptors: DESCRIPTORS }
  await using service = await startProcess(folder.path, '', {}, options)
  using idlers = new Idlers()
  for (let one = 0; one < 2 * DESCRIPTORS; one += AT_ONCE) {
    const addresses = Array.from({ length: AT_ONCE }, (_, index) => `127.0.${1 + (index % 10)}.1`)
    await Promise.all(addresses.map((address) => idlers.open(service, address)))
  }
  expect(await healthFrom(service, '127.0.0.2')).toBe('HTTP/1.1 200 OK')
  while (idlers.closed.length < 2 * DESCRIPTORS - ROOM) await setTimeout(POLL_MS)
  expect(await closedCount(service, 'total')).toBeGreaterThanOrEqual(2 * DESCRIPTORS - ROOM)
  expect(
    service.logLines().filter((line) => line.includes('Closed idle connections')),
  ).toHaveLength(1)
})

test('connections whose answers are not read count as well, and are closed over the bound', async () => {
  using folder = tempFolder()
  const env = { MAX_CONNECTIONS_PER_ADDRESS: String(MAX_PER_ADDRESS) }
  await using service = await startProcess(folder.path, '', env)
  const sockets: Socket[] = []
  using _ = { [Symbol.dispose]: () => sockets.forEach((socket) => void socket.destroy()) }
  for (let one = 0; one < 2 * MAX_PER_ADDRESS; one += 1) sockets.push(await askUnread(service))
  while ((await closedCount(service, 'address')) < MAX_PER_ADDRESS) await setTimeout(POLL_MS)
  expect(await healthFrom(service, '127.0.0.2')).toBe('HTTP/1.1 200 OK')
})
