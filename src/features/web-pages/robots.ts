import type { SafeFetch } from '../../media/contract-fetch.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import { abortable } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { Thread } from '../../platform/thread-pool.ts'
import { type HostPacer, retryAfterMs } from './host-pacer.ts'
import { type RulesQuestion, rulesAllow } from './robots-rules.ts'

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
