import { afterAll, expect, test } from 'bun:test'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import * as tus from 'tus-js-client'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { until } from '../support/gates.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { openRaw } from '../support/raw-client.ts'
import { startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const PIECE = { ...TUS, 'content-type': 'application/offset+octet-stream' }

async function startUploads(options: Parameters<typeof startService>[0] = {}) {
  const service = startService(options)
  const { authorization } = service.makeKey({ media: true })
  const send = (path: string, init: { method: string; headers?: object; body?: Bun.BodyInit }) =>
    fetch(`${service.url}${path}`, {
      ...init,
      headers: { ...TUS, authorization, ...init.headers },
    })
  return {
    service,
    authorization,
    send,
    /** Begins an upload. @returns Its path */
    async begin(bytes: number, headers: object = {}) {
      const answer = await send('/buffer', {
        method: 'POST',
        headers: { 'upload-length': String(bytes), ...headers },
      })
      expect(answer.status).toBe(201)
      return answer.headers.get('location') ?? ''
    },
    append: (path: string, offset: number, body: Bun.BodyInit, headers: object = {}) =>
      send(path, {
        method: 'PATCH',
        headers: { ...PIECE, 'upload-offset': String(offset), ...headers },
        body,
      }),
    async offset(path: string) {
      const answer = await send(path, { method: 'HEAD' })
      return [answer.status, answer.headers.get('upload-offset')]
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** For tests whose uploads are their own. */
const uploads = await startUploads()
afterAll(() => uploads[Symbol.asyncDispose]())

test('tus-js-client uploads in pieces, and the bytes are kept as they were', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(300_000))
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new tus.Upload(Buffer.from(bytes), {
      endpoint: `${uploads.service.url}/buffer/`,
      chunkSize: 100_000,
      headers: { authorization: uploads.authorization },
      metadata: { filename: 'ü.bin' },
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
    })
    upload.start()
  })
  const { pathname } = new URL(url)
  const head = await uploads.send(pathname, { method: 'HEAD' })
  expect(head.headers.get('upload-offset')).toBe('300000')
  expect(head.headers.get('upload-metadata')).toBe('filename w7wuYmlu')
})

test('OPTIONS /buffer names versions, extensions and checksums', async () => {
  const answer = await fetch(`${uploads.service.url}/buffer`, { method: 'OPTIONS' })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('tus-extension')).toBe(
    'creation,creation-with-upload,creation-defer-length,termination,checksum,expiration,concatenation',
  )
})

test('a piece at another offset, too many bytes and a missing version are refused', async () => {
  const path = await uploads.begin(10)
  expect((await uploads.append(path, 0, 'abcd')).status).toBe(204)
  const wrong = await uploads.append(path, 2, 'cd')
  expect([wrong.status, await wrong.json()]).toMatchObject([409, { code: 'conflict' }])
  expect((await uploads.append(path, 4, 'efghijk')).status).toBe(413)
  const bare = await uploads.send(path, { method: 'HEAD', headers: { 'tus-resumable': '' } })
  expect([bare.status, bare.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  expect(await uploads.offset(path)).toEqual([200, '4'])
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('efghijkl'))
      controller.close()
    },
  })
  expect((await uploads.append(path, 4, chunked)).status).toBe(413)
})

test('a piece with a wrong checksum is dropped', async () => {
  const path = await uploads.begin(8)
  const digest = (text: string) => new Bun.CryptoHasher('sha1').update(text).digest('base64')
  const good = await uploads.append(path, 0, 'abcd', {
    'upload-checksum': `sha1 ${digest('abcd')}`,
  })
  expect([good.status, good.headers.get('upload-offset')]).toEqual([204, '4'])
  const bad = await uploads.append(path, 4, 'efgh', { 'upload-checksum': `sha1 ${digest('efgx')}` })
  expect([bad.status, await bad.json()]).toMatchObject([460, { code: 'checksum_mismatch' }])
  expect(await uploads.offset(path)).toEqual([200, '4'])
  expect((await uploads.append(path, 4, 'efgh', { 'upload-checksum': 'crc9 x' })).status).toBe(400)
})

test('the first bytes may come with the creation', async () => {
  const answer = await uploads.send('/buffer', {
    method: 'POST',
    headers: { ...PIECE, 'upload-length': '6' },
    body: 'abc',
  })
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '3'])
  expect(answer.headers.get('upload-expires')).toMatch(/GMT$/)
})

test('an upload is the business of its owner, and DELETE ends it', async () => {
  const path = await uploads.begin(10)
  const { authorization } = uploads.service.makeKey({ media: true })
  const foreign = { headers: { authorization } }
  expect((await uploads.send(path, { method: 'HEAD', ...foreign })).status).toBe(404)
  expect((await uploads.send(path, { method: 'DELETE', ...foreign })).status).toBe(404)
  expect((await uploads.append(path, 0, 'a', { authorization })).status).toBe(404)
  expect((await uploads.send(path, { method: 'DELETE' })).status).toBe(204)
  expect(await uploads.offset(path)).toEqual([404, null])
})

test('a request that waits for bytes is ended by the next for the same upload', async () => {
  using folder = tempFolder()
  await using uploads = await startUploads({ env: { DATA_DIR: folder.path } })
  const path = await uploads.begin(10)
  const file = join(folder.path, 'uploads', basename(path))
  const waiting = openRaw(
    uploads.service.port,
    [
      `PATCH ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${uploads.service.port}`,
      `Authorization: ${uploads.authorization}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      'Content-Length: 10',
      '\r\nabc',
    ].join('\r\n'),
  )
  await until(() => statSync(file).size === 3)
  expect(await uploads.offset(path)).toEqual([200, '3'])
  expect((await waiting.answer()).status).toBe(409)
  expect((await uploads.append(path, 3, 'defghij')).headers.get('upload-offset')).toBe('10')
  expect(readFileSync(file, 'utf8')).toBe('abcdefghij')
})

test('a finished upload becomes a file', async () => {
  const { authorization } = uploads
  const path = await uploads.begin(5, { 'upload-metadata': `filename ${btoa('a.txt')}` })
  const query = `buffer=${basename(path)}`
  const adopt = () =>
    fetch(`${uploads.service.url}/api/nas/upload?${query}`, {
      method: 'POST',
      headers: { authorization },
    })
  expect((await adopt()).status).toBe(409)
  await uploads.append(path, 0, 'hello')
  const file = await adopt()
  expect([file.status, await file.clone().json()]).toMatchObject([
    201,
    { filename: 'a.txt', bytes: 5, media_type: 'text/plain' },
  ])
  const url = new URL(String(pick(await file.json(), 'url')))
  expect(await (await fetch(uploads.service.url + url.pathname)).text()).toBe('hello')
  expect(await uploads.offset(path)).toEqual([404, null])
})

test('who asks again for the file of an upload gets that file, and never one that looks like it', async () => {
  await using uploads = await startUploads()
  const { services } = uploads.service
  const send = async (content: string) => {
    const path = await uploads.begin(5, { 'upload-metadata': `filename ${btoa('a.txt')}` })
    await uploads.append(path, 0, content)
    return `/api/nas/upload?buffer=${basename(path)}`
  }
  const store = async (path: string, headers = {}) =>
    await uploads.send(path, { method: 'POST', headers })
  const tokenOf = async (answer: Response) => String(pick(await answer.json(), 'token'))
  const [one, other] = [await send('hello'), await send('world')]
  const tokens = [await tokenOf(await store(one)), await tokenOf(await store(other))]
  expect([await tokenOf(await store(one)), await tokenOf(await store(other))]).toEqual(tokens)
  expect(tokens[0]).not.toBe(tokens[1])
  // Nobody else gets it, and what was deleted is gone.
  const { headers } = makeUser(services)
  expect((await fetch(uploads.service.url + one, { method: 'POST', headers })).status).toBe(404)
  expect((await uploads.send(`/api/nas/files/${tokens[0]}`, { method: 'DELETE' })).status).toBe(204)
  expect((await store(one)).status).toBe(404)
  // One that expired before it was stored is not taken for a file of the same size.
  const never = await send('peace')
  await uploads.send(`/buffer/${never.split('=')[1]}`, { method: 'DELETE' })
  expect((await store(never)).status).toBe(404)
})

test('who asks again while the file is being made gets that file', async () => {
  await using uploads = await startUploads()
  const path = await uploads.begin(5, { 'upload-metadata': `filename ${btoa('a.txt')}` })
  await uploads.append(path, 0, 'hello')
  const store = () => uploads.send(`/api/nas/upload?buffer=${basename(path)}`, { method: 'POST' })
  const answers = await Promise.all([store(), store(), store()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const tokens = await Promise.all(answers.map(async (one) => pick(await one.json(), 'token')))
  expect(new Set(tokens).size).toBe(1)
})

test('uploads over 100,000,000 bytes are started in the own network only', async () => {
  await uploads.begin(100_000_000)
  const answer = await uploads.send('/buffer', {
    method: 'POST',
    headers: { 'upload-length': '100000001' },
  })
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'own_network_only' }])
})

test('HEAD /buffer/{id} answers as long as an upload is there, also when it was finished days ago', async () => {
  let now = Date.now() - 6 * 24 * 60 * 60_000
  await using uploads = await startUploads({ now: () => now })
  const [finished, unfinished] = [await uploads.begin(3), await uploads.begin(3)]
  expect((await uploads.append(finished, 0, 'abc')).status).toBe(204)
  now = Date.now()
  expect(await uploads.offset(finished)).toEqual([200, '3'])
  // It is past its time, and was not swept away yet.
  expect(await uploads.offset(unfinished)).toEqual([200, '0'])
  expect((await uploads.append(unfinished, 0, 'abc')).status).toBe(204)
})

test('an upload whose file was never made does not count as kept after the next start', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const usedBytes = async (url: string, authorization: string) =>
    pick(
      await (await fetch(`${url}/api/nas/limits`, { headers: { authorization } })).json(),
      'used_bytes',
    )
  let authorization = ''
  {
    await using first = await startUploads({ env })
    authorization = first.authorization
    const path = await first.begin(5_000)
    await first.begin(300)
    expect(await usedBytes(first.service.url, authorization)).toBe(5_300)
    rmSync(join(folder.path, 'uploads', basename(path)))
  }
  await using second = await startUploads({ env })
  while ((await usedBytes(second.service.url, authorization)) !== 300);
})

test('a piece of another content type is refused with 415', async () => {
  const path = await uploads.begin(4)
  for (const type of ['text/plain', 'application/offset+octet-stream-2', '']) {
    const answer = await uploads.append(path, 0, Buffer.from('abcd'), { 'content-type': type })
    expect([answer.status, await answer.json()]).toMatchObject([
      ...[415, { code: 'unsupported_media_type' }],
    ])
  }
  const override = { 'content-type': 'text/plain', 'x-http-method-override': 'PATCH' }
  const init = { method: 'POST', headers: { 'upload-offset': '0', ...override }, body: 'abcd' }
  expect((await uploads.send(path, init)).status).toBe(415)
  expect(await uploads.offset(path)).toEqual([200, '0'])
})

test('the length of an upload may be declared with a later piece', async () => {
  const begin = (headers: object) => uploads.send('/buffer', { method: 'POST', headers })
  expect((await begin({})).status).toBe(400)
  expect((await begin({ 'upload-defer-length': '2' })).status).toBe(400)
  const begun = await begin({ 'upload-defer-length': '1' })
  expect(begun.status).toBe(201)
  const path = begun.headers.get('location') ?? ''
  expect((await uploads.append(path, 0, 'abcd')).status).toBe(204)
  const head = await uploads.send(path, { method: 'HEAD' })
  expect([
    head.headers.get('upload-defer-length'),
    head.headers.get('upload-length'),
    head.headers.get('upload-offset'),
  ]).toEqual(['1', null, '4'])
  const adopt = () =>
    uploads.send(`/api/nas/upload?filename=a&buffer=${basename(path)}`, { method: 'POST' })
  expect((await adopt()).status).toBe(409)
  const declare = (bytes: number) =>
    uploads.append(path, 4, 'efgh', { 'upload-length': String(bytes) })
  expect((await declare(3)).status).toBe(400)
  expect((await declare(101 * 1024 ** 2)).status).toBe(403)
  expect((await declare(8)).status).toBe(204)
  expect((await uploads.send(path, { method: 'HEAD' })).headers.get('upload-length')).toBe('8')
  const file = await adopt()
  expect([file.status, await file.json()]).toMatchObject([201, { bytes: 8 }])
})

test('an upload without a length counts as kept by what has come', async () => {
  const { services } = uploads.service
  const { id, headers: user } = makeUser(services)
  services.users.change(id, { extras: { workerProfiles: [], storageBytes: 10 } }, AUDIT_ACTOR)
  // A page's session in place of the key.
  const headers = { authorization: '', ...user }
  const begun = await uploads.send('/buffer', {
    method: 'POST',
    headers: { ...headers, 'upload-defer-length': '1' },
  })
  const path = begun.headers.get('location') ?? ''
  expect((await uploads.append(path, 0, '1234567', headers)).status).toBe(204)
  const refused = await uploads.append(path, 7, '1234', headers)
  expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'quota_exceeded' }])
  const limits = await fetch(`${uploads.service.url}/api/nas/limits`, { headers: user })
  expect(await limits.json()).toMatchObject({ used_bytes: 7 })
})

test('tus-js-client uploads a stream without a length, and parts at the same time', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(300_000))
  const send = (file: Buffer | Readable, options: tus.UploadOptions) =>
    new Promise<string>((resolve, reject) => {
      const upload = new tus.Upload(file, {
        ...{ endpoint: `${uploads.service.url}/buffer`, chunkSize: 100_000 },
        headers: { authorization: uploads.authorization },
        onError: reject,
        onSuccess: () => resolve(new URL(upload.url ?? '').pathname),
        ...options,
      })
      upload.start()
    })
  const paths = [
    await send(Readable.from([Buffer.from(bytes)]), { uploadLengthDeferred: true }),
    await send(Buffer.from(bytes), { parallelUploads: 3, metadata: { filename: 'a.bin' } }),
  ]
  for (const path of paths) {
    const adopted = await uploads.send(`/api/nas/upload?filename=a&buffer=${basename(path)}`, {
      method: 'POST',
    })
    const url = new URL(String(pick(await adopted.json(), 'url')))
    const stored = await fetch(uploads.service.url + url.pathname)
    expect(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  }
})

test('uploads become one, which deletes them and takes no more bytes', async () => {
  const partial = { 'upload-concat': 'partial' }
  const [first, second] = [await uploads.begin(3, partial), await uploads.begin(4, partial)]
  const concat = `final;${first} ${uploads.service.url}${second}`
  const join = (headers: object = {}) =>
    uploads.send('/buffer', { method: 'POST', headers: { 'upload-concat': concat, ...headers } })
  await uploads.append(first, 0, 'abc')
  expect((await join()).status).toBe(409)
  await uploads.append(second, 0, 'defg')
  expect((await join({ 'upload-length': '7' })).status).toBe(400)
  expect((await join({ 'upload-concat': 'final;/elsewhere' })).status).toBe(400)
  const foreign = uploads.service.makeKey({ media: true })
  expect((await join({ authorization: foreign.authorization })).status).toBe(404)
  const headOf = async (path: string) => {
    const { headers } = await uploads.send(path, { method: 'HEAD' })
    return ['upload-concat', 'upload-length', 'upload-offset'].map((name) => headers.get(name))
  }
  expect(await headOf(first)).toEqual(['partial', '3', '3'])
  const joined = await join({ 'upload-metadata': `filename ${btoa('all.txt')}` })
  expect(joined.status).toBe(201)
  const path = joined.headers.get('location') ?? ''
  expect(await headOf(path)).toEqual([concat, '7', '7'])
  const more = await uploads.append(path, 7, 'h')
  expect([more.status, await more.json()]).toMatchObject([403, { code: 'forbidden' }])
  expect([await uploads.offset(first), await uploads.offset(second)]).toEqual(
    Array(2).fill([404, null]),
  )
  const adopted = await uploads.send(`/api/nas/upload?buffer=${basename(path)}`, {
    method: 'POST',
  })
  expect(await adopted.json()).toMatchObject({ filename: 'all.txt', bytes: 7 })
})
