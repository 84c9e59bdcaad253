import { existsSync, readdirSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hasProcessEnded, readIfThere } from './process-table.ts'

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
  for (const line of readIfThere('/proc/self/cgroup').trim().split('\n')) {
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
