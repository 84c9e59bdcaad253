import type { AppError } from '../platform/errors.ts'
import { redact } from '../platform/redact.ts'
import { errorBody, errorHeaders, statusOf } from './error-body.ts'

/** Paths of one refusal that are remembered. */
const MAX_PATHS = 10

interface Known {
  text: string
  headers: Headers
}

/** By refusal and path. */
const known = new WeakMap<AppError, Map<string, Known>>()

/**
 * The answer to who has no place now. Refusals under load must cost less than the work they spare:
 * one that is told very often is cleaned and written once.
 *
 * @param error With code `busy`
 */
export function busyResponse(path: string, error: AppError): Response {
  const { text, headers } = known.get(error)?.get(path) ?? learn(path, error)
  return new Response(text, { status: statusOf('busy'), headers })
}

function learn(path: string, error: AppError): Known {
  const paths = known.get(error) ?? new Map<string, Known>()
  if (paths.size >= MAX_PATHS) paths.clear()
  const answer = write(path, error)
  paths.set(path, answer)
  known.set(error, paths)
  return answer
}

function write(path: string, error: AppError): Known {
  const body = errorBody(path, 'busy', redact(error.message), error)
  const headers = { ...errorHeaders(error), 'content-type': 'application/json;charset=utf-8' }
  return { text: JSON.stringify(body), headers: new Headers(headers) }
}
