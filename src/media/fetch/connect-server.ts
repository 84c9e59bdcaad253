import type { Socket } from 'node:net'
import { dial } from './dial.ts'
import { hostForProxy, type OperatorProxy } from './operator-proxy.ts'
import { bodyBytes, forwardedHead, hostHeader, inUrl, type ProxyRequest } from './proxy-request.ts'
import { resolveHost } from './resolve-host.ts'
import type { Target } from './target.ts'

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
