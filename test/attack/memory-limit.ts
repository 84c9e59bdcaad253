import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const V1 = '/sys/fs/cgroup/memory'
const V2 = '/sys/fs/cgroup'

/** A control group for one process and its children. */
export interface MemoryGroup extends Disposable {
  /** Command that moves itself into the group and then runs the command behind it. */
  readonly prefix: readonly string[]
  /** Processes that the kernel has ended for want of memory. */
  readonly kills: () => number
}

let count = 0
/** Groups that still had processes, such as sandboxes of a killed service. */
const left = new Set<string>()

/**
 * Makes a control group with a memory limit, of either version.
 *
 * @returns Nothing where this process may not make one
 */
export function memoryGroup(bytes: number): MemoryGroup | undefined {
  removeGroups()
  count += 1
  const name = `hearth-attack-${process.pid}-${count}`
  return (
    open(join(V1, name), { limit: 'memory.limit_in_bytes', events: 'memory.oom_control' }, bytes) ??
    open(join(V2, name), { limit: 'memory.max', events: 'memory.events' }, bytes)
  )
}

/** Removes the groups that have no process any more. */
export function removeGroups(): void {
  for (const path of left)
    try {
      // Of sandboxes of a killed service, whose next start looks for them in its own group only.
      for (const entry of readdirSync(path, { withFileTypes: true }))
        if (entry.isDirectory()) rmdirSync(join(path, entry.name))
      rmdirSync(path)
      left.delete(path)
    } catch {
      // A later call tries again.
    }
}

function open(
  path: string,
  files: { limit: string; events: string },
  bytes: number,
): MemoryGroup | undefined {
  try {
    mkdirSync(path)
  } catch {
    return undefined
  }
  try {
    // A hierarchy without the memory controller has no such file.
    if (!existsSync(join(path, files.limit))) throw new Error('no memory controller')
    writeFileSync(join(path, files.limit), String(bytes))
  } catch {
    rmdirSync(path)
    return undefined
  }
  const procs = join(path, 'cgroup.procs')
  return {
    prefix: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', procs],
    kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(join(path, files.events), 'utf8'))?.[1]),
    [Symbol.dispose]: () => {
      left.add(path)
      removeGroups()
    },
  }
}
