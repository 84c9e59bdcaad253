import { realpathSync } from 'node:fs'

/** Bounds of a process that decodes or encodes sound. See Limits. */
export const AUDIO_MEMORY_BYTES = 1_000_000_000
export const AUDIO_CPU_SECONDS = 1_800
/** Behind everything that somebody waits for on this machine. */
const LOW_PRIORITY = 10

/** What a command may use, and whether somebody waits for its first bytes. */
interface Bounds {
  maxFileBytes: number
  isUrgent: boolean
}

/** A file that a command in the sandbox sees, and where. */
export interface BoundFile {
  path: string
  at: string
  isWritable: boolean
}

/** Where programs and their libraries are. What is not there is left out. */
const SYSTEM_FOLDERS = [
  ...['/usr', '/lib', '/lib64', '/bin', '/opt', '/nix/store', '/home/linuxbrew/.linuxbrew'],
  ...['/etc/alternatives', '/etc/ld.so.cache'],
]

/**
 * Puts bounds before a command: memory, processor time, size of files. Without prlimit, as on macOS,
 * only the caller's time limit holds.
 */
export function bounded(command: readonly string[], { maxFileBytes, isUrgent }: Bounds): string[] {
  const prlimit = Bun.which('prlimit')
  const nice = isUrgent ? null : Bun.which('nice')
  // Also when the service is killed, nothing goes on.
  const setpriv = Bun.which('setpriv')
  return [
    ...(setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--']),
    ...(nice === null ? [] : [nice, '-n', String(LOW_PRIORITY)]),
    ...(prlimit === null
      ? []
      : [
          prlimit,
          `--data=${AUDIO_MEMORY_BYTES}`,
          `--cpu=${AUDIO_CPU_SECONDS}`,
          `--fsize=${Math.max(0, Math.floor(maxFileBytes))}`,
          '--core=0',
          '--',
        ]),
    ...command,
  ]
}

/**
 * Puts a sandbox around a command: no network, no process but its own, and no file but those of the
 * system's programs and the given ones. It ends with the process that started it.
 *
 * @param bwrap Path of bubblewrap
 */
export function sandboxed(
  command: readonly [program: string, ...string[]],
  { bwrap, folder, files }: { bwrap: string; folder: string; files: readonly BoundFile[] },
): string[] {
  const program = realpathSync(command[0])
  return [
    bwrap,
    ...['--unshare-all', '--die-with-parent', '--clearenv'],
    ...SYSTEM_FOLDERS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--dir', folder],
    // It may be outside of all of them.
    ...['--ro-bind-try', program, program],
    ...files.flatMap(({ path, at, isWritable }) => [isWritable ? '--bind' : '--ro-bind', path, at]),
    ...['--chdir', folder, '--', program, ...command.slice(1)],
  ]
}
