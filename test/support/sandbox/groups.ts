import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Control groups of sandboxes. @param identity Of their service */
export function groupsOf(identity: string): string[] {
  return ['memory', 'pids', 'unified', ''].flatMap((name) => {
    const cwd = join('/sys/fs/cgroup', name)
    if (!existsSync(cwd)) return []
    return [...new Bun.Glob(`**/hearth-sandbox-${identity}-*`).scanSync({ cwd, onlyFiles: false })]
  })
}
