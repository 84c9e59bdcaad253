import type { HttpLimits } from '../limits.ts'

/** What the listener knows of a request and no header can claim. */
export interface Connection {
  requestId: string
  /** Whether it came in where tunnels and proxies are pointed. */
  viaProxy: boolean
  /** The listener's; without one, the usual. */
  readonly limits?: HttpLimits
  /** The socket's peer, undefined when not known. */
  readonly address: string | undefined
  /** Whose request it is, for rate limits and the audit; a trusted proxy's word counts. */
  readonly client: string
  /** Name of the caller, once a guard has found it; for the request log. */
  actor?: string
  /** The matched route's pattern; for the log and the metrics, as a path may hold a capability. */
  route?: string
  /** Whether only the headers are asked for, by HEAD. */
  isHead?: boolean
  /** The guard's judgement anew, for a caller who had time to be refused in. @throws What the guard throws */
  reauthorize?: () => void | Promise<void>
}

const connections = new WeakMap<Request, Connection>()

export function setConnection(request: Request, connection: Connection): void {
  connections.set(request, connection)
}

/** A request that no listener has seen (a test's) comes from nowhere and is never trusted. */
export function connectionOf(request: Request): Connection {
  let connection = connections.get(request)
  if (connection === undefined) {
    connection = { requestId: 'unlisted', viaProxy: true, address: undefined, client: 'unknown' }
    connections.set(request, connection)
  }
  return connection
}
