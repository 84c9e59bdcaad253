import type { AppError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { errorBody, errorHeaders, statusOf } from './error-body.ts'

/** Paths of one refusal that are remembered. */
const MAX_PATHS = 10

interface Answer {
  text: string
  headers: Headers
}

/** By refusal and path. */
const answers = new WeakMap<AppError, Map<string, Answer>>()

/**
 * The answer to who has no place now. Refusals under load must cost less than the work they spare:
 * one that is told very often is cleaned and written once.
 *
 * @param error With code `busy`
 */
export function busyResponse(path: string, error: AppError): Response {
  const { text, headers } = answers.get(error)?.get(path) ?? remember(path, error)
  return new Response(text, { status: statusOf('busy'), headers })
}

function remember(path: string, error: AppError): Answer {
  const ofPaths = answers.get(error) ?? new Map<string, Answer>()
  answers.set(error, ofPaths)
  if (ofPaths.size >= MAX_PATHS) ofPaths.clear()
  const answer = {
    text: JSON.stringify(errorBody(path, 'busy', redact(error.message), error)),
    headers: new Headers({
      ...errorHeaders(error),
      'content-type': 'application/json;charset=utf-8',
    }),
  }
  ofPaths.set(path, answer)
  return answer
}
