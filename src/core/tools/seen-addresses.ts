/** Addresses that one job may fetch at most. @limit worker-addresses count */
export const MAX_SEEN = 20_000
const ADDRESS = /https?:\/\/[^\s<>"'`\\|{}^]+/gi
/** Signs behind an address that belong to the sentence around it. */
const PUNCTUATION = /[.,;:!?)\]*_~]$/

/** Second-level names below which countries register sites, as in `example.co.uk`. */
const REGISTRIES: ReadonlySet<string> = new Set([
  ...['ac', 'co', 'com', 'edu', 'gob', 'gouv', 'gov', 'net', 'ne', 'or', 'org'],
])

interface SeenAddressesOptions {
  /**
   * Links of one site that a job with secrets may follow, each once: by its choice among an
   * attacker's links a worker can be made to tell them. Without it there is no bound.
   */
  linksPerHost?: number | undefined
}

/**
 * The addresses that a job has come across. A worker may fetch no others, so that no data can leave
 * in an address that it makes up.
 */
export class SeenAddresses {
  readonly #linksPerHost: number | undefined
  readonly #seen = new Set<string>()
  readonly #fetched = new Set<string>()
  /** How many links of each site were found. */
  readonly #links = new Map<string, number>()

  constructor({ linksPerHost }: SeenAddressesOptions = {}) {
    this.#linksPerHost = linksPerHost
  }

  add(address: string): void {
    const url = webAddress(address)
    if (url === undefined || this.#seen.size >= MAX_SEEN) return
    this.#seen.add(url.href)
    this.#seen.add(withoutFragment(url))
  }

  /** Adds the addresses that stand in a text. */
  addFrom(text: string): void {
    for (const [found] of text.matchAll(ADDRESS)) {
      // Where an address ends within a sentence, only its reader knows.
      let address = found
      this.add(address)
      while (PUNCTUATION.test(address)) {
        address = address.slice(0, -1)
        this.add(address)
      }
    }
  }

  /**
   * Adds links and results of a search, as many of each site as are allowed.
   *
   * @returns Those that may be fetched
   */
  addFound(addresses: readonly string[]): string[] {
    return addresses.filter((address) => {
      const url = webAddress(address)
      if (url === undefined) return false
      if (this.find(address) === url.href) return true
      // What was fetched already, as the end of a redirect, gives no choice.
      if (this.#linksPerHost !== undefined && !this.#fetched.has(withoutFragment(url))) {
        const site = siteOf(url)
        const links = this.#links.get(site) ?? 0
        if (links >= this.#linksPerHost) return false
        this.#links.set(site, links + 1)
      }
      this.add(address)
      return this.find(address) !== undefined
    })
  }

  /** Notes a fetch. @returns Whether it is allowed: with a bound on links, each address is fetched once */
  take(address: string): boolean {
    const url = webAddress(address)
    if (url === undefined || this.#linksPerHost === undefined) return url !== undefined
    const key = withoutFragment(url)
    const isFirst = !this.#fetched.has(key)
    this.#fetched.add(key)
    return isFirst
  }

  /**
   * The address that is fetched for one that is asked for. A fragment is left out unless it was seen
   * with this address: scripts of the page could read it and send it on.
   *
   * @returns undefined where it was not seen
   */
  find(address: string): string | undefined {
    const url = webAddress(address)
    if (url === undefined) return undefined
    return [url.href, withoutFragment(url)].find((one) => this.#seen.has(one))
  }
}

/** @returns undefined for no address of the web, or one with a user or a password */
function webAddress(address: string): URL | undefined {
  const url = URL.parse(address.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

/**
 * The name under which a host was registered, as its owner can have any number of names below it.
 * Where a country has other registries than the usual, their sites share one bound.
 */
function siteOf({ hostname }: URL): string {
  // Whoever has one address of IPv6 has any number of them; no site of many readers is linked by one.
  if (hostname.startsWith('[')) return 'IPv6'
  if (/^[\d.]+$/.test(hostname)) return hostname
  const labels = hostname.replace(/\.$/, '').split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && REGISTRIES.has(second) ? -3 : -2).join('.')
}

function withoutFragment(url: URL): string {
  const plain = new URL(url)
  plain.hash = ''
  return plain.href
}
