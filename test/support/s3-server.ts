import { canonicalQuery, sha256Hex, signRequest } from '../../src/storage/s3/s3-connection.ts'
import { serveLocal } from './serve-local.ts'

/** What a test server of S3 was asked. */
export interface S3Asked {
  method: string
  /** Without the bucket; '' for the bucket itself. */
  key: string
  query: Readonly<Record<string, string>>
  range: string | null
}

/** By the rules of S3. */
const MIN_PART_BYTES = 5 * 1024 * 1024

interface Upload {
  key: string
  initiated: string
  headers: Record<string, string>
  parts: Map<number, { bytes: Uint8Array; etag: string }>
}

export interface StoredInTest {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
  headers: Record<string, string>
}

export interface S3ServerOptions {
  /** Answers in place of the server; undefined lets the server answer. */
  answer?: (
    asked: S3Asked,
    request: Request,
  ) => Response | undefined | Promise<Response | undefined>
  /** Of a list. */
  pageSize?: number
  /** Of all parts of an upload but the last. */
  minPartBytes?: number
  /** Where objects are kept; by default a map of its own. */
  objects?: Map<string, StoredInTest>
  /** By default a free one. */
  port?: number
}

export const S3_TEST_BUCKET = 'hearth'
export const S3_TEST_KEY = { key: 'test-key', secret: 'a-secret-of-tests', region: 'us-east-1' }

/** A server of S3 with one bucket in memory, which checks signatures and keeps what it was asked. */
export class S3Server implements Disposable, AsyncDisposable {
  readonly objects: Map<string, StoredInTest>
  readonly uploads = new Map<string, Upload>()
  readonly asked: S3Asked[] = []
  readonly #options: S3ServerOptions
  readonly #server: ReturnType<typeof serveLocal>
  #ids = 0

  constructor(options: S3ServerOptions = {}) {
    this.#options = options
    this.objects = options.objects ?? new Map()
    this.#server = serveLocal((request) => this.#answer(request), options.port)
  }

  get endpoint(): string {
    return this.#server.origin
  }

  /** For the settings of a connection. */
  get settings() {
    return { endpoint: this.endpoint, bucket: S3_TEST_BUCKET, prefix: '', ...S3_TEST_KEY }
  }

  /** Asked so far, as `PUT key`; of an upload in parts `POST key?uploads`. */
  get lines(): string[] {
    return this.asked.map(({ method, key, query }) => {
      const names = Object.keys(query).filter((name) => name === 'uploads' || name === 'uploadId')
      return `${method} ${key}${names.length === 0 ? '' : `?${names.join('&')}`}`
    })
  }

  async stop(): Promise<void> {
    await this.#server.stop()
  }

  [Symbol.dispose](): void {
    void this.#server.stop()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const [, bucket = '', ...names] = url.pathname.split('/')
    const query = Object.fromEntries(url.searchParams)
    const asked = {
      ...{ method: request.method, key: names.join('/'), query },
      range: request.headers.get('range'),
    }
    this.asked.push(asked)
    const own = await this.#options.answer?.(asked, request)
    if (own !== undefined) return own
    const body = new Uint8Array(await request.arrayBuffer())
    const refusal = signatureFault(request, url, body)
    if (refusal !== undefined) return s3Error(403, refusal)
    if (bucket !== S3_TEST_BUCKET) return s3Error(404, 'NoSuchBucket')
    return asked.key === '' ? this.#ofBucket(query) : this.#ofObject(asked, request, body)
  }

  #ofBucket(query: Readonly<Record<string, string>>): Response {
    const prefix = query['prefix'] ?? ''
    if ('uploads' in query) {
      const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix))
      const uploads = found.map(([id, { key, initiated }]) =>
        element('Upload', { Key: key, UploadId: id, Initiated: initiated }),
      )
      return xml('ListMultipartUploadsResult', { IsTruncated: 'false' }, ...uploads)
    }
    const after = query['continuation-token'] ?? ''
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after)
    const size = Number(query['max-keys'] ?? this.#options.pageSize ?? 1_000)
    const page = keys.toSorted().slice(0, size)
    const isTruncated = page.length < keys.length
    const next = isTruncated ? { NextContinuationToken: `${page.at(-1)}` } : {}
    const contents = page.map((key) => {
      const size = String(this.objects.get(key)?.bytes.length)
      return element('Contents', { Key: key, ETag: '&quot;x&quot;', Size: size })
    })
    return xml('ListBucketResult', { IsTruncated: `${isTruncated}`, ...next }, ...contents)
  }

  #ofObject(
    { method, key, query, range }: S3Asked,
    request: Request,
    body: Uint8Array<ArrayBuffer>,
  ): Response {
    const { uploadId, partNumber } = query
    if (uploadId !== undefined) {
      const upload = this.uploads.get(uploadId)
      if (upload?.key !== key) return s3Error(404, 'NoSuchUpload')
      if (method === 'PUT') {
        const etag = `"${sha256Hex(body).slice(0, 32)}"`
        upload.parts.set(Number(partNumber), { bytes: body, etag })
        return new Response(null, { headers: { etag } })
      }
      this.uploads.delete(uploadId)
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return this.#complete(upload, new TextDecoder().decode(body))
    }
    const headers = {
      'content-type': request.headers.get('content-type') ?? '',
      ...Object.fromEntries(
        [...request.headers].filter(([name]) => name.startsWith('x-amz-meta-')),
      ),
    }
    if (method === 'POST') {
      this.#ids += 1
      const id = `upload-${this.#ids}`
      const initiated = new Date().toISOString()
      this.uploads.set(id, { key, headers, initiated, parts: new Map() })
      return xml('InitiateMultipartUploadResult', { UploadId: id })
    }
    if (method === 'PUT') return this.#store(key, body, headers)
    if (method === 'DELETE') {
      this.objects.delete(key)
      return new Response(null, { status: 204 })
    }
    return this.#send(key, range)
  }

  #complete({ key, parts, headers }: Upload, list: string): Response {
    const named = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
    const all = named.map(([, number, etag]) => {
      const part = parts.get(Number(number))
      return part !== undefined && part.etag === etag ? part.bytes : undefined
    })
    const minBytes = this.#options.minPartBytes ?? MIN_PART_BYTES
    const small = all.slice(0, -1).some((bytes) => (bytes?.length ?? 0) < minBytes)
    const whole = all.flatMap((bytes) => (bytes === undefined ? [] : [bytes]))
    if (whole.length !== all.length) return s3Error(400, 'InvalidPart')
    if (small) return s3Error(400, 'EntityTooSmall')
    this.#store(key, new Uint8Array(Buffer.concat(whole)), headers)
    return xml('CompleteMultipartUploadResult')
  }

  #store(key: string, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
    const etag = `"${sha256Hex(bytes).slice(0, 32)}"`
    this.objects.set(key, { bytes, etag, headers })
    return new Response(null, { headers: { etag } })
  }

  #send(key: string, range: string | null): Response {
    const found = this.objects.get(key)
    if (found === undefined) return s3Error(404, 'NoSuchKey')
    const { bytes, etag } = found
    const headers = { ...found.headers, etag, 'accept-ranges': 'bytes' }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
    if (first === undefined) return new Response(bytes, { headers })
    const from = Number(first)
    if (from >= bytes.length) return s3Error(416, 'InvalidRange')
    const to = Math.min(last === '' ? Number.POSITIVE_INFINITY : Number(last), bytes.length - 1)
    return new Response(bytes.subarray(from, to + 1), {
      status: 206,
      headers: { ...headers, 'content-range': `bytes ${from}-${to}/${bytes.length}` },
    })
  }
}

export function s3Error(status: number, code: string): Response {
  return xmlAnswer(element('Error', { Code: code, Message: 'No' }), status)
}

/** @param more Elements after those of the fields */
function element(name: string, fields: Record<string, string>, ...more: string[]): string {
  const own = Object.entries(fields).map(([field, value]) => `<${field}>${value}</${field}>`)
  return `<${name}>${[...own, ...more].join('')}</${name}>`
}

function xml(name: string, fields: Record<string, string> = {}, ...more: string[]): Response {
  return xmlAnswer(element(name, fields, ...more))
}

function xmlAnswer(content: string, status = 200): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${content}`
  return new Response(text, { status, headers: { 'content-type': 'application/xml' } })
}

/** The code of the refusal; undefined when the signature is right. */
function signatureFault(request: Request, url: URL, body: Uint8Array): string | undefined {
  const given = request.headers.get('authorization') ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
  const signed = names.filter(
    (name) => !['host', 'x-amz-date', 'x-amz-content-sha256'].includes(name),
  )
  const headers = Object.fromEntries(signed.map((name) => [name, request.headers.get(name) ?? '']))
  const time = request.headers.get('x-amz-date') ?? ''
  const at = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  const asked = new URL(url)
  asked.search = canonicalQuery(Object.fromEntries(url.searchParams))
  const right = signRequest(
    { method: request.method, url: asked, headers, bodySha256: sha256Hex(body), at },
    S3_TEST_KEY,
  )
  if (!given.includes(`Credential=${S3_TEST_KEY.key}/`)) return 'InvalidAccessKeyId'
  return right['authorization'] === given ? undefined : 'SignatureDoesNotMatch'
}
