import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { EgressProxy, EgressProxyOptions } from '../../src/media/contract-fetch.ts'
import { egressProxies } from '../../src/media/fetch/egress-proxy.ts'
import { PinnedFetch } from '../../src/media/fetch/pinned-fetch.ts'
import {
  inTestInternet,
  redirectAnswer,
  TestInternet,
  textAnswer,
} from '../support/test-internet.ts'

const OWN = '93.184.0.1'
const BOUNDS = { maxBytes: 10 * 1024 ** 2, deadlineMs: 60_000 }

class Lines {
  readonly all: string[] = []
  readonly debug = (fields: object, message: string) => void this.all.push(line(fields, message))
  readonly info = this.debug
  readonly warn = this.debug
  readonly error = this.debug
  flush(): void {}
}

function line(fields: object, message: string): string {
  return `${message} ${JSON.stringify(fields)}`
}

function openProxy(options: Partial<EgressProxyOptions> = {}, log = new Lines()) {
  return egressProxies({ log })({ ...BOUNDS, ...options })
}

/** Sends bytes to the proxy, and reads until it closes the connection. */
async function exchange({ server }: EgressProxy, ...pieces: readonly string[]): Promise<string> {
  const socket = open(server)
  for (const piece of pieces) socket.write(piece)
  return answerOf(socket)
}

function open(server: string): Socket {
  return connect(Number(new URL(server).port), '127.0.0.1').on('error', () => undefined)
}

async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (piece) => {
    text += piece.toString('latin1')
  })
  await closed(socket)
  return text
}

function closed(socket: Socket): Promise<void> {
  return new Promise((done) => socket.once('close', () => done()))
}

function authorization({ username, password }: EgressProxy): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`
}

inTestInternet(import.meta.path, () => {
  test('curl and fetch reach public hosts through the proxy, and only those', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    net.name('b.test', ['2606:2800::5'])
    net.name('inside.test', ['10.0.0.1'])
    net.path('/', textAnswer('hello'))
    net.path('/in', redirectAnswer('http://127.0.0.1/'))
    const log = new Lines()
    await using proxy = await openProxy({}, log)
    const curl = async (...args: readonly string[]) => {
      const child = Bun.spawn(['curl', '-sSL', '--max-time', '5', ...args], {
        env: {
          ...process.env,
          ALL_PROXY: proxy.url,
          CURL_CA_BUNDLE: process.env['NODE_EXTRA_CA_CERTS'],
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return (await new Response(child.stdout).text()) || (await new Response(child.stderr).text())
    }
    for (const url of [
      'http://a.test/?secret',
      'https://a.test/',
      'https://b.test/',
      `http://${OWN}:8080/`,
    ])
      expect([url, await curl(url)]).toEqual([
        url,
        url.endsWith('secret') ? 'no /?secret' : 'hello',
      ])
    expect(await (await fetch('http://a.test/', { proxy: proxy.url })).text()).toBe('hello')
    expect(await (await fetch('https://a.test/', { proxy: proxy.url })).text()).toBe('hello')
    expect(new Set(net.received.map(({ address }) => address))).toEqual(
      new Set([OWN, '2606:2800::5']),
    )
    expect(
      net.received.flatMap(({ headers }) =>
        [...headers.keys()].filter((name) => name.startsWith('proxy')),
      ),
    ).toEqual([])
    net.received.length = 0
    expect(await curl('http://a.test/in')).toBe(
      'Cannot download from 127.0.0.1: this address is not on the public internet\n',
    )
    expect(await curl('https://inside.test/')).toContain('403')
    expect(await curl('http://inside.test/')).toBe(
      'Cannot download from inside.test: there is no such host on the public internet\n',
    )
    expect(net.received.map(({ address }) => address)).toEqual([OWN])
    // Hosts only: a path or a query may be secret.
    expect(log.all.filter((one) => !/^A program \D+ \{"host":"[\w.:]+"\}$/.test(one))).toEqual([])
    expect(log.all.length).toBeGreaterThan(8)
  })

  test('the proxy refuses every spelling of a private address, and what is no request', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    net.name('turn.test', (lookup) => [lookup === 0 ? OWN : '127.0.0.1'])
    await using proxy = await openProxy()
    const login = authorization(proxy)
    const status = async (head: string) =>
      (await exchange(proxy, `${head}\r\n${login}\r\n`)).split(' ', 2)[1]
    const hosts = [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '017700000001', 'localhost', 'localhost.'],
      ...['[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '10.0.0.1', '169.254.169.254', '0'],
      ...['93.185.0.1', '[2606:2900::5]', 'intranet', 'missing.test', '%31%32%37.0.0.1'],
    ]
    for (const host of hosts)
      expect([
        ...[host, await status(`CONNECT ${host}:443 HTTP/1.1`)],
        await status(`GET http://${host}/ HTTP/1.1`),
      ]).toEqual([host, '403', '403'])
    for (const head of [
      ...['CONNECT a.test HTTP/1.1', 'CONNECT http://a.test:443/ HTTP/1.1', 'GET / HTTP/1.1'],
      ...[
        'CONNECT u@a.test:443 HTTP/1.1',
        'CONNECT a.test:443/x HTTP/1.1',
        'GET https://a.test/ HTTP/1.1',
      ],
      ...['CONNECT a.test:443 HTTP/2', 'nonsense', 'GET http://a.test/ HTTP/1.1\r\n folded: x'],
      'POST http://a.test/ HTTP/1.1\r\nTransfer-Encoding: chunked',
      'GET http://a.test/ HTTP/1.1\r\nbad\nline: x',
      'GET file:///etc/passwd HTTP/1.1',
    ])
      expect([head, await status(head)]).toEqual([head, '400'])
    for (const head of ['CONNECT a.test:25 HTTP/1.1', 'GET http://u:p@a.test/ HTTP/1.1'])
      expect([head, await status(head)]).toEqual([head, '403'])
    expect(
      await exchange(proxy, `GET http://a.test/ HTTP/1.1\r\nx: ${'x'.repeat(40_000)}`),
    ).toStartWith('HTTP/1.1 400 ')
    expect(net.received).toEqual([])
    // The name is looked up once, and the checked address is dialled.
    net.path('/', textAnswer('hello'))
    expect(await exchange(proxy, `GET http://turn.test/ HTTP/1.1\r\n${login}\r\n`)).toEndWith(
      'hello',
    )
    expect(net.lookups.filter((one) => one === 'turn.test A').length).toBe(1)
  })

  test('only the program that has the credential of the run can use the proxy', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    await using proxy = await openProxy()
    await using other = await openProxy()
    const line = 'CONNECT a.test:443 HTTP/1.1\r\n'
    for (const login of ['', 'Proxy-Authorization: Basic eDp4\r\n', authorization(other)]) {
      const answer = await exchange(proxy, `${line}${login}\r\n`)
      expect(answer).toStartWith('HTTP/1.1 407 ')
      expect(answer).toContain('proxy-authenticate: Basic')
    }
    expect(net.lookups).toEqual([])
    // Any number of connections that send nothing.
    const idle = Array.from({ length: 200 }, () => open(proxy.server).resume())
    await Promise.all(idle.slice(0, 100).map(closed))
    expect(
      await exchange(proxy, `GET http://a.test/ HTTP/1.1\r\n${authorization(proxy)}\r\n`),
    ).toStartWith('HTTP/1.1 404 ')
    for (const socket of idle) socket.destroy()
  })

  test('a connection is for one server: a second request on it goes nowhere', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    net.path('/', textAnswer('hello', '200 OK', ['connection: keep-alive']))
    net.path('/body', (socket) => {
      socket.once('data', () => undefined)
      socket.write(textAnswer('taken'))
    })
    await using proxy = await openProxy()
    const login = authorization(proxy)
    const request = `GET http://a.test/ HTTP/1.1\r\nConnection: keep-alive, x-own\r\nX-Own: 1\r\nHost: other.test\r\n${login}\r\n`
    await exchange(proxy, request, request.replace('a.test', '127.0.0.1'))
    const sent = net.received.map(({ line, headers }) => [line, ...headers])
    expect(sent.length).toBeLessThanOrEqual(1)
    net.received.length = 0
    const answer = await exchange(proxy, request)
    expect(answer).toEndWith('hello')
    expect(net.received.map(({ line, headers }) => [line, [...headers]])).toEqual([
      [
        'GET / HTTP/1.1',
        [
          ['connection', 'close'],
          ['host', 'a.test'],
        ],
      ],
    ])
    const body = `POST http://a.test/body HTTP/1.1\r\nContent-Length: 4\r\n${login}\r\nfour`
    const socket = open(proxy.server)
    socket.write(body)
    const [first] = await once(socket, 'data')
    expect(String(first)).toEndWith('taken')
    socket.write('G')
    await closed(socket)
  })

  test('the proxy holds its bounds of bytes, connections and time', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    net.path('/', textAnswer('x'.repeat(100_000)))
    await using proxy = await openProxy({ maxBytes: 150_000 })
    const get = (one: EgressProxy) =>
      exchange(one, `GET http://a.test/ HTTP/1.1\r\n${authorization(one)}\r\n`)
    expect((await get(proxy)).length).toBeGreaterThan(100_000)
    expect((await get(proxy)).length).toBeLessThan(100_000)
    // Three tunnels at a time; who has none of them is told so.
    const deadlineMs = 4_000
    const started = performance.now()
    await using narrow = await openProxy({ maxConnections: 3, deadlineMs })
    const tunnel = `CONNECT a.test:443 HTTP/1.1\r\n${authorization(narrow)}\r\n`
    const tunnels = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = open(narrow.server)
        socket.write(tunnel)
        expect(String(await once(socket, 'data'))).toStartWith('HTTP/1.1 200 ')
        return socket
      }),
    )
    expect(await exchange(narrow, tunnel)).toStartWith('HTTP/1.1 503 ')
    const [first] = tunnels
    first?.end()
    // Without any traffic they end with the run.
    await Promise.all(tunnels.map((socket) => (socket.closed ? undefined : closed(socket))))
    expect(performance.now() - started).toBeWithin(deadlineMs - 100, 60_000)
    expect(await exchange(narrow, tunnel)).toBe('')
  })

  test('closing the proxy closes its connections and its port', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    const leaving = new AbortController()
    const proxy = await openProxy({ signal: leaving.signal })
    const socket = open(proxy.server)
    socket.write(`CONNECT a.test:443 HTTP/1.1\r\n${authorization(proxy)}\r\n`)
    await once(socket, 'data')
    const idle = open(proxy.server)
    await once(idle, 'connect')
    const bothClosed = Promise.all([closed(socket), closed(idle)])
    leaving.abort()
    await bothClosed
    await proxy[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
    expect(await exchange(proxy, 'x')).toBe('')
  })

  test('an operator’s proxy is asked for the checked addresses, and for names by its setting only', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', ['2606:2800::5', OWN])
    net.name('inside.test', ['10.0.0.1'])
    net.path('/', textAnswer('hello'))
    const lines: string[] = []
    // One that allows everything: what must not pass is refused before.
    const operator = createServer((client) => {
      client.on('error', () => client.destroy())
      client.once('data', (piece) => {
        const [line = '', ...rest] = piece.toString().split('\r\n')
        const of = (name: string) =>
          rest.find((one) => one.toLowerCase().startsWith(name))?.replace(/^.*?: (?:Basic )?/, '')
        lines.push(`${line} ${of('host')} ${of('proxy-authorization')}`)
        const isTunnel = line.startsWith('CONNECT')
        const server = connect(isTunnel ? 443 : 80, OWN)
        server.on('error', () => client.destroy())
        if (isTunnel) client.write('HTTP/1.1 200 OK\r\n\r\n')
        else server.write(piece.toString().replace(/http:\/\/[^/]+/, ''))
        client.pipe(server).pipe(client)
      })
    })
    await new Promise<void>((done) => operator.listen(3128, '127.0.0.1', done))
    const url = 'http://me:s%3Acret@127.0.0.1:3128'
    const log = new Lines()
    const login = Buffer.from('me:s:cret').toString('base64')
    for (const [target, host] of [
      ['address', OWN],
      ['name', 'a.test'],
    ] as const) {
      lines.length = 0
      net.received.length = 0
      const safe = new PinnedFetch({ proxy: { url, target } })
      await using proxy = await egressProxies({ log, operator: { url, target } })(BOUNDS)
      for (const address of ['http://a.test/', 'https://a.test/']) {
        const { body } = await safe.fetch(address, BOUNDS)
        expect(await new Response(body).text()).toBe('hello')
        expect(await (await fetch(address, { proxy: proxy.url })).text()).toBe('hello')
      }
      const twice = (one: string) => [one, one]
      expect(lines.toSorted()).toEqual([
        ...twice(`CONNECT ${host}:443 HTTP/1.1 ${host}:443 ${login}`),
        ...twice(`GET http://${host}/ HTTP/1.1 a.test ${login}`),
      ])
      expect(net.received.map(({ headers }) => headers.get('host'))).toEqual(
        Array(4).fill('a.test'),
      )
    }
    lines.length = 0
    const safe = new PinnedFetch({ proxy: { url, target: 'address' } })
    await using proxy = await egressProxies({ log, operator: { url, target: 'address' } })(BOUNDS)
    for (const address of ['http://inside.test/', 'https://127.0.0.1/'])
      expect(await safe.fetch(address, BOUNDS).catch((error) => error.code)).toBe('address_refused')
    expect(lines).toEqual([])
    await new Promise((done) => operator.close(done))
    for (const address of ['http://a.test/', 'https://a.test/'])
      expect(await safe.fetch(address, BOUNDS).catch((error) => error.message)).toBe(
        'Cannot download from a.test: the proxy of this service cannot be reached',
      )
    expect(await (await fetch('http://a.test/', { proxy: proxy.url })).text()).toBe(
      'Cannot download from a.test: the connection failed\n',
    )
  })
})
