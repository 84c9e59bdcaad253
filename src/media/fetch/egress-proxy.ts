import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { AppError } from '../../platform/errors.ts'
import { knownFetchReason } from '../../platform/fetch-reason.ts'
import type { Log } from '../../platform/log.ts'
import type {
  EgressProxy,
  EgressProxyOptions,
  OpenEgressProxy,
  OperatorProxySettings,
} from '../contract-fetch.ts'
import { connectServer, type ServerConnection } from './dial.ts'
import { downloadFailed } from './download.ts'
import {
  headerOf,
  OperatorProxy,
  type ProxyRequest,
  parseProxyRequest,
  proxyTarget,
  readHead,
} from './proxy-request.ts'

/** Connections of one program at a time. @limit egress-connections count */
export const MAX_EGRESS_CONNECTIONS = 32
/**
 * How long a request may take to arrive, and its server to be connected.
 * @limit egress-connect seconds
 */
export const EGRESS_CONNECT_MS = 20_000
/** Connections that have not shown the credential; any program of the machine can open one. */
const MAX_UNAUTHENTICATED = 64
/** Refused hosts that are logged: a page can ask for any number of them. */
const MAX_LOGGED_REFUSALS = 100
/** How long the reader of a refusal has. */
const REFUSAL_LINGER_MS = 1_000
const USERNAME = 'hearth'
export interface EgressProxyServices {
  log: Log
  /** The operator's own proxy, which takes every connection. */
  operator?: OperatorProxySettings | undefined
}

/**
 * Makes proxies that listen on a free port of this machine until they are disposed, their deadline,
 * or their signal. Each of their connections is for one server, whose address is checked and then
 * dialled itself.
 */
export function egressProxies({ log, operator }: EgressProxyServices): OpenEgressProxy {
  const services = {
    log,
    operator: operator === undefined ? undefined : new OperatorProxy(operator),
  }
  return async (options) => {
    const proxy = new EgressProxyServer(options, services)
    await proxy.listen()
    return proxy
  }
}

interface Services {
  log: Log
  operator: OperatorProxy | undefined
}

class EgressProxyServer implements EgressProxy {
  readonly username = USERNAME
  /** Of this run only, so that no other program of the machine can use the proxy. */
  readonly password = randomBytes(24).toString('base64url')
  readonly #options: EgressProxyOptions
  readonly #services: Services
  readonly #expected: Buffer
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #end = new AbortController()
  readonly #closed = Promise.withResolvers<void>()
  /** Connections without the credential so far, the oldest first. */
  readonly #unauthenticated = new Set<Socket>()
  readonly #refused = new Set<string>()
  #connections = 0
  #bytes = 0
  #port = 0
  #failure: AppError | undefined

  constructor(options: EgressProxyOptions, services: Services) {
    this.#options = options
    this.#services = services
    const pair = Buffer.from(`${this.username}:${this.password}`).toString('base64')
    this.#expected = Buffer.from(`Basic ${pair}`)
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      void this.#accept(client)
    })
  }

  get server(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get url(): string {
    return `http://${this.username}:${this.password}@127.0.0.1:${this.#port}`
  }

  get failure(): AppError | undefined {
    return this.#failure
  }

  async listen(): Promise<void> {
    const { deadlineMs, signal, bridge } = this.#options
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#server.once('error', reject)
    if (bridge === undefined) this.#server.listen(0, '127.0.0.1', resolve)
    else this.#server.listen(bridge.socketPath, resolve)
    await promise
    const address = this.#server.address()
    this.#port =
      bridge?.port ?? (typeof address === 'object' && address !== null ? address.port : 0)
    const timer = setTimeout(() => this.#close(), deadlineMs)
    const abort = () => this.#close()
    signal?.addEventListener('abort', abort, { once: true })
    this.#end.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
    if (signal?.aborted === true) abort()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close()
    await this.#closed.promise
  }

  #close(): void {
    if (this.#end.signal.aborted) return
    this.#end.abort()
    this.#server.close(() => this.#closed.resolve())
    for (const socket of this.#sockets) socket.destroy()
  }

  async #accept(client: Socket): Promise<void> {
    this.#watch(client)
    this.#admit(client)
    let host: string | undefined
    try {
      const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(EGRESS_CONNECT_MS)])
      const { text, rest } = await readHead(client, signal)
      const request = parseProxyRequest(text)
      this.#authorize(request)
      this.#unauthenticated.delete(client)
      this.#count(client)
      const target = proxyTarget(request)
      host = target.host
      const { operator } = this.#services
      const connection = await connectServer(request, target, { operator, signal })
      if (!this.#watch(connection.server)) return
      if (client.destroyed) connection.server.destroy()
      else relay(client, connection, { rest, spend: (bytes) => this.#spend(bytes) })
      this.#services.log.debug({ host }, 'A program connects to a host')
    } catch (error) {
      this.#refuse(client, error, host)
    }
  }

  /** The oldest gives way to the newest, so that no number of them keeps the program out. */
  #admit(client: Socket): void {
    this.#unauthenticated.add(client)
    client.once('close', () => this.#unauthenticated.delete(client))
    const [oldest] = this.#unauthenticated
    if (oldest === undefined || this.#unauthenticated.size <= MAX_UNAUTHENTICATED) return
    this.#unauthenticated.delete(oldest)
    oldest.destroy()
  }

  /** @throws {AppError} `unauthorized` */
  #authorize(request: ProxyRequest): void {
    const given = Buffer.from(headerOf(request, 'proxy-authorization') ?? '')
    if (given.byteLength !== this.#expected.byteLength || !timingSafeEqual(given, this.#expected))
      throw new AppError('unauthorized', 'This proxy is for one program of Hearth')
  }

  /** @throws {AppError} `busy` */
  #count(client: Socket): void {
    const { maxConnections = MAX_EGRESS_CONNECTIONS } = this.#options
    if (this.#connections >= maxConnections)
      throw new AppError('busy', 'Too many connections at a time')
    this.#connections++
    client.once('close', () => this.#connections--)
  }

  /** Counts a socket until it is closed. False when the proxy is closed already. */
  #watch(socket: Socket): boolean {
    socket.on('error', () => socket.destroy())
    if (this.#end.signal.aborted) {
      socket.destroy()
      return false
    }
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return true
  }

  /** Whether as many bytes more may be passed on. */
  #spend(bytes: number): boolean {
    this.#bytes += bytes
    const { maxBytes } = this.#options
    if (this.#bytes <= maxBytes) return true
    this.#keep(
      new AppError(
        'too_large',
        `Cannot download: it is larger than the ${maxBytes} bytes of one download`,
      ),
    )
    return false
  }

  #keep(failure: AppError): void {
    const kept = this.#failure?.code
    if (kept !== 'too_large' && kept !== 'address_refused') this.#failure = failure
  }

  #logRefusal(host: string): void {
    if (this.#refused.has(host) || this.#refused.size >= MAX_LOGGED_REFUSALS) return
    this.#refused.add(host)
    this.#services.log.info({ host }, 'A program was refused a host')
  }

  #refuse(client: Socket, error: unknown, host = ''): void {
    const refusal = refusalOf(error, host)
    if (!this.#end.signal.aborted && refusal.code !== 'unauthorized' && host !== '')
      this.#keep(refusal)
    if (host !== '' && refusal.code === 'address_refused') this.#logRefusal(host)
    if (host !== '') this.#options.onRefusal?.(host, refusal)
    client.end(refusalText(refusal))
    // What is still unread would reset the connection, and with it the answer.
    setTimeout(() => client.destroy(), REFUSAL_LINGER_MS).unref()
  }
}

/** The answers of the proxy itself, by the code of the error. */
const STATUSES: Readonly<Record<string, string>> = {
  malformed: '400 Bad Request',
  unauthorized: '407 Proxy Authentication Required',
  invalid: '403 Forbidden',
  address_refused: '403 Forbidden',
  busy: '503 Service Unavailable',
}
const FAILED = '502 Bad Gateway'

/** The error as the program is told of it, without any word of an unexpected one. */
function refusalOf(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error
  return downloadFailed(host, knownFetchReason(error) ?? 'the connection failed')
}

/** The whole answer of a refusal. */
function refusalText({ code, message }: AppError): string {
  const body = `${message}\n`
  return [
    `HTTP/1.1 ${STATUSES[code] ?? FAILED}`,
    ...(code === 'unauthorized' ? ['proxy-authenticate: Basic realm="hearth"'] : []),
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

/** How long a server may take to end once the client has: the client may be gone. */
const HALF_CLOSED_MS = 30_000

interface RelayOptions {
  /** What the client has sent behind the head of its request. */
  rest: Buffer
  /** Told of every piece, before it is passed on; false closes both connections. */
  spend: (bytes: number) => boolean
}

/** Joins a client and its server until one of them closes. */
function relay(
  client: Socket,
  { server, toServer, toClient, maxClientBytes }: ServerConnection,
  { rest, spend }: RelayOptions,
): void {
  let left = maxClientBytes
  if (toServer.length > 0) server.write(toServer)
  if (toClient.length > 0) client.write(toClient)
  pass(server, client, spend)
  const take = pass(client, server, (bytes) => {
    left -= bytes
    return left >= 0 && spend(bytes)
  })
  if (rest.byteLength > 0) take(rest)
  let timer: Timer | undefined
  client.once('end', () => {
    timer = setTimeout(() => server.destroy(), HALF_CLOSED_MS).unref()
  })
  server.once('close', () => clearTimeout(timer))
}

/** Passes bytes on at the pace of who takes them. @returns Passes on one piece more */
function pass(from: Socket, to: Socket, allows: RelayOptions['spend']): (piece: Buffer) => void {
  const take = (piece: Buffer) => {
    if (!allows(piece.byteLength)) {
      from.destroy()
      to.destroy()
    } else if (!to.write(piece)) from.pause()
  }
  from.on('data', take)
  to.on('drain', () => from.resume())
  from.once('end', () => to.end())
  from.once('close', () => to.destroySoon())
  from.resume()
  return take
}
