import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  abandonedGroups,
  CONTROL_GROUPS,
  inGroups,
  ownGroups,
  possibleParents,
  removeGroupNow,
  removeGroups,
} from '../platform/control-groups.ts'
import { processIdentity, readIfThere } from '../platform/process-table.ts'
import type { SandboxBounds } from './contract.ts'

const PREFIX = 'hearth-sandbox-'
/** bubblewrap's own two, and one that is being started. */
const OTHER_PROCESSES = 3

/** Where control groups for sandboxes can be made. */
export type CgroupParents =
  | { version: 'v2'; parents: readonly [string] }
  | { version: 'v1'; parents: readonly [memory: string, pids: string] }

/** Control groups of one sandbox, in which the kernel bounds its memory and its processes. */
export class Cgroup {
  static #count = 0
  readonly #version: CgroupParents['version']
  readonly #folders: readonly string[]

  /** @throws When they cannot be made, in which case none is left */
  constructor({ version, parents }: CgroupParents, bounds: SandboxBounds) {
    this.#version = version
    const name = `${PREFIX}${processIdentity()}-${Cgroup.#count}`
    Cgroup.#count += 1
    this.#folders = parents.map((parent) => join(parent, name))
    try {
      for (const folder of this.#folders) mkdirSync(folder)
      this.#bound(bounds)
    } catch (error) {
      for (const folder of this.#folders) removeGroupNow(folder)
      throw error
    }
  }

  /** Puts the start of a command into the groups before the command. */
  join(command: readonly string[]): string[] {
    return inGroups(this.#folders, command)
  }

  /** Whether the kernel has killed a process of it because there was no memory left. */
  get isOutOfMemory(): boolean {
    const file = this.#version === 'v2' ? 'memory.events' : 'memory.oom_control'
    return /^oom_kill [1-9]/m.test(readIfThere(join(this.#folders[0] ?? '', file)))
  }

  /** All its processes have ended. */
  remove(): Promise<void> {
    return removeGroups(this.#folders)
  }

  #bound({ memoryBytes, processes }: SandboxBounds): void {
    const [memory = '', pids = memory] = this.#folders
    writeFileSync(join(pids, 'pids.max'), String(processes + OTHER_PROCESSES))
    if (this.#version === 'v2') {
      writeFileSync(join(memory, 'memory.max'), String(memoryBytes))
      writeIfThere(join(memory, 'memory.swap.max'), '0')
      writeIfThere(join(memory, 'memory.oom.group'), '1')
      return
    }
    writeFileSync(join(memory, 'memory.limit_in_bytes'), String(memoryBytes))
    // With swap; only where the kernel counts it.
    writeIfThere(join(memory, 'memory.memsw.limit_in_bytes'), String(memoryBytes))
  }
}

/** Finds where control groups can be made, by making one. Removes those of ended services. */
export async function findCgroupParents(bounds: SandboxBounds): Promise<CgroupParents | undefined> {
  for (const parents of candidates()) {
    try {
      await removeGroups(parents.parents.flatMap((parent) => abandonedGroups(parent, PREFIX)))
      const group = new Cgroup(parents, bounds)
      await group.remove()
      return parents
    } catch {
      // The next one may be ours.
    }
  }
  return undefined
}

function* candidates(): Generator<CgroupParents> {
  for (const parent of possibleParents(CONTROL_GROUPS)) {
    enableControllers(parent)
    yield { version: 'v2', parents: [parent] }
  }
  const own = ownGroups()
  const [memory, pids] = [own.get('memory'), own.get('pids')]
  if (memory === undefined || pids === undefined) return
  const [memories, counts] = [join(CONTROL_GROUPS, 'memory'), join(CONTROL_GROUPS, 'pids')]
  yield { version: 'v1', parents: [join(memories, memory), join(counts, pids)] }
}

/** Possible only where the group has no processes of its own. */
function enableControllers(folder: string): void {
  writeIfThere(join(folder, 'cgroup.subtree_control'), '+memory +pids')
}

function writeIfThere(path: string, text: string): void {
  try {
    if (existsSync(path)) writeFileSync(path, text)
  } catch {
    // It is not ours, or the kernel was built without it.
  }
}
