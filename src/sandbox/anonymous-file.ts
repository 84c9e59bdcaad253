import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file without a name, to be handed to child processes. Nothing of it is left after a kill. */
export class AnonymousFile implements Disposable {
  readonly #descriptor: number
  #isOpen = true

  constructor(content: string | Uint8Array) {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-sandbox-'))
    try {
      this.#descriptor = openSync(join(folder, 'content'), 'wx+', 0o600)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    writeSync(this.#descriptor, Buffer.from(content))
  }

  /**
   * @returns A descriptor with a position of its own, to be closed by the caller
   * @throws After disposal, when the number may be that of another file
   */
  open(): number {
    if (!this.#isOpen) throw new Error('The file is closed')
    return openSync(`/proc/self/fd/${this.#descriptor}`, 'r')
  }

  [Symbol.dispose](): void {
    if (this.#isOpen) closeSync(this.#descriptor)
    this.#isOpen = false
  }
}
