import { expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_FILE_BYTES } from '../../src/features/files/file-record.ts'
import { MAX_REMOTE_FILE_BYTES } from '../../src/guards/local-trust.ts'
import { sha256 } from '../../src/platform/ids.ts'
import { keysOf } from '../storage/contract.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { contextOf } from '../support/http-context.ts'
import { isInFolder, keptStorage } from '../support/kept-storage.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { openRaw } from '../support/raw-client.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** What is sent in these tests. */
type Body = string | FormData

const KEY = { authorization: `Bearer ${PRIMARY_KEY}` }

function openService(env: Record<string, string> = {}) {
  const folder = tempFolder()
  const service = startService({ env: { DATA_DIR: folder.path, ...env } })
  return {
    ...service,
    folder: folder.path,
    /** Names in the folder of the bytes. */
    stored: () => {
      const path = join(folder.path, 'files')
      return statSync(path, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(path)
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

async function upload(
  { url }: Pick<TestService, 'url'>,
  query: string,
  body: Body,
  headers: Record<string, string> = KEY,
) {
  const answer = await fetch(`${url}/api/nas/upload${query}`, { method: 'POST', body, headers })
  return { status: answer.status, body: Object(await answer.json()) }
}

test('a file is stored from a raw body or a form, and its link gives it to everybody', async () => {
  await using service = openService()
  const { url } = service
  const raw = await upload(service, '?filename=a%20b%2Fr%C3%A9sum%C3%A9.txt', 'raw bytes')
  expect(raw).toEqual({
    status: 201,
    body: {
      token: expect.stringMatching(/^[\w-]{22}$/),
      filename: 'résumé.txt',
      url: `${url}/nas/${raw.body.token}/r%C3%A9sum%C3%A9.txt`,
      bytes: 9,
      sha256: sha256('raw bytes'),
      media_type: 'text/plain',
      created_at: expect.any(String),
      last_read_at: null,
      expires_at: null,
    },
  })
  const form = new FormData()
  form.set('file', new File(['<svg onload="alert(1)"/>'], '../x.svg', { type: 'image/png' }))
  form.set('expires_at', '2099-01-01T01:00:00+01:00')
  const sent = await upload(service, '', form)
  expect(sent.body).toMatchObject({
    filename: 'x.svg',
    bytes: 24,
    media_type: 'image/svg+xml',
    expires_at: '2099-01-01T00:00:00.000Z',
  })
  const shown = await fetch(raw.body.url)
  expect([shown.status, await shown.text()]).toEqual([200, 'raw bytes'])
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `inline; filename="r_sum_.txt"; filename*=UTF-8''r%C3%A9sum%C3%A9.txt`,
    'content-length': '9',
    'accept-ranges': 'bytes',
    etag: `"${sha256('raw bytes')}"`,
    'last-modified': new Date(raw.body.created_at).toUTCString(),
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
  })
  const active = await fetch(sent.body.url)
  expect(active.headers.get('content-disposition')).toBe('attachment; filename="x.svg"')
  const sound = await upload(service, '?filename=a.wav', 'RIFF\x04\0\0\0WAVE')
  const played = await fetch(sound.body.url)
  expect([played.headers.get('content-type'), await played.arrayBuffer()]).toMatchObject([
    'audio/wav',
    { byteLength: 12 },
  ])
  expect(played.headers.get('content-security-policy')).toStartWith(
    "sandbox allow-same-origin; default-src 'none';",
  )
  const head = await fetch(raw.body.url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    '9',
    '',
  ])
  expect(await keysOf(keptStorage(service.folder, 'files'))).toHaveLength(3)
})

test('an uploaded script is never served as a script, whatever its name or its sender says', async () => {
  await using service = openService()
  const types = ['text/javascript', 'text/javascript1.5', 'application/javascript']
  const scripts = [
    ...['a.js', 'a.mjs', 'a.ts'].map((name) => new File(['alert(1)'], name)),
    ...types.map((type) => new File(['alert(1)'], 'a', { type })),
    // No text in UTF-8, and a script nevertheless.
    new File(['alert(1)//', new Uint8Array([0xff])], 'a', { type: 'application/x-ecmascript' }),
  ]
  for (const script of scripts) {
    const form = new FormData()
    form.set('file', script)
    const { body } = await upload(service, '', form)
    const served = await fetch(body.url)
    expect([body.media_type, Object.fromEntries(served.headers)]).toMatchObject([
      expect.stringMatching(/script[\d.]*$/),
      {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="${script.name}"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
      },
    ])
  }
})

test('every answer forbids browsers to guess its type', async () => {
  await using service = openService()
  for (const path of ['/health', '/v1/models', '/metrics', '/none', '/buffer/none']) {
    const { headers } = await fetch(service.url + path, { headers: KEY })
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
  }
})

const sees = isInFolder('an object is not seen before it is whole')

test.if(sees)('a body that is no whole file leaves nothing', async () => {
  await using service = openService()
  const statusOf = async (query: string, body: Body, headers = {}) => {
    const { status, body: said } = await upload(service, query, body, { ...KEY, ...headers })
    return [status, said.code]
  }
  const form = (text: string) => ({
    body: text.replaceAll('\n', '\r\n'),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  const send = ({ body, headers }: ReturnType<typeof form>, query = '') =>
    statusOf(query, body, headers)
  const part = '--b\nContent-Disposition: form-data; name="file"; filename="a"\n\nbytes\n'
  expect(await statusOf('', 'raw')).toEqual([422, 'invalid'])
  expect(await statusOf('?filename=a&expires_at=2001-01-01T00:00:00Z', 'x')).toEqual([
    422,
    'invalid',
  ])
  expect(await statusOf('?filename=a&expires_at=tomorrow', 'x')).toEqual([422, 'invalid'])
  // A day that no calendar has, and not the first of March.
  for (const day of ['2099-02-29T00:00:00Z', '2099-04-31T23:00:00%2B02:00'])
    expect(await statusOf(`?filename=a&expires_at=${day}`, 'x')).toEqual([422, 'invalid'])
  expect(await send(form('--b\nContent-Disposition: form-data; name="a"\n\nx\n--b--\n'))).toEqual([
    422,
    'invalid',
  ])
  const empty = '--b\nContent-Disposition: form-data; name="file"; filename=""\n\n\n--b--\n'
  expect(await send(form(empty))).toEqual([422, 'invalid'])
  expect(await send(form(part))).toEqual([400, 'malformed'])
  expect(await send(form(`${part}${part}--b--\n`))).toEqual([413, 'too_large'])
  const late = '--b\nContent-Disposition: form-data; name="expires_at"\n\nnever\n--b--\n'
  expect(await send(form(part + late))).toEqual([422, 'invalid'])
  // The sender leaves in the middle.
  const raw = openRaw(
    service.port,
    `POST /api/nas/upload?filename=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${KEY.authorization}\r\nContent-Length: 1000\r\n\r\nhalf`,
  )
  const started = await until(() => service.stored().length > 0)
  expect(started).toBe(true)
  raw[Symbol.dispose]()
  await until(() => service.stored().length === 0)
  const { files } = service.services.stores
  await until(() => files.unsettled().length === 0)
  expect([service.stored(), files.unsettled()]).toEqual([[], []])
})

test('conditions and ranges of a link are those of RFC 9110', async () => {
  await using service = openService()
  const { body: file } = await upload(service, '?filename=digits.txt', '0123456789')
  const { body: none } = await upload(service, '?filename=empty.txt', '')
  const get = async (headers: Record<string, string>, method = 'GET', url = file.url) => {
    const answer = await fetch(url, { headers, method })
    const range = answer.headers.get('content-range')
    return [answer.status, answer.status < 400 ? await answer.text() : '', range]
  }
  const etag = `"${file.sha256}"`
  const date = new Date(file.created_at).toUTCString()
  const whole = [200, '0123456789', null]
  const refused = [412, '', null]
  const cases: [Record<string, string>, (string | number | null)[]][] = [
    [{ range: 'bytes=0-3' }, [206, '0123', 'bytes 0-3/10']],
    [{ range: 'bytes=8-' }, [206, '89', 'bytes 8-9/10']],
    [{ range: 'bytes=-3' }, [206, '789', 'bytes 7-9/10']],
    [{ range: 'bytes=-30' }, [206, '0123456789', 'bytes 0-9/10']],
    [{ range: 'bytes=0-9' }, [206, '0123456789', 'bytes 0-9/10']],
    [{ range: 'Bytes= 5-100 ' }, [206, '56789', 'bytes 5-9/10']],
    [{ range: 'bytes=10-' }, [416, '', 'bytes */10']],
    [{ range: 'bytes=-0' }, [416, '', 'bytes */10']],
    ...['bytes=0-1,3-4', 'bytes=3-2', 'lines=0-1', 'bytes=', 'bytes=-', 'bytes=a-b', '0-3'].map(
      (range): (typeof cases)[number] => [{ range }, whole],
    ),
    [{ range: 'bytes=0-3', 'if-range': etag }, [206, '0123', 'bytes 0-3/10']],
    [{ range: 'bytes=0-3', 'if-range': date }, [206, '0123', 'bytes 0-3/10']],
    [{ range: 'bytes=0-3', 'if-range': '"other"' }, whole],
    [{ range: 'bytes=0-3', 'if-range': `W/${etag}` }, whole],
    [{ range: 'bytes=0-3', 'if-range': new Date(0).toUTCString() }, whole],
    [{ range: 'bytes=0-3', 'if-match': `"a", ${etag}` }, [206, '0123', 'bytes 0-3/10']],
    [{ 'if-match': '*', 'if-unmodified-since': new Date(0).toUTCString() }, whole],
    [{ range: 'bytes=0-3', 'if-match': '"a"' }, refused],
    [{ 'if-match': `W/${etag}` }, refused],
    [{ 'if-match': '"a"', 'if-none-match': etag }, refused],
    [{ 'if-unmodified-since': date }, whole],
    [{ 'if-unmodified-since': new Date(0).toUTCString() }, refused],
    [{ 'if-unmodified-since': 'soon' }, whole],
    [{ 'if-none-match': etag }, [304, '', null]],
    [{ 'if-none-match': `"a", W/${etag}` }, [304, '', null]],
    [{ 'if-none-match': '*' }, [304, '', null]],
    [{ 'if-none-match': '"a"', 'if-modified-since': date }, whole],
    [{ 'if-modified-since': date }, [304, '', null]],
    [{ 'if-modified-since': new Date(0).toUTCString() }, whole],
    [{ 'if-modified-since': 'soon' }, whole],
    [{ range: 'bytes=0-3', 'if-none-match': etag }, [304, '', null]],
  ]
  for (const [headers, answer] of cases)
    expect([headers, await get(headers)]).toEqual([headers, answer])
  // Too large to be kept in memory.
  const { body: large } = await upload(service, '?filename=large.txt', 'x'.repeat(1_000_000))
  const head = await fetch(large.url, { headers: { range: 'bytes=0-3' }, method: 'HEAD' })
  const length = head.headers.get('content-length')
  expect([head.status, length, head.headers.get('content-range')]).toEqual([200, '1000000', null])
  expect(await get({}, 'GET', none.url)).toEqual([200, '', null])
  expect(await get({ range: 'bytes=0-' }, 'GET', none.url)).toEqual([416, '', 'bytes */0'])
})

test('a link with another name, a changed token or a path in it is not found', async () => {
  await using service = openService()
  const { body: file } = await upload(service, '?filename=passwd', 'secret')
  const { token } = file
  const statusOf = async (path: string) => {
    const raw = openRaw(
      service.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    const { status, body } = await raw.answer()
    expect(body.includes('secret')).toBe(status === 200)
    return status
  }
  expect(await statusOf(`/nas/${token}/passwd`)).toBe(200)
  const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  const paths = [
    ...[`${token}/other`, `${changed}/passwd`, `${token}`, `${token}/`],
    ...[
      `${token}/../passwd`,
      `${token}/..%2fpasswd`,
      `${token}/%2e%2e%2fpasswd`,
      `${token}//passwd`,
    ],
    ...[
      `${token}/..%5cpasswd`,
      `${token}/%252e%252e%252fpasswd`,
      `${token}/passwd%00`,
      `${token}/%00`,
    ],
    ...[`${token}/..%c0%afpasswd`, `${token}/%zz`, `${token}/passwd%2f`, `${token}/./passwd%20`],
    ...[`..%2f${token}/passwd`, `${token}%2f..%2f${token}/passwd`, `x/${token}/passwd`],
    ...[
      `${token}/%E2%80%AE/passwd`,
      `${token}/${'a'.repeat(4096)}`,
      `%00/passwd`,
      `${token}%0a/passwd`,
    ],
  ]
  for (const path of paths) expect([path, await statusOf(`/nas/${path}`)]).toEqual([path, 404])
  const encoded = [...'passwd'].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
  expect(await statusOf(`/nas/${token}/${encoded}`)).toBe(200)
})

test('files belong to who has stored them: listed, found, renamed, expired and deleted', async () => {
  let now = Date.UTC(2030, 0, 1)
  using folder = tempFolder()
  await using service = startService({ env: { DATA_DIR: folder.path }, now: () => now })
  const key = service.makeKey({ media: true }).key
  const other = { authorization: `Bearer ${key}` }
  const { body: file } = await upload(service, '?filename=one.txt', 'one')
  await upload(service, '?filename=two.txt', 'two', other)
  const path = `/api/nas/files/${file.token}`
  const call = (method: string, body?: unknown, headers: Record<string, string> = KEY) =>
    fetch(service.url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const names = async (query = '', headers: Record<string, string> = KEY) => {
    const list = await fetch(`${service.url}/api/nas/files${query}`, { headers })
    return pickList(await list.json(), 'items').map((one) => pick(one, 'filename'))
  }
  expect([await names(), await names('', other)]).toEqual([['one.txt'], ['two.txt']])
  expect([await names('?q=ONE'), await names('?q=two')]).toEqual([['one.txt'], []])
  for (const method of ['PATCH', 'DELETE'])
    expect((await call(method, { filename: 'x' }, other)).status).toBe(404)
  expect((await call('PATCH', {})).status).toBe(422)
  expect((await call('PATCH', { expires_at: '2029-01-01T00:00:00Z' })).status).toBe(422)
  const renamed = Object(await (await call('PATCH', { filename: 'a/new.html' })).json())
  expect(renamed).toMatchObject({ filename: 'new.html', expires_at: null })
  expect([(await fetch(file.url)).status, (await fetch(renamed.url)).status]).toEqual([404, 200])
  const dated = await call('PATCH', { expires_at: '2030-01-01T00:00:10Z' })
  expect(await pickFrom(dated, 'expires_at')).toBe('2030-01-01T00:00:10.000Z')
  expect(await pickFrom(await call('PATCH', { expires_at: null }), 'expires_at')).toBeNull()
  await call('PATCH', { expires_at: '2030-01-01T00:00:10Z' })
  now += 10_000
  expect([(await fetch(renamed.url)).status, await names()]).toEqual([404, []])
  const { body: last } = await upload(service, '?filename=last', 'last')
  const summary = await service.asOwner('GET', '/api/dashboard/summary')
  expect(await pickFrom(summary, 'files')).toEqual({ count: 1, bytes: 4 })
  const gone = () =>
    fetch(`${service.url}/api/nas/files/${last.token}`, { method: 'DELETE', headers: KEY })
  expect([(await gone()).status, (await gone()).status]).toEqual([204, 404])
  expect((await fetch(last.url)).status).toBe(404)
})

test('who may store files, and how much', async () => {
  await using service = openService({ MIN_FREE_BYTES: '1000' })
  const { services } = service
  const keyOf = (media: boolean) => ({
    authorization: `Bearer ${service.makeKey({ media, generate: true }).key}`,
  })
  expect((await upload(service, '?filename=a', 'a', keyOf(true))).status).toBe(201)
  expect((await upload(service, '?filename=a', 'a', keyOf(false))).body.code).toBe(
    'capability_denied',
  )
  expect((await upload(service, '?filename=a', 'a', {})).status).toBe(401)
  const user = makeUser(services)
  services.users.change(user.id, { extras: { workerProfiles: [], storageBytes: 10 } }, AUDIT_ACTOR)
  const headers = { ...user.headers, 'content-type': 'application/octet-stream' }
  expect((await upload(service, '?filename=a', '1234567', headers)).status).toBe(201)
  expect(await upload(service, '?filename=a', '1234', headers)).toMatchObject({
    status: 507,
    body: { code: 'quota_exceeded', detail: expect.stringContaining('of your 10 bytes') },
  })
  const limits = await fetch(`${service.url}/api/nas/limits`, { headers: user.headers })
  expect(Object(await limits.json())).toEqual({
    max_file_bytes: MAX_REMOTE_FILE_BYTES,
    is_own_network: false,
    own_network_max_file_bytes: MAX_FILE_BYTES,
    used_bytes: 7,
    quota_bytes: 10,
    free_bytes: 3,
  })
})

const hasRoom = isInFolder('nobody knows how much room a bucket has')

test.if(hasRoom)('the owner is told how much room the disk has for files', async () => {
  await using home = openService({
    TRUSTED_NETWORKS: '127.0.0.1',
    MIN_FREE_BYTES: String(Number.MAX_SAFE_INTEGER),
  })
  const limits = await fetch(`${home.url}/api/nas/limits`, { headers: KEY })
  expect(await limits.json()).toMatchObject({
    max_file_bytes: MAX_FILE_BYTES,
    is_own_network: true,
    quota_bytes: null,
    free_bytes: 0,
  })
})

test('above 5 GiB nothing is taken, and above 100,000,000 bytes only from the own network', async () => {
  await using service = openService({ TRUSTED_NETWORKS: '127.0.0.1', MIN_FREE_BYTES: '0' })
  const answerTo = async (lines: string[], body = '') => {
    const raw = openRaw(
      service.port,
      `${['POST /api/nas/upload?filename=a HTTP/1.1', 'Host: 127.0.0.1', ...lines].join('\r\n')}\r\n\r\n${body}`,
    )
    const { status, body: text } = await raw.answer()
    raw[Symbol.dispose]()
    return [status, pick(JSON.parse(text), 'code'), pick(JSON.parse(text), 'detail')]
  }
  const key = `Authorization: ${KEY.authorization}`
  const length = (bytes: number) => `Content-Length: ${bytes}`
  expect((await answerTo([key, length(MAX_FILE_BYTES + 1)])).slice(0, 2)).toEqual([
    413,
    'too_large',
  ])
  const remote = [key, 'X-Forwarded-For: 203.0.113.9']
  const refused = await answerTo([...remote, length(100_000_001)])
  expect(refused).toEqual([403, 'own_network_only', expect.stringContaining('TRUSTED_NETWORKS')])
  const { ownNetwork } = service.services
  const edge = contextOf(new Request('http://127.0.0.1/', { headers: { host: '127.0.0.1' } }))
  ownNetwork.requireFor(edge, 100_000_000)
  const chunk = new Uint8Array(10_000_000)
  async function* endless() {
    for (;;) yield chunk
  }
  let seen = 0
  const read = async () => {
    for await (const { byteLength } of ownNetwork.bounded(edge, endless())) seen += byteLength
  }
  expect(pick(await read().catch((error: unknown) => error), 'code')).toBe('own_network_only')
  expect(seen).toBe(100_000_000)
})

test('an image of an earlier version is served from its own folder', async () => {
  await using service = openService()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  await keptStorage(service.folder, 'images').put('img_AbC123.png', new Blob([png]).stream())
  const url = `${service.url}/api/ai/image/file/img_AbC123.png`
  const image = await fetch(url)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await image.arrayBuffer())).toEqual(png)
  const etag = image.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(url, { headers: { range: 'bytes=0-0' } })).status).toBe(206)
  for (const name of ['none.png', '..%2Fhearth.sqlite', '.hidden', 'a%00', 'x.part'])
    expect((await fetch(`${service.url}/api/ai/image/file/${name}`)).status).toBe(404)
})

/** Resolves when it holds, looked at in every turn of the event loop. */
async function until(holds: () => boolean): Promise<boolean> {
  while (!holds()) await new Promise(setImmediate)
  return true
}
