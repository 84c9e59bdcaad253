import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one test, removed with it. */
export function tempFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
