import { RESERVE_BYTES } from './disk-reserve.ts'
import type { Db } from './open.ts'

/** A deferred write is made within this time, and retried after it when it failed. */
const DEFER_MS = 100

/** Of the room for essential writes: results of jobs leave the other half to what is smaller. */
const LEAVE_BYTES = RESERVE_BYTES / 2

interface Entry {
  write: () => void
  isEssential: boolean
  done: PromiseWithResolvers<void>
}

interface DeferredWrite {
  write: () => void
  onCommitted: () => void
}

/**
 * Batches the small writes of one turn of the event loop into one transaction (group commit). The
 * promise of a write resolves once it is committed, so a killed process loses no acknowledged
 * write.
 */
export class WriteBatch {
  readonly #db: Db
  readonly #run: (writes: readonly { write: () => void }[]) => void
  #entries: Entry[] = []
  readonly #deferred = new Map<string, DeferredWrite>()
  /** When the oldest pending deferred write was added; `performance.now()`. */
  #deferredAt = 0
  #soon: ReturnType<typeof setImmediate> | undefined
  #later: Timer | undefined

  constructor(db: Db) {
    this.#db = db
    this.#run = db.sqlite.transaction((writes: readonly { write: () => void }[]) => {
      for (const { write } of writes) write()
    }).immediate
  }

  /**
   * @param write A synchronous function that only writes to the database. It runs a second time
   * when its first transaction was rolled back
   * @param isEssential Whether it is as {@link Db.essential}
   * @returns Resolves once committed; rejects when this write failed
   */
  add(write: () => void, isEssential = false): Promise<void> {
    const done = Promise.withResolvers<void>()
    this.#entries.push({ write, isEssential, done })
    this.#soon ??= setImmediate(() => this.#commit())
    return done.promise
  }

  /**
   * Adds a write that nobody waits for. It is made within 100 ms and retried until it is committed.
   * A killed process may lose it.
   *
   * @param name Replaces a pending write of the same name
   * @param write As for {@link add}; what it writes must be kept until `onCommitted`
   * @param onCommitted Called in the same turn of the event loop as the `write` that was committed
   */
  defer(name: string, write: () => void, onCommitted: () => void = () => {}): void {
    if (this.#deferred.size === 0) this.#deferredAt = performance.now()
    this.#deferred.set(name, { write, onCommitted })
    this.#later ??= setTimeout(() => this.#commitDeferred(), DEFER_MS)
  }

  /**
   * Commits all pending writes at once, for reads that need them and for the end of the process.
   */
  flush(): void {
    this.#commit()
    this.#commitDeferred()
  }

  #commit(): void {
    clearImmediate(this.#soon)
    this.#soon = undefined
    const entries = this.#entries
    if (entries.length === 0) return
    this.#entries = []
    try {
      this.#run(entries)
      for (const entry of entries) entry.done.resolve()
    } catch {
      // A failing write must not fail the others, so each gets its own transaction.
      for (const entry of entries) this.#alone(entry)
    }
    // A busy event loop may delay timers for long.
    if (performance.now() - this.#deferredAt > DEFER_MS) this.#commitDeferred()
  }

  #alone(entry: Entry): void {
    try {
      if (entry.isEssential) this.#db.essential(() => this.#run([entry]), LEAVE_BYTES)
      else this.#run([entry])
      entry.done.resolve()
    } catch (error) {
      entry.done.reject(error)
    }
  }

  #commitDeferred(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    if (this.#deferred.size === 0) return
    const names = [...this.#deferred.keys()]
    if (!this.#tryDeferred(names) && names.length > 1)
      for (const name of names) this.#tryDeferred([name])
    if (this.#deferred.size === 0) return
    this.#deferredAt = performance.now()
    this.#later = setTimeout(() => this.#commitDeferred(), DEFER_MS)
  }

  /** @returns Whether they were written; if not, they are still pending */
  #tryDeferred(names: readonly string[]): boolean {
    const writes = names.flatMap((name) => this.#deferred.get(name) ?? [])
    try {
      this.#run(writes)
    } catch {
      return false
    }
    for (const name of names) this.#deferred.delete(name)
    for (const { onCommitted } of writes) onCommitted()
    return true
  }
}
