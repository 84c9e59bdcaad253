import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sweepRunFolders } from '../../src/engines/cli/run-folder.ts'
import { createLog } from '../../src/platform/log.ts'
import { CHROMIUM } from '../support/chromium.ts'

const CHILD = join(import.meta.dir, '../support/rendering-child.ts')

test.skipIf(process.platform !== 'linux' || CHROMIUM === null)(
  'nothing of the browser of a killed process is left in the temporary folder after the sweep',
  async () => {
    using temporary = shortFolder()
    const child = Bun.spawn([process.execPath, CHILD], {
      env: { ...process.env, TMPDIR: temporary.path },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const said of child.stdout) {
      expect(Buffer.from(said).toString()).toBe('address_refused\n')
      break
    }
    expect(readdirSync(temporary.path)).not.toEqual([])
    child.kill('SIGKILL')
    await child.exited
    await sweepRunFolders({ log: createLog('silent'), parent: temporary.path })
    expect(readdirSync(temporary.path)).toEqual([])
  },
)

/** Chromium wants short paths, as it has a socket below. */
function shortFolder() {
  const path = mkdtempSync('/tmp/h-')
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
