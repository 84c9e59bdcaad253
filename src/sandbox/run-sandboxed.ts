import { lstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Cgroup, type CgroupParents } from './cgroup.ts'
import type { SandboxBounds, SandboxEnd, SandboxRequest, StopReason } from './contract.ts'
import { Monitor, workAtStart } from './monitor.ts'
import { SandboxChild } from './sandbox-child.ts'
import { type SandboxUsers, userOfJob } from './sandbox-processes.ts'
import { SANDBOX_PATH, type SandboxPrograms } from './sandbox-programs.ts'
import { AnonymousFile } from './system-calls.ts'

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
function sandboxCommand(sandbox: SandboxedCommand): string[] {
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
function accountFiles(user: number): { users: string; groups: string } {
  return {
    users: `root:x:0:0:root:/:/bin/false\nsandbox:x:${user}:${user}:sandbox:${WORK}:/bin/sh\n`,
    groups: `root:x:0:\nsandbox:x:${user}:\n`,
  }
}

/** What all sandboxes of this machine have in common. */
export interface SandboxSetup {
  programs: SandboxPrograms
  /** Arguments for the system's folders. */
  view: readonly string[]
  users: SandboxUsers
  isUsernsDisabled: boolean
  countsProcesses: boolean
  cgroups: CgroupParents | undefined
  filter: AnonymousFile
}

/** bubblewrap could not start a command. */
export class SandboxFailure extends Error {
  override readonly name = 'SandboxFailure'
}

/**
 * Runs one command in a sandbox of its own. Nothing of it is left when this settles.
 *
 * @throws {SandboxFailure} with what bubblewrap says
 * @throws The signal's reason
 */
export async function runSandboxed(
  setup: SandboxSetup,
  request: SandboxRequest,
): Promise<SandboxEnd> {
  const start = performance.now()
  const { signal, bounds } = request
  signal.throwIfAborted()
  const work = folderOf(request.work)
  const inputs = request.inputs === undefined ? undefined : folderOf(request.inputs)
  const user = userOfJob(setup.users, { work, inputs })
  const accounts = accountFiles(user)
  using users = new AnonymousFile(accounts.users)
  using groups = new AnonymousFile(accounts.groups)
  const command = sandboxCommand({
    ...setup,
    hasOwnUser: setup.users.kind === 'own',
    user,
    work,
    inputs,
    bounds,
    command: request.command,
  })
  await using log = await LogFile.open(request.log)
  await using group = new GroupOf(setup.cgroups && newGroup(setup.cgroups, bounds))
  const atStart = workAtStart(work)
  const child = new SandboxChild({
    command: group.cgroup?.join(command) ?? command,
    files: [setup.filter.open(), users.open(), groups.open()],
    cwd: '/',
    stdin: request.stdin ?? '',
  })
  let stopped: StopReason | undefined
  const stop = (reason?: StopReason) => {
    stopped ??= reason
    child.kill()
  }
  const onAbort = () => stop()
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop('deadline'), bounds.deadlineMs)
  const outputs = {
    stdout: new CutOutput(bounds.outputBytes),
    stderr: new CutOutput(bounds.outputBytes),
  }
  let printed = 0
  const read = async (name: 'stdout' | 'stderr') => {
    const decoder = new TextDecoder()
    for await (const chunk of child[name]) {
      printed += chunk.byteLength
      if (printed > bounds.printedBytes) stop('output')
      if (stopped === 'output') continue
      outputs[name].add(chunk)
      await log.write(chunk)
      request.onOutput?.(printable(decoder.decode(chunk, { stream: true })), name)
    }
  }
  const reading = Promise.all([read('stdout'), read('stderr')])
  // Its error is thrown at the end.
  reading.catch(() => stop())
  try {
    const processes = await child.processes
    using monitor =
      processes &&
      new Monitor({
        processes,
        atStart,
        cgroup: group.cgroup,
        work,
        bounds,
        onExceeded: stop,
      })
    const exitCode = await child.ended()
    await reading
    signal.throwIfAborted()
    if (exitCode === undefined) throw new SandboxFailure(outputs.stderr.text.trim())
    const reason = stopped ?? monitor?.finalReason()
    return {
      exitCode,
      stdout: outputs.stdout.text,
      stderr: outputs.stderr.text,
      ...(reason === undefined ? {} : { stopped: reason }),
      ms: performance.now() - start,
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    // Also when the reader of the output fails.
    child.kill()
    await child.ended()
  }
}

/** @throws {SandboxFailure} When they can no longer be made, so that they are looked for again */
function newGroup(parents: CgroupParents, bounds: SandboxBounds): Cgroup {
  try {
    return new Cgroup(parents, bounds)
  } catch (cause) {
    const { message } = cause instanceof Error ? cause : new Error(String(cause))
    throw new SandboxFailure(`Control groups cannot be made: ${message}`, { cause })
  }
}

/** @throws When it is no folder, or only a link to one */
function folderOf(path: string): string {
  const absolute = resolve(path)
  if (!lstatSync(absolute).isDirectory()) throw new Error(`Not a folder: ${absolute}`)
  return absolute
}

/** The file for all that is printed, or none. */
class LogFile implements AsyncDisposable {
  readonly #file: FileHandle | undefined
  #left: number

  private constructor(file: FileHandle | undefined, maxBytes: number) {
    this.#file = file
    this.#left = maxBytes
  }

  static async open(log: SandboxRequest['log']): Promise<LogFile> {
    if (log === undefined) return new LogFile(undefined, 0)
    return new LogFile(await open(log.path, 'wx', 0o600), log.maxBytes)
  }

  async write(chunk: Uint8Array): Promise<void> {
    const part = chunk.subarray(0, this.#left)
    this.#left -= part.byteLength
    if (part.byteLength > 0) await this.#file?.appendFile(part)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
  }
}

/** Removes a control group at the end. */
class GroupOf implements AsyncDisposable {
  readonly cgroup: Cgroup | undefined

  constructor(cgroup: Cgroup | undefined) {
    this.cgroup = cgroup
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cgroup?.remove()
  }
}

/** Control characters, other ends of a line, and the marks that turn the direction of the text. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** What a command prints, without what could act on a terminal or hide a part of the text. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(UNSEEN, '')
}

/** Keeps the start and the end of an output, in a bounded amount of memory. */
export class CutOutput {
  readonly #half: number
  readonly #head: Uint8Array[] = []
  #headBytes = 0
  readonly #tail: Uint8Array[] = []
  #tailBytes = 0
  #total = 0

  constructor(maxBytes: number) {
    this.#half = Math.ceil(maxBytes / 2)
  }

  add(chunk: Uint8Array): void {
    this.#total += chunk.byteLength
    const room = this.#half - this.#headBytes
    // Copies, as a part of a chunk would keep all of it in memory.
    if (room > 0) this.#head.push(chunk.slice(0, room))
    this.#headBytes += Math.min(room, chunk.byteLength)
    if (chunk.byteLength <= room) return
    const rest = chunk.slice(Math.max(room, chunk.byteLength - this.#half))
    this.#tail.push(rest)
    this.#tailBytes += rest.byteLength
    for (
      let first = this.#tail[0];
      first !== undefined && this.#tailBytes - first.byteLength >= this.#half;
      first = this.#tail[0]
    ) {
      this.#tail.shift()
      this.#tailBytes -= first.byteLength
    }
  }

  /** The text, with a note in place of what is left out. */
  get text(): string {
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail).subarray(-this.#half)
    const left = this.#total - head.byteLength - tail.byteLength
    if (left === 0) return printable(Buffer.concat([head, tail]).toString('utf8'))
    const start = withoutPartialEnd(printable(head.toString('utf8')))
    const end = withoutPartialStart(printable(tail.toString('utf8')))
    return `${start}\n[… ${left.toLocaleString('en-US')} bytes are left out here …]\n${end}`
  }
}

/** A character that was cut through is decoded as a mark. */
function withoutPartialEnd(text: string): string {
  return text.replace(/\ufffd$/, '')
}

function withoutPartialStart(text: string): string {
  return text.replace(/^\ufffd{1,3}/, '')
}
