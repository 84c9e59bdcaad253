import { lstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Cgroup, type CgroupParents } from './cgroup.ts'
import type { SandboxBounds, SandboxEnd, SandboxRequest, StopReason } from './contract.ts'
import { Monitor, workAtStart } from './monitor.ts'
import { SandboxChild } from './sandbox-child.ts'
import { accountFiles, sandboxCommand } from './sandbox-command.ts'
import { type SandboxUsers, userOfJob } from './sandbox-processes.ts'
import type { SandboxPrograms } from './sandbox-programs.ts'
import { AnonymousFile } from './system-calls.ts'

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
