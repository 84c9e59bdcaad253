import { symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder, temporaryName } from '../../platform/process-table.ts'
import { ProgramTrial } from '../../platform/program-trial.ts'
import { findProgram, outputOf } from '../../platform/programs.ts'
import { ProcessGroup } from '../../platform/subprocess.ts'
import { type BoundFile, bounded, piped, sandboxed } from './bounds.ts'

/** Time limit of trying it. A machine with much to do takes seconds. */
const TRIAL_MS = 30_000

/** Paths of the owner's programs; each is found on PATH when absent. */
export interface AudioPrograms {
  ffmpeg?: string | undefined
  ffprobe?: string | undefined
  bwrap?: string | undefined
}

/** What is used to decode and encode. */
export interface InstalledFfmpeg {
  ffmpeg: string
  ffprobe: string
  /** Path of bubblewrap, where a sandbox can be made with it. */
  bwrap: string | undefined
}

interface FfmpegOptions {
  programs?: AudioPrograms | undefined
  /** Whose PATH is searched. */
  env: Readonly<Record<string, string | undefined>>
  retryMs?: number | undefined
}

/** Finds ffmpeg, also one that is installed, replaced or removed while the service runs. */
export class Ffmpeg {
  readonly #options: FfmpegOptions
  readonly #trial: ProgramTrial<InstalledFfmpeg & { identity: string }, InstalledFfmpeg>

  constructor(options: FfmpegOptions) {
    this.#options = options
    const { retryMs } = options
    this.#trial = new ProgramTrial({ search: () => this.#files(), probe: tried, retryMs })
  }

  /** Whether it is there; one that was tried and does not run counts as missing for a while. */
  get isInstalled(): boolean {
    return this.#trial.isInstalled
  }

  /** Path of ffmpeg, without a trial: for who waits for it. @returns undefined where it is missing */
  get path(): string | undefined {
    return this.isInstalled ? this.#files()?.ffmpeg : undefined
  }

  /**
   * Tries each version until it has run once.
   *
   * @returns undefined where it is missing or does not run
   */
  find(): Promise<InstalledFfmpeg | undefined> {
    return this.#trial.find()
  }

  #files() {
    const { programs = {}, env } = this.#options
    const find = (name: keyof AudioPrograms) => findProgram(programs[name] ?? name, env['PATH'])
    const [ffmpeg, ffprobe, bwrap] = [find('ffmpeg'), find('ffprobe'), find('bwrap')]
    if (ffmpeg === undefined || ffprobe === undefined) return undefined
    const identity = [ffmpeg, ffprobe, bwrap].map((program) => program?.identity).join('\n')
    return { ffmpeg: ffmpeg.path, ffprobe: ffprobe.path, bwrap: bwrap?.path, identity }
  }
}

async function tried(paths: InstalledFfmpeg): Promise<InstalledFfmpeg | undefined> {
  const { ffmpeg, ffprobe, bwrap } = paths
  const runs = async (program: string) =>
    (await outputOf([program, '-version'], TRIAL_MS)) !== undefined
  const canIsolate = async (program: string) => {
    if (bwrap === undefined) return false
    const options = { bwrap, folder: '/work', files: [] }
    return (await outputOf(sandboxed([program, '-version'], options), TRIAL_MS)) !== undefined
  }
  const [areFine, isolated] = await Promise.all([
    Promise.all([runs(ffmpeg), runs(ffprobe)]),
    Promise.all([canIsolate(ffmpeg), canIsolate(ffprobe)]),
  ])
  if (!areFine.every(Boolean)) return undefined
  return { ffmpeg, ffprobe, bwrap: isolated.every(Boolean) ? bwrap : undefined }
}

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
  await using folder = await temporaryFolder(join(tmpdir(), temporaryName('audio')))
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

/** Names inside the folder in which a command runs. */
const INPUT_NAME = 'input'
export const OUTPUT_NAME = 'output'

/**
 * What a file may be. A list of other files (HLS, ffconcat, DASH, a playlist) is none of them, so no
 * file but the given one is opened.
 */
const FORMATS = [
  ...['mp3', 'wav', 'mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'ogg', 'flac'],
  ...['aac', 'mpegts', 'mpeg', 'avi', 'flv', 'asf', 'aiff', 'au', 'caf', 'w64', 'ac3'],
  ...['amr', 'amrnb', 'amrwb'],
]

/** Options of ffmpeg and ffprobe before the file, whose name says nothing of its format. */
export const SAFE_INPUT: readonly string[] = [
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS.join(',')],
  ...['-i', `file:${INPUT_NAME}`],
]

/** Formats that name other files or addresses. */
const LISTS = new Set([
  'concat',
  'concatf',
  'hls',
  'dash',
  'imf',
  'sdp',
  'rtsp',
  'mpjpeg',
  'webm_dash_manifest',
])
const NOT_SOUND = 'it is no sound or video file that this server can read'

/** Says in words for its sender why a file is none that may be read, by what ffmpeg prints. */
export function formatError(log: string): string {
  const refused = /\[(\w+) @ [^\]]*\] Format not on whitelist/.exec(log)?.[1]
  if (refused !== undefined && LISTS.has(refused))
    return 'it is a list of other files, and those are not opened'
  if (/moov atom not found/.test(log))
    return 'its end is missing, and with it all that tells where the sound is'
  if (/: End of file$/m.test(log)) return 'it ends before its sound begins'
  return NOT_SOUND
}
