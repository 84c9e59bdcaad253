import { releaseBuffer } from '../../platform/bytes.ts'
import type { S3Answer, S3Connection } from './s3-connection.ts'
import { escapeText, S3Error, textOf } from './s3-error.ts'

/** Of a part of a large object; what is smaller is sent at once. @limit s3-part MiB */
export const S3_PART_BYTES = 8 * 1024 * 1024
/**
 * Of one object that are sent at the same time, while the next one is collected.
 * @limit s3-parts-at-once count
 */
export const S3_PARTS_AT_ONCE = 2
/** Of one object, by the rules of S3. */
const MAX_PARTS = 10_000
/** For the end of an upload that has failed. */
const ABORT_MS = 5_000

interface ObjectUploadOptions {
  connection: S3Connection
  /** Below the connection's prefix. */
  key: string
  /** Of the whole object, where it is known. */
  expectedBytes?: number | undefined
  mediaType?: string | undefined
  /** Of the whole object in hex, where it is known; kept with it. */
  sha256?: string | undefined
  /** Ids of the uploads in parts that are under way. */
  active: Set<string>
  partBytes?: number | undefined
}

/**
 * An object that is there whole or not at all: small ones in one request, others in parts that the
 * server puts together at the end. Disposed of before `commit`, it leaves nothing.
 */
export class ObjectUpload implements AsyncDisposable {
  readonly #options: ObjectUploadOptions
  readonly #partBytes: number
  readonly #aborting = new AbortController()
  readonly #sending = new Set<Promise<void>>()
  readonly #etags: string[] = []
  #uploadId: string | undefined
  /** Of the part that is collected. */
  #chunks: Uint8Array[] = []
  #chunkBytes = 0
  #hasher = new Bun.CryptoHasher('sha256')
  #bytes = 0
  #failure: { error: unknown } | undefined
  #done = false

  constructor(options: ObjectUploadOptions) {
    this.#options = options
    const { partBytes = S3_PART_BYTES, expectedBytes = 0 } = options
    this.#partBytes = partBytes * Math.max(1, Math.ceil(expectedBytes / MAX_PARTS / partBytes))
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Takes a chunk, whose memory is given back when it is copied.
   *
   * @returns A promise when the caller should wait before the next chunk
   * @throws {S3Error}, also for a chunk before
   */
  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#bytes += chunk.byteLength
    if (this.#chunkBytes + chunk.byteLength < this.#partBytes) {
      this.#collect(chunk)
      return undefined
    }
    return this.#fill(chunk)
  }

  /** @throws {S3Error} */
  async commit(): Promise<void> {
    if (this.#uploadId === undefined) {
      await this.#putWhole()
    } else {
      if (this.#chunkBytes > 0) await this.#sendPart()
      await Promise.all(this.#sending)
      this.#throwFailure()
      await this.#complete(this.#uploadId)
    }
    this.#done = true
    this.#forget()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#done) return
    this.#done = true
    this.#aborting.abort()
    // A part that comes after the end of its upload would stay.
    await Promise.all(this.#sending)
    try {
      if (this.#uploadId !== undefined) await abortUpload(this.#options, this.#uploadId)
    } catch {
      // Found and ended later, by its age.
    } finally {
      this.#forget()
    }
  }

  /** Fills parts with a chunk that may be of any length: all parts but the last have one size. */
  async #fill(chunk: Uint8Array): Promise<void> {
    let rest = chunk
    while (this.#chunkBytes + rest.byteLength >= this.#partBytes) {
      const room = this.#partBytes - this.#chunkBytes
      this.#collect(room === rest.byteLength ? rest : rest.subarray(0, room))
      rest = room === rest.byteLength ? new Uint8Array() : rest.subarray(room)
      await this.#sendPart()
    }
    if (rest.byteLength > 0) this.#collect(rest)
  }

  #collect(chunk: Uint8Array): void {
    this.#hasher.update(chunk)
    this.#chunks.push(chunk)
    this.#chunkBytes += chunk.byteLength
  }

  #takePart(): { body: Uint8Array<ArrayBuffer>; bodySha256: string } {
    const body = new Uint8Array(this.#chunkBytes)
    let at = 0
    for (const chunk of this.#chunks) {
      body.set(chunk, at)
      at += chunk.byteLength
      releaseBuffer(chunk)
    }
    const bodySha256 = this.#hasher.digest('hex')
    this.#chunks = []
    this.#chunkBytes = 0
    this.#hasher = new Bun.CryptoHasher('sha256')
    return { body, bodySha256 }
  }

  async #putWhole(): Promise<void> {
    const { connection, key } = this.#options
    const part = this.#takePart()
    await connection.send({
      method: 'PUT',
      key,
      headers: this.#objectHeaders(),
      ...part,
      signal: this.#aborting.signal,
      answerMs: connection.limits.s3PartMs,
    })
    releaseBuffer(part.body)
  }

  /** Resolves when the next part may be collected. */
  async #sendPart(): Promise<void> {
    this.#throwFailure()
    this.#uploadId ??= await this.#start()
    const { connection, key } = this.#options
    const number = this.#etags.length + 1
    if (number > MAX_PARTS)
      throw new S3Error(`more than ${MAX_PARTS} parts`, { kind: 'unexpected' })
    this.#etags.push('')
    const part = this.#takePart()
    const sending = connection
      .send({
        method: 'PUT',
        key,
        ...part,
        signal: this.#aborting.signal,
        query: { partNumber: String(number), uploadId: this.#uploadId },
        answerMs: connection.limits.s3PartMs,
      })
      .then((answer) => {
        this.#etags[number - 1] = etagOf(answer)
        releaseBuffer(part.body)
      })
      .catch((error) => {
        this.#failure ??= { error }
        this.#aborting.abort()
      })
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
    if (this.#sending.size >= S3_PARTS_AT_ONCE) await Promise.race(this.#sending)
    this.#throwFailure()
  }

  async #start(): Promise<string> {
    const { connection, key, active } = this.#options
    const { text } = await connection.send({
      method: 'POST',
      key,
      query: { uploads: '' },
      headers: this.#objectHeaders(),
      signal: this.#aborting.signal,
    })
    const id = textOf(text, 'UploadId')
    if (id === undefined || id === '') throw notS3('the id of an upload')
    active.add(id)
    return id
  }

  async #complete(uploadId: string): Promise<void> {
    const { connection, key } = this.#options
    const parts = this.#etags.map(
      (etag, index) =>
        `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeText(etag)}</ETag></Part>`,
    )
    const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
    try {
      await connection.send({
        method: 'POST',
        key,
        query: { uploadId },
        headers: { 'content-type': 'text/xml' },
        body: new TextEncoder().encode(xml),
        answerMs: connection.limits.s3PartMs,
        signal: this.#aborting.signal,
      })
    } catch (error) {
      if (!(error instanceof S3Error) || error.kind !== 'no_upload') throw error
      // A try before has succeeded, and its answer was lost.
      const { headers } = await connection.send({ method: 'HEAD', key })
      if (Number(headers.get('content-length')) !== this.#bytes) throw error
    }
  }

  #objectHeaders(): Record<string, string> {
    const { mediaType, sha256 } = this.#options
    return {
      'content-type': mediaType ?? 'application/octet-stream',
      ...(sha256 === undefined ? {} : { [SHA256_HEADER]: sha256 }),
    }
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }

  #forget(): void {
    if (this.#uploadId !== undefined) this.#options.active.delete(this.#uploadId)
  }
}

/** Of an object whose checksum was known before it was sent. */
export const SHA256_HEADER = 'x-amz-meta-sha256'

/** Ends an upload in parts, which leaves nothing of it. @throws {S3Error} */
export async function abortUpload(
  { connection, key }: { connection: S3Connection; key: string },
  uploadId: string,
): Promise<void> {
  try {
    await connection.send({
      method: 'DELETE',
      key,
      query: { uploadId },
      answerMs: ABORT_MS,
      isTriedOnce: true,
    })
  } catch (error) {
    if (!(error instanceof S3Error) || error.kind !== 'no_upload') throw error
  }
}

export function notS3(what: string): S3Error {
  return new S3Error(`the answer has not ${what}: this is no server of S3`, { kind: 'unexpected' })
}

function etagOf({ headers }: S3Answer): string {
  const etag = headers.get('etag')
  if (etag === null) throw notS3('the tag of a part')
  return etag
}
