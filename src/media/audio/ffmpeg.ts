import { findProgram, outputOf } from '../../platform/programs.ts'
import { sandboxed } from './bounds.ts'

/** Time limit of trying it. A machine with much to do takes seconds. */
const TRIAL_MS = 30_000
/** How long one that did not run counts as missing. The reason may pass, as when memory is short. */
const RETRY_MS = 30_000

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
  /** The last that was tried, by the identity of its files. */
  #tried: { identity: string; found: Promise<InstalledFfmpeg | undefined> } | undefined
  /** One that was tried and did not run; `until` by the monotonic clock. */
  #broken: { identity: string; until: number } | undefined

  constructor(options: FfmpegOptions) {
    this.#options = options
  }

  /** Whether it is there; one that was tried and does not run counts as missing for a while. */
  get isInstalled(): boolean {
    const files = this.#files()
    return files !== undefined && !this.#isBroken(files.identity)
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
  async find(): Promise<InstalledFfmpeg | undefined> {
    const files = this.#files()
    if (files === undefined || this.#isBroken(files.identity)) return undefined
    const { identity, ...paths } = files
    if (this.#tried?.identity !== identity) this.#tried = { identity, found: tried(paths) }
    const found = await this.#tried.found
    if (found === undefined && this.#tried?.identity === identity) {
      const { retryMs = RETRY_MS } = this.#options
      this.#tried = undefined
      this.#broken = { identity, until: performance.now() + retryMs }
    }
    return found
  }

  #isBroken(identity: string): boolean {
    return this.#broken?.identity === identity && performance.now() < this.#broken.until
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
