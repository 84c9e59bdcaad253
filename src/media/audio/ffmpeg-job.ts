import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryName } from '../../platform/process-table.ts'
import { ProcessGroup } from '../../platform/subprocess.ts'
import { type BoundFile, bounded, piped, sandboxed } from './bounds.ts'
import { INPUT_NAME, OUTPUT_NAME } from './ffmpeg-input.ts'

/** Folder of a command inside its sandbox. */
const SANDBOX_FOLDER = '/work'
/** What is kept of what a command prints. */
const MAX_KEPT_LINES = 40
const MAX_LINE_CHARACTERS = 500
/** A command that complains more than this is ended: a damaged file has a complaint for each frame. */
const MAX_LOG_CHARACTERS = 64 * 1024 * 1024
/** What the programs before it print when they cannot start it, and it when its file cannot be opened. */
const NOT_OPENED =
  /^(?:bwrap|prlimit|setpriv|nice): |(?:input: |Error opening input: )(?:No such file or directory|Permission denied)/m

interface FfmpegJob {
  /** ffmpeg or ffprobe with its options, which call the files {@link INPUT_NAME} and {@link OUTPUT_NAME}. */
  command: readonly [program: string, ...string[]]
  /** Gets the output of the first. */
  next?: readonly [program: string, ...string[]]
  /** Path of bubblewrap, where it can be used. */
  bwrap: string | undefined
  source: string
  /** Is there already; absent where nothing is written. */
  target?: string
  maxFileBytes: number
  limitMs: number
  signal: AbortSignal
  /** Is given stdout, a batch of lines at a time. */
  onLines: (lines: readonly string[]) => void
}

export interface FfmpegEnd {
  exitCode: number
  isLate: boolean
  /** The start of what it printed on stderr. */
  log: string
}

/**
 * Runs ffmpeg or ffprobe on one file of a user, with bounds and in a sandbox where there is one.
 * Nothing of it is left when this settles.
 *
 * @throws {Error} where it cannot open the file at all, which is no fault of the file
 * @throws The signal's reason
 */
export async function runFfmpeg(job: FfmpegJob): Promise<FfmpegEnd> {
  const { signal, limitMs, maxFileBytes, onLines } = job
  signal.throwIfAborted()
  await using folder = await temporaryFolder()
  const files: BoundFile[] = [
    { path: job.source, at: join(SANDBOX_FOLDER, INPUT_NAME), isWritable: false },
  ]
  if (job.target !== undefined)
    files.push({ path: job.target, at: join(SANDBOX_FOLDER, OUTPUT_NAME), isWritable: true })
  if (job.bwrap === undefined)
    for (const { path, at } of files)
      await symlink(path, join(folder.path, at.slice(SANDBOX_FOLDER.length)))
  const whole = job.next === undefined ? job.command : piped(job.command, job.next)
  const programs = [job.command[0]]
  const command =
    job.bwrap === undefined
      ? whole
      : sandboxed(whole, { bwrap: job.bwrap, folder: SANDBOX_FOLDER, files, programs })
  // A signal that was aborted in the meantime calls no listener any more.
  signal.throwIfAborted()
  await using group = new ProcessGroup({
    command: bounded(command, { maxFileBytes, isUrgent: false }),
    env: {},
    cwd: folder.path,
    stdin: '',
  })
  let isLate = false
  const end = () => void group.end()
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, limitMs)
  signal.addEventListener('abort', end, { once: true })
  try {
    const [log] = await Promise.all([keptLines(group.stderr, end), passOn(group.stdout, onLines)])
    const exitCode = await group.exited
    signal.throwIfAborted()
    if (exitCode !== 0 && NOT_OPENED.test(log)) throw new Error(`Cannot run ffmpeg: ${log}`)
    return { exitCode, isLate, log }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

async function keptLines(
  batches: AsyncIterable<readonly string[]>,
  onTooMany: () => void,
): Promise<string> {
  const kept: string[] = []
  let characters = 0
  for await (const lines of batches) {
    for (const line of lines) {
      characters += line.length
      if (kept.length < MAX_KEPT_LINES) kept.push(line.slice(0, MAX_LINE_CHARACTERS))
    }
    if (characters > MAX_LOG_CHARACTERS) onTooMany()
  }
  return kept.join('\n')
}

async function passOn(
  batches: AsyncIterable<readonly string[]>,
  onLines: (lines: readonly string[]) => void,
): Promise<void> {
  for await (const lines of batches) onLines(lines)
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), temporaryName('audio')))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}
