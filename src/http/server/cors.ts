import { Elysia } from 'elysia'

/** Seconds for which a browser remembers the answer to a preflight. */
export const PREFLIGHT_SECONDS = 600
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** What a page may read of an answer beside the headers that every page may read. */
const EXPOSED = [
  'location',
  'retry-after',
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
].join(', ')

/**
 * Lets pages of the listed origins call the service: never a reflected origin, never with cookies.
 * Only a preflight of a listed origin is answered here; every other `OPTIONS` goes to the routes.
 */
export function cors(origins: readonly string[]) {
  const app = new Elysia({ name: 'http/cors' })
  if (origins.length === 0) return app
  const listed = new Set(origins)
  return app.onRequest(({ request: { method, headers }, set }) => {
    set.headers['vary'] = 'origin'
    const origin = headers.get('origin')
    if (origin === null || !listed.has(origin)) return
    set.headers['access-control-allow-origin'] = origin
    set.headers['access-control-expose-headers'] = EXPOSED
    if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return
    set.headers['access-control-allow-methods'] = METHODS
    set.headers['access-control-max-age'] = String(PREFLIGHT_SECONDS)
    // As asked for: SDKs send headers of their own, and without cookies they carry no power.
    const asked = headers.get('access-control-request-headers')
    if (asked !== null) set.headers['access-control-allow-headers'] = asked
    return new Response(null, { status: 204 })
  })
}
