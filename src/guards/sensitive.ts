import { AppError } from '../platform/errors.ts'
import type { AnswerHeaders } from './browser.ts'

/** `callback` for the redirect from an identity provider, whose protocol puts a code into the query. */
export type Sensitivity = true | 'callback'

/** Names of query parameters that may hold a secret. */
const SECRET_NAME = /(?:code|token|verifier|secret|password|credential|api[_-]?key|^key)$/i

/**
 * Keeps what is secret out of caches and URLs. Refusals are kept by no cache anyway.
 *
 * @throws {AppError} `malformed` when the query holds a secret
 */
export function keepSecret({ url }: Request, kind: Sensitivity, set: AnswerHeaders): void {
  set.headers['cache-control'] = 'private, no-store'
  const query = url.indexOf('?')
  if (query === -1 || kind === 'callback') return
  for (const name of new URLSearchParams(url.slice(query)).keys()) {
    if (!SECRET_NAME.test(name)) continue
    throw new AppError('malformed', 'Codes, verifiers and tokens are not taken from URLs')
  }
}
