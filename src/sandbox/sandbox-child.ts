import { closeSync } from 'node:fs'
import type { FileSink, Subprocess } from 'bun'
import { deadline } from '../platform/deadline.ts'
import { SandboxProcesses } from './sandbox-processes.ts'

/** How often it is looked whether the kernel has ended all processes. */
const GONE_POLL_MS = 2
/** Time limit of that: a process may wait for a disk. */
const GONE_MS = 10_000
/** Until bubblewrap ends itself after its sandbox has been killed. */
const FOLLOW_MS = 1_000
/** bubblewrap's reports are short. */
const MAX_STATUS_CHARACTERS = 4_096

interface ChildOptions {
  command: readonly string[]
  /** Open files for the descriptors after that of the status. Closed by this. */
  files: readonly number[]
  cwd: string
  stdin: string
}

/** bubblewrap with the processes of its sandbox. */
export class SandboxChild {
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #status: Promise<string>
  readonly #found = Promise.withResolvers<SandboxProcesses | undefined>()
  #processes: SandboxProcesses | undefined
  #isKilled = false

  constructor({ command, files, cwd, stdin }: ChildOptions) {
    try {
      this.#child = Bun.spawn([...command], {
        env: {},
        cwd,
        stdio: ['pipe', 'pipe', 'pipe', 'pipe', ...files],
      })
    } finally {
      for (const file of files) closeSync(file)
    }
    this.#status = this.#readStatus()
    void writeStdin(this.#child.stdin, stdin)
  }

  get stdout(): ReadableStream<Uint8Array> {
    return this.#child.stdout
  }

  get stderr(): ReadableStream<Uint8Array> {
    return this.#child.stderr
  }

  /** @returns undefined when bubblewrap ended without starting any */
  get processes(): Promise<SandboxProcesses | undefined> {
    return this.#found.promise
  }

  /** Ends all processes at once. Those that have not been started will not be. */
  kill(): void {
    this.#isKilled = true
    if (this.#processes === undefined) {
      this.#child.kill('SIGKILL')
      return
    }
    // bubblewrap itself then ends after all of them.
    this.#processes.kill()
    void deadline(this.#child.exited, FOLLOW_MS, { onTimeout: () => this.#child.kill('SIGKILL') })
  }

  /**
   * Resolves when no process is left.
   *
   * @returns The command's exit code; undefined when bubblewrap could not start it
   * @throws When a process cannot be ended
   */
  async ended(): Promise<number | undefined> {
    const code = await this.#child.exited
    const status = await this.#status
    await this.#gone()
    const reported = /"exit-code"\s*:\s*(\d+)/.exec(status)?.[1]
    if (reported !== undefined) return Number(reported)
    return this.#processes === undefined && !this.#isKilled ? undefined : code
  }

  async #gone(): Promise<void> {
    const until = performance.now() + GONE_MS
    while (this.#processes?.isGone === false) {
      if (performance.now() > until) throw new Error('A process of a sandbox cannot be ended')
      this.#processes.kill()
      await Bun.sleep(GONE_POLL_MS)
    }
  }

  async #readStatus(): Promise<string> {
    const descriptor = this.#child.stdio[3]
    let text = ''
    try {
      if (typeof descriptor !== 'number') throw new Error('No pipe for the status of a sandbox')
      for await (const chunk of Bun.file(descriptor).stream()) {
        if (text.length < MAX_STATUS_CHARACTERS) text += Buffer.from(chunk).toString('latin1')
        const first = /"child-pid"\s*:\s*(\d+)/.exec(text)?.[1]
        if (first !== undefined && this.#processes === undefined) {
          this.#processes = new SandboxProcesses(Number(first))
          this.#found.resolve(this.#processes)
          if (this.#isKilled) this.#processes.kill()
        }
      }
    } finally {
      if (typeof descriptor === 'number') closeSync(descriptor)
      this.#found.resolve(this.#processes)
    }
    return text
  }
}

/** A command may end before it has read everything. */
async function writeStdin(sink: FileSink, text: string): Promise<void> {
  try {
    await sink.write(text)
    await sink.end()
  } catch {
    // The pipe is closed.
  }
}
