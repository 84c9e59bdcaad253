import type { RateLimitStore } from '../db/rate-limit-store.ts'
import { AppError } from '../platform/errors.ts'
import { networkOf } from '../platform/networks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** So many in a minute, for each address or account. */
export interface RateLimit {
  /** Of its counter; stays the same for good. */
  name: string
  perMinute: number
}

/** Where somebody stands after one more. */
export interface RateState {
  limit: number
  remaining: number
  /** Until the window begins anew. */
  resetSeconds: number
}

interface RateLimitsOptions {
  store: RateLimitStore
  now: () => number
}

/** Counts what each address or account does in a minute; kept in the database, so a restart forgives nothing. */
export class RateLimits {
  readonly #store: RateLimitStore
  readonly #now: () => number

  constructor({ store, now }: RateLimitsOptions) {
    this.#store = store
    this.#now = now
  }

  /**
   * Counts one more of what a network address does; the addresses of one IPv6 network count together.
   *
   * @param onState Hears where the address stands, also when it is refused
   * @throws {AppError} `rate_limited`
   */
  takeFrom(limit: RateLimit, address: string, onState: (state: RateState) => void): void {
    this.take(limit, networkOf(address), onState)
  }

  /** The same for an account. */
  take({ name, perMinute }: RateLimit, subject: string, onState: (state: RateState) => void): void {
    const now = this.#now()
    const { count, windowStart } = this.#store.add(name, subject, now, MINUTE_MS)
    const resetSeconds = Math.max(1, Math.ceil((windowStart + MINUTE_MS - now) / 1000))
    onState({ limit: perMinute, remaining: Math.max(0, perMinute - count), resetSeconds })
    if (count <= perMinute) return
    throw new AppError(
      'rate_limited',
      `Try again in ${resetSeconds} seconds: at most ${perMinute} of these are taken in a minute`,
      { retryAfterSeconds: resetSeconds },
    )
  }

  /** Counts one more of what has no limit of its own. @returns How many these are within an hour */
  countInHour(name: string, subject: string): number {
    return this.#store.add(name, subject, this.#now(), HOUR_MS).count
  }

  /** Forgets windows that are over. Called now and then. */
  sweep(): void {
    this.#store.sweep(this.#now() - HOUR_MS)
  }
}
