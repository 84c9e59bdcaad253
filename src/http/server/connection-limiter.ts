import { closeSync, openSync } from 'node:fs'
import type { Log } from '../../platform/log.ts'
import { inNetworks, type Networks, normalizeAddress } from '../../platform/networks.ts'
import {
  acceptedConnection,
  canShutDown,
  descriptorLimit,
  openDescriptors,
  shutDown,
  type TcpConnection,
} from '../../platform/tcp-connections.ts'

/** Of all addresses together, where more file descriptors are allowed. See Limits. */
export const MAX_CONNECTIONS = 10_000
/** File descriptors that connections leave to databases, files and children. See Limits. */
export const MIN_RESERVE = 64
export const RESERVE_SHARE = 1 / 8
/** Between two looks while there are few connections, and while there are many. */
const CALM_MS = 200
const CROWDED_MS = 100
/** At most this part of the time is spent on looking. */
const MAX_TIME_SHARE = 0.05
/** Descriptors that are looked at in one turn of the event loop; they take about a millisecond. */
const AT_ONCE = 128
/** Of the file descriptors. */
const CROWDED_SHARE = 0.5
/** Without any free descriptor, connections can be neither counted nor found. */
const SPARE_DESCRIPTORS = 3
const LOG_PAUSE_MS = 60_000

type CloseReason = 'address' | 'total'

/** A request that is being answered. */
export interface OpenRequest {
  /** The socket's peer; undefined once its answer has been sent. */
  readonly peer: { address: string; port: number } | undefined
}

interface LimiterOptions {
  maxPerAddress: number
  /** Whose connections are those of many clients. */
  proxies: Networks
  /** Of the main listener; its peers have a bound each. */
  mainPort: number
  /** Of the listener for tunnels and proxies; its peers have none of their own. */
  edgePort: number | undefined
  log: Log
  onClosed: (reason: CloseReason, count: number) => void
}

/**
 * Bounds how many connections stay open, by address and in all: of those over a bound, the
 * ones are closed on which no request is being answered, those first that have had no answer for the
 * longest time. The server itself accepts without a bound, until no file descriptor is left.
 *
 * Linux only; elsewhere it does nothing.
 */
export class ConnectionLimiter {
  readonly #open = new Set<OpenRequest>()
  readonly #options: LimiterOptions
  readonly #ports: ReadonlySet<number>
  readonly #room: number
  readonly #spare: number[] = []
  #timer: Timer | undefined
  #isStopped = false
  #closed = 0
  #saidAt = Number.NEGATIVE_INFINITY

  constructor(options: LimiterOptions) {
    const { mainPort, edgePort } = options
    this.#options = options
    this.#ports = new Set(edgePort === undefined ? [mainPort] : [mainPort, edgePort])
    const limit = canShutDown() ? descriptorLimit() : undefined
    this.#room =
      limit === undefined
        ? Number.POSITIVE_INFINITY
        : limit - Math.max(MIN_RESERVE, limit * RESERVE_SHARE)
    if (limit === undefined) return
    this.#takeSpare()
    this.#schedule(CALM_MS)
  }

  /** Keeps the connection of a request open until {@link answered}. */
  answering(request: OpenRequest): void {
    this.#open.add(request)
  }

  answered(request: OpenRequest): void {
    this.#open.delete(request)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#releaseSpare()
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(async () => {
      const descriptors = this.#descriptors()
      const used = descriptors?.length ?? Number.POSITIVE_INFINITY
      const isCrowded = used > this.#room * CROWDED_SHARE
      const tookMs = await this.#look(descriptors ?? [])
      if (this.#isStopped) return
      this.#schedule(Math.max(isCrowded ? CROWDED_MS : CALM_MS, tookMs / MAX_TIME_SHARE))
    }, ms)
    this.#timer.unref()
  }

  /** @returns For how long this thread was busy with it */
  async #look(descriptors: readonly number[]): Promise<number> {
    if (descriptors.length <= this.#options.maxPerAddress) return 0
    const found: TcpConnection[] = []
    let tookMs = 0
    for (let from = 0; from < descriptors.length; from += AT_ONCE) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      const since = performance.now()
      for (const descriptor of descriptors.slice(from, from + AT_ONCE)) {
        const one = acceptedConnection(descriptor, this.#ports)
        if (one !== undefined) found.push(one)
      }
      tookMs += performance.now() - since
    }
    const since = performance.now()
    if (!this.#isStopped) this.#close(found, descriptors.length)
    return tookMs + performance.now() - since
  }

  /** The open file descriptors; undefined where none is left to list them with. */
  #descriptors(): readonly number[] | undefined {
    // All on this thread and at one go, or the server would take the spare ones for connections.
    this.#releaseSpare()
    const descriptors = openDescriptors()
    this.#takeSpare()
    return descriptors
  }

  #close(all: readonly TcpConnection[], used: number): void {
    const connections = all.filter(({ hasLeft }) => !hasLeft)
    const kept = used - (all.length - connections.length)
    const idle = this.#idleOf(connections)
    const closing = new Map<TcpConnection, CloseReason>()
    for (const one of this.#overByAddress(connections, idle)) closing.set(one, 'address')
    const over = Math.max(kept - this.#room, connections.length - MAX_CONNECTIONS) - closing.size
    for (const one of idle.filter((other) => !closing.has(other)).slice(0, Math.max(0, over)))
      closing.set(one, 'total')
    const closed = [...closing].filter(([one]) => this.#isUnchanged(one))
    for (const [one] of closed) shutDown(one)
    for (const reason of ['address', 'total'] as const) {
      const count = closed.filter(([, own]) => own === reason).length
      if (count > 0) this.#options.onClosed(reason, count)
    }
    if (closed.length > 0) this.#say(closed.length)
  }

  /** Since it was found it may have got a request, or its descriptor may have become another's. */
  #isUnchanged({ descriptor, address, port, isPending }: TcpConnection): boolean {
    const now = acceptedConnection(descriptor, this.#ports)
    if (now?.address !== address || now.port !== port) return false
    return !now.hasLeft && (isPending || !now.isPending)
  }

  /**
   * Those that have had nothing for the longest time first. What a client only sends does not make its
   * connection younger. Last those where a request may have come that is not read yet, or an answer waits
   * for its reader: without a bound, clients that read nothing would keep everybody else out.
   */
  #idleOf(connections: readonly TcpConnection[]): TcpConnection[] {
    const busy = new Set<string>()
    for (const { peer } of this.#open)
      if (peer !== undefined) busy.add(`${normalizeAddress(peer.address)} ${peer.port}`)
    return connections
      .filter(({ address, port }) => !busy.has(`${address} ${port}`))
      .toSorted((a, b) => Number(a.isPending) - Number(b.isPending) || b.unsentMs - a.unsentMs)
  }

  #overByAddress(connections: readonly TcpConnection[], idle: readonly TcpConnection[]) {
    const { maxPerAddress, mainPort, proxies } = this.#options
    const direct = connections.filter(({ localPort }) => localPort === mainPort)
    const sizes = new Map<string, number>()
    for (const [network, own] of Map.groupBy(direct, (one) => one.network)) {
      if (own.length <= maxPerAddress) continue
      const bounded = own.filter(({ address }) => !inNetworks(proxies, address))
      sizes.set(network, bounded.length - maxPerAddress)
    }
    return idle.filter(({ localPort, network, address }) => {
      const left = localPort === mainPort ? (sizes.get(network) ?? 0) : 0
      if (left <= 0 || inNetworks(proxies, address)) return false
      sizes.set(network, left - 1)
      return true
    })
  }

  #say(closed: number): void {
    this.#closed += closed
    if (performance.now() - this.#saidAt < LOG_PAUSE_MS) return
    this.#options.log.warn({ closed: this.#closed }, 'Closed idle connections over the bounds')
    this.#saidAt = performance.now()
    this.#closed = 0
  }

  #takeSpare(): void {
    try {
      while (this.#spare.length < SPARE_DESCRIPTORS) this.#spare.push(openSync('/dev/null', 'r'))
    } catch {
      // None is free: the next look may find one.
    }
  }

  #releaseSpare(): void {
    for (const fd of this.#spare.splice(0)) closeSync(fd)
  }
}
