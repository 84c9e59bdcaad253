import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { abortable } from '../../platform/abortable.ts'
import { AppError } from '../../platform/errors.ts'
import {
  inNetworks,
  isPublicAddress,
  type Networks,
  parseNetwork,
} from '../../platform/networks.ts'
import type { Target } from './target.ts'

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
    if (UNKNOWN_NAME.has(Reflect.get(Object(cause), 'code'))) return []
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
