import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'

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
    if (readIfThere(`/proc/${pid}/environ`).split('\0').some(isMark)) marked.add(group)
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

/** Makes a folder whose name begins so, and removes it with what is in it when disposed. */
export async function temporaryFolder(prefix: string): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(prefix)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
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
  const environment = readIfThere(`/proc/${pid}/environ`)
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
  const stat = readIfThere(`/proc/${pid}/stat`)
  // "pid (name) state parent group … start …": the name may contain any character, also brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  const start = fields[START_FIELD]
  if (start === undefined || state === 'Z' || state === 'X') return undefined
  return { parent: Number(parent), group: Number(group), start }
}

/**
 * A small file of the kernel. A process may end during the read, and other users' processes cannot be
 * read.
 *
 * @returns '' where it cannot be read
 */
export function readIfThere(path: string): string {
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
