import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryName } from '../platform/process-table.ts'

/** Linux; Node has no name for it. A file that never has a name. */
const O_TMPFILE = constants.O_DIRECTORY | 0o20000000
const OWNER_ONLY = 0o600

/** A small file without a name, to be handed to child processes. Nothing of it is left after a kill. */
export class AnonymousFile implements Disposable {
  readonly #descriptor: number
  #isOpen = true

  constructor(content: string | Uint8Array) {
    this.#descriptor = openUnnamed()
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

function openUnnamed(): number {
  try {
    return openSync(tmpdir(), constants.O_RDWR | O_TMPFILE, OWNER_ONLY)
  } catch {
    // Not all file systems can.
    const folder = mkdtempSync(join(tmpdir(), temporaryName('sandbox')))
    try {
      return openSync(join(folder, 'content'), 'wx+', OWNER_ONLY)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
