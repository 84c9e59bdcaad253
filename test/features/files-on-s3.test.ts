import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { FILE_CHECK_MS } from '../../src/features/files/file-checks.ts'
import type { Log } from '../../src/platform/log.ts'
import { S3Connection } from '../../src/storage/s3/s3-connection.ts'
import { S3Storage } from '../../src/storage/s3/s3-storage.ts'
import { openFiles, texts } from '../support/files.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { S3Server, type S3ServerOptions, s3Error } from '../support/s3-server.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'

const KEY = { authorization: `Bearer ${PRIMARY_KEY}` }
const MIB = 1024 * 1024

function openService(env: Record<string, string> = {}, options: S3ServerOptions = {}) {
  const server = new S3Server(options)
  const { endpoint, bucket, key, secret } = server.settings
  const lines: string[] = []
  const note = (fields: object, words: string) => void lines.push(Bun.inspect(fields), words)
  const log: Log = { debug: note, info: note, warn: note, error: note, flush: () => {} }
  const service = startService({
    env: {
      ...{ FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket, FILES_S3_PREFIX: 'home/' },
      ...{ FILES_S3_KEY: key, FILES_S3_SECRET: secret, ...env },
    },
    limits: { s3RetryMs: [1] },
    log,
  })
  return {
    ...{ ...service, server, lines },
    upload: (query: string, body: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${service.url}/api/nas/upload${query}`, { method: 'POST', body, headers: KEY }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await server.stop()
    },
  }
}

/** Keys in the bucket, but those of the start. */
function keysIn({ objects }: S3Server): string[] {
  return [...objects.keys()].filter((key) => !key.startsWith('home/check-'))
}

test('files are kept in the bucket, and sent from there by their links', async () => {
  await using service = openService()
  const { server } = service
  const stored = await service.upload('?filename=notes.txt', '0123456789')
  expect(stored.status).toBe(201)
  const { url, token } = Object(await stored.json())
  expect(keysIn(server)).toEqual([expect.stringMatching(/^home\/files\/[\w-]+$/)])
  const whole = await fetch(url, { redirect: 'manual' })
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
  const part = await fetch(url, { headers: { range: 'bytes=3-5' } })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 3-5/10',
    '345',
  ])
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
  const etag = whole.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const limits = await fetch(`${service.url}/api/nas/limits`, { headers: KEY })
  expect(await pickFrom(limits, 'free_bytes')).toBe(Number.MAX_SAFE_INTEGER)
  const removed = await fetch(`${service.url}/api/nas/files/${token}`, {
    ...{ method: 'DELETE', headers: KEY },
  })
  expect(removed.ok).toBe(true)
  expect(keysIn(server)).toEqual([])
})

test('a large file goes in parts, and an upload that breaks off leaves nothing', async () => {
  await using service = openService()
  const { server } = service
  const bytes = new Uint8Array(17 * MIB).fill(7)
  const stored = await service.upload('?filename=film.mp4', bytes)
  const { url, sha256 } = Object(await stored.json())
  expect(sha256).toBe(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
  expect(server.asked.filter(({ query }) => query['partNumber'] !== undefined)).toHaveLength(3)
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
  const before = keysIn(server)
  const sending = new AbortController()
  const sent = Promise.withResolvers<void>()
  async function* broken() {
    yield bytes.slice(0, 10 * MIB)
    await sent.promise
    sending.abort()
  }
  const body = new ReadableStream({
    async start(controller) {
      for await (const chunk of broken()) controller.enqueue(chunk)
    },
  })
  const path = `${service.url}/api/nas/upload?filename=x`
  const asked = fetch(path, { method: 'POST', body, headers: KEY, signal: sending.signal })
  while (server.uploads.size === 0) await new Promise(setImmediate)
  sent.resolve()
  await asked.catch(() => {})
  while (server.uploads.size > 0) await new Promise(setImmediate)
  expect(keysIn(server)).toEqual(before)
})

test('rows and the bucket are compared, and neither a lost file nor a stray one is deleted', async () => {
  using server = new S3Server({ pageSize: 2 })
  using folder = tempFolder()
  const connection = new S3Connection(server.settings)
  const storage = new S3Storage({ connection, prefix: 'files/' })
  let now = Date.now()
  using service = openFiles({ folder: folder.path, storage, now: () => now })
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await service.files.store('me', texts('text of ', name), { filename: name })
  expect(await service.sweep()).toMatchObject({ files: 5, bytes: 45, lost: [], strays: [] })
  const keys = [...server.objects.keys()].toSorted()
  const [first = '', , third = '', , last = ''] = keys
  const copy = server.objects.get(first)
  for (const key of [first, last]) server.objects.delete(key)
  for (const key of [third, 'files/0-stray', 'files/zz-stray'])
    if (copy !== undefined) server.objects.set(key, { ...copy, bytes: new Uint8Array(3) })
  now += FILE_CHECK_MS
  const idOf = (key: string) => key.slice('files/'.length)
  expect(await service.sweep()).toEqual({
    ...{ files: 5, bytes: 45, strays: ['0-stray', 'zz-stray'] },
    lost: [first, third, last].map(idOf),
  })
  expect(server.objects.size).toBe(5)
})

test('with a wrong secret uploads are refused in words, and the owner is told why', async () => {
  await using service = openService({ FILES_S3_SECRET: 'quite-another-secret' })
  const answer = await service.upload('?filename=a', 'a')
  expect(answer.status).toBe(507)
  expect(await answer.json()).toMatchObject({
    code: 'storage_failed',
    detail: 'The file storage refuses the key of this service',
  })
  const problem = await service.services.bucketError()
  const origin = new URL(service.server.endpoint).origin
  expect(problem).toEqual({
    says: `Hearth cannot list in the bucket hearth at ${origin} (status 403, SignatureDoesNotMatch)`,
    fix: expect.stringContaining('key and secret in [files] s3'),
    reason: {
      code: 'bucket_no_list',
      params: { bucket: 'hearth', origin, said: 'status 403, SignatureDoesNotMatch' },
    },
    remedy: { code: 'bucket_key', params: { bucket: 'hearth' } },
  })
  const doctor = await fetch(`${service.url}/admin/doctor`, { headers: KEY })
  const items = pickList(await doctor.json(), 'items')
  expect(items.find((item) => pick(item, 'id') === 'bucket')).toMatchObject({ level: 'error' })
  const log = service.lines.join('')
  expect(log).toContain('SignatureDoesNotMatch')
  expect(log + JSON.stringify(items)).not.toContain('quite-another-secret')
})

test('a bucket that works is found well, and one that fails only in passing is no matter', async () => {
  const failures: Response[] = []
  await using service = openService({}, { answer: () => failures.pop() })
  expect(await service.services.bucketError()).toBeUndefined()
  failures.push(s3Error(503, 'SlowDown'))
  expect((await service.upload('?filename=a', 'a')).status).toBe(201)
  const doctor = await fetch(`${service.url}/admin/doctor`, { headers: KEY })
  const items = pickList(await doctor.json(), 'items')
  expect(items.find((item) => pick(item, 'id') === 'bucket')).toMatchObject({ level: 'ok' })
})

test('the doctor says what the data folder still has of before the bucket', async () => {
  using folder = tempFolder()
  await Bun.write(join(folder.path, 'clips/one'), 'sound')
  await using service = openService({ DATA_DIR: folder.path })
  const doctor = await fetch(`${service.url}/admin/doctor`, { headers: KEY })
  const found = pickList(await doctor.json(), 'items').filter(
    (item) => pick(item, 'id') === 'bucket',
  )
  expect(found).toMatchObject([
    { level: 'ok' },
    {
      level: 'info',
      says: expect.stringContaining('has clips of before'),
      fix: expect.stringContaining('npm run files -- move'),
    },
  ])
})
