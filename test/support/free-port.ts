/**
 * A port on which nobody listens. It is below those that Linux gives to connections, one of which
 * could take it meanwhile.
 */
export function freePort(): number {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    try {
      Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() }).stop(true)
      return port
    } catch {
      // It is taken.
    }
  }
}
