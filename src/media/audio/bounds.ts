import { realpathSync } from 'node:fs'
import { AppError } from '../../platform/errors.ts'
import { SYSTEM_FOLDERS, bounded as withBounds } from '../bounds.ts'

/** Bounds of a process that decodes or encodes sound. @limit recording-memory GB */
export const AUDIO_MEMORY_BYTES = 1_000_000_000
/** @limit recording-processor minutes */
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

const INSTALL = 'apt install ffmpeg (Debian, Ubuntu) or brew install ffmpeg (macOS)'

/** A file that cannot be read, with the reason in words for its sender. */
export function unreadable(reason: string, options?: ErrorOptions): AppError {
  return new AppError('invalid', `Cannot read this recording: ${reason}`, options)
}

/** @param what What takes ffmpeg, as in `Cannot encode mp3` */
export function withoutFfmpeg(what: string): AppError {
  return new AppError(
    'not_installed',
    `${what}: ffmpeg is not installed on this server; its owner can add it with ${INSTALL}`,
  )
}

export function noRoom(cause?: unknown): AppError {
  return new AppError('storage_full', 'There is no room left on the disk for this recording', {
    cause,
  })
}
