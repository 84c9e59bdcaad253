import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasProcessEnded, processIdentity } from '../platform/process-table.ts'
import type { SandboxBounds } from './contract.ts'

const ROOT = '/sys/fs/cgroup'
const PREFIX = 'hearth-sandbox-'
/** bubblewrap's own two, and one that is being started. */
const OTHER_PROCESSES = 3
/** A group without processes may still be in use for a moment. */
const REMOVE_TRIES = 50
const REMOVE_PAUSE_MS = 10
/** What systemd manages itself; groups within them are not ours to make, unless it is our own. */
const SYSTEMD_UNIT = /\.(?:service|scope|slice)$/
/** Starts a command in the groups before `--`. */
const JOIN = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"'

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
      for (const folder of this.#folders) removeNow(folder)
      throw error
    }
  }

  /** Puts the start of a command into the groups before the command. */
  join(command: readonly string[]): string[] {
    const files = this.#folders.map((folder) => join(folder, 'cgroup.procs'))
    return ['/bin/sh', '-c', JOIN, 'sh', ...files, '--', ...command]
  }

  /** Whether the kernel has killed a process of it because there was no memory left. */
  get isOutOfMemory(): boolean {
    const file = this.#version === 'v2' ? 'memory.events' : 'memory.oom_control'
    return /^oom_kill [1-9]/m.test(read(join(this.#folders[0] ?? '', file)))
  }

  /** All its processes have ended. */
  remove(): Promise<void> {
    return removed(this.#folders)
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
      await removed(staleGroups(parents))
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
  const own = new Map<string, string>()
  // "hierarchy:controllers:path"; version 2 has no controllers in it.
  for (const line of read('/proc/self/cgroup').trim().split('\n')) {
    const [, controllers = '', path = ''] = line.split(':', 3)
    for (const name of controllers.split(',')) own.set(name, path)
  }
  const unified = own.get('')
  if (unified !== undefined && existsSync(join(ROOT, 'cgroup.controllers'))) {
    const folder = join(ROOT, unified)
    for (const parent of SYSTEMD_UNIT.test(basename(folder))
      ? [folder]
      : [folder, dirname(folder)]) {
      if (!parent.startsWith(ROOT)) continue
      enableControllers(parent)
      yield { version: 'v2', parents: [parent] }
    }
  }
  const [memory, pids] = [own.get('memory'), own.get('pids')]
  if (memory !== undefined && pids !== undefined)
    yield { version: 'v1', parents: [join(ROOT, 'memory', memory), join(ROOT, 'pids', pids)] }
}

/** Possible only where the group has no processes of its own. */
function enableControllers(folder: string): void {
  writeIfThere(join(folder, 'cgroup.subtree_control'), '+memory +pids')
}

function staleGroups({ parents }: CgroupParents): string[] {
  return parents.flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => {
        const identity = name.slice(PREFIX.length).split('-').slice(0, 3).join('-')
        return name.startsWith(PREFIX) && hasProcessEnded(identity)
      })
      .map((name) => join(parent, name)),
  )
}

async function removed(folders: readonly string[]): Promise<void> {
  for (let tries = 0; tries < REMOVE_TRIES; tries += 1) {
    if (folders.map(removeNow).every(Boolean)) return
    await Bun.sleep(REMOVE_PAUSE_MS)
  }
}

/** @returns Whether it is gone */
function removeNow(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return !existsSync(folder)
  }
}

function writeIfThere(path: string, text: string): void {
  try {
    if (existsSync(path)) writeFileSync(path, text)
  } catch {
    // It is not ours, or the kernel was built without it.
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
