import { AppError } from '../platform/errors.ts'
import type { AnswerHeaders } from './browser.ts'

/**
 * `callback` is for the redirect from an identity provider, whose protocol puts a code into the
 * query.
 */
export type Sensitivity = true | 'callback'

/** Names of query parameters that may contain a secret. */
const SECRET_NAME = /(?:code|token|verifier|secret|password|credential|api[_-]?key|^key)$/i

/**
 * Keeps secrets out of caches and URLs. Errors are never cached.
 *
 * @throws {AppError} `malformed` when the query may contain a secret
 */
export function protectSecrets({ url }: Request, kind: Sensitivity, set: AnswerHeaders): void {
  set.headers['cache-control'] = 'private, no-store'
  const query = url.indexOf('?')
  if (query === -1 || kind === 'callback') return
  for (const name of new URLSearchParams(url.slice(query)).keys()) {
    if (!SECRET_NAME.test(name)) continue
    throw new AppError('malformed', 'Codes, verifiers and tokens are not taken from URLs')
  }
}
