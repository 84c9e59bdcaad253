import { inNetworks, type Networks, normalizeAddress } from '../../platform/networks.ts'

/**
 * The client's address, for rate limits: the socket's peer or, behind a trusted proxy, what that
 * proxy has forwarded. Proxies append to `X-Forwarded-For`; earlier entries may be forged by the
 * client.
 *
 * @param peer The socket's peer
 * @returns `unknown` without a socket
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
