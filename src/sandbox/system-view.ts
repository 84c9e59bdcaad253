import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Where programs and their libraries are. On most machines all but the first are links into it. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
/** What programs read of /etc. Nothing in it tells about the machine or its users. */
const SETTINGS = ['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime']

/**
 * bubblewrap's arguments for what commands see of the system, all of it read-only.
 *
 * @param hidden Folders of the service, which are left out even if they are within a system folder
 */
export function systemView(hidden: readonly string[]): string[] {
  const folders = SYSTEM_FOLDERS.filter((path) => existsSync(path))
  const args = folders.flatMap((path) =>
    lstatSync(path).isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path],
  )
  const covered = [...new Set(hidden.flatMap(realFolder))].filter((path) =>
    folders.some((folder) => path.startsWith(realpathSync(folder) + sep)),
  )
  return [
    ...args,
    ...covered.flatMap((path) => ['--perms', '0555', '--size', '4096', '--tmpfs', path]),
    ...['--perms', '0755', '--dir', '/etc'],
    ...SETTINGS.map((name) => join('/etc', name))
      .filter((path) => existsSync(path))
      .flatMap((path) => ['--ro-bind', realpathSync(path), path]),
  ]
}

function realFolder(path: string): string[] {
  try {
    const real = realpathSync(path)
    return lstatSync(real).isDirectory() ? [real] : []
  } catch {
    // It is not there.
    return []
  }
}
