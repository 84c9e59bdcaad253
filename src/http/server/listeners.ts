import type { Server } from 'bun'
import { codeOf } from '../../platform/errors.ts'
import { parseNetwork } from '../../platform/networks.ts'
import { BodyBudget } from '../body/body-budget.ts'
import { HTTP_LIMITS, type HttpLimits } from '../limits.ts'
import { type HostSettings, Hosts } from './origins.ts'
import { createRequestHandler, type RequestHandlerOptions } from './request-handler.ts'
import { type Route, RouteTable } from './route-table.ts'

/**
 * Above every bound of the surfaces: Bun's own refusal would have no JSON body. @limit any-body GiB
 */
export const MAX_BODY_BYTES = 6 * 1024 ** 3

export interface ListenerSettings extends Omit<HostSettings, 'listening'> {
  host: string
  port: number
  edge_host: string
  edge_port?: number | undefined
  trusted_proxies: readonly string[]
  body_memory_bytes: number
}

/** What answers the requests. */
export interface Answering extends Pick<RequestHandlerOptions, 'log' | 'metrics' | 'record'> {
  app: Pick<RequestHandlerOptions, 'fetch'> & { routes: readonly Route[] }
}

export interface Listeners {
  readonly main: Server<undefined>
  readonly edge: Server<undefined> | undefined
  /** Answers requests from now on, those first that have arrived since the ports were bound. */
  serve(answering: Answering): void
  /** Closes every connection. */
  stop(): Promise<void>
}

/** An address that cannot be bound; `code` is the system's. */
export class BindError extends Error {
  override readonly name = 'BindError'
  readonly code: string
  readonly host: string
  readonly port: number

  constructor(host: string, port: number, code: string, cause: unknown) {
    super(`Cannot listen on ${host}:${port}: ${code}`, { cause })
    this.host = host
    this.port = port
    this.code = code
  }
}

type Handler = ReturnType<typeof createRequestHandler>

/**
 * Binds the main listener and, where it is set, the edge listener for tunnels and proxies. Requests
 * wait until {@link Listeners.serve}, so that a port can be bound before anything is written.
 *
 * @throws {BindError} when an address cannot be bound; then none is
 */
export function bindListeners(
  settings: ListenerSettings,
  limits: HttpLimits = HTTP_LIMITS,
): Listeners {
  const { host, port, edge_host, edge_port } = settings
  const hosts = new Hosts({
    ...settings,
    listening: edge_port === undefined ? [host] : [host, edge_host],
  })
  const proxies = settings.trusted_proxies.map(parseNetwork)
  const bodies = new BodyBudget(settings.body_memory_bytes)
  const ready = Promise.withResolvers<void>()
  const makers: ((answering: Answering) => void)[] = []
  const open = (viaProxy: boolean, hostname: string, onPort: number) => {
    let handler: Handler | undefined
    makers.push(({ app, log, metrics, record }) => {
      const routes = new RouteTable()
      routes.fill(app.routes)
      const { fetch } = app
      handler = createRequestHandler({
        fetch,
        routes,
        log,
        metrics,
        record,
        hosts,
        proxies,
        viaProxy,
        limits,
        bodies,
      })
    })
    const answer: Handler = (request, server) =>
      handler === undefined
        ? ready.promise.then(() => answer(request, server))
        : handler(request, server)
    return bind(hostname, onPort, limits, answer)
  }
  const main = open(false, host, port)
  let edge: Server<undefined> | undefined
  try {
    edge = edge_port === undefined ? undefined : open(true, edge_host, edge_port)
  } catch (error) {
    void main.stop(true)
    throw error
  }
  return {
    main,
    edge,
    serve(answering) {
      answering.metrics.observeBodies(() => bodies.usedBytes)
      for (const make of makers) make(answering)
      ready.resolve()
    },
    async stop() {
      await Promise.all([main.stop(true), edge?.stop(true)])
    },
  }
}

/** Binds the listeners for an app that is there already. */
export function listen({
  settings,
  limits,
  ...answering
}: Answering & { settings: ListenerSettings; limits?: HttpLimits }): Listeners {
  const listeners = bindListeners(settings, limits)
  listeners.serve(answering)
  return listeners
}

function bind(
  hostname: string,
  port: number,
  limits: HttpLimits,
  fetch: Handler,
): Server<undefined> {
  try {
    return Bun.serve({
      hostname,
      port,
      // Two servers would share the port, and each get some of the requests.
      reusePort: false,
      development: false,
      idleTimeout: limits.idleSeconds,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch,
      error: () =>
        Response.json({ detail: 'Internal server error', code: 'internal' }, { status: 500 }),
    })
  } catch (error) {
    const code = codeOf(error)
    if (typeof code !== 'string') throw error
    throw new BindError(hostname, port, code, error)
  }
}
