import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { abortable } from '../../platform/deadline.ts'
import { bareHost, isIpv6 } from '../../platform/networks.ts'
import type { OperatorProxySettings } from '../contract-fetch.ts'
import { readHead } from './proxy-request.ts'

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
