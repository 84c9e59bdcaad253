import {
  type HttpErrorCode,
  isPassing,
  type OpenAiError,
  openAiError,
} from '../../../http/reply/error-body.ts'
import { type AppError, expectedError } from '../../../platform/errors.ts'
import { redact } from '../../../platform/redact.ts'

/** A failure as a stream sends it. */
export interface StreamError {
  code: HttpErrorCode
  message: string
  param: string | undefined
  /** Whether a client should not ask again: it would cost the work of a model, or fail again. */
  isFinal: boolean
}

/**
 * What opencode looks for in the text of a failure, to ask up to five times again. The numbers
 * match inside of other numbers too.
 * https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/retry.ts
 */
const REPEATED: readonly RegExp[] = [
  /429|50[0234]|524/,
  /rate increased too quickly|rate[-_ ]limit|too[ _]many[ _]requests/i,
  /overloaded|unavailable|exhausted|provider[-_ ]returned[-_ ]error/i,
  /internal[ _]error|server[-_ ]error/i,
  /terminated|fetch failed|failed to fetch|network[-_\s]error|upstream connect/i,
  /connection (?:error|refused|lost)|socket connection was closed|socket hang up/i,
  /reset before headers|getaddrinfo|enotfound|eai_again|econnrefused|econnreset|etimedout/i,
  /^timeout$|(?:request|response|connection|network|stream|read) (?:timeout|timed out|time out)/i,
  /(?:try|retry) your request|try again (?:later|in)|(?:currently|temporarily) at capacity/i,
]
const FINAL_TYPE = 'invalid_request_error'
const UNEXPECTED = 'The answer failed in an unexpected way'
const WITHOUT_REASON = 'The answer failed: the log of the service says why'

/** A failure of a run for a client that reads it in a stream; what is unexpected is not told. */
export function streamErrorOf(error: unknown): StreamError {
  const expected = expectedError(error)
  if (expected === undefined)
    return { code: 'internal', message: UNEXPECTED, param: undefined, isFinal: true }
  const { code, param } = expected
  const isFinal = !maySucceedLater(expected)
  return {
    code,
    message: isFinal ? finalWords(expected) : redact(expected.message),
    param,
    isFinal,
  }
}

/**
 * The same as OpenAI's error object. The AI SDK repeats a request before its first word unless the
 * type of the error says that the request is at fault.
 * https://github.com/vercel/ai/blob/main/packages/openai/src/openai-stream-error.ts
 */
export function openAiStreamError(error: unknown): OpenAiError {
  const { code, message, param, isFinal } = streamErrorOf(error)
  const told = openAiError(code, message, param)
  return isFinal && told.type === 'server_error' ? { ...told, type: FINAL_TYPE } : told
}

/** Whether asking again costs nothing and can help. */
function maySucceedLater({ code, modelHasRun }: AppError): boolean {
  return isPassing(code) || (!modelHasRun && (code === 'no_engine' || code === 'not_installed'))
}

/** As much of the message as no client takes for a reason to ask again. */
function finalWords({ code, message, summary }: AppError): string {
  const words = [message, summary].map(redact)
  // Its code is one that opencode knows, and its sizes are needed.
  if (code === 'context_length_exceeded') return words[0] ?? UNEXPECTED
  return words.find((one) => !REPEATED.some((pattern) => pattern.test(one))) ?? WITHOUT_REASON
}
