import { dlopen, FFIType } from 'bun:ffi'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import ipaddr from 'ipaddr.js'

/** A connection that this machine's network namespace has accepted. */
export interface TcpConnection {
  /** Of its socket: a larger one is younger. */
  inode: number
  /** Without the notation of mapped IPv4 addresses. */
  address: string
  port: number
  localPort: number
  /** What its peer cannot easily have more of: the address, or the /64 of IPv6. */
  network: string
  /** Whether bytes wait to be sent, or to be acknowledged. */
  isSending: boolean
}

const ESTABLISHED = '01'
const CLOSE_WAIT = '08'
/** IPv4 in IPv6, as the kernel writes it. */
const MAPPED = '0000000000000000FFFF0000'
/** Of IPv6: the digits of the first 64 bits. */
const NETWORK_DIGITS = 16
/** Begins the lengths of both queues. */
const NOTHING_TO_SEND = '00000000:'
const SHUT_RDWR = 2
const LIBRARIES = ['libc.so.6', 'libc.so']

/**
 * The connections that were accepted on ports, read from the kernel's tables; blocks for some
 * milliseconds with thousands of them. Those that no process has accepted yet are left out.
 *
 * Linux only: proc_net_tcp(5), Documentation/networking/proc_net_tcp.rst
 *
 * @throws {Error} where the tables cannot be read, as without a free file descriptor
 */
export function acceptedConnections(ports: ReadonlySet<number>): TcpConnection[] {
  const found: TcpConnection[] = []
  for (const table of ['tcp', 'tcp6']) {
    for (const line of readTable(table).split('\n').slice(1)) {
      const [, local = '', remote = '', state, queues = '', , , , , inode] = line
        .trim()
        .split(/\s+/)
      if (state !== ESTABLISHED && state !== CLOSE_WAIT) continue
      const localPort = portOf(local)
      if (inode === '0' || !ports.has(localPort)) continue
      const isSending = !queues.startsWith(NOTHING_TO_SEND)
      found.push({ ...peerOf(remote), localPort, inode: Number(inode), isSending })
    }
  }
  return found
}

/** Without IPv6 there is no second table. */
function readTable(name: string): string {
  try {
    return readFileSync(`/proc/self/net/${name}`, 'latin1')
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return ''
    throw error
  }
}

function portOf(end: string): number {
  return Number.parseInt(end.slice(end.indexOf(':') + 1), 16)
}

function peerOf(end: string): Pick<TcpConnection, 'address' | 'port' | 'network'> {
  const port = portOf(end)
  const digits = end.slice(0, end.indexOf(':'))
  if (digits.length > 8 && !digits.startsWith(MAPPED))
    return { port, address: addressOf(digits), network: digits.slice(0, NETWORK_DIGITS) }
  const address = addressOf(digits.slice(-8))
  return { port, address, network: address }
}

/** The kernel writes words of four bytes in the machine's order, which is little-endian wherever Bun runs. */
function addressOf(digits: string): string {
  const bytes = Buffer.from(digits, 'hex')
  bytes.swap32()
  return ipaddr.fromByteArray([...bytes]).toString()
}

/** @returns The number of open file descriptors; undefined where none is left to count them with */
export function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

/**
 * @returns How many file descriptors this process may have; undefined where that is not known
 */
export function descriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1')
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/**
 * Shuts sockets of this process down in both directions, whereupon the server sees their end and
 * closes them itself. Their descriptors are not closed here: their numbers would be given to others
 * while the server still uses them.
 *
 * @param inodes Of the sockets; those that are not this process's, or closed meanwhile, are left out
 * @returns How many were shut down
 * @throws {Error} without a free file descriptor
 */
export function shutDownSockets(inodes: ReadonlySet<number>): number {
  const shutdown = loadShutdown()
  if (shutdown === undefined) return 0
  let count = 0
  for (const name of readdirSync('/proc/self/fd')) {
    const inode = /^socket:\[(\d+)\]$/.exec(linkOf(name))?.[1]
    if (inode === undefined || !inodes.has(Number(inode))) continue
    if (shutdown(Number(name), SHUT_RDWR) === 0) count += 1
  }
  return count
}

/** @returns Whether {@link shutDownSockets} can do anything on this machine */
export function canShutDownSockets(): boolean {
  return process.platform === 'linux' && loadShutdown() !== undefined
}

function linkOf(name: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${name}`)
  } catch {
    return ''
  }
}

type Shutdown = (fd: number, how: number) => number
let loaded: { shutdown: Shutdown | undefined } | undefined

function loadShutdown(): Shutdown | undefined {
  loaded ??= { shutdown: LIBRARIES.map(open).find((found) => found !== undefined) }
  return loaded.shutdown
}

function open(library: string): Shutdown | undefined {
  try {
    const { symbols } = dlopen(library, {
      shutdown: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    })
    return symbols.shutdown
  } catch {
    return undefined
  }
}
