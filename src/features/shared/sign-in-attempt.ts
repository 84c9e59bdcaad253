import type { JoiningBrowser } from '../../core/identity/invites.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { HostCookie } from '../../http/server/cookies.ts'

/** The sealed state of a sign-in at a provider, which binds its callback to this browser. */
export const ATTEMPT_COOKIE = new HostCookie('hearth-sign-in')
/** Where identity providers send browsers. */
export const CALLBACK = '/login/callback'

/** The browser of a request, for the list of sessions and the audit. */
export function browserOf({ request, connection }: HttpContext): JoiningBrowser {
  const { client, requestId } = connection
  return { address: client, userAgent: request.headers.get('user-agent') ?? '', requestId }
}
