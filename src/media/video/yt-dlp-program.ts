import { findProgram } from '../../platform/programs.ts'
import { type ProgramFiles, programFiles } from './program-folders.ts'
import { probeYtDlp } from './yt-dlp-probe.ts'

/** How long one that did not run counts as missing. The reason may pass, as when memory is short. */
const RETRY_MS = 30_000
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

/** Finds yt-dlp, also one that is installed, replaced or removed while the service runs. */
export class YtDlpProgram {
  readonly #options: YtDlpProgramOptions
  /** The last that was tried, by the identity of its files. */
  #tried: { identity: string; found: Promise<InstalledYtDlp | undefined> } | undefined
  /** One that was tried and did not run; `until` by the monotonic clock. */
  #broken: { identity: string; until: number } | undefined

  constructor(options: YtDlpProgramOptions) {
    this.#options = options
  }

  /** Whether it is there; one that was tried and does not run counts as missing for a while. */
  get isInstalled(): boolean {
    const found = this.#search()
    return found !== undefined && !this.#isBroken(found.identity)
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
  async find(): Promise<InstalledYtDlp | undefined> {
    const search = this.#search()
    if (search === undefined || this.#isBroken(search.identity)) return undefined
    const { identity, path, bwrap } = search
    if (this.#tried?.identity !== identity)
      this.#tried = { identity, found: this.#probe(path, bwrap) }
    const found = await this.#tried.found
    if (found === undefined && this.#tried?.identity === identity) {
      const { retryMs = RETRY_MS } = this.#options
      this.#tried = undefined
      this.#broken = { identity, until: performance.now() + retryMs }
    }
    return found
  }

  async #probe(path: string, bwrap: string | undefined): Promise<InstalledYtDlp | undefined> {
    try {
      const files = programFiles(path)
      const probed = await probeYtDlp(files, { bwrap, env: this.#options.env })
      if (probed === undefined) return undefined
      const { version, options, isIsolated } = probed
      return {
        ...{ files, version, options },
        isOld: version < FIRST_CURRENT,
        bwrap: isIsolated ? bwrap : undefined,
      }
    } catch {
      // It was removed in the meantime, or cannot be read.
      return undefined
    }
  }

  #isBroken(identity: string): boolean {
    return this.#broken?.identity === identity && performance.now() < this.#broken.until
  }

  #search() {
    const { programs = {}, env } = this.#options
    const found = findProgram(programs.yt_dlp ?? 'yt-dlp', env['PATH'])
    if (found === undefined) return undefined
    const bwrap = findProgram(programs.bwrap ?? 'bwrap', env['PATH'])
    const identity = [found, bwrap].map((program) => program?.identity).join('\n')
    return { path: found.path, bwrap: bwrap?.path, identity }
  }
}
