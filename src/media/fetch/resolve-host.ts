import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { abortable } from '../../platform/deadline.ts'
import { AppError, codeOf } from '../../platform/errors.ts'
import {
  bareHost,
  inNetworks,
  isPublicAddress,
  type Networks,
  normalizeAddress,
  parseNetwork,
} from '../../platform/networks.ts'
import { parseUrl } from '../../platform/urls.ts'

/** What a resolver says of a name that is not there; other failures may pass. */
const UNKNOWN_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME'])

/**
 * The addresses of a host, each checked. One address that is not public refuses the host: it would
 * be up to the resolver's order which one is used.
 *
 * @returns At least one address, in the order of the resolver
 * @throws {AppError} `address_refused`, alike for a name that does not exist and for a private one, so
 * that nobody can ask for the names of a private network; `download_failed`
 */
export async function resolveHost(
  { host, isAddress }: Target,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isAddress ? [host] : await lookUp(host, signal)
  const own = ownNetworks()
  if (
    addresses.length === 0 ||
    addresses.some((address) => !isPublicAddress(address) || inNetworks(own, address))
  )
    throw refused(host, isAddress)
  return addresses
}

async function lookUp(host: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const found = await abortable(lookup(host, { all: true, order: 'verbatim' }), signal)
    return found.map(({ address }) => address)
  } catch (cause) {
    signal.throwIfAborted()
    if (UNKNOWN_NAME.has(codeOf(cause) ?? '')) return []
    throw new AppError(
      'download_failed',
      `Cannot download from ${host}: its name cannot be looked up at the moment`,
      { cause },
    )
  }
}

/**
 * This machine's own addresses, and the IPv6 networks that it is in: home networks have public
 * addresses there, and no firewall stands between their machines.
 */
function ownNetworks(): Networks {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address, cidr, family }) =>
      parseNetwork(family === 'IPv6' && cidr !== null ? cidr : (address.split('%', 1)[0] ?? '')),
    ),
  )
}

function refused(host: string, isAddress: boolean): AppError {
  return new AppError(
    'address_refused',
    isAddress
      ? `Cannot download from ${host}: this address is not on the public internet`
      : `Cannot download from ${host}: there is no such host on the public internet`,
  )
}

/** An address that may be used, once its host is found to be public. */
export interface Target {
  url: URL
  /** In the URL's own spelling, without brackets and without a dot at the end. */
  host: string
  port: number
  /** Whether the host is a literal address. */
  isAddress: boolean
}

/** Longer than any that servers take. @limit download-url characters */
export const MAX_URL_CHARACTERS = 8_192
/** Of a name with a dot at its end. RFC 1035, 2.3.4 */
const MAX_HOST_CHARACTERS = 254
/** Ports of web servers; all others below 1024 belong to other protocols. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443])
const FIRST_FREE_PORT = 1024
/** Ports above 1023 that browsers refuse as well, because other protocols use them. WHATWG Fetch */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
])

/**
 * Checks an address before its host is looked up.
 *
 * @param base The address that has redirected to this one
 * @throws {AppError} `invalid`
 */
export function parseTarget(text: string, base?: string): Target {
  const url = text.length > MAX_URL_CHARACTERS ? undefined : parseUrl(text, base)
  if (url === undefined || url.hostname.length > MAX_HOST_CHARACTERS)
    throw invalid('Cannot download: this is not a URL')
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:')
    throw invalid('Cannot download: the URL must start with http:// or https://')
  if (url.username !== '' || url.password !== '')
    throw invalid('Cannot download: the URL must not contain a user name or a password')
  url.hash = ''
  // The dot at the end of a name keeps a resolver from adding a domain; certificates do not have it.
  const host = bareHost(url.hostname).replace(/\.$/, '')
  const port = Number(url.port || (protocol === 'https:' ? 443 : 80))
  if (!isAllowedPort(port)) throw invalid(`Cannot download from ${host}: its port is not allowed`)
  return { url, host, port, isAddress: normalizeAddress(host) !== undefined }
}

function isAllowedPort(port: number): boolean {
  return WEB_PORTS.has(port) || (port >= FIRST_FREE_PORT && !OTHER_PROTOCOLS.has(port))
}

function invalid(message: string): AppError {
  return new AppError('invalid', message)
}
