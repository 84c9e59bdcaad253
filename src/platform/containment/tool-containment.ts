import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  abandonedGroups,
  CONTROL_GROUPS,
  inGroups,
  possibleParents,
  removeGroupNow,
  removeGroups,
} from '../control-groups.ts'
import { membersOf, processIdentity, readIfThere, sendSignal } from '../process-table.ts'
import { endOf, findProgram } from '../programs.ts'
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
  return readIfThere(join(folder, 'cgroup.procs')).split('\n').filter(Boolean).map(Number)
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

/** How long a machine counts as unable. What is installed or set later is found without a restart. */
const RETRY_MS = 60_000
/** Time limit of the first process in one. A machine with much to do takes seconds. */
const TRY_MS = 20_000
/** In a PID namespace, bubblewrap's process 1 starts the tool as the next one. */
const TOOL_PID = '2'

interface ToolContainmentOptions {
  /** The owner's path of bubblewrap. */
  bwrap?: string | undefined
  /** Whether tools are to be contained at all, as by default. */
  contain?: boolean | undefined
  /** Whose PATH is searched. */
  env: Readonly<Record<string, string | undefined>>
}

/**
 * Finds what this machine has to contain the processes of tools: a PID namespace, else a control group.
 * It is tried with a process before it counts.
 */
export class ToolContainment {
  readonly #options: ToolContainmentOptions
  #tried: { identity: string | undefined; until: number; found: Promise<Containment | undefined> }

  constructor(options: ToolContainmentOptions) {
    this.#options = options
    this.#tried = { identity: undefined, until: 0, found: Promise.resolve(undefined) }
  }

  /** Cheap enough to be asked for each process. Never rejects. */
  async find(): Promise<Containment | undefined> {
    const { bwrap = 'bwrap', env, contain = true } = this.#options
    if (!contain || process.platform !== 'linux') return undefined
    const program = findProgram(bwrap, env['PATH'])
    const identity = program?.identity
    const tried = this.#tried
    if (tried.identity !== identity || performance.now() > tried.until) {
      const found = firstUsable(program?.path)
      this.#tried = { identity, until: Number.POSITIVE_INFINITY, found }
      const current = this.#tried
      if ((await found) === undefined) current.until = performance.now() + RETRY_MS
    }
    return this.#tried.found
  }
}

async function firstUsable(bwrap: string | undefined): Promise<Containment | undefined> {
  if (bwrap !== undefined) {
    const namespace = new PidNamespace(bwrap)
    if (await isUsable(namespace)) return namespace
  }
  const group = await ControlGroup.find().catch(() => undefined)
  return group !== undefined && (await isUsable(group)) ? group : undefined
}

async function isUsable(containment: Containment): Promise<boolean> {
  const command = ['/bin/sh', '-c', 'echo $$; exit 3']
  const end = await endOf(command, { limitMs: TRY_MS, containment })
  const isSeparate = containment.kind === 'control-group' || end?.lines[0] === TOOL_PID
  return isSeparate && end?.lines.length === 1 && end.code === 3
}

/**
 * A PID namespace of bubblewrap for each tool: the kernel kills all that is in it with its process 1,
 * and that one with bubblewrap, which ends when the tool or this process ends, also by `kill -9`. It
 * sees the machine's own files and network; only processes are separated.
 *
 * Process 1 and the tool are in the process group of bubblewrap. The end of bubblewrap by a signal
 * would kill them (`PR_SET_PDEATHSIG`).
 */
class PidNamespace implements Containment {
  readonly kind = 'pid-namespace'
  readonly #bwrap: string

  /** @param bwrap Path of bubblewrap */
  constructor(bwrap: string) {
    this.#bwrap = bwrap
  }

  open(): ContainedRun {
    return {
      wrap: (command) => [
        this.#bwrap,
        // With the devices, as a recogniser may use a graphics card.
        ...['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--die-with-parent'],
        ...['--', ...command],
      ],
      // Looked up at once: process 1, which is its only child, may be started at this moment.
      toolProcesses: (group) =>
        membersOf(group)
          .filter(({ pid, parent }) => pid !== group && parent !== group)
          .map(({ pid }) => pid),
      processes: () => [],
      close: async () => {},
    }
  }
}
