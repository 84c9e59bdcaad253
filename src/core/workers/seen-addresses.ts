/** Addresses that one job may fetch at most. See Limits. */
export const MAX_SEEN = 20_000
const ADDRESS = /https?:\/\/[^\s<>"'`\\|{}^]+/gi
/** Signs behind an address that belong to the sentence around it. */
const PUNCTUATION = /[.,;:!?)\]*_~]$/

/**
 * The addresses that a job has come across. A worker may fetch no others, so that no data can leave
 * in an address that it makes up.
 */
export class SeenAddresses {
  readonly #seen = new Set<string>()

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

function withoutFragment(url: URL): string {
  const plain = new URL(url)
  plain.hash = ''
  return plain.href
}
