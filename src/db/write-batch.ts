import type { Db } from './open.ts'

const DEFER_MS = 100
/**
 * How many turns of the event loop more a commit waits for further writes. It costs as much as seven
 * writes, so that pays as long as several callers write at a time; one alone hardly ever waits.
 */
const TURNS_IN_COMPANY = 3
/** Several callers are believed to be there until so many commits in a row held one write each. */
const COMPANY_COMMITS = 10

interface Entry {
  write: () => void
  done: PromiseWithResolvers<void>
}

/**
 * Gathers the small writes of a few turns of the event loop into one transaction. A write is
 * acknowledged (its promise resolves) only when it is committed, so a killed process loses nothing
 * that a caller was told of.
 */
export class WriteBatch {
  readonly #run: (entries: readonly Entry[]) => void
  #entries: Entry[] = []
  #deferred: (() => void)[] = []
  #soon: ReturnType<typeof setImmediate> | undefined
  #later: Timer | undefined
  /** Commits of one write each until a caller is taken to be alone. */
  #company = 0

  constructor(db: Db) {
    this.#run = db.sqlite.transaction((entries: readonly Entry[]) => {
      for (const entry of entries) entry.write()
    }).immediate
  }

  /**
   * @param write A synchronous function that only writes to the database
   * @returns Resolves once committed; rejects when this write failed
   */
  add(write: () => void): Promise<void> {
    const done = Promise.withResolvers<void>()
    this.#entries.push({ write, done })
    if (this.#soon === undefined) this.#commitAfter(this.#company > 0 ? TURNS_IN_COMPANY : 0)
    return done.promise
  }

  /** A write that nobody waits for: done within 100 ms. A killed process may lose it. */
  defer(write: () => void): void {
    this.#deferred.push(write)
    this.#later ??= setTimeout(() => this.flush(), DEFER_MS)
  }

  /** Commits what waits, now; for reads that must see it, and for the end of the process. */
  flush(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    for (const write of this.#deferred) this.add(write).catch(() => {})
    this.#deferred = []
    this.#commit()
  }

  #commitAfter(turns: number): void {
    this.#soon = setImmediate(() => {
      if (turns === 0) this.#commit()
      else this.#commitAfter(turns - 1)
    })
  }

  #commit(): void {
    clearImmediate(this.#soon)
    this.#soon = undefined
    const entries = this.#entries
    if (entries.length === 0) return
    this.#entries = []
    this.#company = entries.length > 1 ? COMPANY_COMMITS : Math.max(0, this.#company - 1)
    try {
      this.#run(entries)
      for (const entry of entries) entry.done.resolve()
    } catch {
      // One bad write must not take its neighbours with it: each alone.
      for (const entry of entries) this.#alone(entry)
    }
  }

  #alone(entry: Entry): void {
    try {
      this.#run([entry])
      entry.done.resolve()
    } catch (error) {
      entry.done.reject(error)
    }
  }
}
