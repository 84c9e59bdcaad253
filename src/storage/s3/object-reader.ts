import { deadline } from '../../platform/deadline.ts'
import type { S3Body, S3Connection } from './s3-connection.ts'
import { S3Error } from './s3-error.ts'

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
export class ObjectReader {
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

  /** @throws {S3Fault} when the rest cannot be had, or is of another version */
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
