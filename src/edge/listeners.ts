import type { Server } from 'bun'
import { randomId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { redact } from '../platform/redact.ts'
import { type Connection, setConnection } from './connection.ts'
import { errorBody, statusOf } from './error-body.ts'
import { type HostSettings, Hosts } from './hosts.ts'

/** Above every bound of the surfaces, so that they answer and not the server, which has no words. */
const MAX_BODY_BYTES = 6 * 1024 ** 3
/** A connection that says nothing between two requests, or takes nothing of its answer, is closed. */
const IDLE_SECONDS = 120

export interface ListenerOptions {
  fetch: (request: Request) => Response | Promise<Response>
  log: Log
  metrics: Metrics
  settings: Omit<HostSettings, 'listening'> & {
    host: string
    port: number
    edge_host: string
    edge_port?: number | undefined
  }
}

export interface Listeners {
  readonly house: Server<undefined>
  readonly edge: Server<undefined> | undefined
  /** Closes every connection. */
  stop(): Promise<void>
}

/** Opens the house listener and, where it is set, the edge listener for tunnels and proxies. */
export function listen({ fetch, log, metrics, settings }: ListenerOptions): Listeners {
  const { host, port, edge_host, edge_port } = settings
  const hosts = new Hosts({
    ...settings,
    listening: edge_port === undefined ? [host] : [host, edge_host],
  })
  const open = (edge: boolean, hostname: string, onPort: number) =>
    Bun.serve({
      hostname,
      port: onPort,
      development: false,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch: door({ fetch, log, metrics, hosts, edge }),
      error: () =>
        Response.json({ detail: 'Internal server error', code: 'internal' }, { status: 500 }),
    })
  const house = open(false, host, port)
  const edge = edge_port === undefined ? undefined : open(true, edge_host, edge_port)
  return {
    house,
    edge,
    async stop() {
      await Promise.all([house.stop(true), edge?.stop(true)])
    },
  }
}

interface Door extends Pick<ListenerOptions, 'fetch' | 'log' | 'metrics'> {
  hosts: Hosts
  edge: boolean
}

/** What every request passes before the routes: its id, its host, its connection, its line in the log. */
function door({ fetch, log, metrics, hosts, edge }: Door) {
  return (request: Request, server: Server<undefined>): Response | Promise<Response> => {
    const started = performance.now()
    // An answer may take as long as the model needs; the surfaces have their own limits.
    server.timeout(request, 0)
    const connection: Connection = {
      requestId: requestIdOf(request),
      edge,
      address: server.requestIP(request)?.address,
    }
    setConnection(request, connection)
    const finish = (response: Response): Response => {
      server.timeout(request, IDLE_SECONDS)
      const ms = performance.now() - started
      const route = connection.route ?? 'unmatched'
      response.headers.set('x-request-id', connection.requestId)
      metrics.request(route, response.status, ms / 1000)
      log.info(
        {
          requestId: connection.requestId,
          method: request.method,
          route,
          ...(connection.route === undefined ? { path: pathOf(request) } : {}),
          status: response.status,
          ms: Math.round(ms * 10) / 10,
          actor: connection.actor ?? null,
          ...(edge ? { edge } : {}),
        },
        'request',
      )
      return response
    }
    const refused = refuseHost(request, hosts)
    if (refused !== undefined) return finish(refused)
    const response = fetch(request)
    return response instanceof Promise ? response.then(finish) : finish(response)
  }
}

/** HTTP/1.0 may leave `Host` out, and two of them arrive as one list: neither names a host of ours. */
function refuseHost(request: Request, hosts: Hosts): Response | undefined {
  const host = request.headers.get('host')
  if (host !== null && hosts.allows(host) && URL.canParse(request.url)) return undefined
  const [code, detail] =
    host === null || host.includes(',')
      ? (['malformed', 'Expected exactly one Host header'] as const)
      : (['misdirected', 'This server does not answer for that host'] as const)
  return Response.json(errorBody(pathOf(request), code, detail), {
    status: statusOf(code),
    headers: { connection: 'close' },
  })
}

function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomId('req_')
}

function pathOf(request: Request): string {
  return redact(URL.parse(request.url)?.pathname ?? '/').slice(0, 200)
}
