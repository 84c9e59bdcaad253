import type { Db } from './open.ts'

/** A verdict holds this long: whoever asks more often costs no more writes. */
const VERDICT_MS = 1000
/** Needs pages of its own, so that it fails where any larger write would. */
const PROBE_BYTES = 16 * 1024

/** Finds out whether the database takes writes, by a real one. */
export class WriteCheck {
  readonly #write: () => void
  #verdict = false
  #until = Number.NEGATIVE_INFINITY

  constructor({ sqlite }: Db) {
    const insert = sqlite.prepare<unknown, [number]>(
      "INSERT OR REPLACE INTO settings (name, value) VALUES ('write_check', zeroblob(?))",
    )
    const remove = sqlite.prepare("DELETE FROM settings WHERE name = 'write_check'")
    this.#write = sqlite.transaction(() => {
      insert.run(PROBE_BYTES)
      remove.run()
    }).immediate
  }

  /** @param now Milliseconds of a clock that is never set back */
  isWritable(now = performance.now()): boolean {
    if (now < this.#until) return this.#verdict
    this.#until = now + VERDICT_MS
    try {
      this.#write()
      this.#verdict = true
    } catch {
      this.#verdict = false
    }
    return this.#verdict
  }
}
