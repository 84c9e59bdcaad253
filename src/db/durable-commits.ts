import { type FileHandle, open } from 'node:fs/promises'
import type { Db } from './open.ts'

/**
 * Puts commits on the disk. Without it a commit survives a crash of the process, and a failure of the
 * power only after the next checkpoint.
 */
export class DurableCommits {
  readonly #path: string | undefined
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor({ sqlite }: Db) {
    this.#path = sqlite.filename === ':memory:' ? undefined : `${sqlite.filename}-wal`
  }

  /**
   * Resolves when everything that was committed before the call is on the disk. Does not hold the
   * thread; who asks while a flush runs shares the next one.
   */
  flush(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      const sync = this.#sync()
      this.#running = sync.catch(() => {})
      return sync
    })
    return this.#next
  }

  /** A checkpoint flushes the WAL itself, so that what is not in it any more is on the disk. */
  async #sync(): Promise<void> {
    if (this.#path === undefined) return
    let handle: FileHandle | undefined
    try {
      handle = await open(this.#path, 'r')
      await handle.sync()
    } finally {
      await handle?.close()
    }
  }
}
