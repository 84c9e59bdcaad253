import type { Server } from 'bun'
import { expectedError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import {
  inNetworks,
  isLoopbackAddress,
  type Networks,
  normalizeAddress,
} from '../../platform/networks.ts'
import { redact } from '../../platform/redact.ts'
import type { BodyBudget, BodyShare } from '../body/body-budget.ts'
import type { HttpLimits } from '../limits.ts'
import { errorBody, helpHeaders, statusOf } from '../reply/error-body.ts'
import { refusedHeadPage } from '../reply/error-page.ts'
import { wantsErrorPage } from '../reply/html.ts'
import {
  asGet,
  type Connection,
  type EngineFacts,
  isWorthKeeping,
  type RequestRecord,
  setConnection,
} from './connection.ts'
import type { Hosts } from './origins.ts'
import type { RouteTable } from './route-table.ts'

const UNKNOWN_HOST =
  'This server does not answer for that host: its owner can name it in LOCAL_HOSTS or BASE_URL'

/** Status in the log of an answer whose client left before its end; nginx's number. */
const CLIENT_LEFT = 499

export interface RequestHandlerOptions {
  fetch: (request: Request) => Response | Promise<Response>
  routes: RouteTable
  log: Log
  metrics: Metrics
  /** Keeps the requests that say something about the use of the service. */
  record?: ((request: RequestRecord) => void) | undefined
  hosts: Hosts
  /** Proxies whose `X-Forwarded-For` is trusted. */
  proxies: Networks
  /** Whether this is the listener for tunnels and proxies. */
  viaProxy: boolean
  limits: HttpLimits
  /** Memory of all bodies that are held whole. */
  bodies: BodyBudget
}

/**
 * Handles every request before the routes: request id, host check, connection facts, log and
 * metrics.
 */
export function createRequestHandler(options: RequestHandlerOptions) {
  const { fetch, routes, log, metrics, record, hosts, viaProxy, limits } = options
  return (request: Request, server: Server<undefined>): Response | Promise<Response> => {
    const started = performance.now()
    // An answer may take as long as the model needs; the surfaces have limits of their own.
    server.timeout(request, 0)
    const connection = new ListenerConnection(options, request, server)
    const { requestId } = connection
    const page = pageRequest(request)
    if (page !== undefined) connection.pagePath = page.path
    const isHead = request.method === 'HEAD'
    const asksGet = isHead && page === undefined && !routes.hasHead(rawPathOf(request))
    const routed = page?.routed ?? (asksGet ? asGet(request) : request)
    if (isHead) connection.isHead = true
    setConnection(routed, connection)
    const finish = (response: Response): Response => {
      // What a run keeps of its request from here on is bounded by its admission.
      connection.bodyShare[Symbol.dispose]()
      const unread = response.status >= 400 && hasBody(request)
      server.timeout(request, unread ? limits.lingerSeconds : limits.idleSeconds)
      const ms = performance.now() - started
      const route = connection.route ?? 'unmatched'
      response.headers.set('x-request-id', requestId)
      // Results and streams too have text that callers send; no browser may take it for a script.
      response.headers.set('x-content-type-options', 'nosniff')
      metrics.request(route, response.status, ms / 1000)
      connection.whenSent((isCut) => {
        const { actor } = connection
        const { method } = request
        const engine = connection.engineFacts?.()
        const status = isCut ? CLIENT_LEFT : response.status
        const totalMs = Math.round((performance.now() - started) * 10) / 10
        const line = {
          requestId,
          method,
          route,
          path: connection.route === undefined ? pathOf(request) : undefined,
          status,
          ms: totalMs,
          actor: actor ?? null,
          ...engine,
          viaProxy: viaProxy || undefined,
        }
        log.info(line, 'request')
        if (record === undefined) return
        const byPage = connection.byPage === true
        const kept = { requestId, method, route, status, ms: totalMs, actor, byPage, engine }
        if (isWorthKeeping(kept)) record(kept)
      })
      return response
    }
    const refused = refuse(request, hosts, routes, () => ownUrl(connection, server.port))
    if (refused !== undefined) return finish(refused)
    // The routes answer their failures themselves; they reject when that fails as well.
    const fail = (error: unknown): Response => {
      log.error({ requestId, err: error }, 'A request failed in an unexpected way')
      const shape = routes.errorShapeOfPath(rawPathOf(request))
      const body = errorBody(shape, 'internal', 'Internal server error')
      const headers = { 'cache-control': 'private, no-store', ...helpHeaders('internal') }
      return finish(Response.json(body, { status: statusOf('internal'), headers }))
    }
    let response: Response | Promise<Response>
    try {
      response = fetch(routed)
    } catch (error) {
      return fail(error)
    }
    return response instanceof Promise ? response.then(finish, fail) : finish(response)
  }
}

/** The connection of a request. Addresses are looked up on demand: few guards need them. */
class ListenerConnection implements Connection {
  readonly requestId: string
  readonly viaProxy: boolean
  readonly limits: HttpLimits
  readonly bodyShare: BodyShare
  engineFacts?: () => EngineFacts | undefined
  actor?: string
  byPage?: boolean
  route?: string
  pagePath?: string
  isHead?: boolean
  guarded?: object
  reauthorize?: () => void | Promise<void>
  readonly #listener: RequestHandlerOptions
  readonly #request: Request
  readonly #server: Server<undefined>
  #isOpen = false
  #isCut = false
  #writeLine: ((isCut: boolean) => void) | undefined

  constructor(listener: RequestHandlerOptions, request: Request, server: Server<undefined>) {
    this.requestId = givenId(request) ?? randomId('req_')
    this.viaProxy = listener.viaProxy
    this.limits = listener.limits
    this.bodyShare = listener.bodies.share()
    this.#listener = listener
    this.#request = request
    this.#server = server
  }

  get address(): string | undefined {
    return this.#server.requestIP(this.#request)?.address
  }

  get client(): string {
    return clientAddress(this.address, this.#request.headers, this.#listener.proxies)
  }

  holdMemory(bytes: number): Disposable {
    return this.#listener.bodies.hold(bytes)
  }

  nextTurn(isLarge: boolean): Promise<void> | undefined {
    return this.#listener.bodies.nextTurn(isLarge)
  }

  delayLogLine(): () => void {
    this.#isOpen = true
    return () => {
      if (!this.#isOpen) return
      this.#isOpen = false
      this.#isCut = this.#request.signal.aborted
      this.#writeLine?.(this.#isCut)
    }
  }

  async answerTo(path: string): Promise<Response> {
    const { url, headers, signal } = this.#request
    const asked = new Request(new URL(path, url).href, { headers: ownHeaders(headers), signal })
    const connection = new ListenerConnection(this.#listener, this.#request, this.#server)
    setConnection(asked, connection)
    try {
      return await this.#listener.fetch(asked)
    } finally {
      connection.bodyShare[Symbol.dispose]()
    }
  }

  failed(err: unknown): void {
    if (expectedError(err) !== undefined) return
    this.#listener.log.error(
      { requestId: this.requestId, err },
      'A stream failed in an unexpected way',
    )
  }

  /** Calls back when the answer has been sent: now, or after {@link delayLogLine}. */
  whenSent(writeLine: (isCut: boolean) => void): void {
    // The answer to a HEAD has no body that would end.
    if (this.#isOpen && this.isHead !== true) this.#writeLine = writeLine
    else writeLine(this.#isCut)
  }
}

/** What a navigation asks in its own way, and keys, which its page has not. */
const OF_NAVIGATION = [
  ...['accept', 'accept-encoding', 'range', 'authorization', 'x-api-key'],
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range'],
  ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user'],
]

/** The headers of a call of the page that was opened, with those that a proxy or tunnel has added to it. */
function ownHeaders(headers: Headers): Headers {
  const own = new Headers(headers)
  for (const name of OF_NAVIGATION) own.delete(name)
  return own
}

/** Refuses a request whose head names another server or is ambiguous. */
function refuse(
  request: Request,
  hosts: Hosts,
  routes: RouteTable,
  findUrl: () => string | undefined,
): Response | undefined {
  const refusal = (code: 'malformed' | 'misdirected', detail: string) => {
    if (wantsErrorPage(request)) return refusedHeadPage(request, statusOf(code), detail, findUrl())
    const shape = routes.errorShapeOfPath(rawPathOf(request))
    return Response.json(errorBody(shape, code, detail), {
      status: statusOf(code),
      headers: helpHeaders(code),
    })
  }
  const host = request.headers.get('host')
  // HTTP/1.0 may omit `Host`, and two of them arrive as one list: neither names one host.
  if (host === null || host.includes(','))
    return refusal('malformed', 'Expected exactly one Host header')
  if (!hosts.allows(host) || !URL.canParse(request.url)) return refusal('misdirected', UNKNOWN_HOST)
  // Two equal lengths pass the server's parser as "5, 5", which is no number to check a bound with.
  if (request.headers.get('content-length')?.includes(','))
    return refusal('malformed', 'Expected at most one Content-Length header')
  return request.method === 'HEAD' ? refuseHead(rawPathOf(request), routes) : undefined
}

function refuseHead(path: string, routes: RouteTable): Response | undefined {
  if (!routes.refusesHead(path)) return undefined
  const allow = routes.methodsOf(path).join(', ')
  const code = 'method_not_allowed'
  return Response.json(errorBody(routes.errorShapeOfPath(path), code, `This path takes ${allow}`), {
    status: statusOf(code),
    headers: { allow, ...helpHeaders(code) },
  })
}

/** An address that a browser on this machine can open; for others there is none that surely works. */
function ownUrl({ viaProxy, address }: Connection, port: number | undefined): string | undefined {
  if (viaProxy || address === undefined || !isLoopbackAddress(address)) return undefined
  return `http://localhost:${port}/`
}

function hasBody({ headers }: Request): boolean {
  return (headers.get('content-length') ?? '0') !== '0' || headers.has('transfer-encoding')
}

function givenId(request: Request): string | undefined {
  const given = request.headers.get('x-request-id')
  if (given === null || !/^[A-Za-z0-9._-]{1,64}$/.test(given)) return undefined
  return redact(given) === given ? given : undefined
}

function pathOf(request: Request): string {
  return redact(rawPathOf(request)).slice(0, 200)
}

function rawPathOf({ url }: Request): string {
  // Without a `Host` header the URL is only a path.
  return URL.parse(url, 'http://localhost')?.pathname ?? '/'
}

/**
 * The client's address, for rate limits: the socket's peer or, behind a trusted proxy, what that
 * proxy has forwarded. Proxies append to `X-Forwarded-For`; earlier entries may be forged by the
 * client.
 *
 * @param peer The socket's peer
 * @returns `unknown` without a socket
 */
function clientAddress(peer: string | undefined, headers: Headers, proxies: Networks): string {
  if (peer === undefined) return 'unknown'
  let address = normalizeAddress(peer) ?? peer
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  while (inNetworks(proxies, address)) {
    const before = normalizeAddress(forwarded.pop() ?? '')
    if (before === undefined) return address
    address = before
  }
  return address
}

/** The route of the admin pages. */
export const ADMIN_PAGE_ROUTE = '/pages/admin'
/** Paths below /admin, but for files such as `usage.csv`. */
const ADMIN_PATH = /^\/admin(?:\/[^./]*)*$/

/**
 * Leads a browser that opens a path below /admin to the admin pages: the same path answers a script
 * with JSON.
 *
 * @returns The path that was opened, and the request to be routed; undefined for any other request
 */
function pageRequest(request: Request): { path: string; routed: Request } | undefined {
  // Before the URL is parsed, which the requests of programs need not wait for.
  if (!wantsErrorPage(request)) return undefined
  const { url, headers, signal } = request
  const path = URL.parse(url)?.pathname ?? '/'
  if (!ADMIN_PATH.test(path)) return undefined
  return { path, routed: asGet({ url: new URL(ADMIN_PAGE_ROUTE, url).href, headers, signal }) }
}
