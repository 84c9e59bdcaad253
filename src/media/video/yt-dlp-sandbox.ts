import { fileURLToPath } from 'node:url'
import { SYSTEM_FOLDERS } from '../bounds.ts'
import type { ProgramFiles } from './program-folders.ts'

/**
 * Where the sandbox shows the folder of a run, and the one that it may write a file of the user to:
 * in its own temporary folder, where they cover no program.
 */
export const RUN_FOLDER = '/tmp/hearth-run'
export const OUTPUT_FOLDER = '/tmp/hearth-output'
/** Name of the egress proxy's socket in the folder of a run. */
export const SOCKET_NAME = 'egress.sock'
/** Of the loopback inside, where nothing else listens. */
export const BRIDGE_PORT = 3128

const BRIDGE = fileURLToPath(new URL('./sandbox-bridge.ts', import.meta.url))
const BRIDGE_PATH = '/tmp/hearth-bridge/sandbox-bridge.ts'
/** Which certificates are trusted. */
const TRUST_FOLDERS = ['/etc/ssl', '/etc/pki', '/etc/ca-certificates']

interface SandboxOptions {
  /** Path of bubblewrap. */
  bwrap: string
  /** Paths on this machine. */
  runFolder: string
  outputFolder?: string | undefined
  /** Files and folders that can be read at the same path, where they are there. */
  readable?: readonly string[]
}

/**
 * Puts a sandbox around a program: no network but a bridge to the egress proxy, no process but its
 * own, and no file but those of the system's programs, its own, and the folders of the run. It ends
 * with the process that started it. Its environment is the one that it is started with, so that no
 * secret of it stands in a command line.
 */
export function sandboxed(
  { program, paths }: Pick<ProgramFiles, 'program' | 'paths'>,
  args: readonly string[],
  { bwrap, runFolder, outputFolder, readable = [] }: SandboxOptions,
): string[] {
  const visible = [...SYSTEM_FOLDERS, ...TRUST_FOLDERS, process.execPath, ...paths, ...readable]
  return [
    bwrap,
    ...['--unshare-all', '--cap-drop', 'ALL', '--die-with-parent'],
    ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...visible.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', BRIDGE, BRIDGE_PATH, '--bind', runFolder, RUN_FOLDER],
    ...(outputFolder === undefined ? [] : ['--bind', outputFolder, OUTPUT_FOLDER]),
    ...['--chdir', RUN_FOLDER, '--', process.execPath, BRIDGE_PATH],
    ...[`${RUN_FOLDER}/${SOCKET_NAME}`, String(BRIDGE_PORT), program, ...args],
  ]
}
