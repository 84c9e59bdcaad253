import { once } from '../platform/once.ts'
import type { Db } from './open.ts'

/** How long a result is cached, so that frequent health checks cost no more writes. */
const VERDICT_MS = 1000
/** Large enough to need new pages, so that it fails when any larger write would. */
const PROBE_BYTES = 16 * 1024

/** Checks by a real write whether the database is writable. */
export class WriteCheck {
  readonly #write: () => () => void
  #verdict = false
  #until = Number.NEGATIVE_INFINITY

  constructor({ sqlite }: Db) {
    this.#write = once(() => {
      const insert = sqlite.prepare<unknown, [number]>(
        "INSERT OR REPLACE INTO settings (name, value) VALUES ('write_check', zeroblob(?))",
      )
      const remove = sqlite.prepare("DELETE FROM settings WHERE name = 'write_check'")
      return sqlite.transaction(() => {
        insert.run(PROBE_BYTES)
        remove.run()
      }).immediate
    })
  }

  /** @param now Milliseconds of a clock that is never set back */
  isWritable(now = performance.now()): boolean {
    if (now < this.#until) return this.#verdict
    this.#until = now + VERDICT_MS
    try {
      this.#write()()
      this.#verdict = true
    } catch {
      this.#verdict = false
    }
    return this.#verdict
  }
}
