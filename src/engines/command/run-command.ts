import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { abortable } from '../../platform/deadline.ts'
import { ProcessGroup, type SpawnOptions } from '../../platform/subprocess.ts'
import { ErrorTail, spawnFailure, toolEnvironment } from '../cli/dialect.ts'
import type { OpenRunFolder } from '../cli/run-folder.ts'
import { EngineFailure } from '../contract/failure.ts'

/** What a command may be of, and what it runs with. */
export interface CommandSurroundings {
  /** The service's own environment. */
  environment: Readonly<Record<string, string | undefined>>
  /** Names of its variables that the command sees, beside those that every tool sees. */
  variables: readonly string[]
  /** What the command's processes cannot get out of; absent, they can. */
  containment?: ToolContainment | undefined
}

export interface CommandRun {
  command: readonly string[]
  stdin?: string
  folder: OpenRunFolder
  /** What it may print; without it, what it prints is dropped. */
  output?: OutputBound | undefined
  /** Is told each line of its stderr; returns whether that is no evidence of a failure. */
  onErrorLine?: (line: string) => boolean
  signal: AbortSignal
}

/** How much a command may write. */
interface OutputBound {
  maxBytes: number
  /** The failure of one that writes more. */
  endless: () => EngineFailure
}

/** How a command has ended. */
export interface CommandEnd {
  /** 128 and more after a signal. */
  code: number
  /** What it has printed. */
  output: Uint8Array
  /** The last lines of its stderr. */
  errors: string
}

/**
 * Runs a command to its end, in a process group of its own that is ended in any case.
 *
 * @throws {EngineFailure} when it cannot be started, or writes without an end
 * @throws The signal's reason after it has aborted, when no process is left
 */
export async function runCommand(
  { command, stdin = '', folder, output, onErrorLine = () => false, signal }: CommandRun,
  { environment, variables, containment }: CommandSurroundings,
): Promise<CommandEnd> {
  const contained = await containment?.find()
  signal.throwIfAborted()
  const { path: cwd, temporary } = folder
  const own = Object.fromEntries(
    variables.flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  await using child = start({
    command,
    stdin,
    cwd,
    env: toolEnvironment(environment, { ...own, TMPDIR: temporary }),
    marker: `TMPDIR=${temporary}`,
    containment: contained,
  })
  const tail = new ErrorTail()
  const ended = Promise.all([
    bytesOf(child.stdoutBytes, output),
    readErrors(child, (line) => {
      if (!onErrorLine(line)) tail.add(line)
    }),
    child.exited,
  ])
  const [printed, , code] = await abortable(ended, signal)
  return { code, output: printed, errors: tail.text }
}

function start(options: SpawnOptions): ProcessGroup {
  try {
    return new ProcessGroup(options)
  } catch (cause) {
    throw spawnFailure(options.command[0] ?? '', cause)
  }
}

async function bytesOf(
  output: AsyncIterable<Uint8Array>,
  bound: OutputBound | undefined,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of output) {
    if (bound === undefined) continue
    bytes += part.byteLength
    if (bytes > bound.maxBytes) throw bound.endless()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function readErrors(child: ProcessGroup, onLine: (line: string) => void): Promise<void> {
  try {
    for await (const lines of child.stderr) for (const line of lines) onLine(line)
  } catch (cause) {
    throw new EngineFailure('unknown', 'The command reported errors without an end', { cause })
  }
}
