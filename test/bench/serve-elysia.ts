import type { Elysia } from 'elysia'

/** Serves routes of a peer on a free port, behind the settings of the service's own listener. @returns Its address */
export function serveElysia({ fetch }: Pick<Elysia, 'fetch'>): string {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 120,
    development: false,
    maxRequestBodySize: 6 * 1024 ** 3,
    fetch,
  })
  return `http://127.0.0.1:${server.port}`
}
