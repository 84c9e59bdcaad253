import { lookup } from 'node:dns/promises'
import { bareHost, isPrivateAddress, normalizeAddress } from '../platform/networks.ts'
import { isHttpUrl, isPrivateUrl } from '../platform/urls.ts'
import { ClientFailure, TemporaryFailure, UsageFailure } from './failure.ts'

/** Names that no public name server answers for. RFC 6761, 6762, 8375; ICANN 2024 (.internal). */
const LOCAL_NAME = /\.(?:local|localhost|internal|home\.arpa)\.?$/i

/**
 * The service's address as it is kept and asked: no slash, query or fragment at its end. Without a
 * scheme `https` is meant, or `http` where the host is surely of this house.
 *
 * @throws {UsageFailure} when the text is no address
 */
export function serviceUrl(text: string): string {
  const url = URL.parse(text.includes('://') ? text : withScheme(text))
  if (url === null || !isHttpUrl(url.href))
    throw new UsageFailure(`${text} is not an http or https address without credentials`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/**
 * A credential must not cross the internet in the clear: plain http is for this machine and the house.
 *
 * @throws {ClientFailure} when the address is plain http and leads out of the house
 */
export async function refuseOpenHttp(address: string): Promise<void> {
  const url = new URL(address)
  if (url.protocol === 'https:' || isPrivateUrl(url) || LOCAL_NAME.test(url.hostname)) return
  const host = bareHost(url.hostname)
  if ((await addressesOf(host)).every(isPrivateAddress)) return
  throw new ClientFailure(
    `${host} is not on a private network, and plain http would show your sign-in to everyone on the way: use https://${url.host}, or --insecure if you accept that`,
  )
}

/**
 * Takes a plain http service out of what `fetch` sends through HTTP_PROXY: what is said in the house
 * must not leave it. A proxy of https sees nothing.
 */
export function bypassProxy(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'http:') return
  const given = process.env['NO_PROXY'] ?? process.env['no_proxy'] ?? ''
  process.env['NO_PROXY'] = [given, bareHost(hostname)].filter(Boolean).join(',')
}

function withScheme(text: string): string {
  const url = URL.parse(`http://${text}`)
  const isLocal = url !== null && (isPrivateUrl(url) || LOCAL_NAME.test(url.hostname))
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
