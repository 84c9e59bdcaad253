import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxBounds } from '../../../src/sandbox/contract.ts'

const MB = 1_000_000
/** Of a command that is to end by itself. */
export const BOUNDS: SandboxBounds = {
  ...{ deadlineMs: 60_000, cpuSeconds: 10, memoryBytes: 200 * MB, processes: 40, files: 400 },
  ...{ fileBytes: 20 * MB, diskBytes: 60 * MB, outputBytes: 1_000, printedBytes: 5 * MB },
}

/** Control groups of sandboxes. @param identity Of their service */
export function groupsOf(identity: string): string[] {
  return ['memory', 'pids', 'unified', ''].flatMap((name) => {
    const cwd = join('/sys/fs/cgroup', name)
    if (!existsSync(cwd)) return []
    return [...new Bun.Glob(`**/hearth-sandbox-${identity}-*`).scanSync({ cwd, onlyFiles: false })]
  })
}
