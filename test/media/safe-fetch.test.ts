import { expect, test } from 'bun:test'
import * as zlib from 'node:zlib'
import type { SafeFetchOptions } from '../../src/media/contract-fetch.ts'
import { PinnedFetch } from '../../src/media/fetch/pinned-fetch.ts'
import { VERSION } from '../../src/platform/version.ts'
import {
  inTestInternet,
  redirectAnswer,
  TestInternet,
  textAnswer,
} from '../support/test-internet.ts'
import { thrown } from '../support/thrown.ts'

const BOUNDS = { maxBytes: 1024 * 1024, deadlineMs: 60_000 }
const OWN = '93.184.0.1'

const safe = new PinnedFetch()

async function textOf(url: string, options: SafeFetchOptions = BOUNDS): Promise<string> {
  const { body } = await safe.fetch(url, options)
  return new Response(body).text()
}

async function failureOf(url: string, options: SafeFetchOptions = BOUNDS): Promise<unknown[]> {
  const error = await thrown(textOf(url, options))
  return [Reflect.get(Object(error), 'code'), error instanceof Error && error.message]
}

function packed(name: string, bytes: Uint8Array): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${name}\r\nconnection: close\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

inTestInternet(import.meta.path, () => {
  test('a download goes to the checked address, under the name of the URL', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    net.name('b.test', ['2606:2800::5'])
    net.path('/', textAnswer('hello', '200 OK', ['content-type: Text/HTML; charset=x']))
    net.path(
      '/d/%C3%A4.txt?q',
      textAnswer('', '404 Not Found', [`content-disposition: attachment; filename="../x\\"y"`]),
    )
    for (const url of [
      'http://a.test/',
      'https://a.test/',
      'https://b.test/',
      'http://b.test:8080/',
    ])
      expect(await textOf(url)).toBe('hello')
    // Two names of one address: each has its own connection and handshake.
    net.name('b.test', [OWN])
    for (const url of ['https://a.test/', 'https://b.test/', 'https://a.test/', `http://${OWN}/`])
      expect(await textOf(url)).toBe('hello')
    expect(
      net.received.map(({ address, port, servername, headers }) => [
        ...[address, port, servername, headers.get('host')],
      ]),
    ).toEqual([
      [OWN, 80, undefined, 'a.test'],
      [OWN, 443, 'a.test', 'a.test'],
      ['2606:2800::5', 443, 'b.test', 'b.test'],
      ['2606:2800::5', 8080, undefined, 'b.test:8080'],
      [OWN, 443, 'a.test', 'a.test'],
      [OWN, 443, 'b.test', 'b.test'],
      [OWN, 443, 'a.test', 'a.test'],
      [OWN, 80, undefined, OWN],
    ])
    const { body, headers, ...found } = await safe.fetch('http://a.test./d/ä.txt?q#part', BOUNDS)
    await body.cancel()
    expect(headers.get('content-length')).toBe('0')
    expect(found).toEqual({
      url: 'http://a.test./d/%C3%A4.txt?q',
      status: 404,
      mediaType: 'application/octet-stream',
      filename: 'x"y',
    })
    const page = await safe.fetch('http://a.test/', { ...BOUNDS, method: 'HEAD' })
    expect([page.mediaType, await new Response(page.body).text()]).toEqual(['text/html', ''])
  })

  test('a name with any address that is not public is refused, and none is dialled', async () => {
    await using net = await TestInternet.open()
    const names: Record<string, readonly string[]> = {
      'loopback.test': ['127.0.0.1'],
      'mixed.test': [OWN, '10.0.0.1'],
      'mixed6.test': [OWN, '::1'],
      'mapped.test': ['::ffff:93.184.0.1'],
      'nat64.test': ['64:ff9b::5db8:1'],
      'cloud.test': ['169.254.169.254'],
      'interface.test': ['93.185.0.1'],
      'household.test': ['2606:2900::77'],
      'none.test': [],
    }
    for (const [name, addresses] of Object.entries(names)) net.name(name, addresses)
    for (const host of [...Object.keys(names), 'missing.test', 'intranet', '93.185.0.1'])
      for (const scheme of ['http', 'https'])
        expect(await failureOf(`${scheme}://${host}/`)).toEqual([
          'address_refused',
          // The same words for a private name and for none.
          expect.stringMatching(/^Cannot download from \S+: .* on the public internet$/),
        ])
    expect(net.received).toEqual([])
  })

  test('a name that changes its address after the check is dialled where it was checked', async () => {
    await using net = await TestInternet.open()
    net.path('/', textAnswer('public'))
    net.path('/again', redirectAnswer('http://turn.test/'))
    net.name('turn.test', (lookup) => [lookup === 0 ? OWN : '127.0.0.1'])
    expect(await textOf('http://turn.test/')).toBe('public')
    expect(net.lookups).toEqual(['turn.test A', 'turn.test AAAA'])
    expect(await failureOf('http://turn.test/')).toContain('address_refused')
    // At a redirect as well.
    net.name('turn.test', (lookup) => [lookup === 2 ? OWN : '127.0.0.1'])
    expect(await failureOf('http://turn.test/again')).toContain('address_refused')
    net.name('flips.test', (lookup) => [lookup % 2 === 0 ? OWN : '10.0.0.1'])
    await Promise.allSettled(Array.from({ length: 40 }, () => textOf('http://flips.test/')))
    expect(new Set(net.received.map(({ address }) => address))).toEqual(new Set([OWN]))
  })

  test('each redirect is checked like the first address', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    net.name('inside.test', ['192.168.1.1'])
    const refused = [
      ...['http://127.0.0.1/', '//127.0.0.1/', 'https:127.0.0.1', '\\\\127.0.0.1\\', '//0x7f.1/'],
      ...['https://localhost/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/', '//2130706433'],
      ...['http://169.254.169.254/latest/meta-data/', 'http://inside.test/', '//missing.test/'],
      ...['http://93.185.0.1/', 'http://a.test@127.0.0.1/', '///127.0.0.1', '/\\127.0.0.1/'],
    ]
    const unusable = [
      ...['file:///etc/passwd', 'data:text/plain,x', 'ftp://a.test/', 'javascript:0', 'http://['],
      ...[
        'http://a.test:22/',
        'http://user:pw@a.test/',
        'gopher://a.test/',
        'blob:http://a.test/x',
      ],
    ]
    for (const [index, location] of [...refused, ...unusable].entries()) {
      net.path(
        '/',
        redirectAnswer(location, ['301 x', '302 x', '303 x', '307 x', '308 x'][index % 5]),
      )
      const [code] = await failureOf('http://a.test/')
      const isUserInfo = location.includes('@')
      expect([location, code]).toEqual([
        location,
        refused.includes(location) && !isUserInfo ? 'address_refused' : 'download_failed',
      ])
    }
    expect(new Set(net.received.map(({ address }) => address))).toEqual(new Set([OWN]))
    // A chain of five ends well; of six it does not, nor does one in a circle.
    for (let hop = 1; hop <= 6; hop++)
      net.path(
        `/${hop}`,
        redirectAnswer(hop % 2 === 0 ? `/${hop - 1}` : `https://a.test/${hop - 1}`),
      )
    net.path('/0', textAnswer('end'))
    const { url, body } = await safe.fetch('http://a.test/5', BOUNDS)
    expect([url, await new Response(body).text()]).toEqual(['https://a.test/0', 'end'])
    expect(await failureOf('http://a.test/6')).toEqual([
      'download_failed',
      'Cannot download from a.test: it redirects more than 5 times',
    ])
    const none = safe.fetch('http://a.test/1', { ...BOUNDS, maxRedirects: 0 })
    await expect(none).rejects.toThrow(
      'Cannot download from a.test: it redirects more than 0 times',
    )
    net.path('/circle', redirectAnswer('/circle'))
    expect(await failureOf('http://a.test/circle')).toContain('download_failed')
    // A redirect without an address is an answer like any other; nothing of one is sent on.
    net.path('/none', textAnswer('', '302 Found'))
    expect((await safe.fetch('http://a.test/none', BOUNDS)).status).toBe(302)
    net.path('/cookie', textAnswer('', '302 Found', ['set-cookie: a=b', 'location: /0']))
    await textOf('http://a.test/cookie')
    expect([...(net.received.at(-1)?.headers.keys() ?? [])].toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ])
  })

  test('a server is known by its certificate', async () => {
    await using net = await TestInternet.open()
    for (const name of ['a.test', 'other.test']) net.name(name, [OWN])
    net.path('/', textAnswer('hello'))
    expect(await textOf('https://a.test/')).toBe('hello')
    for (const url of ['https://other.test/', `https://${OWN}/`])
      expect(await failureOf(url)).toEqual([
        'download_failed',
        expect.stringMatching(/: its certificate is for another name$/),
      ])
    expect(net.received.length).toBe(1)
  })

  test('an address that cannot be reached gives way to the next', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', ['93.186.0.1', '93.186.0.2', OWN])
    net.path('/', textAnswer('hello'))
    expect(await textOf('https://a.test/')).toBe('hello')
    net.name('gone.test', ['93.186.0.1', '93.186.0.2'])
    expect(await failureOf('http://gone.test/')).toContain('download_failed')
    expect(await failureOf(`http://${OWN}:8081/`)).toEqual([
      'download_failed',
      `Cannot download from ${OWN}: nothing listens there`,
    ])
  })

  test('bodies are decompressed, whichever way they were packed', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    const text = 'Grüße '.repeat(50_000)
    const forms: [string, Buffer][] = [
      ['identity', Buffer.from(text)],
      ['gzip', zlib.gzipSync(text)],
      ['X-GZip', Buffer.concat([zlib.gzipSync(text.slice(0, 9)), zlib.gzipSync(text.slice(9))])],
      ['deflate', zlib.deflateSync(text)],
      ['deflate', zlib.deflateRawSync(text)],
      [
        'br',
        zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
      ],
      ['zstd', zlib.zstdCompressSync(text)],
      ['deflate, gzip', zlib.gzipSync(zlib.deflateSync(text))],
    ]
    for (const [name, bytes] of forms) {
      net.path('/', (socket) => void socket.end(packed(name, bytes)))
      expect([name, (await textOf('http://a.test/')) === text]).toEqual([name, true])
    }
    net.path('/', (socket) => void socket.end(packed('gzip', Buffer.alloc(0))))
    expect(await textOf('http://a.test/')).toBe('')
    for (const [name, bytes] of forms.slice(1)) {
      const half = bytes.subarray(0, bytes.length / 2)
      net.path('/', (socket) => void socket.end(packed(name, half)))
      // The decoder of zstd takes any end.
      if (name !== 'zstd')
        expect([name, (await failureOf('http://a.test/'))[0]]).toEqual([name, 'download_failed'])
      net.path('/', (socket) => void socket.end(packed(name, Buffer.from('\x78no such data'))))
      expect([name, (await failureOf('http://a.test/'))[1]]).toEqual([
        name,
        'Cannot download from a.test: what it sends is damaged',
      ])
    }
    // A connection that ends early, which the length or the last chunk tells.
    for (const head of [
      'content-length: 100\r\n\r\nhalf',
      'transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    ]) {
      net.path('/', `HTTP/1.1 200 OK\r\n${head}`)
      expect(await failureOf('http://a.test/')).toContain('download_failed')
    }
    for (const name of ['compress', 'gzip, gzip, gzip, gzip', 'constructor']) {
      net.path('/', (socket) => void socket.end(packed(name, Buffer.from(text))))
      expect(await failureOf('http://a.test/')).toContain('download_failed')
    }
  })

  test('a body above the bound is stopped, packed or not, with a length or without', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    const tooLarge = [
      'too_large',
      'Cannot download from a.test: it is larger than the 1000 bytes of one download',
    ]
    const bounds = { ...BOUNDS, maxBytes: 1_000 }
    net.path('/', textAnswer('x'.repeat(1_000)))
    expect((await textOf('http://a.test/', bounds)).length).toBe(1_000)
    net.path('/', textAnswer('x'.repeat(1_001)))
    expect(await failureOf('http://a.test/', bounds)).toEqual(tooLarge)
    // At the headers, where the length is given.
    net.path('/', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n'))
    expect(await failureOf('http://a.test/', bounds)).toEqual(tooLarge)
    const packedBytes = zlib.gzipSync(Buffer.alloc(1_001))
    net.path('/', (socket) => void socket.end(packed('gzip', packedBytes)))
    expect(await failureOf('http://a.test/', bounds)).toEqual(tooLarge)
    // Empty members for ever unpack to nothing.
    const nothing = Buffer.concat(Array.from({ length: 4_096 }, () => zlib.gzipSync('')))
    net.path('/', (socket) => {
      const go = () => {
        while (!socket.destroyed && socket.write(nothing));
      }
      socket.write(packed('gzip', Buffer.alloc(0)))
      socket.on('drain', go)
      go()
    })
    expect(await failureOf('http://a.test/', bounds)).toEqual(tooLarge)
  })

  test('a POST is sent with its headers, and again where a redirect keeps it', async () => {
    await using net = await TestInternet.open()
    for (const name of ['a.test', 'other.test']) net.name(name, [OWN])
    net.path('/end', textAnswer('end'))
    const post: SafeFetchOptions = {
      ...BOUNDS,
      method: 'POST',
      body: '{"q":1}',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer x', Cookie: 'a=b' },
    }
    const kept = ['Bearer x', 'a=b', 'application/json', '{"q":1}']
    const seen: unknown[] = []
    for (const [status, host] of [
      ...[301, 302, 303, 307, 308].map((one) => [one, 'http://a.test'] as const),
      ...[307, 303].map((one) => [one, 'http://other.test'] as const),
      [307, 'https://a.test'] as const,
    ]) {
      net.path('/', redirectAnswer(`${host}/end`, `${status} Elsewhere`))
      expect(await textOf('http://a.test/', post)).toBe('end')
      const [first, last] = net.received.splice(0)
      expect([first?.line, first?.body]).toEqual(['POST / HTTP/1.1', '{"q":1}'])
      const names = ['authorization', 'cookie', 'content-type']
      seen.push([
        ...[status, last?.line.split(' ')[0]],
        ...[...names.map((name) => last?.headers.get(name) ?? undefined), last?.body],
      ])
    }
    const asGet = ['Bearer x', 'a=b', undefined, '']
    expect(seen).toEqual([
      ...[301, 302, 303].map((status) => [status, 'GET', ...asGet]),
      ...[307, 308].map((status) => [status, 'POST', ...kept]),
      // Another origin, by its host or by its scheme, gets what is asked and no secret.
      [307, 'POST', undefined, undefined, 'application/json', '{"q":1}'],
      [303, 'GET', undefined, undefined, undefined, ''],
      [307, 'POST', undefined, undefined, 'application/json', '{"q":1}'],
    ])
  })

  test('headers of the connection cannot be set, nor lines be added', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`x-${index}`, '']))
    for (const headers of [
      ...[{ Host: 'b.test' }, { connection: 'keep-alive' }, { 'Proxy-Foo': 'x' }, { 'a b': 'x' }],
      ...[{ 'Content-Length': '1' }, { 'transfer-encoding': 'chunked' }, { te: 'trailers' }],
      ...[{ 'x-a': 'a\r\nb: c' }, { 'x-a': '\0' }, { 'x-a': 'x'.repeat(8_193) }, many],
    ])
      expect(await thrown(textOf('http://a.test/', { ...BOUNDS, headers }))).toBeInstanceOf(
        TypeError,
      )
    expect(net.received).toEqual([])
  })

  test('servers see the contact, and a fetch for few hosts asks no other', async () => {
    await using net = await TestInternet.open()
    for (const name of ['a.test', 'other.test']) net.name(name, [OWN])
    net.path('/', textAnswer('hello'))
    net.path('/away', redirectAnswer('http://other.test/'))
    const few = new PinnedFetch({
      contact: 'owner@example.org',
      allowsHost: (host) => host === 'a.test',
    })
    await (await few.fetch('http://a.test/', BOUNDS)).body.cancel()
    expect(net.received[0]?.headers.get('user-agent')).toBe(
      `Hearth/${VERSION} (+owner@example.org)`,
    )
    for (const url of ['http://other.test/', 'http://a.test/away'])
      expect(await thrown(few.fetch(url, BOUNDS))).toMatchObject({
        code: 'address_refused',
        message: 'Cannot download from other.test: this host is not asked here',
      })
    expect(net.received.map(({ headers }) => headers.get('host'))).toEqual(['a.test', 'a.test'])
  })

  test('who leaves closes the connection', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    const closed: Promise<void>[] = []
    const started = Promise.withResolvers<void>()
    net.path('/', (socket) => {
      closed.push(new Promise((done) => socket.once('close', () => done())))
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nx')
      started.resolve()
    })
    const { body } = await safe.fetch('http://a.test/', BOUNDS)
    await body.cancel()
    const reading = await safe.fetch('http://a.test/', BOUNDS)
    const reader = reading.body.getReader()
    await reader.read()
    const last = reader.read()
    await reader.cancel()
    expect((await last).done).toBe(true)
    const leaving = new AbortController()
    const waiting = textOf('http://a.test/', { ...BOUNDS, signal: leaving.signal })
    await started.promise
    leaving.abort(new Error('left'))
    expect(await thrown(waiting)).toEqual(new Error('left'))
    expect(await thrown(textOf('http://a.test/', { ...BOUNDS, signal: leaving.signal }))).toEqual(
      new Error('left'),
    )
    await Promise.all(closed)
  })
})
