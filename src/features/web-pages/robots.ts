import type { SafeFetch } from '../../media/contract-fetch.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import { abortable, pauseFor } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { Thread } from '../../platform/thread-pool.ts'
import { type RulesQuestion, rulesAllow } from './robots-rules.ts'

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

/** What is read of a robots.txt. RFC 9309, 2.5: at least 500 KiB */
const MAX_BYTES = 512 * 1024
const FETCH_MS = 5_000
/** How long rules hold. RFC 9309, 2.4: at most 24 hours */
const CACHE_MS = 60 * 60_000
const MAX_ORIGINS = 500
/** Of the rules of all of them. */
const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024

interface Rules {
  until: number
  /** Of the robots.txt, or what is allowed without one. */
  rules: string | boolean
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
  /** Of those that have been read, in the order of the reading. */
  readonly #lengths = new Map<string, number>()

  constructor(options: RobotsOptions) {
    this.#options = options
  }

  /** @throws {AppError} `forbidden` where the site's rules exclude the address */
  async check(url: string, signal: AbortSignal): Promise<void> {
    const { origin, host } = new URL(url)
    const { rules } = await abortable(this.#rulesOf(origin), signal)
    const question = { source: addressOf(origin), url }
    const isAllowed =
      typeof rules === 'string'
        ? await rulesAllowInTime({ ...question, text: rules }, signal)
        : rules
    if (isAllowed) return
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
      this.#forget(oldest)
    }
    this.#keep(origin, await reading)
    return reading
  }

  /** Bounds what is kept of all sites: each may have half a megabyte of rules. */
  #keep(origin: string, { rules }: Rules): void {
    this.#lengths.delete(origin)
    this.#lengths.set(origin, typeof rules === 'string' ? rules.length : 0)
    let characters = this.#lengths.values().reduce((sum, length) => sum + length, 0)
    for (const [oldest, length] of this.#lengths) {
      if (characters <= MAX_KEPT_CHARACTERS) break
      characters -= length
      this.#forget(oldest)
    }
  }

  #forget(origin: string): void {
    this.#rules.delete(origin)
    this.#lengths.delete(origin)
  }

  /** Never rejects: where the rules cannot be had, the page itself says why. */
  async #read(origin: string): Promise<Rules> {
    const { safeFetch, pacer, now } = this.#options
    const until = now() + CACHE_MS
    try {
      const { status, headers, body } = await safeFetch.fetch(addressOf(origin), {
        maxBytes: MAX_BYTES,
        deadlineMs: FETCH_MS,
        accept: 'text/plain',
      })
      const text = (await boundedText({ body }, MAX_BYTES)) ?? ''
      if (status === 429) {
        // The request for the page itself then waits, or is refused.
        pacer.leaveAlone(new URL(origin).host, retryAfterMs(headers, Date.now()) ?? 0)
        return { until: now(), rules: true }
      }
      // RFC 9309, 2.3.1.3 and 2.3.1.4: without rules all is allowed, by a failing server nothing.
      if (status >= 500) return { until, rules: false }
      if (status >= 400) return { until, rules: true }
      return { until, rules: text }
    } catch {
      return { until: now(), rules: true }
    }
  }
}

function addressOf(origin: string): string {
  return `${origin}/robots.txt`
}

/**
 * Processor time that rules may take to decide; those that take longer are taken for a refusal.
 * @limit scrape-rules seconds
 */
export const ROBOTS_WORK_MS = 5_000
/** Rules up to this length are read in the main thread: a worker takes longer to start. */
const MAX_INLINE_CHARACTERS = 64 * 1024
/** Each character of a pattern may be compared with each one of the address: a few milliseconds. */
const MAX_INLINE_STEPS = 4_000_000

/** Whether the rules of a site let programs read an address; what takes long gets a worker of its own. */
async function rulesAllowInTime(question: RulesQuestion, signal: AbortSignal): Promise<boolean> {
  const { text, url } = question
  if (text.length <= MAX_INLINE_CHARACTERS && text.length * url.length <= MAX_INLINE_STEPS)
    return rulesAllow(question)
  const thread = new Thread<RulesQuestion, boolean>(new URL('./robots.thread.ts', import.meta.url))
  try {
    return await thread.limit(thread.ask(question), {
      cpuMs: ROBOTS_WORK_MS,
      signal,
      onTimeout: () => false,
    })
  } finally {
    thread.end()
  }
}
