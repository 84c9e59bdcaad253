import { closeSync } from 'node:fs'
import type { FileSink, Subprocess } from 'bun'
import { deadline } from '../platform/deadline.ts'
import {
  hasProcessEnded,
  processesWithEntry,
  processIdentity,
  sendSignal,
} from '../platform/process-table.ts'
import { SandboxProcesses } from './sandbox-processes.ts'

/** How often it is looked whether the kernel has ended all processes. */
const GONE_POLL_MS = 2
/** Time limit of that: a process may wait for a disk. */
const GONE_MS = 10_000
/** Until bubblewrap ends itself after its sandbox has been killed. */
const FOLLOW_MS = 5_000
/** Until what bubblewrap has reported is read after its end. */
const REPORT_MS = 1_000
/** Names the processes of bubblewrap in their environment. Commands do not see it. */
const MARK = 'HEARTH_SANDBOX'
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
  static #count = 0
  readonly #mark: string
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #status: Promise<string>
  readonly #found = Promise.withResolvers<SandboxProcesses | undefined>()
  #processes: SandboxProcesses | undefined
  #isKilled = false

  constructor({ command, files, cwd, stdin }: ChildOptions) {
    this.#mark = `${MARK}=${processIdentity()}-${SandboxChild.#count}`
    SandboxChild.#count += 1
    const [name = '', value = ''] = this.#mark.split('=')
    try {
      this.#child = Bun.spawn([...command], {
        env: { [name]: value },
        cwd,
        // Signals to the service's group do not reach it.
        detached: true,
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

  /** Ends all processes, at once when they are there. */
  kill(): void {
    if (this.#isKilled) return
    this.#isKilled = true
    // bubblewrap must not be killed before: its process 1 would wait for it for ever. It ends by
    // itself after all others.
    this.#processes?.kill()
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
    // A process 1 that was left behind may hold the pipe open.
    await deadline(this.#status, REPORT_MS, { onTimeout: () => '' })
    await this.#gone()
    const status = await this.#status
    const reported = /"exit-code"\s*:\s*(\d+)/.exec(status)?.[1]
    if (reported !== undefined) return Number(reported)
    return this.#processes === undefined && !this.#isKilled ? undefined : code
  }

  async #gone(): Promise<void> {
    const until = performance.now() + GONE_MS
    if (this.#processes === undefined) killMarked((entry) => entry === this.#mark)
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
        const first = /"child-pid"\s*:\s*([1-9]\d*)/.exec(text)?.[1]
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

/** Kills what is left of sandboxes whose service was killed at the moment of their start. */
export function killAbandoned(): void {
  const prefix = `${MARK}=`
  killMarked((entry) => {
    if (!entry.startsWith(prefix)) return false
    return hasProcessEnded(entry.slice(prefix.length).split('-').slice(0, 3).join('-'))
  })
}

function killMarked(isMark: (entry: string) => boolean): void {
  for (const pid of processesWithEntry(isMark)) sendSignal(pid, 'SIGKILL')
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
