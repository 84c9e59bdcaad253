import {
  type CaptionFile,
  type CaptionTrack,
  VIDEO_MS,
  type VideoDetails,
  type VideoListing,
  type VideoRequest,
  type VideoSource,
} from '../../media/contract-video.ts'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { DownloadSound } from '../transcription/video-transcript.ts'

/** How the owner adds the reader of most sites. */
export const INSTALL_YT_DLP =
  'pipx install "yt-dlp[default]" or brew install yt-dlp (the one of apt is too old on most systems)'

/** Failures after which another reader may succeed; of several, the first in this order is told. */
const OPEN_FAILURES: readonly ErrorCode[] = [
  'site_blocked',
  'download_failed',
  'unsupported_site',
  'not_installed',
]

/** The longest that a site is waited for; below what its turn waits. */
const MAX_RETRY_AFTER_SECONDS = 10

interface VideosOptions {
  /** In order of preference. */
  sources: readonly VideoSource[]
  /** Resolves when a site may be asked again. */
  turn: (host: string, signal: AbortSignal) => Promise<void>
  /** Sends a site nothing more for a while, as it has asked for. */
  leaveAlone: (host: string, ms: number) => void
  /** Time limit of a question, in milliseconds; downloads have their own. */
  questionMs?: number
}

/** What a reader has found of a video's captions. */
export interface FoundFile {
  details: VideoDetails
  file?: CaptionFile
}

/** How a reader is asked; undefined where it is not able to answer such a question. */
type Ask<answer> = (source: VideoSource) => ((request: VideoRequest) => Promise<answer>) | undefined

/**
 * Reads video sites by the first reader that can. Where one fails in a way that says nothing of the
 * video, the next is asked. The methods throw what those of {@link VideoSource} throw.
 */
export class Videos {
  readonly #options: VideosOptions

  constructor(options: VideosOptions) {
    this.#options = options
  }

  async details(address: string, signal: AbortSignal): Promise<VideoDetails> {
    const url = videoAddress(readAddress(address))
    return this.#question(url, signal, (source) => (request) => source.details(request))
  }

  /** @param limit 1 to `MAX_LISTED_VIDEOS` */
  async list(address: string, limit: number, signal: AbortSignal): Promise<VideoListing> {
    const url = listAddress(readAddress(address))
    return this.#question(url, signal, (source) => (request) => source.list({ ...request, limit }))
  }

  /**
   * @param choose Picks the track to read; undefined for none
   * @param read Makes the answer of what was found, without a file when no track was picked. The next
   * reader is asked where it fails as one.
   */
  async captions<answer>(
    address: string,
    choose: (details: VideoDetails) => CaptionTrack | undefined,
    read: (found: FoundFile, signal: AbortSignal) => Promise<answer>,
    signal: AbortSignal,
  ): Promise<answer> {
    const url = videoAddress(readAddress(address))
    return this.#question(url, signal, (source) => async (request) => {
      return await read(await source.captions(request, choose), request.signal)
    })
  }

  /** Downloads the sound of a video. */
  readonly audio: DownloadSound = async (address, { deadlineMs, signal, ...options }) =>
    this.#ask(videoAddress(readAddress(address)), { deadlineMs, signal }, (source) => {
      const audio = source.audio?.bind(source)
      return audio && ((request) => audio({ ...request, ...options }))
    })

  #question<answer>(url: URL, signal: AbortSignal, ask: Ask<answer>): Promise<answer> {
    const { questionMs = VIDEO_MS } = this.#options
    return this.#ask(url, { deadlineMs: questionMs, signal }, ask)
  }

  async #ask<answer>(
    url: URL,
    { deadlineMs, signal: outer }: Omit<VideoRequest, 'url'>,
    ask: Ask<answer>,
  ): Promise<answer> {
    const late = AbortSignal.timeout(deadlineMs)
    try {
      const signal = AbortSignal.any([outer, late])
      return await this.#askInTurn(url, { deadlineMs, signal }, ask)
    } catch (error) {
      outer.throwIfAborted()
      if (!late.aborted) throw error
      throw new AppError(
        'download_timeout',
        `The site did not answer within ${deadlineMs / 1000} seconds`,
      )
    }
  }

  async #askInTurn<answer>(
    url: URL,
    { deadlineMs, signal }: Omit<VideoRequest, 'url'>,
    askOf: Ask<answer>,
  ): Promise<answer> {
    const until = performance.now() + deadlineMs
    const failures: AppError[] = []
    let isOneMissing = false
    for (const source of this.#options.sources) {
      const ask = askOf(source)
      if (ask === undefined || !source.canRead(url.href)) continue
      if (!source.isInstalled()) {
        isOneMissing = true
        continue
      }
      const request = () => ({
        url: url.href,
        signal,
        deadlineMs: Math.max(1, Math.floor(until - performance.now())),
      })
      try {
        return await this.#askSource(siteOf(url), signal, () => ask(request()))
      } catch (error) {
        if (signal.aborted || !isOpen(error)) throw error
        failures.push(error)
      }
    }
    throw failureOf(failures, isOneMissing)
  }

  /** A site that says when to come back is left alone until then, and asked once more if that is soon. */
  async #askSource<answer>(
    site: string,
    signal: AbortSignal,
    ask: () => Promise<answer>,
  ): Promise<answer> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#options.turn(site, signal)
      signal.throwIfAborted()
      try {
        return await ask()
      } catch (error) {
        const seconds = isOpen(error) ? error.retryAfterSeconds : undefined
        if (seconds === undefined) throw error
        this.#options.leaveAlone(site, seconds * 1000)
        if (attempt > 1 || seconds >= MAX_RETRY_AFTER_SECONDS) throw error
      }
    }
  }
}

function isOpen(error: unknown): error is AppError {
  return error instanceof AppError && OPEN_FAILURES.includes(error.code)
}

/** The failure that tells most of why nothing could be read. */
function failureOf(failures: readonly AppError[], isOneMissing: boolean): AppError {
  const found = OPEN_FAILURES.flatMap((code) => failures.filter((error) => error.code === code))
  const [told] = found
  if (told === undefined || told.code === 'not_installed')
    return new AppError(
      'not_installed',
      `This takes yt-dlp, which is not installed on this machine. Its owner can add it: ${INSTALL_YT_DLP}`,
    )
  const { message, retryAfterSeconds, param } = told
  // A site that wants to be left alone would say the same to another reader.
  if (!isOneMissing || retryAfterSeconds !== undefined) return told
  return new AppError(
    told.code,
    `${message}. yt-dlp may be able to read it, and is not installed on this machine. Its owner can add it: ${INSTALL_YT_DLP}`,
    {
      cause: told,
      ...(param === undefined ? {} : { param }),
    },
  )
}

/** A channel's front page, which has a choice of its videos only. */
const YOUTUBE_FRONT_PAGE = /^(\/(?:@[^/]+|(?:channel|c|user)\/[^/]+))\/featured\/?$/
const YOUTUBE = /^(?:(?:www|m|music)\.)?youtube\.com$/
/** Lists that YouTube makes up for each visitor; they have no page. */
const MADE_UP_LIST = /^(?:RD|UL)/
/** What a video's address says of the list that it was found in. */
const LIST_FIELDS = ['list', 'index', 'start_radio', 'pp']

/** @throws {AppError} `invalid` with what the address lacks */
function readAddress(address: string): URL {
  const text = address.trim()
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url !== null && isWeb) return url
  throw new AppError('invalid', `url must be an http or https address${hintOf(text)}`, {
    param: 'url',
  })
}

/** What was probably meant. */
function hintOf(text: string): string {
  if (/^@[\w.-]+$/.test(text)) return `: for a channel of YouTube, https://www.youtube.com/${text}`
  if (/^[\w-]{11}$/.test(text))
    return `: for a video of YouTube, https://www.youtube.com/watch?v=${text}`
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/?]\S*)?$/.test(text)) return `, such as https://${text}`
  return ''
}

/** The address of one video, without the list that it was found in. */
function videoAddress(url: URL): URL {
  const video = new URL(url)
  const isVideo = YOUTUBE.test(video.hostname)
    ? video.pathname === '/watch' && video.searchParams.has('v')
    : isShort(video)
  if (isVideo) for (const field of LIST_FIELDS) video.searchParams.delete(field)
  return video
}

/** The address where a site lists the videos of what was asked for. */
function listAddress(url: URL): URL {
  const list = url.searchParams.get('list')
  const isYouTube = YOUTUBE.test(url.hostname)
  if (isYouTube && list === null) {
    const channel = YOUTUBE_FRONT_PAGE.exec(url.pathname)?.[1]
    return channel === undefined ? url : new URL(channel, url)
  }
  const isWatched = (isYouTube && url.pathname === '/watch') || isShort(url)
  if (!isWatched || list === null || MADE_UP_LIST.test(list)) return url
  const page = new URL('https://www.youtube.com/playlist')
  page.searchParams.set('list', list)
  return page
}

/** By what requests to one site are counted, whichever of its names is used. */
function siteOf(url: URL): string {
  return YOUTUBE.test(url.hostname) || isShort(url) ? 'www.youtube.com' : url.host
}

function isShort({ hostname }: URL): boolean {
  return hostname === 'youtu.be'
}
