import { chmod, lstat, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { boundedText } from '../../platform/bounded-text.ts'
import { AppError } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import { temporaryFolder, temporaryName } from '../../platform/process-table.ts'
import type { SafeFetch } from '../contract-fetch.ts'
import type {
  AudioRequest,
  CaptionFile,
  CaptionTrack,
  VideoDetails,
  VideoListing,
  VideoRequest,
  VideoSource,
} from '../contract-video.ts'
import {
  type FoundTrack,
  isFields,
  type TrackFile,
  textOf,
  withoutSmuggled,
} from './yt-dlp-fields.ts'
import {
  audioArguments,
  captionArguments,
  detailsArguments,
  INFO_NAME,
  listArguments,
  PROGRESS_MARK,
} from './yt-dlp-options.ts'
import type { InstalledYtDlp } from './yt-dlp-program.ts'
import { type YtDlpOptions, YtDlpRuns } from './yt-dlp-runs.ts'

/** One file of captions. @limit video-caption-file MiB */
export const MAX_CAPTION_BYTES = 20 * 1024 * 1024
/** Answers for which yt-dlp, with the headers that the site wants, may do better. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 429])

interface Services {
  runs: YtDlpRuns
  safeFetch: SafeFetch
}

/** Reads the track that is chosen of a video's captions. */
async function readCaptions(
  request: VideoRequest,
  choose: (details: VideoDetails) => CaptionTrack | undefined,
  { runs, safeFetch }: Services,
): Promise<{ details: VideoDetails; file?: CaptionFile }> {
  const until = performance.now() + request.deadlineMs
  const answer = await runs.video(request, detailsArguments)
  const { details, tracks } = answer
  const chosen = choose(details)
  const found = tracks.find(
    ({ track }) => track.language === chosen?.language && track.kind === chosen.kind,
  )
  if (chosen === undefined || found === undefined) return { details }
  const left = () => ({ ...request, deadlineMs: Math.max(1, until - performance.now()) })
  const file =
    (await directly(found, left(), safeFetch)) ?? (await byYtDlp(found, answer, left(), runs))
  if (file.text.trim() === '')
    throw new AppError(
      'site_blocked',
      `Cannot read the captions: ${new URL(answer.url).hostname} lists them, but sends nothing`,
    )
  return { details, file }
}

/** @returns undefined where yt-dlp has to do it */
async function directly(
  { track, files }: FoundTrack,
  { deadlineMs, signal }: VideoRequest,
  safeFetch: SafeFetch,
): Promise<CaptionFile | undefined> {
  const inline = files.find(({ text }) => text !== undefined)
  if (inline?.text !== undefined) return { track, format: inline.format, text: inline.text }
  const plain = files.find(({ isSegmented }) => !isSegmented)
  if (plain?.url === undefined || !/^https?:\/\//i.test(plain.url)) return undefined
  const bound = { maxBytes: MAX_CAPTION_BYTES, boundOf: 'one file of captions' }
  const options = { ...bound, deadlineMs, signal }
  const { status, body } = await safeFetch.fetch(plain.url, options)
  if (status < 200 || status > 299) {
    await body.cancel()
    if (REFUSED_STATUSES.has(status)) return undefined
    throw new AppError('download_failed', `Cannot read the captions: the site answers ${status}`)
  }
  const text = (await boundedText({ body }, MAX_CAPTION_BYTES)) ?? ''
  return { track, format: plain.format, text }
}

async function byYtDlp(
  { track, key, files }: FoundTrack,
  { json, url }: { json: Uint8Array; url: string },
  request: VideoRequest,
  runs: YtDlpRuns,
): Promise<CaptionFile> {
  await using folder = await temporaryFolder(join(runs.temporaryFolder, temporaryName('captions')))
  const extensions = [...new Set(files.map(({ extension }) => extension))]
  const { end, failure } = await runs.run(
    { ...request, url },
    {
      toArguments: (installed, folders) =>
        captionArguments(installed, { folders, track, key, extensions }),
      inputs: { [INFO_NAME]: json },
      outputFolder: folder.path,
      maxFileBytes: MAX_CAPTION_BYTES,
    },
  )
  const written = await writtenFile(folder.path, files)
  if (end.exitCode !== 0 || end.isLate || written === undefined) throw failure()
  return { track, ...written }
}

async function writtenFile(
  folder: string,
  files: readonly TrackFile[],
): Promise<Pick<CaptionFile, 'format' | 'text'> | undefined> {
  for (const name of await readdir(folder)) {
    const file = files.find(({ extension }) => name.endsWith(`.${extension}`))
    if (file === undefined || (await stat(join(folder, name))).size > MAX_CAPTION_BYTES) continue
    return { format: file.format, text: await readFile(join(folder, name), 'utf8') }
  }
  return undefined
}

/** What a download may cost more than its file, for pages, headers and retries. */
const OVERHEAD_BYTES = 64 * 1024 * 1024
const OWNER_ONLY = 0o600
const MAX_LINE_CHARACTERS = 100_000
/** A write beyond the bound of files. */
const TOO_LARGE = /File too large|Errno 27/i

/**
 * Downloads the sound of a video as the site has it.
 *
 * @returns Its title
 * @throws {AppError} as `VideoSource`; `too_large`
 */
async function downloadAudio(request: AudioRequest, runs: YtDlpRuns): Promise<{ title?: string }> {
  const { target, maxBytes, onProgress } = request
  // On the same disk, so that the file can be moved.
  await using folder = await temporaryFolder(`${target}-`)
  const lines = new OutputLines(onProgress)
  const { end, failure } = await runs.run(request, {
    toArguments: (installed, folders) => audioArguments(installed, { folders, maxBytes }),
    outputFolder: folder.path,
    maxBytes: maxBytes + OVERHEAD_BYTES,
    maxFileBytes: maxBytes,
    onOutput: (bytes) => lines.add(bytes),
  })
  const path = await onlyFile(folder.path)
  const isComplete = end.exitCode === 0 && !end.isLate && !end.isFlooded
  if (!isComplete && end.errors.some((line) => TOO_LARGE.test(line))) throw tooLarge(maxBytes)
  if (!isComplete) throw failure()
  if (path === undefined) throw lines.hasStarted ? tooLarge(maxBytes) : nothing()
  await chmod(path, OWNER_ONLY)
  await rename(path, target)
  return lines.title === undefined ? {} : { title: lines.title }
}

/** Reads what yt-dlp prints: a line about the video, then one for each step of its download. */
class OutputLines {
  title: string | undefined
  /** Whether a download was about to begin. */
  hasStarted = false
  readonly #onProgress: AudioRequest['onProgress']
  readonly #decoder = new TextDecoder()
  #rest = ''

  constructor(onProgress: AudioRequest['onProgress']) {
    this.#onProgress = onProgress
  }

  add(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS)
    const steps = lines.filter((line) => line.startsWith(PROGRESS_MARK))
    const last = steps.at(-1)
    if (last !== undefined) this.#step(last)
    for (const line of lines) if (line.startsWith('{')) this.#begin(line)
  }

  #begin(line: string): void {
    const { value } = tryParseJson(line)
    if (!isFields(value)) return
    this.hasStarted = true
    this.title ??= textOf(value, ['title'])
  }

  #step(line: string): void {
    const [done, ...totals] = line.slice(PROGRESS_MARK.length).trim().split(' ').map(Number)
    if (done === undefined || !Number.isFinite(done)) return
    const total = totals.find((one) => Number.isFinite(one) && one > 0)
    this.#onProgress?.(done, total === undefined ? undefined : Math.max(done, Math.round(total)))
  }
}

/** The largest file: pieces of a download may be left beside it. */
async function onlyFile(folder: string): Promise<string | undefined> {
  let largest: { path: string; size: number } | undefined
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const status = await lstat(path)
    if (!status.isFile() || status.size === 0) continue
    if (largest === undefined || status.size > largest.size) largest = { path, size: status.size }
  }
  return largest?.path
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'too_large',
    `Cannot download the sound of this video: it is larger than the ${maxBytes} bytes of one recording`,
  )
}

function nothing(): AppError {
  return new AppError(
    'invalid',
    'Cannot download the sound of this video: it is a broadcast that has not ended, or has none',
  )
}

/** A channel of YouTube without the name of a tab. */
const YOUTUBE_CHANNEL =
  /^(https?:\/\/(?:www\.|m\.)?youtube\.com\/(?:@[^/?#]+|(?:channel|c|user)\/[^/?#]+))\/?(?:[?#].*)?$/i

/**
 * Reads sites of videos by the yt-dlp of this machine. It is started for each question, in a sandbox
 * where there is one, and reaches the network by the egress proxy only.
 */
export class YtDlp implements VideoSource, Disposable {
  readonly name = 'yt-dlp'
  readonly #runs: YtDlpRuns
  readonly #safeFetch: SafeFetch

  /** @param options.safeFetch By which captions are read */
  constructor({ safeFetch, ...options }: YtDlpOptions & { safeFetch: SafeFetch }) {
    this.#runs = new YtDlpRuns(options)
    this.#safeFetch = safeFetch
  }

  isInstalled(): boolean {
    return this.#runs.program.isInstalled
  }

  /** Tries it, once for each version. @returns undefined where it is missing or does not run */
  find(): Promise<InstalledYtDlp | undefined> {
    return this.#runs.program.find()
  }

  canRead(url: string): boolean {
    return /^https?:\/\//i.test(url)
  }

  async details(request: VideoRequest): Promise<VideoDetails> {
    return (await this.#runs.video(request, detailsArguments)).details
  }

  async list(request: VideoRequest & { limit: number }): Promise<VideoListing> {
    const { limit, deadlineMs } = request
    const until = performance.now() + deadlineMs
    const [, channel] = YOUTUBE_CHANNEL.exec(withoutSmuggled(request.url)) ?? []
    // Without the name of a tab all tabs are read to their ends.
    const addresses = channel === undefined ? [request.url] : [`${channel}/videos`, request.url]
    for (const [index, address] of addresses.entries())
      try {
        return await this.#runs.listing(
          { ...request, url: address, deadlineMs: until - performance.now() },
          (installed) => listArguments(installed, limit),
          limit,
        )
      } catch (error) {
        // It may have other tabs.
        const isMissing = error instanceof AppError && error.code === 'not_found'
        if (!isMissing || index === addresses.length - 1) throw error
      }
    throw new Error('No address was asked for')
  }

  captions(
    request: VideoRequest,
    choose: (details: VideoDetails) => CaptionTrack | undefined,
  ): Promise<{ details: VideoDetails; file?: CaptionFile }> {
    return readCaptions(request, choose, { runs: this.#runs, safeFetch: this.#safeFetch })
  }

  audio(request: AudioRequest): Promise<{ title?: string }> {
    return downloadAudio(request, this.#runs)
  }

  [Symbol.dispose](): void {
    this.#runs[Symbol.dispose]()
  }
}
