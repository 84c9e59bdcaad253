import { boundedText } from '../../platform/bounded-text.ts'
import { deadline, pauseFor } from '../../platform/deadline.ts'
import { S3Error, textOf } from './s3-error.ts'

/** Who asks, and for which region of a server. */
interface S3Credentials {
  /** Access key id. */
  key: string
  /** Secret access key. */
  secret: string
  region: string
}

interface UnsignedRequest {
  method: string
  /** With the query of {@link canonicalQuery}. */
  url: URL
  /** With names in lower case; all are signed. */
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, in hex. */
  bodySha256: string
  /** UTC milliseconds. */
  at: number
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/**
 * The headers of a request with its signature, Signature Version 4. The signature holds for the body
 * too, so that a server refuses a body that was damaged on its way.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest(
  { method, url, headers, bodySha256, at }: UnsignedRequest,
  { key, secret, region }: S3Credentials,
): Record<string, string> {
  const time = new Date(at).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const date = time.slice(0, 8)
  const signed = { ...headers, 'x-amz-content-sha256': bodySha256, 'x-amz-date': time }
  const all = Object.entries({ ...signed, host: url.host }).toSorted(byName)
  const names = all.map(([name]) => name).join(';')
  const request = [
    method,
    url.pathname,
    url.search.slice(1),
    ...all.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    bodySha256,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = [ALGORITHM, time, scope, sha256Hex(request)].join('\n')
  const signingKey = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(Buffer.from(`AWS4${secret}`), date), region),
  )
  const signature = hmac(signingKey, text).toString('hex')
  const authorization = `${ALGORITHM} Credential=${key}/${scope},SignedHeaders=${names},Signature=${signature}`
  return { ...signed, authorization }
}

/** The query of a request as it is sent and signed: in the order of its names, encoded by RFC 3986. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

export function sha256Hex(bytes: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return new Bun.CryptoHasher('sha256', key).update(text).digest()
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : Number(a > b)
}

/** A bucket, and who uses it. */
export interface S3Settings {
  /** Of the server, without the bucket. */
  endpoint: string
  bucket: string
  key: string
  secret: string
  region: string
  /** Before every key: names that each end with a slash, or ''. */
  prefix: string
}

/** How long a server may take. */
export interface S3Limits {
  /** For the headers of an answer, and for a whole answer that is read at once. See Limits. */
  s3AnswerMs: number
  /** For a part of an upload to be taken. See Limits. */
  s3PartMs: number
  /** For the next bytes of an object that somebody reads. See Limits. */
  s3StallMs: number
  /** Waits before a request that has failed is made again; their number bounds the tries. */
  s3RetryMs: readonly number[]
}

/**
 * @limit s3-answer seconds s3AnswerMs
 * @limit s3-part-time seconds s3PartMs
 * @limit s3-stall seconds s3StallMs
 * @limit s3-retries count s3RetryMs.length
 */
export const S3_LIMITS: S3Limits = {
  s3AnswerMs: 30_000,
  s3PartMs: 180_000,
  s3StallMs: 60_000,
  s3RetryMs: [200, 1_000, 3_000],
}

/** Longest answer in XML: a list of 1,000 objects takes some 1.5 MiB. @limit s3-document MiB */
export const MAX_S3_DOCUMENT_BYTES = 16 * 1024 * 1024

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Below the prefix; without one, the bucket itself is asked. */
  key?: string
  query?: Readonly<Record<string, string>>
  /** With names in lower case. */
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer>
  /** Of the body, in hex; computed where it is not given. */
  bodySha256?: string
  /** Whether a failure is final. */
  isTriedOnce?: boolean
  /** Ends the request and its tries. */
  signal?: AbortSignal | undefined
  /** For an answer; by default that of the limits. */
  answerMs?: number
}

/** An answer of success that was read whole. */
export interface S3Answer {
  headers: Headers
  text: string
}

/** An answer of success whose body is still to be read. */
export interface S3Body {
  status: number
  headers: Headers
  stream: ReadableStream<Uint8Array>
  /** Closes the connection. */
  abort(reason?: unknown): void
}

const EMPTY_SHA256 = sha256Hex('')
const NEVER = new AbortController().signal

/**
 * Signed requests to one bucket, each with a deadline. Every request of Hearth can be made twice, so
 * one that fails in passing is. `decisions.md` says why it is not `Bun.S3Client`.
 */
export class S3Connection {
  readonly settings: S3Settings
  readonly limits: S3Limits
  readonly #now: () => number

  constructor(settings: S3Settings, limits: S3Limits = S3_LIMITS, now: () => number = Date.now) {
    this.settings = settings
    this.limits = limits
    this.#now = now
  }

  /** @throws {S3Error}, and the signal's reason */
  async send(request: S3Request): Promise<S3Answer> {
    return await this.#retried(request, async () => {
      const { answerMs = this.limits.s3AnswerMs } = request
      const aborting = new AbortController()
      const reading = this.#fetch(request, aborting.signal).then(async (response) => {
        const answer = { headers: response.headers, text: await documentOf(response) }
        // The answer to the end of an upload has the status of success before the server knows.
        const code = response.ok ? errorCode(answer.text) : undefined
        if (!response.ok || code !== undefined)
          throw S3Error.answered(
            response.ok ? 500 : response.status,
            code ?? errorCode(answer.text),
          )
        return answer
      })
      return await bounded(reading, answerMs, aborting)
    })
  }

  /** The same for an answer of any length. @throws {S3Error}, and the signal's reason */
  async open(request: S3Request): Promise<S3Body> {
    return await this.#retried(request, async () => {
      const aborting = new AbortController()
      const opening = this.#fetch(request, aborting.signal).then(async (response) => {
        const { ok, status, headers, body } = response
        if (!ok) throw S3Error.answered(status, errorCode(await documentOf(response)))
        return {
          status,
          headers,
          stream: body ?? new Blob([]).stream(),
          abort: (reason?: unknown) => aborting.abort(reason),
        }
      })
      return await bounded(opening, this.limits.s3AnswerMs, aborting)
    })
  }

  async #fetch(
    { method, key, query = {}, headers = {}, body, signal, ...request }: S3Request,
    aborted: AbortSignal,
  ): Promise<Response> {
    const { endpoint, bucket, prefix } = this.settings
    const base = endpoint.replace(/\/+$/, '')
    const url = new URL(`${base}/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`)
    url.search = canonicalQuery(query)
    const bodySha256 = request.bodySha256 ?? (body === undefined ? EMPTY_SHA256 : sha256Hex(body))
    const at = this.#now()
    try {
      return await fetch(url, {
        method,
        headers: signRequest({ method, url, headers, bodySha256, at }, this.settings),
        ...(body === undefined ? {} : { body }),
        // An answer that leads elsewhere is a fault: the key is for this server.
        redirect: 'manual',
        // The bytes as they were stored, whatever is said of them.
        decompress: false,
        signal: signal === undefined ? aborted : AbortSignal.any([signal, aborted]),
      })
    } catch (error) {
      signal?.throwIfAborted()
      throw S3Error.unanswered(error)
    }
  }

  async #retried<value>(
    { signal = NEVER, isTriedOnce = false }: S3Request,
    ask: () => Promise<value>,
  ): Promise<value> {
    for (const wait of isTriedOnce ? [] : this.limits.s3RetryMs) {
      try {
        return await ask()
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof S3Error) || !error.isPassing) throw error
        // Not all who were refused at the same time come back at the same time.
        await pauseFor(wait * (0.5 + Math.random()), signal)
      }
    }
    return await ask()
  }
}

async function bounded<value>(
  asked: Promise<value>,
  ms: number,
  aborting: AbortController,
): Promise<value> {
  // What is left of it ends in vain.
  asked.catch(() => {})
  const answer = asked.catch((error) => {
    throw error instanceof S3Error || aborting.signal.aborted ? error : S3Error.unanswered(error)
  })
  return await deadline(answer, ms, {
    onTimeout: () => {
      aborting.abort()
      throw new S3Error(`no answer within ${ms} ms`, { kind: 'unreachable' })
    },
  })
}

function errorCode(text: string): string | undefined {
  return /^\s*(?:<\?xml[^>]*>\s*)?<Error[\s>]/.test(text) ? textOf(text, 'Code') : undefined
}

/** @throws {S3Error} `unexpected` when it is too long */
async function documentOf(response: Response): Promise<string> {
  const text = await boundedText(response, MAX_S3_DOCUMENT_BYTES)
  if (text === undefined) throw new S3Error('too long an answer', { kind: 'unexpected' })
  return text
}
