import { realpathSync } from 'node:fs'
import { SYSTEM_FOLDERS, bounded as withBounds } from '../bounds.ts'

/** Bounds of a process that decodes or encodes sound. See Limits. */
export const AUDIO_MEMORY_BYTES = 1_000_000_000
export const AUDIO_CPU_SECONDS = 1_800

/** A file that a command in the sandbox sees, and where. */
export interface BoundFile {
  path: string
  at: string
  isWritable: boolean
}

/** Puts the bounds of sound before a command. */
export function bounded(
  command: readonly string[],
  bounds: { maxFileBytes: number; isUrgent: boolean },
): string[] {
  return withBounds(command, {
    ...bounds,
    memoryBytes: AUDIO_MEMORY_BYTES,
    cpuSeconds: AUDIO_CPU_SECONDS,
  })
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
