import { ProgramTrial } from '../../platform/program-trial.ts'
import { findProgram } from '../../platform/programs.ts'
import { type ProgramFiles, programFiles } from './program-folders.ts'
import { startYtDlp } from './yt-dlp-process.ts'

/** Older ones know too little of the sites of today. */
const FIRST_CURRENT = '2025.11'

/** The owner's programs, as paths or names on PATH. */
export interface YtDlpPrograms {
  yt_dlp?: string | undefined
  bwrap?: string | undefined
}

/** A yt-dlp that has run once. */
export interface InstalledYtDlp {
  files: ProgramFiles
  /** As `2025.11.12`. */
  version: string
  /** Whether it is likely to fail at sites that have changed since. */
  isOld: boolean
  /** The long options that it knows. */
  options: ReadonlySet<string>
  /** Path of bubblewrap, where it runs in a sandbox. */
  bwrap: string | undefined
}

interface YtDlpProgramOptions {
  programs?: YtDlpPrograms | undefined
  /** Whose PATH is searched. */
  env: Readonly<Record<string, string | undefined>>
  retryMs?: number | undefined
}

interface FoundYtDlp {
  path: string
  bwrap: string | undefined
  identity: string
}

/** Finds yt-dlp, also one that is installed, replaced or removed while the service runs. */
export class YtDlpProgram {
  readonly #options: YtDlpProgramOptions
  readonly #trial: ProgramTrial<FoundYtDlp, InstalledYtDlp>

  constructor(options: YtDlpProgramOptions) {
    this.#options = options
    this.#trial = new ProgramTrial({
      search: () => this.#search(),
      probe: (found) => this.#probe(found),
      retryMs: options.retryMs,
    })
  }

  /** Whether it is there; one that was tried and does not run counts as missing for a while. */
  get isInstalled(): boolean {
    return this.#trial.isInstalled
  }

  /** Its path, also where it does not run. @returns undefined where it is missing */
  get path(): string | undefined {
    return this.#search()?.path
  }

  /**
   * Tries each version until it has run once.
   *
   * @returns undefined where it is missing or does not run
   */
  find(): Promise<InstalledYtDlp | undefined> {
    return this.#trial.find()
  }

  async #probe({ path, bwrap }: FoundYtDlp): Promise<InstalledYtDlp | undefined> {
    try {
      const files = programFiles(path)
      const probed = await probeYtDlp(files, { bwrap, env: this.#options.env })
      if (probed === undefined) return undefined
      const { version, options, isIsolated } = probed
      return {
        files,
        version,
        options,
        isOld: version < FIRST_CURRENT,
        bwrap: isIsolated ? bwrap : undefined,
      }
    } catch {
      // It was removed in the meantime, or cannot be read.
      return undefined
    }
  }

  #search(): FoundYtDlp | undefined {
    const { programs = {}, env } = this.#options
    const found = findProgram(programs.yt_dlp ?? 'yt-dlp', env['PATH'])
    if (found === undefined) return undefined
    const bwrap = findProgram(programs.bwrap ?? 'bwrap', env['PATH'])
    const identity = [found, bwrap].map((program) => program?.identity).join('\n')
    return { path: found.path, bwrap: bwrap?.path, identity }
  }
}

/** Time limit of trying it. A machine with much to do takes seconds. */
const TRIAL_MS = 30_000
const MAX_HELP_BYTES = 1024 * 1024
const VERSION = /^\d{4}\.\d{2}\.\d{2}[\w.]*$/m
const LONG_OPTION = /(?<![\w-])--[a-z][\w-]*/g

interface ProbeOptions {
  bwrap: string | undefined
  env: Readonly<Record<string, string | undefined>>
}

interface Probed {
  version: string
  options: ReadonlySet<string>
  isIsolated: boolean
}

/** Runs yt-dlp once, and once in a sandbox. @returns undefined where it does not run */
async function probeYtDlp(
  files: ProgramFiles,
  { bwrap, env }: ProbeOptions,
): Promise<Probed | undefined> {
  const ask = async (option: string, sandbox: string | undefined) => {
    const run = await startYtDlp({
      files,
      env,
      bwrap: sandbox,
      args: ['--ignore-config', option],
      // It needs no network.
      egress: undefined,
      maxOutputBytes: MAX_HELP_BYTES,
      maxFileBytes: MAX_HELP_BYTES,
      limitMs: TRIAL_MS,
      signal: new AbortController().signal,
    })
    return run.exitCode === 0 ? run.stdout.toString('utf8') : undefined
  }
  const [help, isolated] = await Promise.all([
    ask('--help', undefined),
    bwrap === undefined ? undefined : ask('--version', bwrap).catch(() => undefined),
  ])
  if (help === undefined) return undefined
  const version = versionIn(isolated) ?? versionIn(await ask('--version', undefined))
  if (version === undefined) return undefined
  return {
    version,
    options: new Set(help.match(LONG_OPTION)),
    isIsolated: versionIn(isolated) !== undefined,
  }
}

function versionIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : VERSION.exec(text)?.[0]
}
