import { AppError } from '../../platform/errors.ts'
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
import { downloadAudio } from './yt-dlp-audio.ts'
import { readCaptions } from './yt-dlp-captions.ts'
import { withoutSmuggled } from './yt-dlp-fields.ts'
import { detailsArguments, listArguments } from './yt-dlp-options.ts'
import type { InstalledYtDlp } from './yt-dlp-program.ts'
import { type YtDlpOptions, YtDlpRuns } from './yt-dlp-runs.ts'

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
