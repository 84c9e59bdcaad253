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

interface SandboxOptions {
  /** Path of bubblewrap. */
  bwrap: string
  folder: string
  files: readonly BoundFile[]
  /** Other programs that it starts, wherever they are. */
  programs?: readonly string[]
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
 * One command that gives the output of the first to the second. Its exit code is that of the second.
 */
export function piped(first: readonly string[], second: readonly string[]): [string, ...string[]] {
  // A process that the shell has started does not end with it by itself.
  const setpriv = Bun.which('setpriv')
  const bound = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--']
  const line = (command: readonly string[]) => [...bound, ...command].map(quoted).join(' ')
  return ['/bin/sh', '-c', `${line(first)} | ${line(second)}`]
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

/**
 * Puts a sandbox around a command: no network, no process but its own, and no file but those of the
 * system's programs and the given ones. It ends with the process that started it.
 *
 * @param command Its program is among those that it can start
 */
export function sandboxed(
  command: readonly [program: string, ...string[]],
  { bwrap, folder, files, programs = [] }: SandboxOptions,
): string[] {
  const program = realpathSync(command[0])
  return [
    bwrap,
    ...['--unshare-all', '--die-with-parent', '--clearenv'],
    ...SYSTEM_FOLDERS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--dir', folder],
    // They may be outside of all of them.
    ...[program, ...programs].flatMap((path) => ['--ro-bind-try', path, path]),
    ...files.flatMap(({ path, at, isWritable }) => [isWritable ? '--bind' : '--ro-bind', path, at]),
    ...['--chdir', folder, '--', program, ...command.slice(1)],
  ]
}
