import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import type { ObjectContent } from '../../../src/storage/contract.ts'
import { S3_LIMITS, S3Connection, type S3Limits } from '../../../src/storage/s3/s3-connection.ts'
import { S3_UNFINISHED_MS, S3Storage } from '../../../src/storage/s3/s3-storage.ts'
import { pick } from '../../support/pick.ts'
import {
  S3_TEST_KEY,
  type S3Asked,
  S3Server,
  type S3ServerOptions,
  s3Error,
} from '../../support/s3-server.ts'
import { thrown } from '../../support/thrown.ts'
import { keysOf, pieces, testStorage } from '../contract.ts'

const PART_BYTES = 256 * 1024
const QUICK: Partial<S3Limits> = { s3RetryMs: [1, 1] }

interface OpenOptions extends S3ServerOptions {
  limits?: Partial<S3Limits>
  settings?: { secret?: string; bucket?: string; key?: string }
  now?: () => number
}

function openS3({ limits = QUICK, settings, now = Date.now, ...options }: OpenOptions = {}) {
  const server = new S3Server({ pageSize: 4, minPartBytes: PART_BYTES, ...options })
  const connection = new S3Connection(
    { ...server.settings, prefix: 'home/', ...settings },
    { ...S3_LIMITS, ...limits },
  )
  return {
    ...{
      server,
      connection,
      storage: new S3Storage({ connection, prefix: 'files/', partBytes: PART_BYTES, now }),
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
    },
  }
}

// The server of the test holds the objects in the same process.
testStorage('S3Storage', openS3, { heldMiB: 256 })

/** As large as two and a half parts, in chunks that do not fit into them. */
async function* large(chunkBytes = 10_000): AsyncGenerator<Uint8Array> {
  const bytes = 2.5 * PART_BYTES
  for (let at = 0; at < bytes; at += chunkBytes)
    yield new Uint8Array(Math.min(chunkBytes, bytes - at)).fill(at / chunkBytes)
}

async function sha256Of(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of source) hasher.update(chunk)
  return hasher.digest('hex')
}

async function codeAndCause(promise: Promise<unknown>) {
  const error = await thrown(promise)
  return [pick(error, 'code'), pick(error, 'cause.message')]
}

/** Answers in place of the server to the first requests of a kind. */
function firstTimes(times: number, matches: (asked: S3Asked) => boolean, answer: () => Response) {
  let left = times
  return (asked: S3Asked) => {
    if (!matches(asked) || left === 0) return undefined
    left -= 1
    return answer()
  }
}

test('S3Storage sends a large object in parts of one size, and a small one at once', async () => {
  await using opened = openS3()
  const { storage, server } = opened
  await storage.put('small', pieces('one'))
  expect(server.lines).toEqual(['PUT home/files/small'])
  for (const chunkBytes of [10_000, 3 * PART_BYTES]) {
    server.asked.length = 0
    const stored = await storage.put('large', large(chunkBytes), { mediaType: 'video/mp4' })
    expect(stored.bytes).toBe(2.5 * PART_BYTES)
    const key = 'home/files/large'
    expect(server.lines.toSorted()).toEqual([
      `POST ${key}?uploadId`,
      `POST ${key}?uploads`,
      ...Array.from({ length: 3 }, () => `PUT ${key}?uploadId`),
    ])
    const content = await storage.get('large')
    expect(await sha256Of(content?.stream ?? pieces())).toBe(await sha256Of(large(chunkBytes)))
    expect(server.objects.get(key)?.headers['content-type']).toBe('video/mp4')
  }
  expect(server.uploads.size).toBe(0)
})

test('S3Storage ends the upload of a source that fails after some parts', async () => {
  await using opened = openS3()
  const { storage, server } = opened
  async function* failing() {
    yield* large()
    throw new Error('The sender has left')
  }
  expect(await thrown(storage.put('key', failing()))).toEqual(new Error('The sender has left'))
  expect(pick(await thrown(storage.put('key', large(), { bytes: 7 })), 'code')).toBe('malformed')
  const wrong = storage.put('key', large(), { sha256: '0'.repeat(64) })
  expect(pick(await thrown(wrong), 'code')).toBe('checksum_mismatch')
  expect(server.uploads.size).toBe(0)
  expect(await keysOf(storage)).toEqual([])
})

test('S3Storage keeps a checksum that was known before, and tells it', async () => {
  await using opened = openS3()
  const { storage } = opened
  const sha256 = await sha256Of(large())
  await storage.put('known', large(), { sha256 })
  await storage.put('small', pieces('a'), { sha256: await sha256Of(pieces('a')) })
  await storage.put('other', pieces('b'))
  expect(await storage.checksumOf('known')).toBe(sha256)
  expect(await storage.checksumOf('small')).toBe(await sha256Of(pieces('a')))
  expect(await storage.checksumOf('other')).toBeUndefined()
  expect(await storage.checksumOf('none')).toBeUndefined()
})

test('S3Storage asks again where a server is busy, and gives up at last', async () => {
  const answer = firstTimes(
    2,
    ({ method }) => method === 'PUT',
    () => s3Error(503, 'SlowDown'),
  )
  await using busy = openS3({ answer })
  await busy.storage.put('key', pieces('one'))
  expect(busy.server.lines).toEqual(Array.from({ length: 3 }, () => 'PUT home/files/key'))
  await using dead = openS3({ answer: () => s3Error(500, 'InternalError') })
  expect(await codeAndCause(dead.storage.put('key', large()))).toEqual([
    'storage_failed',
    'status 500, InternalError',
  ])
  expect(dead.server.lines).toHaveLength(3)
  await using full = openS3({ answer: () => s3Error(507, 'XMinioStorageFull') })
  expect(pick(await thrown(full.storage.put('key', pieces('a'))), 'code')).toBe('storage_full')
  expect(full.server.lines).toHaveLength(1)
})

test('S3Storage says what is wrong with its key, its bucket and its server, and no secret', async () => {
  const cases: [OpenOptions, string][] = [
    [{ settings: { secret: 'another' } }, 'status 403, SignatureDoesNotMatch'],
    [{ settings: { key: 'nobody' } }, 'status 403, InvalidAccessKeyId'],
    [{ settings: { bucket: 'elsewhere' } }, 'status 404, NoSuchBucket'],
    [{ answer: () => s3Error(301, 'PermanentRedirect') }, 'status 301, PermanentRedirect'],
    [{ answer: () => new Response('<h1>A router</h1>', { status: 404 }) }, 'status 404'],
  ]
  for (const [options, cause] of cases) {
    await using opened = openS3(options)
    const { storage } = opened
    for (const call of [
      await codeAndCause(storage.put('key', pieces('a'))),
      await codeAndCause(storage.get('key')),
      await codeAndCause(Array.fromAsync(storage.list(''))),
    ])
      expect(call).toEqual(['storage_failed', cause])
  }
  await using wrong = openS3({ settings: { bucket: 'elsewhere', secret: 'hidden' } })
  expect(Bun.inspect(await thrown(wrong.storage.stat('key')))).not.toContain('hidden')
  await using gone = openS3()
  await gone.server.stop()
  expect(await codeAndCause(gone.storage.stat('key'))).toEqual([
    'storage_failed',
    'no answer: nothing listens there',
  ])
})

test('S3Storage does not take a missing bucket for a missing object', async () => {
  await using opened = openS3({ settings: { bucket: 'elsewhere' } })
  const { storage } = opened
  for (const call of [
    () => storage.stat('key'),
    () => storage.get('key'),
    () => storage.delete('key'),
  ])
    expect(await codeAndCause(call())).toEqual(['storage_failed', 'status 404, NoSuchBucket'])
})

test('S3Storage gives up a server that does not answer', async () => {
  const answer = () => new Promise<Response>(() => {})
  await using opened = openS3({
    answer,
    limits: { s3AnswerMs: 100, s3PartMs: 100, s3RetryMs: [1] },
  })
  const { storage } = opened
  for (const call of [
    () => storage.put('key', pieces('a')),
    () => storage.get('key'),
    () => storage.stat('key'),
  ])
    expect(await codeAndCause(call())).toEqual(['storage_failed', 'no answer within 100 ms'])
  expect(opened.server.lines).toHaveLength(6)
})

test('S3Storage ends with a failure where the server takes no part, and ends the upload', async () => {
  const answer = ({ method, query }: S3Asked) =>
    method === 'PUT' && query['partNumber'] === '2' ? s3Error(403, 'AccessDenied') : undefined
  await using opened = openS3({ answer })
  const { storage, server } = opened
  expect(await codeAndCause(storage.put('key', large()))).toEqual([
    'storage_failed',
    'status 403, AccessDenied',
  ])
  expect(server.uploads.size).toBe(0)
  expect(server.lines.at(-1)).toBe('DELETE home/files/key?uploadId')
})

test('S3Storage stores nothing of parts whose tags are not those of the server', async () => {
  const answer = firstTimes(
    1,
    ({ query }) => query['partNumber'] === '1',
    () => new Response(null, { headers: { etag: '"of another"' } }),
  )
  await using opened = openS3({ answer })
  const { storage, server } = opened
  expect(await codeAndCause(storage.put('key', large()))).toEqual([
    'storage_failed',
    'status 400, InvalidPart',
  ])
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
})

test('S3Storage believes no end of an upload that says success and means an error', async () => {
  const isEnd = ({ method, query }: S3Asked) => method === 'POST' && 'uploadId' in query
  await using passing = openS3({
    answer: firstTimes(1, isEnd, () => s3ErrorOfSuccess()),
  })
  await passing.storage.put('key', large())
  expect(passing.server.objects.size).toBe(1)
  await using lasting = openS3({
    answer: (asked) => (isEnd(asked) ? s3ErrorOfSuccess() : undefined),
  })
  expect(await codeAndCause(lasting.storage.put('key', large()))).toEqual([
    'storage_failed',
    'status 500, InternalError',
  ])
  expect([lasting.server.objects.size, lasting.server.uploads.size]).toEqual([0, 0])
})

function s3ErrorOfSuccess(): Response {
  return new Response('<Error><Code>InternalError</Code></Error>')
}

test('S3Storage takes an upload as stored whose end was lost on its way back', async () => {
  let isLost = false
  const server = new S3Server({ minPartBytes: PART_BYTES })
  // In front of the server: it passes the first end on, and answers with a failure.
  const proxy = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const url = new URL(request.url)
      const target = `${server.endpoint}${url.pathname}${url.search}`
      const { method, headers } = request
      const answer = await fetch(target, { method, headers, body: await request.bytes() })
      if (method !== 'POST' || !url.searchParams.has('uploadId') || isLost) return answer
      isLost = true
      return s3Error(502, 'BadGateway')
    },
  })
  try {
    const endpoint = proxy.url.href
    const connection = new S3Connection(
      { ...server.settings, endpoint },
      { ...S3_LIMITS, ...QUICK },
    )
    // The signature is for the proxy's name.
    const storage = new S3Storage({ connection, prefix: '', partBytes: PART_BYTES })
    const error = await storage.put('key', large()).catch((fault: unknown) => fault)
    expect(error).toEqual({ key: 'key', bytes: 2.5 * PART_BYTES })
  } finally {
    await proxy.stop(true)
    await server.stop()
  }
})

test('S3Storage goes on with an object whose connection is cut', async () => {
  const text = 'x'.repeat(100_000) + 'y'.repeat(100_000)
  await using cutting = openCutting(text, () => '"one"')
  const content = await cutting.storage.get('key')
  expect(content).toMatchObject({ size: 200_000, from: 0, bytes: 200_000 })
  expect(await cutting.read(content)).toBe(text)
  expect(cutting.ranges).toEqual([
    undefined,
    ...[60, 120, 180].map((at) => `bytes=${at}000-199999`),
  ])
  const part = await cutting.storage.get('key', { from: 99_999, to: 189_999 })
  expect(await cutting.read(part)).toBe(text.slice(99_999, 190_000))
})

test('S3Storage gives no mixture where an object changes while its connection is cut', async () => {
  await using cutting = openCutting('x'.repeat(100_000), (asked) => `"${asked}"`)
  const content = await cutting.storage.get('key')
  const error = await thrown(cutting.read(content))
  expect(pick(error, 'message')).toBe('the object has changed while it was read')
})

/** A server that closes each connection after 60 kB of an object, once they have been read. */
function openCutting(text: string, etagOf: (asked: number) => string) {
  const ranges: (string | undefined)[] = []
  let cut = { after: 0, close: () => {} }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (head) => {
      const range = /range: (\S+)/i.exec(String(head))?.[1]
      const [from = 0, to = text.length - 1] = (range?.match(/\d+/g) ?? []).map(Number)
      const etag = etagOf(ranges.push(range))
      const status = range === undefined ? '200 OK' : '206 Partial Content'
      const facts = [
        `HTTP/1.1 ${status}`,
        `ETag: ${etag}`,
        `Content-Length: ${to - from + 1}`,
        ...(range === undefined ? [] : [`Content-Range: bytes ${from}-${to}/${text.length}`]),
      ]
      const end = Math.min(from + 60_000, to + 1)
      cut = { after: end, close: () => void socket.destroy() }
      socket.write(`${facts.join('\r\n')}\r\n\r\n${text.slice(from, end)}`)
    })
  })
  server.listen(0, '127.0.0.1')
  const endpoint = `http://127.0.0.1:${pick(server.address(), 'port')}`
  const settings = { endpoint, bucket: 'hearth', prefix: '', ...S3_TEST_KEY }
  const connection = new S3Connection(settings, { ...S3_LIMITS, ...QUICK })
  return {
    ...{ ranges, storage: new S3Storage({ connection, prefix: '' }) },
    async read(content: ObjectContent | undefined): Promise<string> {
      let read = ''
      for await (const chunk of content?.stream ?? []) {
        read += Buffer.from(chunk)
        if ((content?.from ?? 0) + read.length === cut.after) cut.close()
      }
      return read
    },
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

test('S3Storage.removeParts ends uploads of an hour ago, and leaves others alone', async () => {
  let now = Date.now()
  await using opened = openS3({ now: () => now })
  const { storage, connection, server } = opened
  const leave = (key: string) => connection.send({ method: 'POST', key, query: { uploads: '' } })
  for (const key of ['files/a', 'files/b/c', 'clips/a']) await leave(key)
  expect(await storage.removeParts()).toBe(0)
  now += S3_UNFINISHED_MS + 60_000
  async function* slow() {
    yield* large()
    expect(await storage.removeParts()).toBe(2)
    expect([...server.uploads.values()].map(({ key }) => key).toSorted()).toEqual([
      'home/clips/a',
      'home/files/running',
    ])
  }
  await storage.put('running', slow())
  expect(await keysOf(storage)).toEqual(['running'])
  await using unable = openS3({ answer: () => s3Error(501, 'NotImplemented') })
  expect(await unable.storage.removeParts()).toBe(0)
  // Any other fault is one, and not a server without such a list.
  await using elsewhere = openS3({ answer: () => s3Error(400, 'AuthorizationHeaderMalformed') })
  expect(pick(await thrown(elsewhere.storage.removeParts()), 'code')).toBe('storage_failed')
})

test('S3Storage lists nothing of others', async () => {
  await using opened = openS3()
  const { storage, server } = opened
  for (const key of ['home/files/a b', 'home/files/.a', 'home/filesystem', 'other', 'home/files/'])
    server.objects.set(key, { bytes: new Uint8Array(), etag: '', headers: {} })
  await storage.put('a', pieces('a'))
  expect(await keysOf(storage)).toEqual(['a'])
})

test('S3Storage takes no part of a list for the whole', async () => {
  // As a server answers that knows only the first version of lists.
  const part =
    '<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>home/files/a</Key><Size>3</Size></Contents></ListBucketResult>'
  await using opened = openS3({
    answer: ({ query }) => ('list-type' in query ? new Response(part) : undefined),
  })
  expect(pick(await thrown(keysOf(opened.storage)), 'code')).toBe('storage_failed')
})
