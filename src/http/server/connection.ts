import type { BodyShare } from '../body/body-budget.ts'
import type { HttpLimits } from '../limits.ts'

/** The engine of an answer, as the request log has it. */
export interface EngineFacts {
  engine: string
  model: string
  account: string
  /** Milliseconds in the queue. */
  queueMs: number
  /** Why the engine's answer failed; undefined where it did not. */
  failure: string | undefined
}

/** What the listener knows of a request; no header can claim it. */
export interface Connection {
  requestId: string
  /** Whether it arrived at the listener for tunnels and proxies. */
  viaProxy: boolean
  /**
   * Takes a part of the memory for all bodies, for an answer.
   *
   * @returns Dispose it when the answer has been sent
   * @throws {AppError} `busy`
   */
  holdMemory?(bytes: number): Disposable
  /** Waits until a piece of an answer may be made; undefined where there is nothing to wait for. */
  nextTurn?(isLarge: boolean): Promise<void> | undefined
  /** The listener's; without one, the usual. */
  readonly limits?: HttpLimits
  /** What the body takes of the memory for all bodies. */
  readonly bodyShare?: BodyShare
  /** The socket's peer, undefined when not known. */
  readonly address: string | undefined
  /** The client's address for rate limits and the audit, as a trusted proxy forwards it. */
  readonly client: string
  /** Name of the caller, once a guard has found it; for the request log. */
  actor?: string
  /** Whether the session of a browser has found the caller: a page asks, and no program. */
  byPage?: boolean
  /** The matched route's pattern; for the log and the metrics, as a path may hold a capability. */
  route?: string
  /** Which engine answers, and what it took; for the request log, which reads it at the end. */
  engineFacts?: () => EngineFacts | undefined
  /**
   * Delays the line of the request log until the answer's last byte has been handed over.
   *
   * @returns Writes the line, unless the handler has failed: then it is written with its answer
   */
  delayLogLine?(): () => void
  /** Takes a failure after the status was sent; those that are no one's fault but ours are logged. */
  failed?(error: unknown): void
  /**
   * What the same client gets from another path of this service with its session; not logged.
   *
   * @param path With its query
   */
  answerTo?(path: string): Promise<Response>
  /** The path that a browser has opened, where another route draws its page. */
  pagePath?: string
  /** Whether the request is a HEAD. */
  isHead?: boolean
  /** What the guard of the route has found out, for its handler. */
  guarded?: object
  /**
   * Runs the guard's check again, after a body that took long to arrive.
   *
   * @throws What the guard throws
   */
  reauthorize?: () => void | Promise<void>
}

/** A request with what the listener knows of it: all that readers of bodies and answers take. */
export interface HttpContext {
  readonly request: Request
  readonly connection: Connection
}

/**
 * By request, as Elysia hands nothing else on from the listener. Only guards, which make the context
 * of the handler, and the error handler, which may come before them, look it up.
 */
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

/**
 * Turns a HEAD into a GET; the server omits the body by itself. The router would read the whole
 * body to know its length, even of a stream that ends in an hour.
 */
export function asGet({
  url,
  headers,
  signal,
}: Pick<Request, 'url' | 'headers' | 'signal'>): Request {
  return new Request(url, { headers, signal })
}

/** A request that was answered: never its path, its query or its body. */
export interface RequestRecord {
  requestId: string
  method: string
  /** The route's pattern, or `unmatched`. */
  route: string
  status: number
  /** Until the last byte was sent. */
  ms: number
  /** Undefined where nobody was recognized. */
  actor: string | undefined
  /** Whether a page has asked. */
  byPage: boolean
  engine: EngineFacts | undefined
}

/** What pages load and poll, what monitors ask and what shared links send: it would push out all else. */
const ROUTINE =
  /^\/(?:$|(?:admin|pages|app|assets|docs|nas|api\/(?:me|dashboard|ai\/jobs|ai\/(?:image|tts)\/file))(?:\/|$)|(?:health|metrics|style\.css|icon\.svg|sw\.js|offline|openapi\.json|client)$)/

/** What a page says of itself, again and again. */
const SEEN = '/api/me/notifications/seen'

/** Whether a request says something about the use of the service. Refusals always do. */
export function isWorthKeeping({ method, route, status }: RequestRecord): boolean {
  const isRead = method === 'GET' || method === 'HEAD' || route === SEEN
  return status >= 400 || !isRead || !ROUTINE.test(route)
}
