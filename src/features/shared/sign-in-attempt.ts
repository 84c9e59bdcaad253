import type { JoiningBrowser } from '../../core/identity/invites.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { cookieName, readCookie, setCookie } from '../../http/server/cookies.ts'
import type { Origins } from '../../http/server/origins.ts'

/** Binds the provider's callback to the browser that has started the sign-in. */
const ATTEMPT_COOKIE = 'hearth-sign-in'
/** Where identity providers send browsers. */
export const CALLBACK = '/login/callback'

/** `Set-Cookie` for the sealed state of an attempt; a lifetime of 0 deletes it. */
export function attemptCookie(
  origins: Origins,
  { headers }: Request,
  binding: string,
  maxAge: number,
): string {
  const secure = origins.isSecure(headers.get('host'))
  return setCookie(ATTEMPT_COOKIE, binding, { secure, maxAge })
}

/** The sealed state that a browser shows. */
export function readAttempt(origins: Origins, { headers }: Request): string | undefined {
  return readCookie(headers, cookieName(ATTEMPT_COOKIE, origins.isSecure(headers.get('host'))))
}

/** The browser of a request, for the list of sessions and the audit. */
export function browserOf({ request, connection }: HttpContext): JoiningBrowser {
  const { client, requestId } = connection
  return { address: client, userAgent: request.headers.get('user-agent') ?? '', requestId }
}
