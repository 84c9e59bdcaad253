import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Of the fields behind the name in `/proc/<pid>/stat`; in clock ticks since the machine's start. */
const START_FIELD = 19

/**
 * Who is left of a process group; what has ended and only waits to be reaped does not count.
 *
 * @param group Its number, the id of its first process
 * @param marker An entry of the environment that marks descendants outside the group; Linux only
 * @returns What `process.kill` takes: ids, or the negative number of the group where there is no `/proc`
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

/**
 * Live processes whose environment marks them, and all who share a group with one of them; never this
 * process or its group. Linux only: elsewhere nobody is found.
 *
 * @param isMark Whether an entry (`NAME=value`) is such a mark
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
 * Names this process so that no other one, also a later one with its number, has the same name: three
 * numbers with hyphens between them.
 */
export function processIdentity(): string {
  const start = liveStatus(process.pid)?.start ?? '0'
  return `${process.pid}-${start}-${pidNamespace()}`
}

/**
 * Whether the process of such a name has ended; only a certain yes is one.
 *
 * @param name As {@link processName} made it
 */
export function hasProcessEnded(name: string): boolean {
  const [pid = '', start, space] = name.split('-')
  // In another container the same number is another process, and this one cannot be seen.
  if (space !== pidNamespace()) return false
  if (process.platform !== 'linux') return !isAlive(Number(pid))
  return liveStatus(Number(pid))?.start !== start
}

/** Where process ids count: each container has a space of its own. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}

/** The environment of what has ended is empty. */
function hasEntry(pid: number, entry: string): boolean {
  const environment = read(`/proc/${pid}/environ`)
  return environment.includes(entry) && environment.split('\0').includes(entry)
}

function isLiveIn(pid: number, group: number): boolean {
  return liveStatus(pid)?.group === group
}

/** Undefined for what has ended, also while it waits to be reaped. */
function liveStatus(pid: number): { group: number; start: string } | undefined {
  const stat = read(`/proc/${pid}/stat`)
  // "pid (name) state parent group … start …": the name may hold anything, also brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, , group] = fields
  const start = fields[START_FIELD]
  if (start === undefined || state === 'Z' || state === 'X') return undefined
  return { group: Number(group), start }
}

/** A process may end while it is looked at, and others' may not be looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
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
