import type { Server } from 'bun'
import { parseNetwork } from '../../platform/networks.ts'
import { HTTP_LIMITS, type HttpLimits } from '../limits.ts'
import { type HostSettings, Hosts } from './hosts.ts'
import { createRequestHandler, type RequestHandlerOptions } from './request-handler.ts'
import { type Route, RouteTable } from './route-table.ts'

/** Above every bound of the surfaces: Bun's own refusal would have no JSON body. */
export const MAX_BODY_BYTES = 6 * 1024 ** 3

export interface ListenerOptions extends Pick<RequestHandlerOptions, 'log' | 'metrics'> {
  app: Pick<RequestHandlerOptions, 'fetch'> & { routes: readonly Route[] }
  settings: Omit<HostSettings, 'listening'> & {
    host: string
    port: number
    edge_host: string
    edge_port?: number | undefined
    trusted_proxies: readonly string[]
  }
  limits?: HttpLimits
}

export interface Listeners {
  readonly main: Server<undefined>
  readonly edge: Server<undefined> | undefined
  /** Closes every connection. */
  stop(): Promise<void>
}

/** Opens the main listener and, where it is set, the edge listener for tunnels and proxies. */
export function listen({
  app,
  log,
  metrics,
  settings,
  limits = HTTP_LIMITS,
}: ListenerOptions): Listeners {
  const { host, port, edge_host, edge_port } = settings
  const hosts = new Hosts({
    ...settings,
    listening: edge_port === undefined ? [host] : [host, edge_host],
  })
  const proxies = settings.trusted_proxies.map(parseNetwork)
  const routes = new RouteTable()
  routes.fill(app.routes)
  const open = (viaProxy: boolean, hostname: string, onPort: number) =>
    Bun.serve({
      hostname,
      port: onPort,
      // Two servers would share the port, and each get some of the requests.
      reusePort: false,
      development: false,
      idleTimeout: limits.idleSeconds,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch: createRequestHandler({
        fetch: app.fetch,
        routes,
        log,
        metrics,
        hosts,
        proxies,
        viaProxy,
        limits,
      }),
      error: () =>
        Response.json({ detail: 'Internal server error', code: 'internal' }, { status: 500 }),
    })
  const main = open(false, host, port)
  const edge = edge_port === undefined ? undefined : open(true, edge_host, edge_port)
  return {
    main,
    edge,
    async stop() {
      await Promise.all([main.stop(true), edge?.stop(true)])
    },
  }
}
