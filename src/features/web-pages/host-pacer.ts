import { pauseFor } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'

/** Hosts of which something is remembered. */
const MAX_HOSTS = 1_000
/**
 * The longest that a request waits for a host that has asked to be left alone.
 * @limit scrape-retry seconds
 */
export const MAX_LEFT_ALONE_WAIT_MS = 10_000

/**
 * Gives each host one request in a while, no matter who asks, and none while it has asked to be
 * left alone. A host is the same with and without `www`.
 */
export class HostPacer {
  readonly #intervalMs: number
  readonly #now: () => number
  /** When the next request may leave, by host. In the order of the last ones. */
  readonly #next = new Map<string, number>()
  /** Until when a host is left alone. */
  readonly #leftAlone = new Map<string, number>()

  constructor(intervalMs: number, now: () => number = () => performance.now()) {
    this.#intervalMs = intervalMs
    this.#now = now
  }

  /**
   * Resolves when a request may leave. A caller that gives up keeps its place empty.
   *
   * @param waitMs The longest that a host that is left alone is waited for
   * @throws {AppError} `site_blocked` for one that is left alone longer
   */
  async turn(host: string, signal: AbortSignal, waitMs = MAX_LEFT_ALONE_WAIT_MS): Promise<void> {
    const key = keyOf(host)
    const until = this.#now() + waitMs
    for (;;) {
      const now = this.#now()
      this.checkLeftAlone(host, until - now)
      const at = Math.max(now, this.#next.get(key) ?? 0, this.#leftAlone.get(key) ?? 0)
      remember(this.#next, key, at + this.#intervalMs, now)
      if (at <= now) return
      // Timers drop fractions: one that fired early would wait for another interval.
      await pauseFor(Math.ceil(at - now), signal)
      // It may have asked for it while this request was waiting.
      if ((this.#leftAlone.get(key) ?? 0) <= this.#now()) return
    }
  }

  /** @throws {AppError} `site_blocked` for a host that is left alone for longer than `waitMs` */
  checkLeftAlone(host: string, waitMs = MAX_LEFT_ALONE_WAIT_MS): void {
    const ms = (this.#leftAlone.get(keyOf(host)) ?? 0) - this.#now()
    if (ms <= 0 || ms <= waitMs) return
    const retryAfterSeconds = Math.ceil(ms / 1000)
    throw new AppError(
      'site_blocked',
      `${host} has been asked too often, and wants no request for another ${retryAfterSeconds} s`,
      { retryAfterSeconds },
    )
  }

  /** Sends a host nothing more for a while. Requests that wait for it wait on, or are refused. */
  leaveAlone(host: string, ms: number): void {
    const key = keyOf(host)
    const now = this.#now()
    const until = Math.max(now + Math.min(ms, MAX_LEFT_ALONE_MS), this.#leftAlone.get(key) ?? 0)
    remember(this.#leftAlone, key, until, now)
  }
}

function keyOf(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}

/** Forgets what has passed, and the oldest of too many. */
function remember(times: Map<string, number>, key: string, time: number, now: number): void {
  times.delete(key)
  times.set(key, time)
  if (times.size <= MAX_HOSTS) return
  for (const [host, at] of times) {
    if (times.size <= MAX_HOSTS && at > now) return
    times.delete(host)
  }
}

/** The most that a host is believed. @limit scrape-left-alone hours */
export const MAX_LEFT_ALONE_MS = 60 * 60_000

/**
 * How long a busy server asks to wait. RFC 9110, 10.2.3: seconds, or a date
 *
 * @param now Unix time in milliseconds
 * @returns Milliseconds; undefined where the header is absent or says nothing
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_LEFT_ALONE_MS)
}
