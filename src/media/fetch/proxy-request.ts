import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { abortable } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { bareHost, isIpv6 } from '../../platform/networks.ts'
import type { OperatorProxySettings } from '../contract-fetch.ts'
import { parseTarget, type Target } from './resolve-host.ts'

const CONNECTED = /^HTTP\/1\.[01] 2\d\d(?: |$)/

/**
 * The host that a proxy is asked for. Of several addresses one of IPv4: more proxies reach those, and
 * which it can reach is not known here.
 *
 * @param addresses At least one, each checked
 */
export function hostForProxy(
  { target }: Pick<OperatorProxySettings, 'target'>,
  host: string,
  addresses: readonly string[],
): string {
  if (target === 'name') return host
  return addresses.find((address) => !isIpv6(address)) ?? addresses[0] ?? host
}

/** The operator's own proxy, through which every connection goes. */
export class OperatorProxy {
  readonly target: OperatorProxySettings['target']
  readonly #url: URL

  constructor({ url, target }: OperatorProxySettings) {
    this.#url = new URL(url)
    this.target = target
  }

  /** The line that identifies Hearth to the proxy; none without a user name. */
  get headers(): readonly string[] {
    const { username, password } = this.#url
    if (username === '') return []
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return [`proxy-authorization: Basic ${Buffer.from(pair).toString('base64')}`]
  }

  /** @throws When the proxy cannot be reached */
  async open(signal: AbortSignal): Promise<Socket> {
    const { protocol, hostname, port } = this.#url
    const isTls = protocol === 'https:'
    const host = bareHost(hostname)
    const address = { host, port: Number(port || (isTls ? 443 : 80)) }
    const socket = isTls ? connectTls({ ...address, servername: host }) : connect(address)
    const opened = new Promise<Socket>((resolve, reject) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket))
      socket.on('error', reject)
    })
    try {
      return await abortable(opened, signal)
    } catch (cause) {
      socket.destroy()
      // Without its code, which would be taken for the server's.
      throw new Error('The proxy of this service cannot be reached', { cause })
    }
  }

  /**
   * Opens a tunnel.
   *
   * @param authority Host and port
   * @throws When the proxy cannot be reached, or refuses it
   */
  async tunnel(authority: string, signal: AbortSignal): Promise<{ socket: Socket; rest: Buffer }> {
    const socket = await this.open(signal)
    try {
      const lines = [`CONNECT ${authority} HTTP/1.1`, `host: ${authority}`, ...this.headers]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      const { text, rest } = await readHead(socket, signal)
      if (!CONNECTED.test(text.split('\r\n', 1)[0] ?? ''))
        throw new Error('The proxy refuses the connection')
      return { socket, rest }
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
}

/** Longest head of a request to the proxy, and of an operator's proxy's answer. */
const MAX_HEAD_BYTES = 32 * 1024
const HEAD_END = '\r\n\r\n'
const REQUEST_LINE = /^([A-Z]{1,20}) (\S+) HTTP\/1\.[01]$/
const HEADER_LINE = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*)$/
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+):\d{1,5}$/i
/** Headers that are for the next station only. RFC 9110, 7.6.1 */
export const HOP_HEADERS: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'te', 'trailer', 'upgrade', 'host', 'expect'],
  ...['proxy-authorization', 'proxy-authenticate', 'proxy-connection'],
])

/** What a program asks of the proxy. */
export interface ProxyRequest {
  method: string
  /** As it was sent: an authority for CONNECT, else a URL. */
  target: string
  headers: readonly (readonly [name: string, value: string])[]
}

/** Text up to the empty line, and what has arrived behind it. */
export interface Head {
  text: string
  rest: Buffer
}

/**
 * Reads the head of a message, and leaves the socket paused.
 *
 * @throws {AppError} `malformed` when it is too long, or ends early
 */
export function readHead(socket: Socket, signal: AbortSignal): Promise<Head> {
  const { promise, resolve, reject } = Promise.withResolvers<Head>()
  let arrived = Buffer.alloc(0)
  const take = (piece: Buffer) => {
    arrived = Buffer.concat([arrived, piece])
    const end = arrived.indexOf(HEAD_END)
    if (end >= 0) {
      socket.pause()
      const rest = arrived.subarray(end + HEAD_END.length)
      resolve({ text: arrived.toString('latin1', 0, end), rest })
    } else if (arrived.byteLength > MAX_HEAD_BYTES) reject(malformed('its head is too long'))
  }
  const fail = () => reject(malformed('the connection was closed'))
  socket.on('data', take).once('end', fail).once('close', fail)
  return abortable(promise, signal).finally(() => {
    socket.off('data', take).off('end', fail).off('close', fail)
  })
}

/** @throws {AppError} `malformed` */
export function parseProxyRequest(text: string): ProxyRequest {
  const [first = '', ...lines] = text.split('\r\n')
  const [, method, target] = REQUEST_LINE.exec(first) ?? []
  if (method === undefined || target === undefined) throw malformed('its first line is none')
  const headers = lines.map((line) => {
    const [, name, value] = HEADER_LINE.exec(line) ?? []
    if (name === undefined || value === undefined || /[\r\n\0]/.test(value))
      throw malformed('it has a line in its headers that is none')
    return [name.toLowerCase(), value] as const
  })
  return { method, target, headers }
}

export function headerOf({ headers }: ProxyRequest, name: string): string | undefined {
  return headers.find(([key]) => key === name)?.[1]
}

/** @throws {AppError} `malformed`, `invalid` */
export function proxyTarget({ method, target }: ProxyRequest): Target {
  if (method !== 'CONNECT') {
    if (!target.startsWith('http://')) throw malformed('its address is no http:// URL')
    return parseTarget(target)
  }
  if (!AUTHORITY.test(target)) throw malformed('its address is no host with a port')
  return parseTarget(`https://${target}/`)
}

/**
 * Bytes of the body of a request that is not a tunnel. Nothing behind them is passed on: it would be
 * the next request, which may be for another server.
 *
 * @throws {AppError} `malformed`
 */
export function bodyBytes(request: ProxyRequest): number {
  const length = headerOf(request, 'content-length') ?? '0'
  if (headerOf(request, 'transfer-encoding') !== undefined || !/^\d{1,15}$/.test(length))
    throw malformed('the length of its body is not given')
  return Number(length)
}

/**
 * The head for the server, or for the operator's proxy.
 *
 * @param target The path, or the whole URL for a proxy
 * @param more Headers to add
 */
export function forwardedHead(
  { method, headers }: ProxyRequest,
  { url, host }: Target,
  target: string,
  more: readonly string[] = [],
): string {
  const named = headers.filter(([key]) => key === 'connection').map(([, value]) => value)
  const dropped = new Set(
    named
      .join(',')
      .toLowerCase()
      .split(/\s*,\s*/),
  )
  const kept = headers.filter(([name]) => !HOP_HEADERS.has(name) && !dropped.has(name))
  return [
    `${method} ${target} HTTP/1.1`,
    `host: ${hostHeader(url, host)}`,
    ...kept.map(([name, value]) => `${name}: ${value}`),
    ...more,
    'connection: close',
    '\r\n',
  ].join('\r\n')
}

/** The name as the server knows it, with the port where it is not the usual one. */
export function hostHeader(url: URL, host: string): string {
  return url.port === '' ? inUrl(host) : `${inUrl(host)}:${url.port}`
}

/** A host as URLs have it: an address of IPv6 in brackets. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function malformed(reason: string): AppError {
  return new AppError('malformed', `Cannot read the request: ${reason}`)
}
