import robotsParser from 'robots-parser'
import type { SafeFetch } from '../../media/contract-fetch.ts'
import { abortable } from '../../platform/abortable.ts'
import { AppError } from '../../platform/errors.ts'
import type { HostPacer } from './host-pacer.ts'
import { retryAfterMs } from './retry-after.ts'

/** What is read of a robots.txt. RFC 9309, 2.5: at least 500 KiB */
const MAX_BYTES = 512 * 1024
const FETCH_MS = 5_000
/** How long rules hold. RFC 9309, 2.4: at most 24 hours */
const CACHE_MS = 60 * 60_000
const MAX_ORIGINS = 500
/** The product token that rules can name. */
const AGENT = 'Hearth'

interface Rules {
  until: number
  allows: (url: string) => boolean
}

interface RobotsOptions {
  safeFetch: SafeFetch
  pacer: HostPacer
  now: () => number
}

/** The rules of sites for programs. RFC 9309 */
export class Robots {
  readonly #options: RobotsOptions
  readonly #rules = new Map<string, Promise<Rules>>()

  constructor(options: RobotsOptions) {
    this.#options = options
  }

  /** @throws {AppError} `forbidden` where the site's rules exclude the address */
  async check(url: string, signal: AbortSignal): Promise<void> {
    const { origin, host } = new URL(url)
    const rules = await abortable(this.#rulesOf(origin), signal)
    if (rules.allows(url)) return
    throw new AppError('forbidden', `The robots.txt of ${host} excludes this address from programs`)
  }

  async #rulesOf(origin: string): Promise<Rules> {
    const known = await this.#rules.get(origin)
    if (known !== undefined && known.until > this.#options.now()) return known
    const reading = this.#read(origin)
    this.#rules.delete(origin)
    this.#rules.set(origin, reading)
    for (const oldest of this.#rules.keys()) {
      if (this.#rules.size <= MAX_ORIGINS) break
      this.#rules.delete(oldest)
    }
    return reading
  }

  /** Never rejects: where the rules cannot be had, the page itself says why. */
  async #read(origin: string): Promise<Rules> {
    const { safeFetch, pacer, now } = this.#options
    const until = now() + CACHE_MS
    try {
      const url = `${origin}/robots.txt`
      const { status, headers, body } = await safeFetch.fetch(url, {
        maxBytes: MAX_BYTES,
        deadlineMs: FETCH_MS,
        accept: 'text/plain',
      })
      const text = await new Response(body).text()
      if (status === 429) {
        // The request for the page itself then waits, or is refused.
        pacer.leaveAlone(new URL(origin).host, retryAfterMs(headers, Date.now()) ?? 0)
        return { until: now(), allows: () => true }
      }
      // RFC 9309, 2.3.1.3 and 2.3.1.4: without rules all is allowed, by a failing server nothing.
      if (status >= 500) return { until, allows: () => false }
      if (status >= 400) return { until, allows: () => true }
      const rules = robotsParser(url, text)
      return { until, allows: (address) => rules.isAllowed(address, AGENT) ?? true }
    } catch {
      return { until: now(), allows: () => true }
    }
  }
}
