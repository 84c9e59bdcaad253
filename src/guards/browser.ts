import { SESSION_SECONDS, type Session, type Sessions } from '../core/identity/sessions.ts'
import { HostCookie } from '../http/server/cookies.ts'
import type { Origins } from '../http/server/origins.ts'
import { AppError } from '../platform/errors.ts'

const SESSION_COOKIE = new HostCookie('hearth')
/** Media types that another site can send without a CORS preflight request. */
const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|text\/plain)\b/i

/** Headers of the response, as Elysia's `set` has them. */
export interface AnswerHeaders {
  headers: Record<string, string | number>
}

interface BrowserOptions {
  sessions: Sessions
  origins: Origins
}

/** Reads a browser's session cookie, and checks the origin of its requests against CSRF. */
export class Browser {
  readonly #sessions: Sessions
  readonly #origins: Origins

  constructor({ sessions, origins }: BrowserOptions) {
    this.#sessions = sessions
    this.#origins = origins
  }

  /** The session's token in a request's cookie. */
  token(headers: Headers): string | undefined {
    return SESSION_COOKIE.read(this.#origins, { headers })
  }

  /**
   * `Set-Cookie` for a session.
   *
   * @param headers Of the request that it answers
   * @param maxAge Seconds
   */
  cookie(headers: Headers, token: string, maxAge = SESSION_SECONDS): string {
    return SESSION_COOKIE.set(this.#origins, { headers }, token, maxAge)
  }

  /**
   * `Set-Cookie` for a new session. The one that the browser had, perhaps planted, ends.
   *
   * @param maxAge Seconds
   */
  replaceSession(headers: Headers, token: string, maxAge?: number): string {
    const old = this.token(headers)
    if (old !== undefined) this.#sessions.end(old)
    return this.cookie(headers, token, maxAge)
  }

  /** `Set-Cookie` for a session that has ended. */
  expiredCookie(headers: Headers): string {
    return this.cookie(headers, '', 0)
  }

  /**
   * The session of a request. Does not check the user's role and status.
   *
   * @param forms Whether the route accepts HTML forms
   * @throws {AppError} as {@link requireSameOrigin}
   */
  session(request: Request, set: AnswerHeaders, forms: boolean): Session | undefined {
    const token = this.token(request.headers)
    const session = token === undefined ? undefined : this.#sessions.identify(token)
    if (token === undefined || session === undefined) return undefined
    this.requireSameOrigin(request, forms)
    if (session.renewed) set.headers['set-cookie'] = this.cookie(request.headers, token)
    return session
  }

  /**
   * Accepts a changing request only from a page of this service, because browsers send the cookie
   * with requests of any page.
   *
   * @throws {AppError} `forbidden` for another origin, `unsupported_media_type` for a form
   */
  requireSameOrigin(request: Request, forms: boolean): void {
    const { method, headers } = request
    if (method === 'GET' || method === 'HEAD') return
    if (!this.isSameOrigin(request)) {
      throw new AppError('forbidden', 'This request did not come from a page of this service')
    }
    if (!forms && FORM_TYPE.test(headers.get('content-type') ?? '')) {
      throw new AppError(
        'unsupported_media_type',
        'Expected a body of JSON, not a form: send Content-Type: application/json',
      )
    }
  }
  /** Whether a page of this service has sent a changing request. */
  isSameOrigin({ headers }: Request): boolean {
    const site = headers.get('sec-fetch-site')
    const expectedOrigin = this.#origins.own(headers.get('host'))
    return headers.get('origin') === expectedOrigin && (site === null || site === 'same-origin')
  }
}
