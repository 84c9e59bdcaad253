import { dlopen, FFIType } from 'bun:ffi'
import { readdirSync, readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'

/** A connection that this process has accepted. */
export interface TcpConnection {
  descriptor: number
  /** Without the notation of mapped IPv4 addresses. */
  address: string
  port: number
  localPort: number
  /** What its peer cannot easily have more of: the address, or the /64 of IPv6. */
  network: string
  /** Whether its peer has left; the server closes it when it has its turn. */
  hasLeft: boolean
  /** Milliseconds since it was last sent something, or since it was opened. */
  unsentMs: number
  /** Whether bytes wait: to be read, to be sent or to be acknowledged. */
  isPending: boolean
}

const SHUT_RDWR = 2
/** Bytes in the queues of a socket: tcp(7) `SIOCINQ`, `SIOCOUTQ`; the same on x86-64 and arm64. */
const SIOCINQ = 0x54_1b
const SIOCOUTQ = 0x54_11
/** tcp(7): the start of `struct tcp_info` is the same in all versions of Linux. */
const IPPROTO_TCP = 6
const TCP_INFO = 11
const INFO_BYTES = 64
const STATE_OFFSET = 0
const LAST_SENT_OFFSET = 44
const TCP_ESTABLISHED = 1
/** Families of addresses: `bits/socket.h` of Linux. */
const AF_INET = 2
const AF_INET6 = 10
/** `struct sockaddr_in6`, the larger one: its family in two bytes, then the port, then the address. */
const ADDRESS_BYTES = 28
const PORT_OFFSET = 2
const V4_OFFSET = 4
const V6_OFFSET = 8
const V6_BYTES = 16
/** Of 16 bits: the first 64. */
const V6_GROUPS = 4
/** What the calls write to, as there are thousands of them in a row. */
const ADDRESS = new Uint8Array(ADDRESS_BYTES)
const ADDRESS_VIEW = new DataView(ADDRESS.buffer)
const INFO = new Uint8Array(INFO_BYTES)
const INFO_VIEW = new DataView(INFO.buffer)
const LENGTH = new Uint32Array(1)
const QUEUED = new Int32Array(1)
const LIBRARIES = ['libc.so.6', 'libc.so']

/**
 * The connection of one of this process's descriptors: the kernel's table of all connections takes tens
 * of milliseconds on a machine with thousands of closed ones.
 *
 * Linux only.
 *
 * @returns undefined of what this process has not accepted on one of the ports
 */
export function acceptedConnection(
  descriptor: number,
  ports: ReadonlySet<number>,
): TcpConnection | undefined {
  const calls = loadCalls()
  if (calls === undefined) return undefined
  const localPort = readPort(calls.getsockname, descriptor)
  if (localPort === undefined || !ports.has(localPort)) return undefined
  // Neither the listening socket nor one whose end has come has a peer.
  const port = readPort(calls.getpeername, descriptor)
  const info = readInfo(calls, descriptor)
  if (port === undefined || info === undefined) return undefined
  const isPending = [SIOCINQ, SIOCOUTQ].some((queue) => hasBytes(calls, descriptor, queue))
  return { ...lastAddress(), ...info, port, descriptor, localPort, isPending }
}

type NameCall = (descriptor: number, address: Uint8Array, length: Uint32Array) => number

/** Reads one end of a socket into `ADDRESS`. @returns Its port; undefined for other descriptors */
function readPort(call: NameCall, descriptor: number): number | undefined {
  LENGTH[0] = ADDRESS_BYTES
  if (call(descriptor, ADDRESS, LENGTH) !== 0) return undefined
  const family = familyRead()
  return family === AF_INET || family === AF_INET6 ? ADDRESS_VIEW.getUint16(PORT_OFFSET) : undefined
}

function familyRead(): number {
  return ADDRESS_VIEW.getUint16(0, true)
}

/** What `ADDRESS` holds, in words. */
function lastAddress(): Pick<TcpConnection, 'address' | 'network'> {
  if (familyRead() === AF_INET) {
    const address = ADDRESS.subarray(V4_OFFSET, V6_OFFSET).join('.')
    return { address, network: address }
  }
  const own = new ipaddr.IPv6([...ADDRESS.subarray(V6_OFFSET, V6_OFFSET + V6_BYTES)])
  const address = (own.isIPv4MappedAddress() ? own.toIPv4Address() : own).toString()
  const network = own.isIPv4MappedAddress() ? address : own.parts.slice(0, V6_GROUPS).join(':')
  return { address, network }
}

function readInfo(
  { getsockopt }: Calls,
  descriptor: number,
): Pick<TcpConnection, 'hasLeft' | 'unsentMs'> | undefined {
  LENGTH[0] = INFO_BYTES
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, INFO, LENGTH) !== 0) return undefined
  return {
    hasLeft: INFO_VIEW.getUint8(STATE_OFFSET) !== TCP_ESTABLISHED,
    unsentMs: INFO_VIEW.getUint32(LAST_SENT_OFFSET, true),
  }
}

function hasBytes({ ioctl }: Calls, descriptor: number, queue: number): boolean {
  return ioctl(descriptor, queue, QUEUED) === 0 && QUEUED[0] !== 0
}

/** @returns The open file descriptors; undefined where none is free to list them with */
export function openDescriptors(): readonly number[] | undefined {
  try {
    return readdirSync('/proc/self/fd').map(Number)
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
 * Shuts a connection down in both directions, whereupon the server sees its end and closes it itself. Its
 * descriptor is not closed here: the number would be given to another while the server still uses it.
 */
export function shutDown({ descriptor }: TcpConnection): void {
  loadCalls()?.shutdown(descriptor, SHUT_RDWR)
}

/** @returns Whether connections of this process can be found and shut down on this machine */
export function canShutDown(): boolean {
  return process.platform === 'linux' && loadCalls() !== undefined
}

interface Calls {
  getsockname: NameCall
  getpeername: NameCall
  getsockopt: (
    descriptor: number,
    level: number,
    option: number,
    value: Uint8Array,
    length: Uint32Array,
  ) => number
  ioctl: (descriptor: number, request: number, value: Int32Array) => number
  shutdown: (descriptor: number, how: number) => number
}
let loaded: { calls: Calls | undefined } | undefined

function loadCalls(): Calls | undefined {
  loaded ??= { calls: LIBRARIES.map(open).find((found) => found !== undefined) }
  return loaded.calls
}

function open(library: string): Calls | undefined {
  const { i32, u64, ptr } = FFIType
  try {
    return dlopen(library, {
      getsockname: { args: [i32, ptr, ptr], returns: i32 },
      getpeername: { args: [i32, ptr, ptr], returns: i32 },
      getsockopt: { args: [i32, i32, i32, ptr, ptr], returns: i32 },
      ioctl: { args: [i32, u64, ptr], returns: i32 },
      shutdown: { args: [i32, i32], returns: i32 },
    }).symbols
  } catch {
    return undefined
  }
}
