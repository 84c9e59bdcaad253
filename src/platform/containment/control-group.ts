import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  abandonedGroups,
  CONTROL_GROUPS,
  inGroups,
  possibleParents,
  readGroupFile,
  removeGroupNow,
  removeGroups,
} from '../control-groups.ts'
import { processIdentity, sendSignal } from '../process-table.ts'
import type { ContainedRun, Containment } from './contract.ts'

const PREFIX = 'hearth-tool-'
/** Where version 2 is mounted: alone, and beside version 1. */
const MOUNTS = [CONTROL_GROUPS, join(CONTROL_GROUPS, 'unified')]

/**
 * A control group (version 2) for each tool: processes are in it as long as they live, whatever they do
 * to their group and their environment.
 */
export class ControlGroup implements Containment {
  static #count = 0
  readonly kind = 'control-group'
  readonly #parent: string

  private constructor(parent: string) {
    this.#parent = parent
  }

  /** Finds where groups can be made, by making one. */
  static async find(): Promise<ControlGroup | undefined> {
    for (const parent of MOUNTS.flatMap(possibleParents)) {
      try {
        const found = new ControlGroup(parent)
        await found.open().close()
        return found
      } catch {
        // The next one may be ours.
      }
    }
    return undefined
  }

  open(): ContainedRun {
    const folder = join(this.#parent, `${PREFIX}${processIdentity()}-${ControlGroup.#count}`)
    ControlGroup.#count += 1
    mkdirSync(folder)
    return {
      wrap: (command) => inGroups([folder], command),
      toolProcesses: () => undefined,
      processes: () => processesOf(folder),
      close: async () => {
        if (removeGroupNow(folder)) return
        killGroup(folder)
        await removeGroups([folder])
      },
    }
  }
}

/** Kills what services have left that have ended, and removes their groups. */
export async function endAbandonedTools(): Promise<void> {
  const left = MOUNTS.flatMap(possibleParents).flatMap((parent) => abandonedGroups(parent, PREFIX))
  left.forEach(killGroup)
  if (left.length > 0) await removeGroups(left)
}

function processesOf(folder: string): number[] {
  return readGroupFile(join(folder, 'cgroup.procs')).split('\n').filter(Boolean).map(Number)
}

function killGroup(folder: string): void {
  try {
    // Since Linux 5.14, at once and also those that are being started.
    writeFileSync(join(folder, 'cgroup.kill'), '1')
    return
  } catch {
    // An older kernel.
  }
  for (const pid of processesOf(folder)) sendSignal(pid, 'SIGKILL')
}
