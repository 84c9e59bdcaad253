import { expect, test } from 'bun:test'
import * as zlib from 'node:zlib'
import type { SafeFetchOptions } from '../../src/media/contract-fetch.ts'
import { PinnedFetch } from '../../src/media/fetch/pinned-fetch.ts'
import { inTestInternet, TestInternet, textAnswer } from '../support/test-internet.ts'
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
  test('the deadline holds for the look-up, the head, redirects and a dripping body', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    const bounds = { ...BOUNDS, deadlineMs: 80 }
    const late = [
      'download_timeout',
      'Cannot download from a.test: not finished within 0.08 seconds',
    ]
    const started = performance.now()
    net.name('silent.test', 'silent')
    // Nobody ever answers there.
    net.name('hole.test', ['93.187.0.1'])
    for (const name of ['silent.test', 'hole.test'])
      expect(await failureOf(`http://${name}/`, bounds)).toContain('download_timeout')
    net.name('half.test', ['93.187.0.1', OWN])
    net.path('/half', textAnswer('hello'))
    expect(await textOf('http://half.test/half')).toBe('hello')
    net.path('/', () => undefined)
    expect(await failureOf('http://a.test/', bounds)).toEqual(late)
    const drip = (head: string, piece: string) =>
      net.path('/', (socket) => {
        socket.write(head)
        const timer = setInterval(() => socket.write(piece), 5)
        socket.once('close', () => clearInterval(timer))
      })
    drip('HTTP/1.1 200 OK\r\n', 'x-header: more\r\n')
    expect(await failureOf('http://a.test/', bounds)).toEqual(late)
    drip('', 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n')
    expect(await failureOf('http://a.test/', bounds)).toEqual(late)
    drip('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', 'x')
    expect(await failureOf('http://a.test/', bounds)).toEqual(late)
    drip(packed('gzip', zlib.gzipSync('x')).toString('latin1'), '')
    expect(await failureOf('http://a.test/', bounds)).toEqual(late)
    drip('HTTP/1.1 302 Found\r\nlocation: /\r\nconnection: close\r\n\r\n', 'x')
    expect((await failureOf('http://a.test/', bounds))[0]).toMatch(/download_(timeout|failed)/)
    expect(performance.now() - started).toBeLessThan(30_000)
    // A reader that does not read is no reason to hold the connection.
    const closed = Promise.withResolvers<void>()
    net.path('/', (socket) => {
      socket.once('close', () => closed.resolve())
      socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(900_000)}`)
    })
    const { body } = await safe.fetch('http://a.test/', { ...BOUNDS, deadlineMs: 4_000 })
    const reader = body.getReader()
    expect((await reader.read()).done).toBe(false)
    await closed.promise
    const rest = (async () => {
      while (!(await reader.read()).done);
    })()
    expect(Reflect.get(Object(await thrown(rest)), 'code')).toBe('download_timeout')
  })

  test('what unpacks to gigabytes is stopped at the bound, in little memory', async () => {
    await using net = await TestInternet.open()
    net.name('a.test', [OWN])
    const zeros = Buffer.alloc(64 * 1024 ** 2)
    const repeated = (bytes: Buffer, times: number) =>
      Buffer.concat(Array.from({ length: times }, () => bytes))
    const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } }
    const bombs: [string, Buffer][] = [
      // 16 GiB in 16 MiB.
      ['gzip', repeated(zlib.gzipSync(zeros), 256)],
      ['zstd', repeated(zlib.zstdCompressSync(zeros), 256)],
      ['deflate', zlib.deflateSync(Buffer.alloc(512 * 1024 ** 2), { level: 1 })],
      ['br', zlib.brotliCompressSync(Buffer.alloc(512 * 1024 ** 2), quick)],
      // What unpacks to a bomb.
      ['gzip, gzip', zlib.gzipSync(repeated(zlib.gzipSync(zeros), 256))],
    ]
    const bounds = { maxBytes: 400 * 1024 ** 2, deadlineMs: 60_000 }
    Bun.gc(true)
    for (const [name, bytes] of bombs) {
      net.path('/', (socket) => void socket.end(packed(name, bytes)))
      const before = process.memoryUsage.rss()
      const { body } = await safe.fetch('http://a.test/', bounds)
      const reader = body.getReader()
      let [read, peak] = [0, 0]
      const error = await thrown(
        (async () => {
          for (;;) {
            const { done, value } = await reader.read()
            if (done) return
            read += value.byteLength
            peak = Math.max(peak, process.memoryUsage.rss() - before)
            // A slow reader: what it does not take must not be unpacked meanwhile.
            if (read % (32 * 1024 ** 2) < 64 * 1024) await Bun.sleep(5)
          }
        })(),
      )
      expect([name, Reflect.get(Object(error), 'code')]).toEqual([name, 'too_large'])
      expect(read).toBeLessThanOrEqual(bounds.maxBytes)
      // Pieces that wait for the garbage collector, and the test's own server.
      expect([name, peak < 256 * 1024 ** 2]).toEqual([name, true])
    }
  })
})
