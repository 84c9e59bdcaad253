/** Refusals of the device flow, of tokens and of clients. RFC 8628, 3.5; 6749, 5.2; 7591, 3.2.2; 8707, 2 */
export type GrantCode =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'invalid_grant'
  | 'invalid_request'
  | 'unsupported_grant_type'
  | 'invalid_client'
  | 'invalid_redirect_uri'
  | 'invalid_target'

/** Every way in which Hearth refuses or fails; `http/reply/error-body.ts` gives each its status. */
export type ErrorCode =
  | GrantCode
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'capability_denied'
  | 'pending_approval'
  | 'account_refused'
  | 'not_found'
  | 'model_not_found'
  | 'request_timeout'
  | 'conflict'
  | 'job_expired'
  | 'too_large'
  | 'range_not_satisfiable'
  | 'precondition_failed'
  | 'checksum_mismatch'
  | 'invalid'
  | 'address_refused'
  | 'too_long'
  | 'cancelled'
  | 'busy'
  | 'rate_limited'
  | 'unsupported_media_type'
  | 'no_approver'
  | 'sign_in_failed'
  | 'provider_failed'
  | 'withheld'
  | 'engine_refused'
  | 'context_length_exceeded'
  | 'thread_unsupported'
  | 'engine_failed'
  | 'download_failed'
  | 'download_timeout'
  | 'no_engine'
  | 'not_installed'
  | 'video_private'
  | 'unsupported_site'
  | 'site_blocked'
  | 'interrupted'
  | 'storage_full'
  | 'storage_failed'
  | 'storage_unavailable'
  | 'quota_exceeded'
  | 'own_network_only'
  | 'backup_failed'
  | 'stopping'

/** Why something cannot be read, as a code. */
export interface ReasonFacts {
  code: string
  /** A limit or a status of others. */
  value?: string | number
  /** Of the file. */
  name?: string
}

/** An expected failure, in words fit for the caller; knows no HTTP. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** Seconds after which asking again makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** The field at fault, as OpenAI's clients expect it in `error.param`. */
  readonly param: string | undefined
  /** Of `unauthorized`: `WWW-Authenticate`, where it says more than the scheme. */
  readonly challenge: string | undefined
  /** Of `slow_down`: seconds between two polls from now on. */
  readonly intervalSeconds: number | undefined
  /** Of `no_engine`: whether a quota that is used up is all that is wrong. */
  readonly isOutOfQuota: boolean
  /** Whether a model has worked for it in vain, which asking again would repeat. */
  readonly modelHasRun: boolean
  /** The message without the reasons of engines, which are in words of their own. */
  readonly summary: string
  /** Why, without what was attempted and on what; undefined where the message does not have both. */
  readonly reason: string | undefined
  /** Which of the reasons that are told apart it is, and what it is measured by. */
  readonly reasonFacts: ReasonFacts | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      retryAfterSeconds?: number
      param?: string
      challenge?: string
      intervalSeconds?: number
      isOutOfQuota?: boolean
      modelHasRun?: boolean
      summary?: string
      reason?: string | undefined
      reasonFacts?: ReasonFacts | undefined
    } = {},
  ) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.reason = options.reason
    this.reasonFacts = options.reasonFacts
    this.param = options.param
    this.challenge = options.challenge
    this.intervalSeconds = options.intervalSeconds
    this.isOutOfQuota = options.isOutOfQuota ?? false
    this.modelHasRun = options.modelHasRun ?? false
    this.summary = options.summary ?? message
  }
}

/** Whether no engine could answer, and perhaps one can later. */
export function isNoEngine(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'no_engine'
}

/** What SQLite and the file system say of a disk, or a quota, without room. */
const FULL_CODES: ReadonlySet<unknown> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  'ENOSPC',
  'EDQUOT',
])

/**
 * A failure that a caller may be told of: an {@link AppError}, or a write for which there was no
 * room.
 *
 * @returns undefined for any other error
 */
export function expectedError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  // The database's own error may be the cause of another.
  for (let one = error; one instanceof Error; one = one.cause)
    if (FULL_CODES.has(Reflect.get(one, 'code')))
      return new AppError('storage_full', 'There is no room left on the disk', { cause: error })
  return undefined
}

/** Fields of a log line about a failure of work in the background: the stack of an expected one says nothing. */
export function failureFields(error: unknown): { err: unknown } | { reason: string } {
  const expected = expectedError(error)
  return expected === undefined ? { err: error } : { reason: expected.message }
}

/** The system's or SQLite's name of a failure, such as `ENOENT`; undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = Reflect.get(Object(error), 'code')
  return typeof code === 'string' ? code : undefined
}
