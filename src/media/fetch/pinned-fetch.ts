import { AppError, codeOf } from '../../platform/errors.ts'
import { bareHost, isPublicAddress } from '../../platform/networks.ts'
import { userAgent } from '../../platform/version.ts'
import type {
  FetchedResource,
  OperatorProxySettings,
  SafeFetch,
  SafeFetchOptions,
} from '../contract-fetch.ts'
import { dial } from './dial.ts'
import { ACCEPTED_ENCODINGS, Download, downloadFailed } from './download.ts'
import { HOP_HEADERS, hostForProxy, hostHeader, inUrl } from './proxy-request.ts'
import { parseTarget, resolveHost, type Target } from './resolve-host.ts'

/** Redirects that are followed. @limit download-redirects count */
export const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Redirects after which a request is sent again as it was. */
const KEEPING: ReadonlySet<number> = new Set([307, 308])

interface PinnedFetchOptions {
  proxy?: OperatorProxySettings | undefined
  /** How the owner can be reached by who wonders about the requests. */
  contact?: string | undefined
  /** The only hosts that are asked, also by redirects; all public ones by default. */
  allowsHost?: ((host: string) => boolean) | undefined
}

/** What is sent to one address. */
type Sent = Pick<BunFetchRequestInit, 'method' | 'body'> & {
  headers: Readonly<Record<string, string>>
}

/**
 * Connects to the very addresses that were checked, so that a second look-up cannot give another.
 */
export class PinnedFetch implements SafeFetch {
  readonly #proxy: OperatorProxySettings | undefined
  readonly #userAgent: string
  readonly #allowsHost: (host: string) => boolean

  constructor({ proxy, contact, allowsHost = () => true }: PinnedFetchOptions = {}) {
    this.#proxy = proxy
    this.#userAgent = userAgent(contact)
    this.#allowsHost = allowsHost
  }

  async fetch(text: string, options: SafeFetchOptions): Promise<FetchedResource> {
    const { method = 'GET', body, accept = '*/*', maxRedirects = MAX_REDIRECTS } = options
    const headers = { accept, 'user-agent': this.#userAgent, ...requestHeaders(options.headers) }
    let sent: Sent = { method, headers, ...(body !== undefined && { body }) }
    let target = parseTarget(text)
    const download = new Download(options)
    for (let redirects = 0; ; redirects++) {
      try {
        const response = await this.#ask(target, sent, download.signal)
        const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
        if (location === null) return download.resource(target, response)
        await response.body?.cancel()
        if (redirects === maxRedirects)
          throw downloadFailed(target.host, `it redirects more than ${maxRedirects} times`)
        const next = redirectTarget(location, target)
        sent = afterRedirect(sent, response.status, next.url.origin === target.url.origin)
        target = next
      } catch (error) {
        download.close()
        throw download.failure(error, target)
      }
    }
  }

  async #ask(
    target: Target,
    { headers: given, ...sent }: Sent,
    signal: AbortSignal,
  ): Promise<Response> {
    const { url, host, port, isAddress } = target
    if (!this.#allowsHost(host)) throw hostRefused(host)
    const addresses = await resolveHost(target, signal)
    const init: BunFetchRequestInit = {
      ...sent,
      headers: { ...given, 'accept-encoding': ACCEPTED_ENCODINGS, connection: 'close' },
      redirect: 'manual',
      // A kept connection would be found by its address alone, whichever name it was made for.
      keepalive: false,
      // The built-in decoder unpacks all that has arrived at once.
      decompress: false,
      signal,
      ...(this.#proxy === undefined ? {} : { proxy: this.#proxy.url }),
    }
    if (this.#proxy?.target === 'name') return byProxy(host, url, init)
    const address =
      this.#proxy === undefined
        ? await answering(addresses, port, signal)
        : hostForProxy(this.#proxy, host, addresses)
    const pinned = new URL(url)
    pinned.hostname = inUrl(address)
    // A URL keeps its host where it does not understand the new one.
    if (!isPublicAddress(bareHost(pinned.hostname))) throw new Error('The address was not set')
    const headers = { ...init.headers, host: hostHeader(url, host) }
    const named = { ...init, ...(isAddress ? {} : { headers, tls: { serverName: host } }) }
    return this.#proxy === undefined ? fetch(pinned.href, named) : byProxy(host, pinned, named)
  }
}

/** Why a proxy cannot be connected to. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ConnectionRefused', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'],
])

/** Says of the proxy what is its fault, so that nobody searches for it at the server. */
async function byProxy(host: string, url: URL, init: BunFetchRequestInit): Promise<Response> {
  try {
    const response = await fetch(url.href, init)
    if (response.status !== 407) return response
    await response.body?.cancel()
  } catch (cause) {
    if (!UNREACHABLE.has(codeOf(cause) ?? '')) throw cause
    throw downloadFailed(host, 'the proxy of this service cannot be reached', cause)
  }
  throw downloadFailed(host, 'the proxy of this service wants another user name or password')
}

/** The address to use: of several, the first that accepts a connection. */
async function answering(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<string> {
  const [only = ''] = addresses
  if (addresses.length === 1) return only
  const { socket, address } = await dial(addresses, port, signal)
  socket.destroy()
  return address
}

/** WHATWG Fetch, 4.4: HTTP-redirect fetch; of headers, fewer than there are sent on. */
function afterRedirect({ headers, ...sent }: Sent, status: number, isSameOrigin: boolean): Sent {
  const kept = isSameOrigin ? headers : headersForAnyOrigin(headers)
  if (sent.method !== 'POST' || KEEPING.has(status)) return { ...sent, headers: kept }
  const { 'content-type': _, 'content-encoding': __, ...others } = kept
  return { method: 'GET', headers: others }
}

function hostRefused(host: string): AppError {
  return new AppError(
    'address_refused',
    `Cannot download from ${host}: this host is not asked here`,
  )
}

function redirectTarget(location: string, from: Target): Target {
  try {
    return parseTarget(location, from.url.href)
  } catch (cause) {
    const reason = 'it redirects to an address that cannot be used'
    throw downloadFailed(from.host, reason, cause)
  }
}

/** Of the headers that a caller adds to one request. */
const MAX_HEADERS = 32
const MAX_HEADER_CHARACTERS = 8_192
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e]*$/
/** Headers that follow from the connection and from the body. */
const SET_HERE: ReadonlySet<string> = new Set([
  ...HOP_HEADERS,
  ...['accept-encoding', 'content-length', 'transfer-encoding'],
])
/** Headers that say nothing of the sender; all others stay with the server they were meant for. */
const FOR_ANY_ORIGIN: ReadonlySet<string> = new Set([
  ...['accept', 'accept-language', 'content-type', 'user-agent'],
])

/**
 * Headers that a caller adds, by their names in lower case.
 *
 * @throws {TypeError} for a header that is none, that the connection sets, and for too many of them
 */
function requestHeaders(
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const headers = Object.entries(given).map(([name, value]) => {
    const key = name.toLowerCase()
    if (!NAME.test(key) || SET_HERE.has(key) || key.startsWith('proxy-'))
      throw new TypeError('A request has a header that may not be set')
    if (!VALUE.test(value)) throw new TypeError('A request has a header with an unusable value')
    return [key, value] as const
  })
  const characters = headers.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  if (headers.length > MAX_HEADERS || characters > MAX_HEADER_CHARACTERS)
    throw new TypeError('The headers of a request are too long')
  return Object.fromEntries(headers)
}

/** Those that may follow a redirect to another origin. */
function headersForAnyOrigin(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_ANY_ORIGIN.has(name)))
}
