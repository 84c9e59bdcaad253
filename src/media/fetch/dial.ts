import { connect, type Socket } from 'node:net'
import {
  bodyBytes,
  forwardedHead,
  hostForProxy,
  hostHeader,
  inUrl,
  type OperatorProxy,
  type ProxyRequest,
} from './proxy-request.ts'
import { resolveHost, type Target } from './resolve-host.ts'

/** How long an address may be silent before the next is tried beside it. RFC 8305, 5 */
const STAGGER_MS = 250
/** A name with more addresses than these has mirrors enough. */
const MAX_ADDRESSES = 6

/** An open connection, and which of the addresses it is to. */
export interface Dialled {
  socket: Socket
  address: string
}

/**
 * Opens a connection to the first address that accepts one, so that a broken IPv6 holds nobody up.
 *
 * @param addresses At least one, each checked
 * @throws The error of the last address that failed, or the signal's reason
 */
export function dial(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Dialled> {
  const waiting = addresses.slice(0, MAX_ADDRESSES)
  const open = new Set<Socket>()
  const { promise, resolve, reject } = Promise.withResolvers<Dialled>()
  let timer: Timer | undefined
  const settle = (winner?: Socket) => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    for (const socket of open) if (socket !== winner) socket.destroy()
    waiting.length = 0
  }
  const abort = () => {
    settle()
    reject(signal.reason)
  }
  const tryNext = () => {
    clearTimeout(timer)
    const address = waiting.shift()
    if (address === undefined) return
    const socket = connect({ host: address, port, noDelay: true })
    open.add(socket)
    socket.on('error', (error) => {
      open.delete(socket)
      if (waiting.length > 0) tryNext()
      else if (open.size === 0) {
        settle()
        reject(error)
      }
    })
    socket.once('connect', () => {
      settle(socket)
      resolve({ socket, address })
    })
    if (waiting.length > 0) timer = setTimeout(tryNext, STAGGER_MS)
  }
  if (signal.aborted) abort()
  else {
    signal.addEventListener('abort', abort, { once: true })
    tryNext()
  }
  return promise
}

/** A connection to the server of a request. */
export interface ServerConnection {
  server: Socket
  /** What each side is sent before the bytes of the other. */
  toServer: string | Buffer
  toClient: string | Buffer
  /** Most bytes that the client may send; a tunnel has no bound. */
  maxClientBytes: number
}

interface ConnectOptions {
  operator: OperatorProxy | undefined
  signal: AbortSignal
}

/**
 * Connects to a checked address of the host, itself or through the operator's proxy.
 *
 * @throws {AppError} `malformed`, `address_refused`, `download_failed`
 * @throws The error of the connection
 */
export async function connectServer(
  request: ProxyRequest,
  target: Target,
  { operator, signal }: ConnectOptions,
): Promise<ServerConnection> {
  const isTunnel = request.method === 'CONNECT'
  const maxClientBytes = isTunnel ? Number.POSITIVE_INFINITY : bodyBytes(request)
  const addresses = await resolveHost(target, signal)
  const { url, host, port } = target
  const path = url.pathname + url.search
  const asked = operator === undefined ? host : hostForProxy(operator, host, addresses)
  if (isTunnel) {
    const { socket, rest } =
      operator === undefined
        ? { ...(await dial(addresses, port, signal)), rest: Buffer.alloc(0) }
        : await operator.tunnel(`${inUrl(asked)}:${port}`, signal)
    const connected = Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n')
    const toClient = Buffer.concat([connected, rest])
    return { server: socket, toServer: '', toClient, maxClientBytes }
  }
  if (operator === undefined) {
    const { socket } = await dial(addresses, port, signal)
    const toServer = forwardedHead(request, target, path)
    return { server: socket, toServer, toClient: '', maxClientBytes }
  }
  const absolute = `http://${hostHeader(url, asked)}${path}`
  const toServer = forwardedHead(request, target, absolute, operator.headers)
  return { server: await operator.open(signal), toServer, toClient: '', maxClientBytes }
}
