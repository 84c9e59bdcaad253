/** How long one that did not run counts as missing. The reason may pass, as when memory is short. */
const RETRY_MS = 30_000

interface ProgramTrialOptions<found, installed> {
  /** Finds the files of the program. @returns undefined where it is missing */
  search: () => found | undefined
  /** Runs it once; never rejects. @returns undefined where it does not run */
  probe: (found: found) => Promise<installed | undefined>
  retryMs?: number | undefined
}

/** A program that is tried once, also one that is installed, replaced or removed while the service runs. */
export class ProgramTrial<found extends { identity: string }, installed> {
  readonly #options: ProgramTrialOptions<found, installed>
  /** The last that was tried, by the identity of its files. */
  #tried: { identity: string; installed: Promise<installed | undefined> } | undefined
  /** One that was tried and did not run; `until` by the monotonic clock. */
  #broken: { identity: string; until: number } | undefined

  constructor(options: ProgramTrialOptions<found, installed>) {
    this.#options = options
  }

  /** Whether it is there; one that was tried and does not run counts as missing for a while. */
  get isInstalled(): boolean {
    const found = this.#options.search()
    return found !== undefined && !this.#isBroken(found.identity)
  }

  /**
   * Tries each version until it has run once.
   *
   * @returns undefined where it is missing or does not run
   */
  async find(): Promise<installed | undefined> {
    const { search, probe, retryMs = RETRY_MS } = this.#options
    const found = search()
    if (found === undefined || this.#isBroken(found.identity)) return undefined
    const { identity } = found
    if (this.#tried?.identity !== identity) this.#tried = { identity, installed: probe(found) }
    const installed = await this.#tried.installed
    if (installed === undefined && this.#tried?.identity === identity) {
      this.#tried = undefined
      this.#broken = { identity, until: performance.now() + retryMs }
    }
    return installed
  }

  #isBroken(identity: string): boolean {
    return this.#broken?.identity === identity && performance.now() < this.#broken.until
  }
}
