import { type ErrorCode, expectedError } from '../../../platform/errors.ts'
import { toldFailure } from '../told-failure.ts'
import type { ResponseFailure } from './response-object.ts'

/**
 * Codes of `response.failed`. Codex asks again up to five times after a code that it does not know,
 * and each time is one more heavy task. At these it stops: `context_length_exceeded`,
 * `insufficient_quota`, `server_is_overloaded`, and `invalid_prompt`, of which it shows the message.
 * https://github.com/openai/codex/blob/main/codex-rs/codex-api/src/sse/responses.rs
 */
const FINAL_CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  context_length_exceeded: 'context_length_exceeded',
  too_long: 'context_length_exceeded',
}
/** Of failures that have cost nothing. opencode asks again at some of these, up to five times. */
const PASSING_CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  no_engine: 'server_is_overloaded',
  not_installed: 'server_is_overloaded',
  // It has cost nothing, and the message says when to ask again.
  busy: 'rate_limit_exceeded',
  rate_limited: 'rate_limit_exceeded',
  // The next start of the service can answer.
  stopping: 'server_error',
  interrupted: 'server_error',
}
const FINAL_CODE = 'invalid_prompt'

/** A failure as a response has it; what is unexpected is not told. */
export function responseFailure(error: unknown): ResponseFailure {
  const { message, isFinal } = toldFailure(error)
  const expected = expectedError(error)
  if (expected === undefined) return { code: FINAL_CODE, message }
  if (expected.isOutOfQuota) return { code: 'insufficient_quota', message }
  // Not the conversation is too long, but the answer: a shorter one would be so again.
  if (expected.code === 'too_long' && expected.modelHasRun) return { code: FINAL_CODE, message }
  return { code: (isFinal ? FINAL_CODES : PASSING_CODES)[expected.code] ?? FINAL_CODE, message }
}
