import { readdirSync, readFileSync } from 'node:fs'

/**
 * Who is left of a process group whose first process has ended; what has ended and only waits to be
 * reaped does not count.
 *
 * @param group Its number, the id of its first process
 * @param marker An entry of the environment that marks descendants outside the group; Linux only
 * @returns What `process.kill` takes: ids, or the negative number of the group where there is no `/proc`
 */
export function processesLeft(group: number, marker: string | undefined): readonly number[] {
  const grouped = isAlive(-group)
  if (process.platform !== 'linux') return grouped ? [-group] : []
  if (marker === undefined && !grouped) return []
  const left: number[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    if ((marker !== undefined && hasEntry(pid, marker)) || (grouped && isLiveIn(pid, group)))
      left.push(pid)
  }
  return left
}

/** The environment of what has ended is empty. */
function hasEntry(pid: number, entry: string): boolean {
  const environment = read(`/proc/${pid}/environ`)
  return environment.includes(entry) && environment.split('\0').includes(entry)
}

function isLiveIn(pid: number, group: number): boolean {
  const stat = read(`/proc/${pid}/stat`)
  // "pid (name) state parent group …": the name may hold anything, also brackets.
  const [state, , ownGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)
  return state !== 'Z' && state !== 'X' && Number(ownGroup) === group
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
