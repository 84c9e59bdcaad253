import { stat } from 'node:fs/promises'
import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type ByteRange,
  type ByteSource,
  isKey,
  type ObjectContent,
  type PutOptions,
  requireKey,
  type Storage,
  type StoredObject,
  splitPrefix,
} from '../contract.ts'
import { rangeOf } from '../open-file.ts'
import { abortUpload, notS3, ObjectUpload, SHA256_HEADER } from './object-upload.ts'
import type { S3Body, S3Connection } from './s3-connection.ts'
import { asStorageError, elementsOf, S3Error, textOf } from './s3-error.ts'

/** Times that the rest of an object is asked for anew without a byte of it having come. */
const MAX_RESUMPTIONS = 3

/** Closes the connections of objects whose stream was dropped unread. */
const dropped = new FinalizationRegistry<{ body: S3Body }>(({ body }) => body.abort())

interface ObjectReaderOptions {
  connection: S3Connection
  key: string
  /** The answer whose body is read. */
  body: S3Body
  /** First byte that the body has, and how many. */
  from: number
  bytes: number
}

/**
 * Reads an object, and asks for the rest of it where the connection is cut. It gives as many bytes as
 * were promised, all of one version, or fails.
 */
class ObjectReader {
  readonly #options: ObjectReaderOptions
  readonly #current: { body: S3Body }
  readonly #etag: string | null
  readonly #end: number
  #chunks: AsyncIterator<Uint8Array>
  #at: number
  #resumptions = 0
  #isClosed = false

  constructor(options: ObjectReaderOptions) {
    this.#options = options
    const { body, from, bytes } = options
    this.#current = { body }
    this.#etag = body.headers.get('etag')
    this.#chunks = body.stream[Symbol.asyncIterator]()
    this.#at = from
    this.#end = from + bytes
    dropped.register(this, this.#current, this)
  }

  /** Reads on only as its reader asks. */
  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const chunk = this.#at < this.#end ? await this.#read() : undefined
            if (chunk !== undefined) controller.enqueue(chunk)
            if (this.#at < this.#end) return
            this.#close()
            controller.close()
          } catch (error) {
            this.#close()
            throw error
          }
        },
        cancel: () => this.#close(),
      },
      { highWaterMark: 0 },
    )
  }

  async #read(): Promise<Uint8Array> {
    for (;;) {
      try {
        const { done, value } = await deadline(
          this.#chunks.next(),
          this.#options.connection.limits.s3StallMs,
        )
        if (done === true) throw new Error('The object has ended early')
        if (value.byteLength === 0) continue
        // Some servers send more than was asked for.
        const chunk = value.subarray(0, this.#end - this.#at)
        this.#at += chunk.byteLength
        this.#resumptions = 0
        return chunk
      } catch (error) {
        if (this.#isClosed) throw error
        await this.#resume(error)
      }
    }
  }

  /** @throws {S3Error} when the rest cannot be had, or is of another version */
  async #resume(error: unknown): Promise<void> {
    this.#current.body.abort()
    this.#resumptions += 1
    if (this.#etag === null || this.#resumptions > MAX_RESUMPTIONS) throw S3Error.unanswered(error)
    const { connection, key } = this.#options
    const range = `bytes=${this.#at}-${this.#end - 1}`
    const body = await connection.open({ method: 'GET', key, headers: { range } })
    this.#current.body = body
    this.#chunks = body.stream[Symbol.asyncIterator]()
    const isSame = body.headers.get('etag') === this.#etag
    if (this.#isClosed || !isSame || body.status !== 206) {
      body.abort()
      throw new S3Error('the object has changed while it was read', { kind: 'unexpected' })
    }
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    dropped.unregister(this)
    // After its end this does nothing.
    this.#current.body.abort()
  }
}

/**
 * After which an upload in parts that nobody goes on with is ended. @limit s3-unfinished minutes
 */
export const S3_UNFINISHED_MS = 60 * 60_000

/** Answers of a server that has no list of uploads: the method is not allowed, or not implemented. */
const CANNOT_LIST: ReadonlySet<number> = new Set([405, 501])
const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/

export interface S3StorageOptions {
  connection: S3Connection
  /** Before the keys of this storage, with a slash at its end: `files/`. */
  prefix: string
  /** Of a large object; at least 5 MiB, by the rules of S3. */
  partBytes?: number
  now?: () => number
}

/** Objects in a bucket of a server of S3, each named by its key behind a prefix. */
export class S3Storage implements Storage {
  readonly #connection: S3Connection
  readonly #prefix: string
  readonly #partBytes: number | undefined
  readonly #now: () => number
  /** Ids of the uploads in parts that are under way. */
  readonly #active = new Set<string>()

  constructor({ connection, prefix, partBytes, now = Date.now }: S3StorageOptions) {
    this.#connection = connection
    this.#prefix = prefix
    this.#partBytes = partBytes
    this.#now = now
  }

  pathOf(key: string): undefined {
    requireKey(key)
  }

  async room(): Promise<number> {
    return Number.POSITIVE_INFINITY
  }

  /** @param options.sha256 In hex, where it is known beforehand: another one is refused */
  async put(
    key: string,
    source: ByteSource,
    { bytes: declared, mediaType, sha256 }: PutOptions & { sha256?: string | undefined } = {},
  ): Promise<StoredObject> {
    return await this.#asking(async () => {
      const hasher = sha256 === undefined ? undefined : new Bun.CryptoHasher('sha256')
      await using upload = new ObjectUpload({
        connection: this.#connection,
        key: this.#keyOf(key),
        active: this.#active,
        expectedBytes: declared,
        mediaType,
        sha256,
        partBytes: this.#partBytes,
      })
      for await (const chunk of source) {
        hasher?.update(chunk)
        const written = upload.write(chunk)
        if (written !== undefined) await written
      }
      const { bytes } = upload
      if (declared !== undefined && bytes !== declared)
        throw new AppError(
          'malformed',
          `Expected ${declared} bytes to be stored, and ${bytes} came`,
        )
      if (hasher !== undefined && hasher.digest('hex') !== sha256)
        throw new AppError('checksum_mismatch', 'The bytes to be stored are not those expected')
      await upload.commit()
      return { key, bytes }
    })
  }

  async putFile(key: string, path: string): Promise<StoredObject> {
    const { size } = await stat(path)
    return await this.put(key, Bun.file(path).stream(), { bytes: size })
  }

  async get(key: string, range?: ByteRange): Promise<ObjectContent | undefined> {
    return await this.#asking(async () => {
      const object = this.#keyOf(key)
      if (range !== undefined && !isRange(range)) return await this.#refuseRange(key, range)
      const header = range && { range: `bytes=${range.from}-${range.to ?? ''}` }
      const body = await orMissing(
        this.#connection.open({ method: 'GET', key: object, headers: header ?? {} }),
      ).catch((error) => {
        if (error instanceof S3Error && error.kind === 'bad_range') return 'bad_range' as const
        throw error
      })
      if (body === undefined) return undefined
      if (body === 'bad_range') return await this.#refuseRange(key, range)
      try {
        const part = partOf(body, range)
        const reader = new ObjectReader({
          connection: this.#connection,
          key: object,
          body,
          from: part.from,
          bytes: part.bytes,
        })
        return { ...part, stream: reader.stream() }
      } catch (error) {
        body.abort()
        throw error
      }
    })
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    return await this.#asking(async () => {
      const headers = await this.#head(key)
      return headers && { key, bytes: lengthOf(headers) }
    })
  }

  /** In hex, of an object whose checksum was known when it was put; undefined for any other. */
  async checksumOf(key: string): Promise<string | undefined> {
    return await this.#asking(async () => (await this.#head(key))?.get(SHA256_HEADER) ?? undefined)
  }

  async delete(key: string): Promise<void> {
    await this.#asking(async () => {
      const object = this.#keyOf(key)
      await orMissing(this.#connection.send({ method: 'DELETE', key: object }))
    })
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    splitPrefix(prefix)
    for await (const block of this.#pages(prefix)) {
      const key = textOf(block, 'Key')?.slice(this.#fullPrefix.length)
      // Somebody else may have put objects there.
      if (key !== undefined && isKey(key)) yield { key, bytes: Number(textOf(block, 'Size')) }
    }
  }

  /** The server may end them too, by a rule of its bucket; one that cannot list them must. */
  async removeParts(): Promise<number> {
    return await this.#asking(async () => {
      let removed = 0
      for await (const block of this.#unfinished()) {
        const key = textOf(block, 'Key')?.slice(this.#connection.settings.prefix.length)
        const uploadId = textOf(block, 'UploadId')
        const startedAt = Date.parse(textOf(block, 'Initiated') ?? '')
        if (key === undefined || uploadId === undefined || this.#active.has(uploadId)) continue
        if (!(startedAt < this.#now() - S3_UNFINISHED_MS)) continue
        await abortUpload({ connection: this.#connection, key }, uploadId)
        removed += 1
      }
      return removed
    })
  }

  get #fullPrefix(): string {
    return `${this.#connection.settings.prefix}${this.#prefix}`
  }

  #keyOf(key: string): string {
    return `${this.#prefix}${requireKey(key)}`
  }

  async #asking<value>(work: () => Promise<value>): Promise<value> {
    try {
      return await work()
    } catch (error) {
      throw asStorageError(error)
    }
  }

  /** @returns undefined when there is no such object. @throws {S3Error} when there is no bucket */
  async #head(key: string): Promise<Headers | undefined> {
    const object = this.#keyOf(key)
    try {
      return (await this.#connection.send({ method: 'HEAD', key: object })).headers
    } catch (error) {
      if (!(error instanceof S3Error) || error.status !== 404) throw error
      // An answer without a body does not say what is missing.
      const prefix = `${this.#connection.settings.prefix}${object}`
      const query = { 'list-type': '2', 'max-keys': '1', prefix }
      await this.#connection.send({ method: 'GET', query })
      return undefined
    }
  }

  async #refuseRange(key: string, range: ByteRange | undefined): Promise<undefined> {
    const headers = await this.#head(key)
    if (headers === undefined) return undefined
    rangeOf(lengthOf(headers), range)
    throw notS3('the range that was asked for')
  }

  /** The elements of the objects of a list. */
  async *#pages(prefix: string): AsyncGenerator<string> {
    let token: string | undefined
    for (;;) {
      const { text } = await this.#asking(() =>
        this.#connection.send({
          method: 'GET',
          query: {
            'list-type': '2',
            prefix: `${this.#fullPrefix}${prefix}`,
            ...(token === undefined ? {} : { 'continuation-token': token }),
          },
        }),
      )
      yield* elementsOf(text, 'Contents')
      if (textOf(text, 'IsTruncated') !== 'true') return
      token = textOf(text, 'NextContinuationToken')
      // Ended here, a copy of the bucket would be taken for whole.
      if (token === undefined) throw asStorageError(notS3('the way to the rest of a list'))
    }
  }

  /** The elements of the uploads in parts that have not ended; none where the server lists none. */
  async *#unfinished(): AsyncGenerator<string> {
    let markers: Record<string, string> | undefined = {}
    while (markers !== undefined) {
      const query: Record<string, string> = { uploads: '', prefix: this.#fullPrefix, ...markers }
      const text: string | undefined = await this.#connection
        .send({ method: 'GET', query })
        .then((answer) => answer.text)
        .catch((error) => {
          if (error instanceof S3Error && CANNOT_LIST.has(error.status ?? 0)) return undefined
          throw error
        })
      if (text === undefined) return
      yield* elementsOf(text, 'Upload')
      const [key, id] = [textOf(text, 'NextKeyMarker'), textOf(text, 'NextUploadIdMarker')]
      markers =
        textOf(text, 'IsTruncated') === 'true' && key !== undefined
          ? { 'key-marker': key, ...(id === undefined ? {} : { 'upload-id-marker': id }) }
          : undefined
    }
  }
}

function isRange({ from, to = Number.MAX_SAFE_INTEGER }: ByteRange): boolean {
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && to >= from
}

/**
 * The part of an object that is to be read of an answer, which may have more behind it.
 *
 * @throws {AppError} `range_not_satisfiable`
 */
function partOf({ status, headers }: S3Body, range: ByteRange | undefined) {
  const sent = status === 206 ? contentRange(headers) : undefined
  const size = sent?.size ?? lengthOf(headers)
  const { from, bytes } = rangeOf(size, range)
  const start = sent?.from ?? 0
  const end = sent?.end ?? size
  if (from !== start || from + bytes > end) throw notS3('the range that was asked for')
  return { size, from, bytes }
}

function contentRange(headers: Headers) {
  const [, from, last, size] = CONTENT_RANGE.exec(headers.get('content-range') ?? '') ?? []
  return size === undefined
    ? undefined
    : { from: Number(from), end: Math.min(Number(last) + 1, Number(size)), size: Number(size) }
}

function lengthOf(headers: Headers): number {
  const length = headers.get('content-length')
  if (length === null) throw notS3('a length')
  return Number(length)
}

async function orMissing<value>(asked: Promise<value>): Promise<value | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof S3Error && error.kind === 'no_object') return undefined
    throw error
  }
}
