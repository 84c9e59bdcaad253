import { LOW_PRIORITY } from '../platform/thread-time.ts'

/** What a command may use, and whether somebody waits for its first bytes. */
interface Bounds {
  /** Of each of its processes. */
  memoryBytes: number
  cpuSeconds: number
  maxFileBytes: number
  isUrgent: boolean
}

/** Where programs and their libraries are; a sandbox leaves out what is not there. */
export const SYSTEM_FOLDERS: readonly string[] = [
  ...['/usr', '/lib', '/lib64', '/bin', '/opt', '/nix/store', '/home/linuxbrew/.linuxbrew'],
  ...['/etc/alternatives', '/etc/ld.so.cache'],
]

/**
 * Puts bounds before a command: memory, processor time, size of files. Without prlimit, as on macOS,
 * only the caller's time limit holds.
 */
export function bounded(
  command: readonly string[],
  { memoryBytes, cpuSeconds, maxFileBytes, isUrgent }: Bounds,
): string[] {
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
          `--data=${memoryBytes}`,
          `--cpu=${cpuSeconds}`,
          `--fsize=${Math.max(0, Math.floor(maxFileBytes))}`,
          '--core=0',
          '--',
        ]),
    ...command,
  ]
}
