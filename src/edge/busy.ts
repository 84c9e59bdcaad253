import type { AppError } from '../platform/errors.ts'
import { redact } from '../platform/redact.ts'
import { errorBody, errorHeaders, statusOf } from './error-body.ts'

/** Refusals that are remembered; each path that can be busy has a few. */
const MAX_KNOWN = 100

interface Known {
  text: string
  headers: Headers
}

/** By path and words. */
const known = new Map<string, Known>()

/**
 * The answer to who has no place now. Refusals under load must cost less than the work they spare:
 * few texts, told very often, are cleaned and written once each.
 *
 * @param error With code `busy`
 */
export function busyResponse(path: string, error: AppError): Response {
  const name = `${path} ${error.message}`
  let answer = known.get(name)
  if (answer === undefined) {
    answer = write(path, error)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(name, answer)
  }
  const { text, headers } = answer
  return new Response(text, { status: statusOf('busy'), headers })
}

function write(path: string, error: AppError): Known {
  const body = errorBody(path, 'busy', redact(error.message), error)
  const headers = { ...errorHeaders(error), 'content-type': 'application/json;charset=utf-8' }
  return { text: JSON.stringify(body), headers: new Headers(headers) }
}
