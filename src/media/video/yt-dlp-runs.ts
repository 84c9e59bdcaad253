import { tmpdir } from 'node:os'
import { AppError } from '../../platform/errors.ts'
import type { OpenEgressProxy } from '../contract-fetch.ts'
import type { VideoListing, VideoRequest } from '../contract-video.ts'
import { resolveHost } from '../fetch/resolve-host.ts'
import { parseTarget } from '../fetch/target.ts'
import { AnswerReader } from './answer-reader.ts'
import type { ReadVideo } from './yt-dlp-answer.ts'
import { withoutSmuggled } from './yt-dlp-fields.ts'
import { type RunFolders, startYtDlp, type YtDlpEnd, type YtDlpJob } from './yt-dlp-process.ts'
import { type InstalledYtDlp, YtDlpProgram, type YtDlpPrograms } from './yt-dlp-program.ts'
import { verdictOf } from './yt-dlp-verdict.ts'

/** What one question about a video or a list may load. See Limits. */
export const MAX_VIDEO_PAGES_BYTES = 200 * 1024 * 1024
/** What yt-dlp may answer to it. See Limits. */
export const MAX_VIDEO_ANSWER_BYTES = 32 * 1024 * 1024
/** Files that it writes for itself. */
const MAX_OWN_FILE_BYTES = 300 * 1024 * 1024

export interface YtDlpOptions {
  programs?: YtDlpPrograms | undefined
  /** Whose PATH is searched. */
  env: Readonly<Record<string, string | undefined>>
  openEgressProxy: OpenEgressProxy
  /** Where the folders of runs are made; the system's folder of temporary files by default. */
  temporaryFolder?: string | undefined
  /** How long one that did not run counts as missing, in milliseconds. */
  retryMs?: number | undefined
}

/** What a run may use beside the bounds that all have. */
type RunJob = Pick<YtDlpJob, 'outputFolder' | 'inputs' | 'onOutput'> & {
  toArguments: (installed: InstalledYtDlp, folders: RunFolders) => readonly string[]
  maxBytes?: number
  maxFileBytes?: number
}

/** Starts yt-dlp for questions about addresses that users have given. */
export class YtDlpRuns implements Disposable {
  readonly program: YtDlpProgram
  readonly temporaryFolder: string
  readonly #options: YtDlpOptions
  readonly #reader = new AnswerReader()

  constructor(options: YtDlpOptions) {
    this.#options = options
    this.temporaryFolder = options.temporaryFolder ?? tmpdir()
    this.program = new YtDlpProgram(options)
  }

  /**
   * Asks for one video.
   *
   * @returns What it says, also as it was printed
   * @throws {AppError} as `VideoSource`
   */
  async video(
    request: VideoRequest,
    toArguments: RunJob['toArguments'],
  ): Promise<ReadVideo & { json: Uint8Array; url: string }> {
    const { answer, end, url, failure } = await this.#ask(request, toArguments, undefined)
    if (answer.kind === 'refused') throw new AppError('invalid', answer.reason)
    if (answer.kind !== 'video') throw failure()
    return { ...answer, json: end.stdout, url }
  }

  /**
   * Asks for a list.
   *
   * @throws {AppError} as `VideoSource`
   */
  async listing(
    request: VideoRequest,
    toArguments: RunJob['toArguments'],
    limit: number,
  ): Promise<VideoListing> {
    const { answer, failure } = await this.#ask(request, toArguments, limit)
    if (answer.kind !== 'listing') throw failure()
    return answer.listing
  }

  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]()
  }

  async #ask(request: VideoRequest, toArguments: RunJob['toArguments'], limit: number | undefined) {
    const ran = await this.run(request, { toArguments })
    const { end, url, failure } = ran
    if (end.isLate || end.isFlooded) throw failure()
    const answer = await this.#reader.read({ bytes: end.stdout, url, limit }, request.signal)
    return { ...ran, answer }
  }

  /**
   * Runs it to its end, however it ends.
   *
   * @returns `failure` gives the reason for a run that has not done what it should
   * @throws {AppError} as `VideoSource`, before it is started
   */
  async run(
    { url: given, deadlineMs, signal }: VideoRequest,
    { toArguments, maxBytes = MAX_VIDEO_PAGES_BYTES, maxFileBytes, ...job }: RunJob,
  ): Promise<{ end: YtDlpEnd; url: string; failure: () => AppError }> {
    const until = performance.now() + deadlineMs
    signal.throwIfAborted()
    const url = withoutSmuggled(given.trim())
    // Before a process is started for it.
    await resolveHost(parseTarget(url), signal)
    const installed = await this.#installed()
    const { files, bwrap, isOld } = installed
    const limitMs = Math.max(1, until - performance.now())
    const { env, openEgressProxy: open } = this.#options
    const end = await startYtDlp({
      ...{ ...job, files, bwrap, env, signal, limitMs, temporaryFolder: this.temporaryFolder },
      args: (folders) => toArguments(installed, folders),
      // In one line, whatever was given.
      stdin: `${new URL(url).href}\n`,
      egress: { open, options: { maxBytes, deadlineMs: limitMs, signal } },
      maxOutputBytes: MAX_VIDEO_ANSWER_BYTES,
      maxFileBytes: maxFileBytes ?? MAX_OWN_FILE_BYTES,
    })
    return { end, url, failure: () => verdictOf({ end, url, limitMs: deadlineMs, isOld }) }
  }

  /** @throws {AppError} `not_installed` */
  async #installed(): Promise<InstalledYtDlp> {
    const found = await this.program.find()
    if (found !== undefined) return found
    throw new AppError(
      'not_installed',
      this.program.path === undefined
        ? 'Reading videos takes yt-dlp, which is not installed on this server; its owner can add it with pipx install yt-dlp'
        : 'The yt-dlp of this server does not run; its owner can repair it with pipx install --force yt-dlp',
    )
  }
}
