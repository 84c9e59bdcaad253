import type { AppError, ErrorCode, GrantCode, ReasonFacts } from '../../platform/errors.ts'
import type { ErrorShape } from '../server/route-facts.ts'

/** The codes of `AppError`, and those that only HTTP has. */
export type HttpErrorCode = ErrorCode | 'method_not_allowed' | 'misdirected' | 'internal'

/** The body carries these as `error` too, as RFC 6749, 5.2 has them; all are 400. */
const GRANT_STATUS = {
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
  invalid_grant: 400,
  invalid_request: 400,
  unsupported_grant_type: 400,
  invalid_client: 400,
  invalid_redirect_uri: 400,
  invalid_target: 400,
} as const satisfies Record<GrantCode, number>

const STATUS = {
  ...GRANT_STATUS,
  malformed: 400,
  engine_refused: 400,
  // OpenAI's code and status, which its clients know.
  context_length_exceeded: 400,
  // Anthropic's status for it.
  thread_unsupported: 400,
  sign_in_failed: 400,
  unauthorized: 401,
  forbidden: 403,
  capability_denied: 403,
  pending_approval: 403,
  account_refused: 403,
  own_network_only: 403,
  // Of a site that a user has named: it wants a sign-in, or somebody in another country.
  video_private: 403,
  not_found: 404,
  model_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  no_approver: 409,
  job_expired: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  misdirected: 421,
  address_refused: 422,
  invalid: 422,
  too_long: 422,
  unsupported_site: 422,
  busy: 429,
  rate_limited: 429,
  // Of tus. https://tus.io/protocols/resumable-upload#checksum
  checksum_mismatch: 460,
  // nginx's number for a client that has disconnected; only the log shows it.
  cancelled: 499,
  internal: 500,
  backup_failed: 500,
  download_failed: 502,
  engine_failed: 502,
  provider_failed: 502,
  site_blocked: 502,
  interrupted: 503,
  no_engine: 503,
  // Of a program that the owner can add.
  not_installed: 503,
  stopping: 503,
  // Of the whole service: `storage_full` is of one request.
  storage_unavailable: 503,
  withheld: 503,
  download_timeout: 504,
  storage_full: 507,
  storage_failed: 507,
  quota_exceeded: 507,
} as const satisfies Record<HttpErrorCode, number>

/** OpenAI's error object, which its clients read. */
export interface OpenAiError {
  message: string
  type: string
  param: string | null
  code: string
}

/** Anthropic's error object. https://docs.claude.com/en/api/errors */
interface AnthropicError {
  type: string
  message: string
  /** By this its clients send the whole conversation instead, and no thread from then on. */
  details?: { error_code: 'thread_unsupported_request' }
}

/**
 * The body of every error; `error` only for clients of a dialect and those of the device flow.
 */
export interface ErrorBody {
  detail: string
  code: string
  /** Of what pages have words for. */
  reason?: ReasonFacts
  /** Of Anthropic's clients. */
  type?: 'error'
  /** Ollama's clients read a text. */
  error?: OpenAiError | AnthropicError | GrantCode | string
  /** Seconds between two polls, of a device that must slow down. */
  interval?: number
}

/** What an error says beside its code and its message. */
export type ErrorFacts = Partial<Pick<AppError, 'param' | 'intervalSeconds' | 'reasonFacts'>>

export function statusOf(code: HttpErrorCode): number {
  return STATUS[code]
}

/** The place of a code in the manual. */
export function helpPath(code: string): string {
  return `/docs/errors#${code}`
}

const HELP_LINKS: ReadonlyMap<string, string> = new Map(
  Object.keys(STATUS).map((code) => [code, `<${helpPath(code)}>; rel="help"`]),
)

/** The header that leads from an error to its explanation. RFC 8288 */
export function helpHeaders(code: HttpErrorCode): { link: string } {
  return { link: HELP_LINKS.get(code) ?? '' }
}

/** Of a request that is wrong in itself. */
const WRONG_REQUEST: ReadonlySet<number> = new Set([413, 415, 422])

/** @returns 400 for what is wrong with a request itself, else the status as it is */
export function as400(status: number): number {
  return WRONG_REQUEST.has(status) ? 400 : status
}

/** The codes of errors that have a status; those of grants stand apart. */
export function codesOf(status: number): HttpErrorCode[] {
  const codes = Object.keys(STATUS).filter((code): code is HttpErrorCode => code in STATUS)
  return codes.filter((code) => STATUS[code] === status && !isGrantCode(code))
}

export function openAiError(code: HttpErrorCode, message: string, param?: string): OpenAiError {
  return { message, type: errorType(STATUS[code]), param: param ?? null, code }
}

function anthropicError(code: HttpErrorCode, message: string): AnthropicError {
  const error = { type: anthropicType(code), message }
  if (code !== 'thread_unsupported') return error
  return { ...error, details: { error_code: 'thread_unsupported_request' } }
}

/** The body of an error as JSON; a grant's code has OAuth's form everywhere. */
export function errorBody(
  shape: ErrorShape,
  code: HttpErrorCode,
  detail: string,
  { param, intervalSeconds, reasonFacts: reason }: ErrorFacts = {},
): ErrorBody {
  if (isGrantCode(code)) {
    return {
      error: code,
      detail,
      code,
      ...(intervalSeconds === undefined ? {} : { interval: intervalSeconds }),
    }
  }
  switch (shape) {
    case 'openai':
      return { detail, code, error: openAiError(code, detail, param) }
    case 'anthropic':
      return { type: 'error', error: anthropicError(code, detail), detail, code }
    case 'ollama':
      return { error: detail, detail, code }
    default:
      return reason === undefined ? { detail, code } : { detail, code, reason }
  }
}

export function errorHeaders(error: AppError): Record<string, string> {
  return {
    ...(error.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(error.retryAfterSeconds) }),
    // Clients of OpenAI and Anthropic then do not repeat the request by themselves.
    ...(needsOwner(error) || error.modelHasRun ? { 'x-should-retry': 'false' } : {}),
    ...(error.code === 'unauthorized' ? { 'www-authenticate': error.challenge ?? 'Bearer' } : {}),
  }
}

/** Against these a wait helps; what else fails, fails again. */
const PASSING: ReadonlySet<HttpErrorCode> = new Set([
  'busy',
  'rate_limited',
  'request_timeout',
  'interrupted',
  'stopping',
  'storage_unavailable',
])

export function isPassing(code: HttpErrorCode): boolean {
  return PASSING.has(code)
}

/**
 * Headers by the form of an error. Claude Code repeats other failures up to ten times, refused
 * requests among them, each time with another field left out.
 */
export function shapeHeaders(shape: ErrorShape, code: HttpErrorCode): Record<string, string> {
  // An unexpected failure of any form may come after the work of a model.
  const isFinal = code === 'internal' || (shape === 'anthropic' && !PASSING.has(code))
  return isFinal ? { 'x-should-retry': 'false' } : {}
}

/** Whether it passes only when the owner changes something. */
function needsOwner({ code, retryAfterSeconds }: AppError): boolean {
  if (code === 'not_installed' || code === 'storage_full') return true
  return code === 'no_engine' && retryAfterSeconds === undefined
}

function isGrantCode(code: HttpErrorCode): code is GrantCode {
  return code in GRANT_STATUS
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
}

/**
 * Claude Code repeats an `overloaded_error` whatever its status and its headers are, so only what
 * passes by itself has this type.
 */
function anthropicType(code: HttpErrorCode): string {
  const status = STATUS[code]
  if (status === 503 && PASSING.has(code)) return 'overloaded_error'
  return ANTHROPIC_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}

/** State of a rate limit for one caller. */
interface RateState {
  limit: number
  remaining: number
  resetSeconds: number
}

/**
 * Tells a client the state of its rate limit; of several limits the one nearest to its end. Form:
 * draft-ietf-httpapi-ratelimit-headers, of three fields.
 *
 * @param headers Of the answer under way
 */
export function setRateHeaders(
  headers: Record<string, string | number>,
  { limit, remaining, resetSeconds }: RateState,
): void {
  const earlier = headers['ratelimit-remaining']
  if (earlier !== undefined && Number(earlier) < remaining) return
  headers['ratelimit-limit'] = String(limit)
  headers['ratelimit-remaining'] = String(remaining)
  headers['ratelimit-reset'] = String(resetSeconds)
}
