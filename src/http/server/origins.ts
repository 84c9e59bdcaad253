import { hostname, networkInterfaces } from 'node:os'
import { bareHost, isLoopbackAddress, normalizeAddress } from '../../platform/networks.ts'

export interface OriginSettings {
  base_url?: string | undefined
  alt_base_url?: string | undefined
}

/** The service's addresses as browsers see them; taken from the settings, never from a header. */
export class Origins {
  readonly #public: readonly URL[]

  constructor({ base_url, alt_base_url }: OriginSettings) {
    this.#public = [base_url, alt_base_url].flatMap((url) =>
      url === undefined ? [] : new URL(url),
    )
  }

  /**
   * The public address that a request was sent to.
   *
   * @param host Its `Host` header
   * @returns Without a trailing slash; undefined when it is none of them
   */
  publicOf(host: string | null): string | undefined {
    return this.#public.find((url) => url.host === host?.toLowerCase())?.origin
  }

  /** The main public address; undefined when there is none. */
  get main(): string | undefined {
    return this.#public[0]?.origin
  }

  /** All public addresses, the main one first. */
  get all(): string[] {
    return this.#public.map(({ origin }) => origin)
  }

  /** The host of that address, as `Host` has it. */
  get mainHost(): string | null {
    return this.#public[0]?.host ?? null
  }

  /**
   * The address of pages for users: the public address that a request was sent to, or the main one,
   * or without any the request's own host.
   */
  forUsers(host: string | null): string {
    return this.publicOf(host) ?? this.main ?? this.own(host)
  }

  /** The origin of pages that were loaded from a request's own host. */
  own(host: string | null): string {
    // Only the public addresses may have TLS in front of them.
    return this.publicOf(host) ?? `http://${host?.toLowerCase()}`
  }

  /**
   * Whether cookies of a request's own host carry `Secure` and the prefix `__Host-`; a browser
   * stores neither without TLS.
   */
  isSecure(host: string | null): boolean {
    return this.own(host).startsWith('https:')
  }
}

/** Addresses of the interfaces are read at most this often, when an unknown one is asked for. */
const ADDRESSES_MS = 2_000
/** `Host` values remembered; a client may add any port to a name. */
const MAX_KNOWN = 100

export interface HostSettings {
  base_url?: string | undefined
  alt_base_url?: string | undefined
  local_hosts: readonly string[]
  /** The addresses that the listeners are bound to. */
  listening: readonly string[]
}

/**
 * The `Host` values that this server answers for. Every other is answered 421 on every path: that
 * stops DNS rebinding, and no malformed host changes the URL that the router reads.
 */
export class Hosts {
  readonly #names: ReadonlySet<string>
  readonly #anyAddress: boolean
  /** Values allowed by a name or a fixed address. */
  readonly #known = new Set<string>()
  #own: { readonly at: number; readonly addresses: ReadonlySet<string> } | undefined

  constructor({ base_url, alt_base_url, local_hosts, listening }: HostSettings) {
    const urls = [base_url, alt_base_url].filter((url) => url !== undefined)
    this.#names = new Set([
      'localhost',
      ...ownNames(hostname()),
      ...urls.map((url) => bareHost(new URL(url).hostname)),
      ...local_hosts.map((host) => host.toLowerCase()),
      ...listening.map((host) => normalizeAddress(host) ?? host.toLowerCase()),
    ])
    this.#anyAddress = listening.some((host) => host === '0.0.0.0' || host === '::')
  }

  /** @param host A `Host` header, with or without a port */
  allows(host: string): boolean {
    if (this.#known.has(host)) return true
    const name = hostName(host)
    if (name === undefined) return false
    const address = normalizeAddress(name)
    if (this.#isNamed(name, address)) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear()
      this.#known.add(host)
      return true
    }
    return address !== undefined && this.#anyAddress && this.#isOwn(address)
  }

  #isNamed(name: string, address: string | undefined): boolean {
    if (this.#names.has(name)) return true
    return address !== undefined && (isLoopbackAddress(address) || this.#names.has(address))
  }

  /**
   * Interfaces appear and vanish (a hotspot, a VPN). A page of a rebound name cannot send an address
   * as its `Host`, so own addresses are safe to answer for.
   */
  #isOwn(address: string): boolean {
    const now = performance.now()
    if (this.#own === undefined || now - this.#own.at > ADDRESSES_MS) {
      const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
      this.#own = {
        at: now,
        addresses: new Set(all.map((one) => normalizeAddress(one.address) ?? '')),
      }
    }
    return this.#own.addresses.has(address)
  }
}

/**
 * The names by which others in the network know this machine: its host name, and the same under
 * `.local` (RFC 6762) for multicast DNS.
 */
export function ownNames(hostname: string): string[] {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  const label = name.split('.', 1)[0] ?? ''
  return label === '' || label === 'localhost' ? [name] : [...new Set([name, `${label}.local`])]
}

/**
 * The name of a `Host` header in lower case, without port and brackets; undefined when it is not
 * one host.
 */
export function hostName(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host)
  return match?.[1] === undefined ? undefined : bareHost(match[1]).toLowerCase()
}
