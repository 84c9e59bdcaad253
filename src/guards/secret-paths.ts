import { AppError } from '../platform/errors.ts'

/** Paths of authentication: nobody keeps their answers, refusals included. */
const SECRET_ROUTE =
  /^\/(?:auth-check|log(?:in|out)|waiting|app|admin\/(?:api-|users|devices|audit)|(?:api\/)?(?:code|canvas)\/)/
/** Where the way back from an identity provider brings a code; its protocol wants it so. */
const WAY_BACK = '/login/callback'
/** Names under which somebody might put a secret into a URL. */
const SECRET_NAME = /(?:code|token|verifier|secret|password|credential|api[_-]?key|^key)$/i

/** Of each route, so that the expression is asked once. */
const known = new Map<string, boolean>()

/** Headers of the answer under way. */
interface Answer {
  headers: Record<string, string | number>
}

/**
 * Keeps what is secret out of caches and URLs.
 *
 * @param route The matched route's pattern
 * @throws {AppError} `malformed` when the query holds a secret.
 */
export function guardSecrets({ url }: Request, route: string, set: Answer): void {
  if (!isSecret(route)) return
  set.headers['cache-control'] = 'private, no-store'
  const query = url.indexOf('?')
  if (query === -1 || route === WAY_BACK) return
  for (const name of new URLSearchParams(url.slice(query)).keys()) {
    if (!SECRET_NAME.test(name)) continue
    throw new AppError('malformed', 'Codes, verifiers and tokens are not taken from URLs')
  }
}

function isSecret(route: string): boolean {
  let secret = known.get(route)
  if (secret === undefined) {
    secret = SECRET_ROUTE.test(route)
    known.set(route, secret)
  }
  return secret
}
