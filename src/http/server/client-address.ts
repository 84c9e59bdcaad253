import { inNetworks, type Networks, normalizeAddress } from '../../platform/networks.ts'

/**
 * Whose request it is, for rate limits: the socket's peer, or what a proxy of ours says of it. Proxies
 * add to the end of `X-Forwarded-For`; what stands before that is the caller's own invention.
 *
 * @param peer The socket's peer
 * @returns `unknown` where no socket says
 */
export function clientAddress(
  peer: string | undefined,
  headers: Headers,
  proxies: Networks,
): string {
  if (peer === undefined) return 'unknown'
  let address = normalizeAddress(peer) ?? peer
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  while (inNetworks(proxies, address)) {
    const before = normalizeAddress(forwarded.pop() ?? '')
    if (before === undefined) return address
    address = before
  }
  return address
}
