import { lstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AnonymousFile } from './anonymous-file.ts'
import { Cgroup, type CgroupParents } from './cgroup.ts'
import type { SandboxBounds, SandboxEnd, SandboxRequest, StopReason } from './contract.ts'
import { CutOutput, printable } from './cut-output.ts'
import { Monitor, workAtStart } from './monitor.ts'
import { SandboxChild } from './sandbox-child.ts'
import { accountFiles, sandboxCommand } from './sandbox-command.ts'
import type { SandboxPrograms } from './sandbox-programs.ts'
import { type SandboxUsers, userOfJob } from './sandbox-user.ts'

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
    ...{ user, work, inputs, bounds, command: request.command },
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
        ...{ processes, atStart, cgroup: group.cgroup, work, bounds },
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
