import type { SandboxBounds } from './contract.ts'
import { SANDBOX_PATH, type SandboxPrograms } from './sandbox-programs.ts'

/** Where commands see the folders of their job. */
const WORK = '/work'
const INPUTS = '/inputs'
/** Size of the private folders that are kept in memory. @limit sandbox-temporary MiB */
export const TEMPORARY_BYTES = 64 * 1024 * 1024
/** @limit sandbox-shared MiB */
export const SHARED_MEMORY_BYTES = 16 * 1024 * 1024
/** Files that a process may have open. @limit sandbox-open-files count */
export const OPEN_FILES = 256
/** Behind everything that somebody waits for on this machine. */
const LOW_PRIORITY = 15
/** The first to be killed when the machine's memory is used up. Linux: 1000 at most. */
const KILLED_FIRST = 1_000

/** Numbers of the descriptors that bubblewrap reads and writes. */
const DESCRIPTORS = { status: 3, filter: 4, users: 5, groups: 6 } as const

interface SandboxedCommand {
  programs: SandboxPrograms
  /** Arguments for the system's folders. */
  view: readonly string[]
  isUsernsDisabled: boolean
  /** Whether it has a user of its own on the host. */
  hasOwnUser: boolean
  /** Whether the kernel counts the processes of a user namespace by themselves. */
  countsProcesses: boolean
  user: number
  work: string
  inputs: string | undefined
  bounds: SandboxBounds
  command: readonly string[]
}

/** The command line that runs a command in a sandbox of its own. */
export function sandboxCommand(sandbox: SandboxedCommand): string[] {
  const { programs, view, user, work, inputs, command } = sandbox
  const temporary = (path: string, bytes: number) => {
    return ['--perms', '1777', '--size', String(bytes), '--tmpfs', path]
  }
  return [
    ...(programs.choom === undefined ? [] : [programs.choom, '-n', String(KILLED_FIRST), '--']),
    ...(programs.nice === undefined ? [] : [programs.nice, '-n', String(LOW_PRIORITY)]),
    programs.bwrap,
    ...namespaces(sandbox),
    ...['--die-with-parent', '--new-session', '--hostname', 'sandbox', '--clearenv'],
    ...['--setenv', 'PATH', SANDBOX_PATH, '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'HOME', WORK],
    ...['--setenv', 'TMPDIR', '/tmp', '--setenv', 'USER', 'sandbox'],
    ...view,
    ...['--perms', '0444', '--ro-bind-data', String(DESCRIPTORS.users), '/etc/passwd'],
    ...['--perms', '0444', '--ro-bind-data', String(DESCRIPTORS.groups), '/etc/group'],
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...temporary('/dev/shm', SHARED_MEMORY_BYTES),
    ...temporary('/tmp', TEMPORARY_BYTES),
    ...['--bind', work, WORK, ...(inputs === undefined ? [] : ['--ro-bind', inputs, INPUTS])],
    // The root is kept in memory without a bound.
    ...['--remount-ro', '/', '--chdir', WORK],
    ...['--seccomp', String(DESCRIPTORS.filter), '--json-status-fd', String(DESCRIPTORS.status)],
    '--',
    ...(sandbox.hasOwnUser ? asUser(programs.setpriv ?? 'setpriv', user) : []),
    ...limited(sandbox),
    ...command,
  ]
}

/**
 * Root needs no user namespace to make the others, and gives its rights up at the end. In a user
 * namespace of its own, it would still own the machine's files.
 */
function namespaces({ hasOwnUser, isUsernsDisabled, user }: SandboxedCommand): string[] {
  const shared = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts']
  if (hasOwnUser)
    return [
      ...shared,
      ...['--unshare-cgroup-try', '--cap-drop', 'ALL'],
      ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP', 'CAP_DAC_READ_SEARCH'].flatMap((name) => [
        '--cap-add',
        name,
      ]),
    ]
  return [
    ...['--unshare-all', '--unshare-user', ...(isUsernsDisabled ? ['--disable-userns'] : [])],
    ...['--uid', String(user), '--gid', String(user), '--cap-drop', 'ALL'],
  ]
}

function asUser(setpriv: string, user: number): string[] {
  const ids = ['--reuid', String(user), '--regid', String(user), '--clear-groups']
  return [setpriv, ...ids, '--inh-caps=-all', '--bounding-set=-all', '--']
}

function limited({ programs, bounds, hasOwnUser, countsProcesses }: SandboxedCommand): string[] {
  return [
    programs.prlimit,
    ...['--core=0', '--msgqueue=0', `--nofile=${OPEN_FILES}`],
    `--fsize=${bounds.fileBytes}`,
    `--cpu=${bounds.cpuSeconds}`,
    // Of one process; all together are counted by the control group or by the monitor.
    `--data=${bounds.memoryBytes}`,
    ...(hasOwnUser || countsProcesses
      ? // In a namespace, process 1 has the same user.
        [`--nproc=${bounds.processes + (hasOwnUser ? 0 : 1)}`]
      : []),
    '--',
  ]
}

/** What commands see as /etc/passwd and /etc/group. */
export function accountFiles(user: number): { users: string; groups: string } {
  return {
    users: `root:x:0:0:root:/:/bin/false\nsandbox:x:${user}:${user}:sandbox:${WORK}:/bin/sh\n`,
    groups: `root:x:0:\nsandbox:x:${user}:\n`,
  }
}
