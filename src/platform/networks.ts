import ipaddr from 'ipaddr.js'

/** Parsed networks (CIDR) or single addresses. */
export type Networks = readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[]

/** @throws {Error} when the text is neither an address nor a network */
export function parseNetwork(text: string): Networks[number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Normalizes an address; a mapped IPv4 address (`::ffff:192.168.1.5`) becomes plain IPv4. Undefined
 * for any other text.
 */
export function normalizeAddress(text: string): string | undefined {
  return parseAddress(text)?.normal
}

/** Whether an address is in one of the networks; false for text that is not an address. */
export function inNetworks(networks: Networks, text: string): boolean {
  const address = parseAddress(text)?.address
  if (address === undefined) return false
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  )
}

/**
 * Whether an address is loopback or not routed on the internet: RFC 1918, ULA, link-local, CGNAT.
 */
export function isPrivateAddress(text: string): boolean {
  const range = parseAddress(text)?.range
  return (
    range === 'loopback' ||
    range === 'private' ||
    range === 'uniqueLocal' ||
    range === 'linkLocal' ||
    range === 'carrierGradeNat'
  )
}

/** Networks of the internet that hold no servers, beside those that the library knows as special. */
const EMPTY_NETWORKS: Networks = [
  // Assigned to protocols, translators and tests: RFC 6890, RFC 5180, RFC 7343, RFC 4380.
  '2001::/23',
  // The former 6bone. RFC 3701
  '3ffe::/16',
].map(parseNetwork)
const GLOBAL_UNICAST: Networks = [parseNetwork('2000::/3')]
/** The interface part of an address that carries an IPv4 address in a tunnel. RFC 5214, 6.1 */
const ISATAP = 0x5efe

/**
 * Whether an address is one of a server on the public internet. Addresses that carry an IPv4 address
 * (mapped, 6to4, Teredo, NAT64, ISATAP) are none, whichever address they carry.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.IPv6.parse(text)
  const [, , , , universal = 0, embedded] = address.parts
  const carriesIpv4 = (universal & 0xfdff) === 0 && embedded === ISATAP
  return (
    address.zoneId === undefined &&
    address.range() === 'unicast' &&
    inNetworks(GLOBAL_UNICAST, text) &&
    !inNetworks(EMPTY_NETWORKS, text) &&
    !carriesIpv4
  )
}

export function isLoopbackAddress(text: string): boolean {
  return parseAddress(text)?.range === 'loopback'
}

export function isIpv6(text: string): boolean {
  return ipaddr.IPv6.isValid(text)
}

/** A host name of `new URL()` without the brackets of IPv6. */
export function bareHost(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
}

/** What is known of an address once it has been parsed. */
interface ParsedAddress {
  address: ipaddr.IPv4 | ipaddr.IPv6
  normal: string
  range: string
}

/** Addresses that are remembered: each request asks several times for the same few. */
const MAX_PARSED = 1_000
/** The longest is an IPv6 address with a zone. */
const MAX_ADDRESS_CHARACTERS = 64
const parsed = new Map<string, ParsedAddress | undefined>()

function parseAddress(text: string): ParsedAddress | undefined {
  if (parsed.has(text)) return parsed.get(text)
  const zoneless = text.split('%', 1)[0] ?? ''
  // Only the four-part form counts as IPv4. `127.1` and `2130706433` are rejected.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(zoneless) || ipaddr.IPv6.isValid(zoneless)
  const address = isAddress ? ipaddr.process(zoneless) : undefined
  const found = address && { address, normal: address.toString(), range: address.range() }
  if (parsed.size >= MAX_PARSED) parsed.clear()
  // A long text, which is no address, is not worth its room.
  if (text.length <= MAX_ADDRESS_CHARACTERS) parsed.set(text, found)
  return found
}

/**
 * The network by which an address is rate-limited: IPv4 itself, or the /64 of IPv6, which one
 * household has.
 */
export function networkOf(text: string): string {
  const found = parseAddress(text)
  if (found === undefined) return 'unknown'
  const { address, normal } = found
  if (address.kind() === 'ipv4') return normal
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}
