import { stat } from 'node:fs/promises'
import { abortable } from '../../platform/abortable.ts'
import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { ProcessGroup, type SpawnOptions } from '../../platform/subprocess.ts'
import { evidence } from '../cli/classify.ts'
import { ErrorTail } from '../cli/error-tail.ts'
import type { OpenRunFolder } from '../cli/run-folder.ts'
import { spawnFailure } from '../cli/spawn-failure.ts'
import { toolEnvironment } from '../cli/tool-environment.ts'
import { EngineFailure } from '../contract/failure.ts'
import { MAX_SPEECH_BYTES } from '../speech/read-speech.ts'

/** Variables by which programs find their libraries and voices. Keys and secrets are not among them. */
const VARIABLES = [
  'HOME',
  'LD_LIBRARY_PATH',
  'PYTHONPATH',
  'VIRTUAL_ENV',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'CUDA_VISIBLE_DEVICES',
  'ESPEAK_DATA_PATH',
] as const

export interface CommandRun {
  command: readonly string[]
  stdin: string
  folder: OpenRunFolder
  /** The service's own environment. */
  environment: Readonly<Record<string, string | undefined>>
  containment: ToolContainment | undefined
  /** Whether what it prints is wanted; else it is dropped. */
  isOutputWanted: boolean
  signal: AbortSignal
}

/**
 * Runs a command to its end, in a process group of its own that is ended in any case.
 *
 * @returns What it has printed
 * @throws {EngineFailure} when it cannot be started, fails or prints without end
 * @throws The signal's reason
 */
export async function runCommand({
  command,
  stdin,
  folder,
  environment,
  containment,
  isOutputWanted,
  signal,
}: CommandRun): Promise<Uint8Array> {
  const contained = await containment?.find()
  signal.throwIfAborted()
  const [program = ''] = command
  await using child = spawn({ command, stdin, folder, environment, containment: contained })
  const errors = new ErrorTail()
  const ended = Promise.all([
    bytesOf(child.stdoutBytes, isOutputWanted),
    readErrors(child, errors),
    child.exited,
  ])
  const [output, , exitCode] = await abortable(ended, signal)
  if (exitCode === 0) return output
  const reason = errors.text === '' ? '' : `: ${evidence(errors.text)}`
  throw new EngineFailure('unknown', `${program} ended with ${exitCode}${reason}`)
}

/**
 * The file that a command has written.
 *
 * @throws {EngineFailure} `empty` when there is none, `unknown` when it is too large
 */
export async function writtenFile(path: string, program: string): Promise<Uint8Array> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size === 0) throw new EngineFailure('empty', `${program} wrote no sound`)
  if (size > MAX_SPEECH_BYTES) throw endless(program)
  return Bun.file(path).bytes()
}

function spawn({
  command,
  stdin,
  folder: { path: cwd, temporary },
  environment,
  containment,
}: Pick<CommandRun, 'command' | 'stdin' | 'folder' | 'environment'> &
  Pick<SpawnOptions, 'containment'>): ProcessGroup {
  const variables = VARIABLES.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const env = toolEnvironment(environment, {
    ...Object.fromEntries(variables),
    TMPDIR: temporary,
  })
  try {
    const marker = `TMPDIR=${temporary}`
    return new ProcessGroup({ command, env, cwd, stdin, marker, containment })
  } catch (cause) {
    throw spawnFailure(command[0] ?? '', cause)
  }
}

async function bytesOf(output: AsyncIterable<Uint8Array>, isWanted: boolean): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of output) {
    if (!isWanted) continue
    bytes += part.byteLength
    if (bytes > MAX_SPEECH_BYTES) throw endless('The command')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function readErrors(child: ProcessGroup, tail: ErrorTail): Promise<void> {
  try {
    for await (const lines of child.stderr) for (const line of lines) tail.add(line)
  } catch (cause) {
    throw new EngineFailure('unknown', 'The command reported errors without an end', { cause })
  }
}

function endless(program: string): EngineFailure {
  return new EngineFailure('unknown', `${program} gave sound without an end`)
}
