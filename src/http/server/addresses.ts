import { existsSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { isPrivateAddress } from '../../platform/networks.ts'
import { ownNames } from './origins.ts'

/** Further addresses are not printed: a machine with containers has dozens. */
const MAX_ADDRESSES = 8

/** Where a responder for names under `.local` listens, by system. */
const MULTICAST_DNS = ['/run/avahi-daemon/socket', '/var/run/mDNSResponder']

/** Networks of containers and virtual machines, which nobody else can reach. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|cni|podman|lxc|lxd|vmnet|utun|awdl|llw)/

interface Interface {
  address: string
  internal: boolean
}

/** Whether a listening address takes connections of other machines on every interface. */
function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/**
 * The URLs that others in the network can type: this machine's name where a responder makes it
 * known, then its private addresses, then its others.
 *
 * @param host The listening address; for one interface only, the result is empty
 */
export function otherUrls(
  host: string,
  port: number,
  interfaces: Readonly<Record<string, readonly Interface[] | undefined>> = networkInterfaces(),
  hasMulticastDns: boolean = MULTICAST_DNS.some((path) => existsSync(path)),
): string[] {
  if (!isEveryAddress(host)) return []
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, list]) => list ?? [])
    .filter(({ internal, address }) => !internal && isTypable(address, host))
    .map(({ address }) => address)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_ADDRESSES)
  const local = ownNames(hostname()).find((name) => name.endsWith('.local'))
  const names = hasMulticastDns && local !== undefined ? [local] : []
  return [...names, ...addresses].map((name) => urlOf(name, port))
}

/** The URL that works on this machine. */
export function ownUrl(host: string, port: number): string {
  return urlOf(isEveryAddress(host) ? '127.0.0.1' : host, port)
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}${port === 80 ? '' : `:${port}`}`
}

/** Link-local IPv6 needs a zone, which browsers do not take. */
function isTypable(address: string, host: string): boolean {
  if (!address.includes(':')) return true
  return host === '::' && !/^fe[89ab]/i.test(address)
}

/** Private IPv4 first, then private IPv6, then public addresses. */
function rank(address: string): number {
  return (isPrivateAddress(address) ? 0 : 2) + (address.includes(':') ? 1 : 0)
}
