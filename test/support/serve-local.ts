type Answer = (request: Request) => Response | Promise<Response>

/** A server on loopback, at a free port unless one is given. It can be stopped, and started again there. */
export function serveLocal(fetch: Answer, wantedPort = 0) {
  const serve = (port: number) =>
    Bun.serve({
      ...{ hostname: '127.0.0.1', port, idleTimeout: 0, development: false, fetch },
      maxRequestBodySize: 1024 ** 3,
    })
  let server = serve(wantedPort)
  const port = server.port ?? 0
  const stop = () => server.stop(true)
  return {
    port,
    /** Without a path. */
    origin: `http://127.0.0.1:${port}`,
    stop,
    restart() {
      server = serve(port)
    },
    [Symbol.asyncDispose]: stop,
  }
}
