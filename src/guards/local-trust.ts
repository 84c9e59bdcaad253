import type { Connection, HttpContext } from '../http/server/connection.ts'
import { hostName } from '../http/server/origins.ts'
import { AppError } from '../platform/errors.ts'
import {
  inNetworks,
  isLoopbackAddress,
  type Networks,
  normalizeAddress,
  parseNetwork,
} from '../platform/networks.ts'

/**
 * Headers that tunnels and proxies add. A request with one of them is not from the local network.
 */
const EDGE_HEADER =
  /^(?:cf-.*|cdn-loop|forwarded|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-original-.*|true-client-ip|via|fastly-.*|fly-.*|tailscale-.*|x-envoy-.*)$/

export interface LocalTrustSettings {
  trusted_networks: readonly string[]
  local_hosts: readonly string[]
  edge_headers: readonly string[]
}

/**
 * Decides whether a request comes directly from a trusted network, so that it needs no key. The
 * address of the socket is decisive, and anything ambiguous is not trusted.
 */
export class LocalTrust {
  readonly #networks: Networks
  readonly #hosts: ReadonlySet<string>
  readonly #edgeHeaders: ReadonlySet<string>

  constructor({ trusted_networks, local_hosts, edge_headers }: LocalTrustSettings) {
    this.#networks = trusted_networks.map(parseNetwork)
    this.#hosts = new Set(local_hosts.map((host) => host.toLowerCase()))
    this.#edgeHeaders = new Set(edge_headers.map((name) => name.toLowerCase()))
  }

  trusts(
    headers: Headers,
    { viaProxy, address }: Pick<Connection, 'viaProxy' | 'address'>,
  ): boolean {
    if (address === undefined || !this.covers(address)) return false
    if (!this.isDirect(headers, { viaProxy })) return false
    const host = headers.get('host')
    return host !== null && this.#isLocalHost(host) && isSameSite(headers, host)
  }

  /** Whether an address is in the trusted networks. */
  covers(address: string): boolean {
    return inNetworks(this.#networks, address)
  }

  /** Whether no tunnel or proxy has forwarded a request, as far as its headers tell. */
  isDirect(headers: Headers, { viaProxy }: Pick<Connection, 'viaProxy'>): boolean {
    if (viaProxy) return false
    for (const name of headers.keys()) {
      if (EDGE_HEADER.test(name) || this.#edgeHeaders.has(name)) return false
    }
    return true
  }

  /**
   * Refuses public names, because one that resolves to a local address is a sign of DNS rebinding.
   */
  #isLocalHost(host: string): boolean {
    const name = hostName(host)
    if (name === undefined) return false
    if (
      this.#hosts.has(name) ||
      (normalizeAddress(name) !== undefined && inNetworks(this.#networks, name))
    )
      return true
    return (
      name === 'localhost' &&
      this.#networks.some(([network]) => isLoopbackAddress(network.toString()))
    )
  }
}

/** Refuses requests of other sites' pages, which are opened in browsers on trusted machines. */
function isSameSite(headers: Headers, host: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('origin')
  // The main listener has plain HTTP only, so a page with an https origin is of another server.
  return origin === null || origin === `http://${host}`
}

/**
 * The largest file that is taken from outside of the owner's own network. @limit file-remote bytes
 */
export const MAX_REMOTE_FILE_BYTES = 100_000_000

/**
 * Large files come only from the owner's own network: what makes a request local counts, whatever its
 * credential.
 */
export class OwnNetwork {
  readonly #localTrust: LocalTrust

  constructor(localTrust: LocalTrust) {
    this.#localTrust = localTrust
  }

  includes({ request, connection }: HttpContext): boolean {
    return this.#localTrust.trusts(request.headers, connection)
  }

  /**
   * Refuses a file that is too large for where the request comes from. Also for a file in pieces, by
   * its whole length.
   *
   * @param bytes Of the file, as they are known so far
   * @throws {AppError} `own_network_only`
   */
  requireFor(context: HttpContext, bytes: number): void {
    if (bytes > MAX_REMOTE_FILE_BYTES && !this.includes(context)) throw tooFar()
  }

  /**
   * Passes a file's bytes on, and refuses it once it is too large for where it comes from.
   *
   * @param before Bytes of it that have come earlier
   */
  async *bounded(
    context: HttpContext,
    content: AsyncIterable<Uint8Array>,
    before = 0,
  ): AsyncGenerator<Uint8Array, void, void> {
    const isLocal = this.includes(context)
    let seen = before
    for await (const chunk of content) {
      seen += chunk.byteLength
      if (seen > MAX_REMOTE_FILE_BYTES && !isLocal) throw tooFar()
      yield chunk
    }
  }
}

function tooFar(): AppError {
  return new AppError(
    'own_network_only',
    `Files larger than ${MAX_REMOTE_FILE_BYTES} bytes are taken only from the own network of this service’s owner. Send it to this machine directly, without a proxy or tunnel in between, by its local address or name, from an address in TRUSTED_NETWORKS. In pieces it would be refused as well.`,
  )
}
