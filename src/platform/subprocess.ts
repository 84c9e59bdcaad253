import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import type { FileSink, Subprocess } from 'bun'
import type { ContainedRun, Containment } from './containment/contract.ts'
import { deadline } from './deadline.ts'
import { readLines } from './line-reader.ts'
import { PipeReader } from './pipe-reader.ts'
import { remainingProcesses, sendSignal } from './process-table.ts'

/** How long a process has to exit after each signal, before the next one. */
const SIGNAL_PAUSE_MS = 2_000
/** The same for processes that the first one left behind. */
const STRAGGLER_PAUSE_MS = 300
const STRAGGLER_POLL_MS = 10
/** Time limit of killing all processes. */
const KILL_MS = 1_000

export interface SpawnOptions {
  command: readonly string[]
  /** The whole environment: nothing is inherited. */
  env: Readonly<Record<string, string>>
  cwd: string
  /** Written to its stdin, which is then closed. */
  stdin: string
  /**
   * An environment entry (`NAME=value`) unique to this process, by which descendants outside the
   * group are found on Linux.
   */
  marker?: string
  /** Keeps every descendant within reach, whatever it does to its group and its environment. */
  containment?: Containment | undefined
}

/** A child process in a process group of its own, so that its children can be ended with it. */
export class ProcessGroup implements AsyncDisposable {
  /** Groups that may have live processes. Signals to this process do not reach them. */
  static readonly #live = new Set<ProcessGroup>()
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #marker: string | undefined
  readonly #run: ContainedRun | undefined
  readonly #stdout: PipeReader
  readonly #stderr: PipeReader
  #ending: Promise<void> | undefined

  /**
   * Kills all process groups and the descendants outside them, for an immediate exit. Blocks the
   * event loop for up to a second.
   */
  static killAll(): void {
    const until = performance.now() + KILL_MS
    for (;;) {
      const left = [...ProcessGroup.#live].flatMap((group) => group.#remaining())
      if (left.length === 0 || performance.now() > until) return
      for (const pid of left) sendSignal(pid, 'SIGKILL')
      Bun.sleepSync(STRAGGLER_POLL_MS)
    }
  }

  /** @throws {Error} with a `code` such as `ENOENT` when the program cannot be started */
  constructor({ command, env, cwd, stdin, marker, containment }: SpawnOptions) {
    this.#marker = marker
    if (containment !== undefined) requireProgram(command[0] ?? '', { env, cwd })
    this.#run = containment?.open()
    try {
      this.#child = Bun.spawn([...(this.#run?.wrap(command) ?? command)], {
        env: { ...env },
        cwd,
        // Not a Blob: Bun passes it as a file, from which claude reads nothing.
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'pipe',
        detached: true,
      })
    } catch (error) {
      void this.#run?.close()
      throw error
    }
    ProcessGroup.#live.add(this)
    void writeStdin(this.#child.stdin, stdin)
    // A descendant may keep a pipe open after the process has exited: the group is then ended.
    const ended = this.#child.exited
    const onSilence = () => void this.end()
    this.#stdout = new PipeReader(this.#child.stdout, { ended, onSilence })
    this.#stderr = new PipeReader(this.#child.stderr, { ended, onSilence })
  }

  get pid(): number {
    return this.#child.pid
  }

  /** Lines of stdout, one batch for each read. */
  get stdout(): AsyncIterable<readonly string[]> {
    return readLines(this.#stdout)
  }

  /** The same as it comes. Only one of both may be read, once. */
  get stdoutBytes(): AsyncIterable<Uint8Array> {
    return this.#stdout
  }

  get stderr(): AsyncIterable<readonly string[]> {
    return readLines(this.#stderr)
  }

  /** The exit code; 128 and more after a signal. */
  get exited(): Promise<number> {
    return this.#child.exited
  }

  /** @returns Whether the process itself exited in time */
  exitedWithin(ms: number): Promise<boolean> {
    const exited = this.#child.exited.then(() => true)
    return deadline(exited, ms, { onTimeout: () => false })
  }

  /**
   * Ends the whole group by SIGINT, SIGTERM and SIGKILL, each after the one before had no effect,
   * and then the descendants outside the group. Resolves when no process is left. Later calls
   * return the same promise.
   */
  end(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end()
  }

  async #end(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break
      this.#signal(signal)
      if (await this.exitedWithin(SIGNAL_PAUSE_MS)) break
    }
    await this.#child.exited
    for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
      const left = this.#remaining()
      if (left.length === 0) break
      for (const pid of left) sendSignal(pid, signal)
      await this.#waitUntilGone(STRAGGLER_PAUSE_MS)
    }
    await this.#run?.close()
    // Where descendants outside the group cannot be found, their open pipes must not block the
    // reader.
    this.#stdout.close()
    this.#stderr.close()
    ProcessGroup.#live.delete(this)
  }

  #signal(signal: NodeJS.Signals): void {
    const asked = signal === 'SIGKILL' ? undefined : this.#run?.toolProcesses(this.pid)
    for (const pid of asked ?? [-this.pid]) sendSignal(pid, signal)
    // The tool is not started yet.
    if (asked?.length === 0) sendSignal(-this.pid, 'SIGKILL')
  }

  #remaining(): readonly number[] {
    const left = remainingProcesses(this.pid, this.#marker)
    return [...new Set([...left, ...(this.#run?.processes() ?? [])])]
  }

  /** Polls, because only the exit of a direct child is reported. */
  async #waitUntilGone(ms: number): Promise<void> {
    const until = performance.now() + ms
    while (performance.now() < until && this.#remaining().length > 0)
      await Bun.sleep(STRAGGLER_POLL_MS)
  }
}

/**
 * What contains a program can be started without the program.
 *
 * @throws {Error} with a `code` such as `ENOENT`
 */
function requireProgram(name: string, { env, cwd }: Pick<SpawnOptions, 'env' | 'cwd'>): void {
  const found = name.includes('/')
    ? resolve(cwd, name)
    : Bun.which(name, { PATH: env['PATH'] ?? '', cwd })
  accessSync(found ?? resolve(cwd, name), constants.X_OK)
}

/** A process that exits before it has read everything reports the reason itself. */
async function writeStdin(sink: FileSink, text: string): Promise<void> {
  try {
    await sink.write(text)
    await sink.end()
  } catch {
    // The pipe is closed.
  }
}
