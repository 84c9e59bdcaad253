import { tryParseJson } from '../../platform/json.ts'
import { evidence } from '../cli/classify.ts'
import { contextSize, contextSizeIn, saysContextExceeded } from '../context-size.ts'
import { EngineFailure, type FailureFacts, type FailureKind } from '../contract/failure.ts'

const MAX_ERROR_BYTES = 64 * 1024

/** llama.cpp's 503 while it loads; other servers load a model within the request. */
const LOADING = /loading (?:the )?model|model is (?:still loading|loading|being loaded)/i
const MODEL_MISSING =
  /\bmodel\b.{0,200}?(?:not found|does not exist|is not loaded)|no models? (?:is |are )?loaded/i
const MISSING_CODES: ReadonlySet<unknown> = new Set(['model_not_found', 'model_not_loaded'])
/** Codes of a connection that was there and broke. */
const BROKEN = /reset|closed|aborted|terminated/i

/** The parts of an error body that its meaning is read from. */
interface ServerError {
  text: string
  type: unknown
  code: unknown
  tokens: unknown
  limit: unknown
}

/** The failure of a response without success. */
export async function statusFailure(response: Response): Promise<EngineFailure> {
  const error = serverError(await errorBody(response))
  const { status } = response
  return failureOf(error, `The engine answered ${status}: ${error.text}`, status)
}

/** The failure that a chunk of a streamed answer reports. */
export function reportedFailure(value: unknown): EngineFailure {
  const error = serverError(value)
  const status = typeof error.code === 'number' ? error.code : 500
  return failureOf(error, `The engine failed in mid-answer: ${error.text}`, status)
}

/** The failure of a request without a response. The address is not part of the message. */
export function connectionFailure(cause: unknown): EngineFailure {
  const code = codeOf(cause)
  const kind = BROKEN.test(code) ? 'transient' : 'unreachable'
  return new EngineFailure(kind, `Cannot reach the engine: ${code}`, { cause })
}

/**
 * The code of a network error of Bun, such as `ConnectionRefused` or `ECONNRESET`. The message may
 * contain the address.
 */
export function codeOf(cause: unknown): string {
  const code: unknown =
    cause instanceof Error ? (Reflect.get(cause, 'code') ?? cause.name) : 'unknown error'
  return String(code)
}

/** Whether nothing listens at the address. A busy server does not refuse connections. */
export function isRefused({ cause }: EngineFailure): boolean {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  return code === 'ConnectionRefused' || code === 'ECONNREFUSED'
}

function failureOf(error: ServerError, message: string, status: number): EngineFailure {
  const { text, type, code } = error
  const fail = (kind: FailureKind, facts: FailureFacts = {}) =>
    new EngineFailure(kind, message, facts)
  // A context that is full in mid-answer is reported as 500.
  if (
    type === 'exceed_context_size_error' ||
    code === 'context_length_exceeded' ||
    (status !== 401 && status !== 403 && saysContextExceeded(text))
  ) {
    const told = contextSize(error.tokens, error.limit)
    const context = told.limit === undefined ? contextSizeIn(text) : told
    return fail('context_exceeded', { retryableElsewhere: true, context })
  }
  if (status === 503 && LOADING.test(text)) return fail('loading')
  if (MISSING_CODES.has(code) || ((status === 404 || status === 400) && MODEL_MISSING.test(text)))
    return fail('model_missing')
  switch (status) {
    case 400:
    case 413:
    case 422:
      return fail('request')
    case 401:
    case 403:
      return fail('signed_out')
    default:
      return fail(status >= 500 || status === 429 ? 'transient' : 'unknown')
  }
}

/**
 * `{error: {message, …}}`, `{error: "…"}`, `{message}`, FastAPI's `{detail}` and anything else, as
 * redacted evidence.
 */
function serverError(value: unknown): ServerError {
  const error: unknown =
    typeof value === 'object' && value !== null
      ? (Reflect.get(value, 'error') ?? detailOf(value) ?? value)
      : value
  const fields = Object(error)
  const message: unknown = typeof error === 'object' ? fields.message : error
  return {
    text: evidence(typeof message === 'string' ? message : JSON.stringify(error ?? null)),
    type: fields.type,
    code: fields.code,
    tokens: fields.n_prompt_tokens,
    limit: fields.n_ctx,
  }
}

/** The first fault of a list of them, with the field's name, else what is there. */
function detailOf(value: object): unknown {
  const detail: unknown = Reflect.get(value, 'detail')
  if (!Array.isArray(detail)) return detail
  const { msg, loc } = Object(detail[0])
  if (typeof msg !== 'string') return detail
  const name: unknown = Array.isArray(loc) ? loc.at(-1) : undefined
  return typeof name === 'string' ? `${name}: ${msg}` : msg
}

/** The JSON value of an error's body, else its text. */
async function errorBody(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes >= MAX_ERROR_BYTES) break
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const json = tryParseJson(text)
  return json.ok ? json.value : text
}
