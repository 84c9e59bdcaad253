import { AppError } from '../../platform/errors.ts'
import { fetchReason } from '../../platform/fetch-reason.ts'

/** What is wrong, as far as it makes a difference. */
export type S3ErrorKind =
  /** Nothing answers, or not in time. */
  | 'unreachable'
  /** The key, its secret, its rights or the clock. */
  | 'refused'
  | 'no_bucket'
  | 'no_object'
  /** The part of the object that was asked for is not there. */
  | 'bad_range'
  /** The upload in parts has ended before. */
  | 'no_upload'
  | 'full'
  /** The server asks for a pause, or has a fault of its own. */
  | 'busy'
  /** Anything else: no server of S3, another region, an operation that the server has not. */
  | 'unexpected'

/** Codes of the answers whose status alone does not say it. */
const KINDS: Readonly<Record<string, S3ErrorKind>> = {
  NoSuchBucket: 'no_bucket',
  NoSuchKey: 'no_object',
  NoSuchUpload: 'no_upload',
  InvalidRange: 'bad_range',
  RequestTimeout: 'busy',
  RequestTimeTooSkewed: 'refused',
  AuthorizationHeaderMalformed: 'unexpected',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
}

const WORDS: Readonly<Partial<Record<S3ErrorKind, string>>> = {
  unreachable: 'The file storage cannot be reached at the moment',
  refused: 'The file storage refuses the key of this service',
  no_bucket: 'The file storage has no such bucket as this service is set up for',
  busy: 'The file storage takes no requests at the moment',
}

interface S3ErrorFacts {
  kind: S3ErrorKind
  /** Of the answer; undefined where there was none. */
  status?: number | undefined
  /** Of the answer, as `NoSuchBucket`. */
  code?: string | undefined
}

/** A request that a server of S3 has not answered as asked. The message is for the owner's log. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly kind: S3ErrorKind
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(message: string, { kind, status, code }: S3ErrorFacts, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.status = status
    this.code = code
  }

  /** Of a request that got no answer. */
  static unanswered(error: unknown): S3Error {
    const options = { cause: error }
    return new S3Error(`no answer: ${fetchReason(error)}`, { kind: 'unreachable' }, options)
  }

  /**
   * Of an answer that is none of success.
   *
   * @param code From its body, where it has one
   */
  static answered(status: number, code: string | undefined): S3Error {
    const kind = KINDS[code ?? ''] ?? kindOfStatus(status)
    const said = code === undefined ? `status ${status}` : `status ${status}, ${code}`
    return new S3Error(said, { kind, status, code })
  }

  /** Whether the same request may succeed in a moment. */
  get isPassing(): boolean {
    return this.kind === 'unreachable' || this.kind === 'busy'
  }
}

function kindOfStatus(status: number): S3ErrorKind {
  if (status === 401 || status === 403) return 'refused'
  if (status === 416) return 'bad_range'
  if (status === 429 || (status >= 500 && status !== 501 && status !== 507)) return 'busy'
  return status === 507 ? 'full' : 'unexpected'
}

/**
 * A failure of the storage in words for callers, who are not told where it is.
 *
 * @returns Any other error as it is
 */
export function asStorageError(error: unknown): unknown {
  if (!(error instanceof S3Error)) return error
  if (error.kind === 'full')
    return new AppError('storage_full', 'There is no room left in the file storage', {
      cause: error,
    })
  const words = WORDS[error.kind] ?? 'The file storage has not done what was asked of it'
  return new AppError('storage_failed', words, { cause: error })
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** The elements of a name in an answer of S3, which has none in one of the same name. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, content = '']) => content,
  )
}

/** The text of the first element of a name; undefined where there is none. */
export function textOf(xml: string, name: string): string | undefined {
  const [content] = elementsOf(xml, name)
  return content?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, named) => {
    if (named !== undefined) return ENTITIES[named] ?? whole
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

/** A text as content of an element. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
