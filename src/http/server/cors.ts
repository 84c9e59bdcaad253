import { cors as corsPlugin } from '@elysiajs/cors'
import { Elysia } from 'elysia'

/** Seconds for which a browser remembers the answer to a preflight. @limit preflight seconds */
export const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of the listed origins call the service: never a reflected origin, never with cookies.
 * Only a preflight of a listed origin is answered here: the plugin would answer every `OPTIONS`,
 * and its routes for them would make each unknown path a known one.
 */
export function cors(origins: readonly string[]) {
  const app = new Elysia({ name: 'http/cors' })
  if (origins.length === 0) return app
  const listed = new Set(origins)
  return app
    .use(
      corsPlugin({
        origin: [...origins],
        credentials: false,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        // As the request has them: SDKs send headers of their own, and without cookies they carry
        // no power.
        allowedHeaders: true,
        // All: resumable uploads, ranges and MCP tell what a client needs in headers of their own.
        exposeHeaders: '*',
        preflight: false,
      }),
    )
    .onRequest(({ request: { method, headers }, set }) => {
      if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return
      if (!listed.has(headers.get('origin') ?? '')) return
      set.headers['access-control-max-age'] = String(PREFLIGHT_SECONDS)
      const requested = headers.get('access-control-request-headers')
      if (requested !== null) set.headers['access-control-allow-headers'] = requested
      return new Response(null, { status: 204 })
    })
}
