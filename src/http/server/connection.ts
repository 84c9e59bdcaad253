import type { HttpLimits } from '../limits.ts'

/** What the listener knows of a request; no header can claim it. */
export interface Connection {
  requestId: string
  /** Whether it arrived at the listener for tunnels and proxies. */
  viaProxy: boolean
  /** The listener's; without one, the usual. */
  readonly limits?: HttpLimits
  /** The socket's peer, undefined when not known. */
  readonly address: string | undefined
  /** The client's address for rate limits and the audit, as a trusted proxy forwards it. */
  readonly client: string
  /** Name of the caller, once a guard has found it; for the request log. */
  actor?: string
  /** The matched route's pattern; for the log and the metrics, as a path may hold a capability. */
  route?: string
  /** Whether the request is a HEAD. */
  isHead?: boolean
  /**
   * Runs the guard's check again, after a body that took long to arrive.
   *
   * @throws What the guard throws
   */
  reauthorize?: () => void | Promise<void>
}

const connections = new WeakMap<Request, Connection>()

export function setConnection(request: Request, connection: Connection): void {
  connections.set(request, connection)
}

/** A request that came through no listener, as in tests, has no address and is never trusted. */
export function connectionOf(request: Request): Connection {
  let connection = connections.get(request)
  if (connection === undefined) {
    connection = { requestId: 'unlisted', viaProxy: true, address: undefined, client: 'unknown' }
    connections.set(request, connection)
  }
  return connection
}
