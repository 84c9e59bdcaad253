/** Weight of the latest run in the moving average, which covers about ten runs. */
const WEIGHT = 0.2
/** Bound of the averages in memory; the least recently used one is evicted. */
const MAX_AVERAGES = 1000

/** Running averages of how long runs hold a lane, by lane and kind, and by the kind's duration key. */
export class DurationAverages {
  readonly #averages = new Map<string, number>()

  /**
   * @param kind With the lane: a kind may pass through several
   * @param key Distinguishes runs of the kind, such as an engine; undefined for no distinction
   */
  add(kind: string, key: string | undefined, ms: number): void {
    this.#add(kind, ms)
    if (key !== undefined) this.#add(nameOf(kind, key), ms)
  }

  /**
   * Expected milliseconds of a run: by its key, else by its kind; undefined before any has ended.
   */
  of(kind: string, key: string | undefined): number | undefined {
    const own = key === undefined ? undefined : this.#averages.get(nameOf(kind, key))
    return own ?? this.#averages.get(kind)
  }

  #add(name: string, ms: number): void {
    const before = this.#averages.get(name)
    this.#averages.delete(name)
    this.#averages.set(name, before === undefined ? ms : before + WEIGHT * (ms - before))
    if (this.#averages.size <= MAX_AVERAGES) return
    const [oldest] = this.#averages.keys()
    if (oldest !== undefined) this.#averages.delete(oldest)
  }
}

function nameOf(kind: string, key: string): string {
  return `${kind}/${key}`
}
