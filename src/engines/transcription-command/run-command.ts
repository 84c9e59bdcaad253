import { ProcessGroup, type SpawnOptions } from '../../platform/subprocess.ts'
import { ErrorTail } from '../cli/error-tail.ts'
import { spawnFailure } from '../cli/spawn-failure.ts'
import { EngineFailure } from '../contract/failure.ts'
import { MAX_TRANSCRIPT_BYTES } from '../transcription/read-transcript.ts'

/** How a command has ended. */
export interface CommandEnd {
  /** 128 and more after a signal. */
  code: number
  stdout: string
  /** The last lines of its stderr. */
  errors: string
}

interface RunOptions extends Omit<SpawnOptions, 'stdin'> {
  signal: AbortSignal
  /** Whether its stdout is kept; otherwise it is read and dropped. */
  keepsStdout: boolean
  /** Is told each line of its stderr; returns whether that is no evidence of a failure. */
  onErrorLine: (line: string) => boolean
}

/**
 * Runs a command to its end, and with it every process that it has started.
 *
 * @throws {EngineFailure} when it cannot be started, or writes without an end
 * @throws The signal's reason after it has aborted, when no process is left
 */
export async function runCommand({
  signal,
  keepsStdout,
  onErrorLine,
  ...options
}: RunOptions): Promise<CommandEnd> {
  signal.throwIfAborted()
  await using child = start(options)
  const end = () => void child.end()
  signal.addEventListener('abort', end, { once: true })
  try {
    const tail = new ErrorTail()
    const [stdout] = await Promise.all([
      textOf(child.stdout, keepsStdout),
      readErrors(child.stderr, (line) => {
        if (!onErrorLine(line)) tail.add(line)
      }),
    ])
    const code = await child.exited
    signal.throwIfAborted()
    return { code, stdout, errors: tail.text }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function start(options: Omit<SpawnOptions, 'stdin'>): ProcessGroup {
  try {
    return new ProcessGroup({ ...options, stdin: '' })
  } catch (cause) {
    throw spawnFailure(options.command[0] ?? '', cause)
  }
}

async function textOf(batches: AsyncIterable<readonly string[]>, isKept: boolean): Promise<string> {
  const lines: string[] = []
  let bytes = 0
  for await (const batch of batches) {
    if (!isKept) continue
    for (const line of batch) bytes += Buffer.byteLength(line) + 1
    if (bytes > MAX_TRANSCRIPT_BYTES)
      throw new EngineFailure('transient', 'The engine wrote a transcript without an end')
    lines.push(...batch)
  }
  return lines.join('\n')
}

async function readErrors(
  batches: AsyncIterable<readonly string[]>,
  onLine: (line: string) => void,
): Promise<void> {
  for await (const batch of batches) for (const line of batch) onLine(line)
}
