import { expect, test } from 'bun:test'
import { createSocket } from 'node:dgram'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { basename, join } from 'node:path'
import * as tls from 'node:tls'
import ipaddr from 'ipaddr.js'
import { outputOf } from './output-of.ts'
import { tempFolder } from './process.ts'
import { LONG_TEST_MS } from './test-ms.ts'

const FOLDER = process.env['HEARTH_TEST_INTERNET']
/** Each test of the file is ended by its own timeout. */
const FILE_MS = 5 * LONG_TEST_MS

/**
 * Every address of the first two networks is the test's own, and none is one of an interface. Nobody
 * answers at 93.187.0.1.
 */
const SET_UP = `set -e
ip link set lo up
ip route add local 93.184.0.0/16 dev lo
ip -6 route add local 2606:2800::/32 dev lo
echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind
ip link add hole type veth peer name void
ip link set void up
ip link set hole up
ip route add 93.187.0.0/16 dev hole
ip neighbour add 93.187.0.1 lladdr 02:00:00:00:00:01 dev hole nud permanent
ip address add 93.185.0.1/24 dev lo
ip address add 2606:2900::1/64 dev lo
mount --bind "$1/resolv.conf" /etc/resolv.conf
mount --bind "$1/hosts" /etc/hosts
shift
exec "$@"`

const AUTHORITY = `set -e
key() { openssl req "$@" -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2; }
key -x509 -keyout ca.key -out ca.pem -subj /CN=test-authority
for name in a.test b.test www.youtube.com; do
  key -keyout "$name.key" -out "$name.csr" -subj "/CN=$name"
  echo "subjectAltName=DNS:$name" > "$name.ext"
  openssl x509 -req -in "$name.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \\
    -extfile "$name.ext" -out "$name.pem"
done`

/**
 * Runs the tests of a file in a network namespace of its own, which has public addresses, a DNS
 * server and certificates, and nothing of the real network.
 */
export function inTestInternet(file: string, tests: () => void): void {
  if (FOLDER !== undefined) {
    tests()
    return
  }
  const reason = missing()
  if (reason !== undefined) console.log(`Skipped ${basename(file)}: ${reason}`)
  test.skipIf(reason !== undefined)(
    `${basename(file)} passes in a network of its own`,
    async () => {
      using folder = tempFolder()
      await Bun.$`cd ${folder.path} && sh -c ${AUTHORITY}`.quiet()
      const options = [`--timeout=${LONG_TEST_MS}`, '--path-ignore-patterns=']
      const run = command(folder.path, [process.execPath, 'test', ...options, file])
      const authority = join(folder.path, 'ca.pem')
      const env = { HEARTH_TEST_INTERNET: folder.path, NODE_EXTRA_CA_CERTS: authority }
      const { stderr, code } = await outputOf(run, { env: { ...process.env, ...env } })
      expect([code, stderr]).toEqual([0, expect.stringContaining(' 0 fail')])
    },
    FILE_MS,
  )
}

function command(folder: string, args: readonly string[]): string[] {
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:1 attempts:5\n')
  writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost\n10.0.0.7 intranet\n')
  const own = ['unshare', '--map-root-user', '--net', '--mount']
  return [...own, 'sh', '-c', SET_UP, 'sh', folder, ...args]
}

function missing(): string | undefined {
  const program = ['unshare', 'ip', 'openssl'].find((name) => Bun.which(name) === null)
  if (program !== undefined) return `there is no ${program} on this machine`
  using folder = tempFolder()
  const { success, stderr } = Bun.spawnSync(command(folder.path, ['true']))
  return success ? undefined : `no network namespace can be made here: ${stderr}`.trim()
}

/** One request that reached a server. */
export interface Received {
  /** The address that was dialled. */
  address: string
  port: number
  line: string
  headers: Headers
  /** Of the TLS handshake; undefined over plain HTTP. */
  servername: string | undefined
  /** As the request says its length, in Latin-1. */
  body: string
}

type Answer = (socket: Socket, request: Received) => void
/** Of a name; `silent` where its look-ups get no answer. */
type Addresses = readonly string[] | 'silent' | ((lookup: number) => readonly string[])

/** A DNS server, and web servers on ports 80, 443 and 8080 of every address. */
export class TestInternet implements AsyncDisposable {
  readonly received: Received[] = []
  /** The names that were asked for, with the type of the record. */
  readonly lookups: string[] = []
  readonly #names = new Map<string, Addresses>()
  readonly #answers = new Map<string, Answer>()
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  readonly #dns = createSocket('udp4')

  static async open(): Promise<TestInternet> {
    const internet = new TestInternet()
    await internet.#open()
    return internet
  }

  /** @param addresses By how often the type of address was asked for before, of IPv4 and IPv6 each */
  name(name: string, addresses: Addresses): void {
    this.#names.set(name, addresses)
  }

  /** Answers the requests of a path, on any address. */
  path(path: string, answer: Answer | string): void {
    const isText = typeof answer === 'string'
    this.#answers.set(path, isText ? (socket) => void socket.end(answer) : answer)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#dns.close()
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done))))
  }

  async #open(): Promise<void> {
    this.#dns.on('message', (query, { port, address }) => {
      const answer = this.#answer(query)
      if (answer !== undefined) this.#dns.send(answer, port, address)
    })
    await new Promise<void>((done) => this.#dns.bind(53, '127.0.0.1', done))
    const serve = (socket: Socket) => this.#serve(socket)
    const secure = () =>
      tls.createServer(
        { ...pair('a.test'), SNICallback: (name, done) => done(null, context(name)) },
        serve,
      )
    for (const host of ['0.0.0.0', '::'])
      for (const [port, server] of [
        [80, createServer(serve)],
        [8080, createServer(serve)],
        [443, secure()],
      ] as const) {
        this.#servers.push(server)
        await new Promise<void>((done) => server.listen({ host, port, ipv6Only: true }, done))
      }
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => this.#sockets.delete(socket))
    let head = ''
    let isAnswered = false
    socket.on('data', (piece) => {
      if (isAnswered) return
      head += piece.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const body = head.slice(end + 4)
      const [, length = 0] = /^content-length: (\d+)$/im.exec(head.slice(0, end)) ?? []
      if (body.length < Number(length)) return
      isAnswered = true
      const [line = '', ...lines] = head.slice(0, end).split('\r\n')
      const request = {
        address: socket.localAddress ?? '',
        port: socket.localPort ?? 0,
        line,
        headers: new Headers(lines.map((one) => one.split(': ', 2) as [string, string])),
        servername: socket instanceof tls.TLSSocket ? String(socket.servername) : undefined,
        body,
      }
      this.received.push(request)
      const path = line.split(' ')[1] ?? ''
      const answer = this.#answers.get(path)
      if (answer === undefined) socket.end(textAnswer(`no ${path}`, '404 Not Found'))
      else answer(socket, request)
    })
  }

  /** A, AAAA and NXDOMAIN. RFC 1035, 4.1 */
  #answer(query: Buffer): Buffer | undefined {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const name = labels.join('.')
    const type = query.readUInt16BE(at + 1)
    const kind = type === 1 ? 'A' : 'AAAA'
    const before = this.lookups.filter((one) => one === `${name} ${kind}`).length
    this.lookups.push(`${name} ${kind}`)
    const given = this.#names.get(name)
    if (given === 'silent') return undefined
    const addresses = typeof given === 'function' ? given(before) : given
    const records = (addresses ?? [])
      .filter((address) => address.includes(':') === (kind === 'AAAA'))
      .map((address) => record(type, Buffer.from(ipaddr.parse(address).toByteArray())))
    const answer = Buffer.from(query.subarray(0, at + 5))
    answer.writeUInt16BE(addresses === undefined ? 0x8183 : 0x8180, 2)
    answer.writeUInt16BE(records.length, 6)
    answer.writeUInt32BE(0, 8)
    return Buffer.concat([answer, ...records])
  }
}

export function textAnswer(
  text: string,
  status = '200 OK',
  headers: readonly string[] = [],
): string {
  const lines = [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(text)}`, ...headers]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

export function redirectAnswer(location: string, status = '302 Found'): string {
  return textAnswer('', status, [`location: ${location}`])
}

/** Without a lifetime, so that nobody keeps it. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.byteLength])
  return Buffer.concat([head, data])
}

function pair(name: string): { cert: Buffer; key: Buffer } {
  const read = (end: string) => readFileSync(join(FOLDER ?? '', `${name}.${end}`))
  return { cert: read('pem'), key: read('key') }
}

function context(name: string): tls.SecureContext {
  const isKnown = name === 'b.test' || name === 'www.youtube.com'
  return tls.createSecureContext(pair(isKnown ? name : 'a.test'))
}
