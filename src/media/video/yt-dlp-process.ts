import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder, temporaryName } from '../../platform/process-table.ts'
import { ProcessGroup } from '../../platform/subprocess.ts'
import { bounded, SYSTEM_FOLDERS } from '../bounds.ts'
import type { EgressProxy, EgressProxyOptions, OpenEgressProxy } from '../contract-fetch.ts'
import type { ProgramFiles } from './program-folders.ts'

/** Bounds of a process of yt-dlp. @limit video-memory GB */
export const VIDEO_MEMORY_BYTES = 1_000_000_000
/** @limit video-processor seconds */
export const VIDEO_CPU_SECONDS = 300
const MAX_ERROR_LINES = 20
const MAX_LINE_CHARACTERS = 2_000
/** One that complains more than this is ended. */
const MAX_ERROR_CHARACTERS = 4 * 1024 * 1024
/** What is passed on of the service's environment: where programs are, and which certificates are trusted. */
const TRUST_VARIABLES = ['SSL_CERT_FILE', 'SSL_CERT_DIR']
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'
/** As libraries of Python read them, and ffmpeg. */
const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy']

/** Folders of a run, as yt-dlp sees them. */
export interface RunFolders {
  run: string
  output: string
}

export interface YtDlpJob {
  files: ProgramFiles
  /** Path of bubblewrap, where it can be used. */
  bwrap: string | undefined
  args: readonly string[] | ((folders: RunFolders) => readonly string[])
  /** Written to its stdin; by default nothing. */
  stdin?: string
  env: Readonly<Record<string, string | undefined>>
  /** How it reaches the network; undefined for not at all. */
  egress: { open: OpenEgressProxy; options: Omit<EgressProxyOptions, 'bridge'> } | undefined
  /** Where its own folder is made. */
  temporaryFolder?: string
  /** Where it may write files, on this machine. */
  outputFolder?: string | undefined
  /** Files that it finds in its own folder. */
  inputs?: Readonly<Record<string, Uint8Array>>
  maxOutputBytes: number
  maxFileBytes: number
  limitMs: number
  signal: AbortSignal
  /** Is given stdout as it comes, which is then not kept. */
  onOutput?: (bytes: Uint8Array) => void
}

export interface YtDlpEnd {
  exitCode: number
  isLate: boolean
  /** Whether it was ended because it printed too much. */
  isFlooded: boolean
  stdout: Buffer
  /** The last lines of stderr; they may hold paths. */
  errors: readonly string[]
  /** Why the proxy has refused or failed a connection. */
  refusal: EgressProxy['failure']
}

/**
 * Runs yt-dlp with bounds, in a sandbox where there is one, with the egress proxy as its only way
 * out. Its home, its temporary files and the folder of the run are removed, and nothing of it is left
 * when this settles.
 *
 * @throws The signal's reason
 */
export async function startYtDlp(job: YtDlpJob): Promise<YtDlpEnd> {
  const { signal, bwrap, egress, outputFolder } = job
  signal.throwIfAborted()
  await using folder = await runFolder(job)
  const bridge =
    bwrap === undefined
      ? undefined
      : { socketPath: join(folder.path, SOCKET_NAME), port: BRIDGE_PORT }
  await using proxy =
    egress === undefined ? undefined : await egress.open({ ...egress.options, bridge })
  const folders =
    bwrap === undefined
      ? { run: folder.path, output: outputFolder ?? folder.path }
      : { run: RUN_FOLDER, output: OUTPUT_FOLDER }
  const args = typeof job.args === 'function' ? job.args(folders) : job.args
  const { files } = job
  const readable = TRUST_VARIABLES.flatMap((name) => job.env[name] ?? [])
  const command =
    bwrap === undefined
      ? [files.program, ...args]
      : sandboxed(files, args, { bwrap, runFolder: folder.path, outputFolder, readable })
  signal.throwIfAborted()
  await using group = new ProcessGroup({
    command: bounded(command, {
      memoryBytes: VIDEO_MEMORY_BYTES,
      cpuSeconds: VIDEO_CPU_SECONDS,
      maxFileBytes: job.maxFileBytes,
      isUrgent: false,
    }),
    env: environment(job, folders.run, proxy),
    cwd: folder.path,
    stdin: job.stdin ?? '',
  })
  const end = await collected(group, job)
  signal.throwIfAborted()
  return { ...end, refusal: proxy?.failure }
}

async function collected(group: ProcessGroup, job: YtDlpJob) {
  const { signal, limitMs, maxOutputBytes, onOutput } = job
  let isLate = false
  let isFlooded = false
  const end = () => void group.end()
  const flood = () => {
    isFlooded = true
    end()
  }
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, limitMs)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    const [stdout, errors] = await Promise.all([
      outputOf(group.stdoutBytes, maxOutputBytes, flood, onOutput),
      lastLines(group.stderr, flood),
    ])
    return { exitCode: await group.exited, isLate, isFlooded, stdout, errors }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

function environment(
  { env, files }: YtDlpJob,
  home: string,
  proxy: EgressProxy | undefined,
): Record<string, string> {
  const { pythonUserBase } = files
  const trust = TRUST_VARIABLES.flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return {
    PATH: env['PATH'] ?? DEFAULT_PATH,
    HOME: home,
    TMPDIR: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    LANG: 'C.UTF-8',
    PYTHONUTF8: '1',
    ...Object.fromEntries(trust),
    ...(pythonUserBase === undefined ? {} : { PYTHONUSERBASE: pythonUserBase }),
    ...(proxy === undefined
      ? {}
      : Object.fromEntries(PROXY_VARIABLES.map((name) => [name, proxy.url]))),
  }
}

async function outputOf(
  output: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onTooMuch: () => void,
  onOutput: ((bytes: Uint8Array) => void) | undefined,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of output) {
    bytes += piece.byteLength
    if (bytes > maxBytes) onTooMuch()
    else if (onOutput === undefined) pieces.push(piece)
    else onOutput(piece)
  }
  return Buffer.concat(pieces)
}

async function lastLines(
  batches: AsyncIterable<readonly string[]>,
  onTooMany: () => void,
): Promise<string[]> {
  const kept: string[] = []
  let characters = 0
  for await (const lines of batches) {
    for (const line of lines) {
      characters += line.length
      kept.push(line.slice(0, MAX_LINE_CHARACTERS))
    }
    kept.splice(0, kept.length - MAX_ERROR_LINES)
    if (characters > MAX_ERROR_CHARACTERS) onTooMany()
  }
  return kept
}

async function runFolder({ inputs = {}, temporaryFolder: parent = tmpdir() }: YtDlpJob) {
  const folder = await temporaryFolder(join(parent, temporaryName('video')))
  for (const [name, bytes] of Object.entries(inputs))
    await Bun.write(join(folder.path, name), bytes)
  return folder
}

/**
 * Where the sandbox shows the folder of a run, and the one that it may write a file of the user to:
 * in its own temporary folder, where they cover no program.
 */
const RUN_FOLDER = '/tmp/hearth-run'
const OUTPUT_FOLDER = '/tmp/hearth-output'
/** Name of the egress proxy's socket in the folder of a run. */
const SOCKET_NAME = 'egress.sock'
/** Of the loopback inside, where nothing else listens. */
const BRIDGE_PORT = 3128

const BRIDGE = fileURLToPath(new URL('./sandbox-bridge.ts', import.meta.url))
const BRIDGE_PATH = '/tmp/hearth-bridge/sandbox-bridge.ts'
/** Which certificates are trusted. */
const TRUST_FOLDERS = ['/etc/ssl', '/etc/pki', '/etc/ca-certificates']

interface SandboxOptions {
  /** Path of bubblewrap. */
  bwrap: string
  /** Paths on this machine. */
  runFolder: string
  outputFolder?: string | undefined
  /** Files and folders that can be read at the same path, where they are there. */
  readable?: readonly string[]
}

/**
 * Puts a sandbox around a program: no network but a bridge to the egress proxy, no process but its
 * own, and no file but those of the system's programs, its own, and the folders of the run. It ends
 * with the process that started it. Its environment is the one that it is started with, so that no
 * secret of it stands in a command line.
 */
function sandboxed(
  { program, paths }: Pick<ProgramFiles, 'program' | 'paths'>,
  args: readonly string[],
  { bwrap, runFolder, outputFolder, readable = [] }: SandboxOptions,
): string[] {
  const visible = [...SYSTEM_FOLDERS, ...TRUST_FOLDERS, process.execPath, ...paths, ...readable]
  return [
    bwrap,
    ...['--unshare-all', '--cap-drop', 'ALL', '--die-with-parent'],
    ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...visible.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', BRIDGE, BRIDGE_PATH, '--bind', runFolder, RUN_FOLDER],
    ...(outputFolder === undefined ? [] : ['--bind', outputFolder, OUTPUT_FOLDER]),
    ...['--chdir', RUN_FOLDER, '--', process.execPath, BRIDGE_PATH],
    ...[`${RUN_FOLDER}/${SOCKET_NAME}`, String(BRIDGE_PORT), program, ...args],
  ]
}
