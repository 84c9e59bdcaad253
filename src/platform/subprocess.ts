import type { FileSink, Subprocess } from 'bun'
import { deadline } from './deadline.ts'
import { LineReader } from './line-reader.ts'
import { remainingProcesses } from './process-table.ts'

/** How long a process has to end after each signal before the next, harder one. */
const SIGNAL_PAUSE_MS = 2_000
/** The same for what a process left behind: nobody waits for an answer of it any more. */
const STRAGGLER_PAUSE_MS = 300
const STRAGGLER_POLL_MS = 10
/** How long a kill of everything may take. */
const KILL_MS = 1_000

export interface SpawnOptions {
  command: readonly string[]
  /** The whole environment: nothing of ours is inherited. */
  env: Readonly<Record<string, string>>
  cwd: string
  /** What it reads; the pipe is closed after it. */
  stdin: string
  /**
   * An entry of its environment (`NAME=value`) that no other process has. By it, Linux finds
   * descendants that left the group.
   */
  marker?: string
}

/** A child process in a group of its own, so that its own children end with it. */
export class ProcessGroup implements AsyncDisposable {
  /** Those that are not known to be gone: our children, as the signals that end us are ours. */
  static readonly #live = new Set<ProcessGroup>()
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #marker: string | undefined
  readonly #stdout: LineReader
  readonly #stderr: LineReader
  #ending: Promise<void> | undefined

  /**
   * Kills every group of this process and what left it, at once: for an exit that waits for nothing. The
   * event loop stands still meanwhile, for a second at most.
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
  constructor({ command, env, cwd, stdin, marker }: SpawnOptions) {
    this.#marker = marker
    this.#child = Bun.spawn([...command], {
      env: { ...env },
      cwd,
      // No Blob: Linux hands that over as a file, of which claude reads nothing.
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    })
    ProcessGroup.#live.add(this)
    void writeStdin(this.#child.stdin, stdin)
    // A descendant may hold a pipe open after the process itself has ended: it ends the group then.
    const ended = this.#child.exited
    const onSilence = () => void this.end()
    this.#stdout = new LineReader(this.#child.stdout, { ended, onSilence })
    this.#stderr = new LineReader(this.#child.stderr, { ended, onSilence })
  }

  get pid(): number {
    return this.#child.pid
  }

  /** Lines of stdout, all those of one read together. */
  get stdout(): AsyncIterable<readonly string[]> {
    return this.#stdout
  }

  get stderr(): AsyncIterable<readonly string[]> {
    return this.#stderr
  }

  /** The exit code; 128 and more for a signal. */
  get exited(): Promise<number> {
    return this.#child.exited
  }

  /** @returns Whether the process itself ended in time */
  exitedWithin(ms: number): Promise<boolean> {
    const exited = this.#child.exited.then(() => true)
    return deadline(exited, ms, { onTimeout: () => false })
  }

  /**
   * Ends the whole group: SIGINT, SIGTERM, SIGKILL, each when the one before did not do it, then
   * whatever the process left behind. Resolves when nobody is left. Later calls wait for the first.
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
      sendSignal(-this.pid, signal)
      if (await this.exitedWithin(SIGNAL_PAUSE_MS)) break
    }
    await this.#child.exited
    for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
      const left = this.#remaining()
      if (left.length === 0) break
      for (const pid of left) sendSignal(pid, signal)
      await this.#waitUntilGone(STRAGGLER_PAUSE_MS)
    }
    // Without Linux' process table one that left the group is not found; its pipe must not keep us.
    this.#stdout.close()
    this.#stderr.close()
    ProcessGroup.#live.delete(this)
  }

  #remaining(): readonly number[] {
    return remainingProcesses(this.pid, this.#marker)
  }

  /** There is no event for the end of somebody else's child. */
  async #waitUntilGone(ms: number): Promise<void> {
    const until = performance.now() + ms
    while (performance.now() < until && this.#remaining().length > 0)
      await Bun.sleep(STRAGGLER_POLL_MS)
  }
}

/** One that ends before it has read everything says in its own words why. */
async function writeStdin(sink: FileSink, text: string): Promise<void> {
  try {
    await sink.write(text)
    await sink.end()
  } catch {
    // Nobody reads any more.
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}
