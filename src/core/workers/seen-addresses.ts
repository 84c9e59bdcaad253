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
    const normal = normalAddress(address)
    if (normal !== undefined && this.#seen.size < MAX_SEEN) this.#seen.add(normal)
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

  has(address: string): boolean {
    const normal = normalAddress(address)
    return normal !== undefined && this.#seen.has(normal)
  }
}

/** An address in the one form in which it is compared: without a fragment; undefined for none of the web. */
export function normalAddress(address: string): string | undefined {
  const url = URL.parse(address.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href
}
