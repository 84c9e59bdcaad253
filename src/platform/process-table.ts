import { existsSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Index of the start time in `/proc/<pid>/stat` after the name; in clock ticks since boot. */
const START_FIELD = 19

/**
 * The live processes of a process group; zombies do not count.
 *
 * @param group Id of the group, which is the id of its first process
 * @param marker An environment entry that marks descendants outside the group; Linux only
 * @returns Ids for `process.kill`; the negative id of the group where there is no `/proc`
 */
export function remainingProcesses(group: number, marker: string | undefined): readonly number[] {
  const isGroupAlive = isAlive(-group)
  if (process.platform !== 'linux') return isGroupAlive ? [-group] : []
  if (marker === undefined && !isGroupAlive) return []
  const left: number[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    if ((marker !== undefined && hasEntry(pid, marker)) || (isGroupAlive && isLiveIn(pid, group)))
      left.push(pid)
  }
  return left
}

/** The live processes of a process group, each with the id of its parent. Linux only: empty elsewhere. */
export function membersOf(group: number): readonly { pid: number; parent: number }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    const status = Number.isInteger(pid) ? liveStatus(pid) : undefined
    return status?.group === group ? [{ pid, parent: status.parent }] : []
  })
}

/**
 * Live processes that have a matching environment entry, and all processes in their groups; never
 * this process or its group. Linux only: empty elsewhere.
 *
 * @param isMark Whether an entry (`NAME=value`) matches
 */
export function processesWithEntry(isMark: (entry: string) => boolean): readonly number[] {
  if (process.platform !== 'linux') return []
  const groups = new Map<number, number>()
  const marked = new Set<number>()
  const own = liveStatus(process.pid)?.group
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const group = Number.isInteger(pid) ? liveStatus(pid)?.group : undefined
    if (group === undefined || group === own) continue
    groups.set(pid, group)
    if (read(`/proc/${pid}/environ`).split('\0').some(isMark)) marked.add(group)
  }
  return [...groups].filter(([, group]) => marked.has(group)).map(([pid]) => pid)
}

/**
 * An identity of this process that no other process has, not even a later one with the same id:
 * three numbers joined by hyphens.
 */
export function processIdentity(): string {
  const start = liveStatus(process.pid)?.start ?? '0'
  return `${process.pid}-${start}-${pidNamespace()}`
}

type TemporaryKind = 'run' | 'browser' | 'audio' | 'video' | 'captions' | 'sandbox'

const TEMPORARY_NAME = /^hearth-[a-z]+-([\da-z]+)-([\da-z]+)-([\da-z]+)-\w+$/

/**
 * The beginning of the name of a temporary folder, to which `mkdtemp` adds letters. The next start
 * removes what a killed process has left of such folders. Its numbers are in base 36, as Chromium
 * starts only where the path of its socket below such a folder has at most 107 characters.
 */
export function temporaryName(kind: TemporaryKind): string {
  const numbers = processIdentity().split('-')
  return `hearth-${kind}-${numbers.map((number) => Number(number).toString(36)).join('-')}-`
}

/** Whether the process that made a temporary folder of this name has ended; as {@link hasProcessEnded}. */
export function hasMakerEnded(folderName: string): boolean {
  const [, ...numbers] = TEMPORARY_NAME.exec(folderName) ?? []
  if (numbers.length === 0) return false
  return hasProcessEnded(numbers.map((number) => Number.parseInt(number, 36)).join('-'))
}

/**
 * Whether the process of an identity has ended; false when that is uncertain.
 *
 * @param name As made by {@link processIdentity}
 */
export function hasProcessEnded(name: string): boolean {
  const [pid = '', start, space] = name.split('-')
  // A process of another container cannot be seen, and may have the same id.
  if (space !== pidNamespace()) return false
  if (process.platform !== 'linux') return !isAlive(Number(pid))
  return liveStatus(Number(pid))?.start !== start
}

/** Id of the PID namespace: each container has one of its own. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}

/** An ended process has an empty environment. */
function hasEntry(pid: number, entry: string): boolean {
  const environment = read(`/proc/${pid}/environ`)
  return environment.includes(entry) && environment.split('\0').includes(entry)
}

function isLiveIn(pid: number, group: number): boolean {
  return liveStatus(pid)?.group === group
}

interface ProcessStatus {
  parent: number
  group: number
  /** In clock ticks since boot. */
  start: string
}

/** Undefined for an ended process, also for a zombie. */
function liveStatus(pid: number): ProcessStatus | undefined {
  const stat = read(`/proc/${pid}/stat`)
  // "pid (name) state parent group … start …": the name may contain any character, also brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  const start = fields[START_FIELD]
  if (start === undefined || state === 'Z' || state === 'X') return undefined
  return { parent: Number(parent), group: Number(group), start }
}

/** A process may end during the read, and other users' processes cannot be read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** @param pid Of a process, or the negative id of a group; nothing happens when it has ended */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Where systemd and most other systems mount them. */
export const CONTROL_GROUPS = '/sys/fs/cgroup'
/** A group without processes may still be in use for a moment. */
const REMOVE_TRIES = 50
const REMOVE_PAUSE_MS = 10
/** What systemd manages itself; groups within them are not ours to make, unless it is our own. */
const SYSTEMD_UNIT = /\.(?:service|scope|slice)$/
/** Starts a command in the groups before `--`. */
const JOIN = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"'

/** Puts the start of a command into control groups before the command. */
export function inGroups(folders: readonly string[], command: readonly string[]): string[] {
  const files = folders.map((folder) => join(folder, 'cgroup.procs'))
  return ['/bin/sh', '-c', JOIN, 'sh', ...files, '--', ...command]
}

/** This process's groups: the path by the controller, and by '' that of version 2. */
export function ownGroups(): ReadonlyMap<string, string> {
  const own = new Map<string, string>()
  // "hierarchy:controllers:path"; version 2 has no controllers in it.
  for (const line of readGroupFile('/proc/self/cgroup').trim().split('\n')) {
    const [, controllers = '', path = ''] = line.split(':', 3)
    for (const name of controllers.split(',')) own.set(name, path)
  }
  return own
}

/**
 * The groups of version 2 in which this process might make others, the first one first.
 *
 * @param mount Where version 2 is mounted
 */
export function possibleParents(mount: string): readonly string[] {
  const own = ownGroups().get('')
  if (own === undefined || !existsSync(join(mount, 'cgroup.controllers'))) return []
  const folder = join(mount, own)
  const all = SYSTEMD_UNIT.test(basename(folder)) ? [folder] : [folder, dirname(folder)]
  return all.filter((parent) => parent === mount || parent.startsWith(`${mount}/`))
}

/**
 * The groups in a folder that services have made which have ended.
 *
 * @param prefix Of their names, before the identity of the service's process
 */
export function abandonedGroups(parent: string, prefix: string): readonly string[] {
  return namesIn(parent)
    .filter((name) => {
      const identity = name.slice(prefix.length).split('-').slice(0, 3).join('-')
      return name.startsWith(prefix) && hasProcessEnded(identity)
    })
    .map((name) => join(parent, name))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Removes groups as soon as they have no processes any more; after a while it gives up. */
export async function removeGroups(folders: readonly string[]): Promise<void> {
  for (let tries = 0; tries < REMOVE_TRIES; tries += 1) {
    if (folders.map(removeGroupNow).every(Boolean)) return
    await Bun.sleep(REMOVE_PAUSE_MS)
  }
}

/** @returns Whether it is gone */
export function removeGroupNow(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return !existsSync(folder)
  }
}

/** @returns '' where it cannot be read */
export function readGroupFile(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
