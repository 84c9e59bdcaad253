import { lookup } from 'node:dns/promises'
import { bareHost, isPrivateAddress, normalizeAddress } from '../platform/networks.ts'
import { isHttpUrl, isPrivateUrl, parseUrl } from '../platform/urls.ts'
import { ClientFailure, TemporaryFailure, UsageFailure } from './failure.ts'

/** Host names that public DNS does not resolve. RFC 6761, 6762, 8375; ICANN 2024 (.internal). */
const LOCAL_NAME = /\.(?:local|localhost|internal|home\.arpa)\.?$/i

/**
 * Normalizes the service's address: no trailing slash, query or fragment. Without a scheme it gets
 * `http` for a host on a private network, else `https`.
 *
 * @throws {UsageFailure} when the text is not an address
 */
export function serviceUrl(text: string): string {
  const url = parseUrl(text.includes('://') ? text : withScheme(text))
  if (url === undefined || !isHttpUrl(url.href))
    throw new UsageFailure(`${text} is not an http or https address without credentials`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/**
 * Refuses plain http to a public host, which would send the credential unencrypted over the
 * internet.
 *
 * @throws {ClientFailure} when the address is plain http and its host is public
 */
export async function requireSecureUrl(address: string): Promise<void> {
  const url = new URL(address)
  if (url.protocol === 'https:' || isPrivateUrl(url) || LOCAL_NAME.test(url.hostname)) return
  const host = bareHost(url.hostname)
  if ((await addressesOf(host)).every(isPrivateAddress)) return
  throw new ClientFailure(
    `${host} is not on a private network, and plain http would show your sign-in to everyone on the way: use https://${url.host}, or --insecure if you accept that`,
  )
}

/**
 * Excludes a plain http service from HTTP_PROXY, because a proxy could read the requests. A proxy
 * of https cannot.
 */
export function bypassProxy(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'http:') return
  const given = process.env['NO_PROXY'] ?? process.env['no_proxy'] ?? ''
  process.env['NO_PROXY'] = [given, bareHost(hostname)].filter(Boolean).join(',')
}

function withScheme(text: string): string {
  const url = parseUrl(`http://${text}`)
  const isLocal = url !== undefined && (isPrivateUrl(url) || LOCAL_NAME.test(url.hostname))
  return `${isLocal ? 'http' : 'https'}://${text}`
}

async function addressesOf(host: string): Promise<string[]> {
  if (normalizeAddress(host) !== undefined) return [host]
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (cause) {
    throw new TemporaryFailure(`Cannot find the host ${host}`, { cause })
  }
}
