import { AppError } from '../platform/errors.ts'
import { networkOf } from '../platform/networks.ts'
import type { RateLimitStore } from './rate-limit-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A limit of requests per minute, for each address or account. */
export interface RateLimit {
  /** Names the counter in the database; must not change. */
  name: string
  perMinute: number
}

/** The state of a counter after a request was counted. */
export interface RateState {
  limit: number
  remaining: number
  /** Seconds until the next window starts. */
  resetSeconds: number
}

interface RateLimitsOptions {
  store: RateLimitStore
  now: () => number
}

/**
 * Fixed-window counters for each address or account. They are kept in the database, so they survive
 * a restart.
 */
export class RateLimits {
  readonly #store: RateLimitStore
  readonly #now: () => number

  constructor({ store, now }: RateLimitsOptions) {
    this.#store = store
    this.#now = now
  }

  /**
   * Counts one request of a network address; the addresses of one IPv6 /64 count together.
   *
   * @param onState Called with the state of the counter, also when the request is refused
   * @throws {AppError} `rate_limited`
   */
  consumeForAddress(limit: RateLimit, address: string, onState: (state: RateState) => void): void {
    this.consume(limit, networkOf(address), onState)
  }

  /** The same for an account. */
  consume(
    { name, perMinute }: RateLimit,
    subject: string,
    onState: (state: RateState) => void,
  ): void {
    const now = this.#now()
    const { count, windowStart } = this.#store.add(name, subject, now, MINUTE_MS)
    const resetSeconds = Math.max(1, Math.ceil((windowStart + MINUTE_MS - now) / 1000))
    onState({ limit: perMinute, remaining: Math.max(0, perMinute - count), resetSeconds })
    if (count <= perMinute) return
    throw new AppError(
      'rate_limited',
      `Try again in ${resetSeconds} seconds: at most ${perMinute} of these requests are accepted in a minute`,
      { retryAfterSeconds: resetSeconds },
    )
  }

  /** Counts an event that has no limit. @returns The events of the current hour */
  countInHour(name: string, subject: string): number {
    return this.#store.add(name, subject, this.#now(), HOUR_MS).count
  }

  /** Deletes windows that have ended. Called periodically. */
  sweep(): void {
    this.#store.sweep(this.#now() - HOUR_MS)
  }
}
