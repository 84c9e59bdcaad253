import { findProgram, outputOf } from '../../platform/programs.ts'
import { sandboxed } from './bounds.ts'

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
}

/** Finds ffmpeg, also one that is installed, replaced or removed while the service runs. */
export class Ffmpeg {
  readonly #options: FfmpegOptions
  /** The last that was tried, by the identity of its files. */
  #tried: { identity: string; found: Promise<InstalledFfmpeg | undefined> } | undefined
  #brokenIdentity: string | undefined

  constructor(options: FfmpegOptions) {
    this.#options = options
  }

  /** Whether it is there; one that was tried and does not run counts as missing. */
  get isInstalled(): boolean {
    const files = this.#files()
    return files !== undefined && files.identity !== this.#brokenIdentity
  }

  /** Path of ffmpeg, without a trial: for who waits for it. @returns undefined where it is missing */
  get path(): string | undefined {
    return this.isInstalled ? this.#files()?.ffmpeg : undefined
  }

  /** Tries each version once. @returns undefined where it is missing or does not run */
  async find(): Promise<InstalledFfmpeg | undefined> {
    const files = this.#files()
    if (files === undefined) return undefined
    const { identity, ...paths } = files
    if (this.#tried?.identity !== identity) this.#tried = { identity, found: tried(paths) }
    const found = await this.#tried.found
    if (found === undefined) this.#brokenIdentity = identity
    return found
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
  const runs = async (program: string) => (await outputOf([program, '-version'])) !== undefined
  const canIsolate = async (program: string) => {
    if (bwrap === undefined) return false
    const options = { bwrap, folder: '/work', files: [] }
    return (await outputOf(sandboxed([program, '-version'], options))) !== undefined
  }
  const [areFine, isolated] = await Promise.all([
    Promise.all([runs(ffmpeg), runs(ffprobe)]),
    Promise.all([canIsolate(ffmpeg), canIsolate(ffprobe)]),
  ])
  if (!areFine.every(Boolean)) return undefined
  return { ffmpeg, ffprobe, bwrap: isolated.every(Boolean) ? bwrap : undefined }
}
