import { AppError } from '../../platform/errors.ts'
import { bareHost, normalizeAddress } from '../../platform/networks.ts'
import { parseUrl } from '../../platform/urls.ts'

/** An address that may be used, once its host is found to be public. */
export interface Target {
  url: URL
  /** In the URL's own spelling, without brackets and without a dot at the end. */
  host: string
  port: number
  /** Whether the host is a literal address. */
  isAddress: boolean
}

/** Longer than any that servers take. See Limits. */
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
