import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one test, removed with it. */
export function tempFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  return { path, [Symbol.dispose]: () => removeMounted(path) }
}

/** Removes a folder with the work folders in it that a killed service has left mounted. */
export function removeMounted(path: string): void {
  const mounts = process.platform === 'linux' ? readFileSync('/proc/self/mountinfo', 'utf8') : ''
  for (const line of mounts.split('\n')) {
    const point = line.split(' ')[4] ?? ''
    if (point.startsWith(`${path}/`) && point.endsWith('/work'))
      Bun.spawnSync(['umount', '-l', point])
  }
  rmSync(path, { recursive: true, force: true })
}
