import { AppError } from '../../platform/errors.ts'
import { ThreadPool } from '../../platform/thread-pool.ts'
import type { OperatorProxySettings } from '../contract-fetch.ts'
import type {
  CaptionFile,
  CaptionTrack,
  VideoDetails,
  VideoListing,
  VideoRequest,
  VideoSource,
} from '../contract-video.ts'
import { youtubeAddress } from './youtube-address.ts'
import {
  type FoundVideo,
  YOUTUBE_THREADS,
  type YoutubeAnswer,
  type YoutubeRequest,
} from './youtube-error.ts'

/** How long a thread waits for the next question before its memory is given back. */
const IDLE_MS = 60_000

interface YoutubeSourceOptions {
  proxy?: OperatorProxySettings | undefined
  /** In place of the own ones; for tests. */
  worker?: URL
  idleMs?: number
}

type Question<of> = of extends unknown ? Omit<of, 'proxy' | 'deadlineMs'> : never

/**
 * YouTube, read in threads of its own by a library of this service: nothing has to be installed. It
 * downloads no sound.
 */
export class YoutubeSource implements VideoSource, Disposable {
  readonly name = 'youtubei.js'
  readonly #proxy: OperatorProxySettings | undefined
  readonly #pool: ThreadPool<YoutubeRequest, YoutubeAnswer>

  constructor({
    proxy,
    worker = new URL('./youtube.thread.ts', import.meta.url),
    idleMs = IDLE_MS,
  }: YoutubeSourceOptions = {}) {
    this.#proxy = proxy
    this.#pool = new ThreadPool({ worker, threads: YOUTUBE_THREADS, idleMs })
  }

  isInstalled(): boolean {
    return true
  }

  canRead(url: string): boolean {
    return youtubeAddress(url) !== undefined
  }

  async details(request: VideoRequest): Promise<VideoDetails> {
    const { details } = await this.#find(request)
    return details
  }

  async list({ limit, ...request }: VideoRequest & { limit: number }): Promise<VideoListing> {
    const answer = await this.#ask(request, { kind: 'list', url: request.url, limit })
    return 'listing' in answer ? answer.listing : unexpected()
  }

  async captions(
    request: VideoRequest,
    choose: (details: VideoDetails) => CaptionTrack | undefined,
  ): Promise<{ details: VideoDetails; file?: CaptionFile }> {
    const until = performance.now() + request.deadlineMs
    const { details, trackUrls } = await this.#find(request)
    const track = choose(details)
    const trackUrl = track === undefined ? undefined : trackUrls[details.captions.indexOf(track)]
    if (track === undefined || trackUrl === undefined) return { details }
    const left = { ...request, deadlineMs: Math.max(1, until - performance.now()) }
    const answer = await this.#ask(left, { kind: 'captions', trackUrl })
    if (!('captions' in answer)) return unexpected()
    return { details, file: { track, format: 'json3', text: answer.captions } }
  }

  /** Ends the threads that have nothing to do. */
  [Symbol.dispose](): void {
    this.#pool[Symbol.dispose]()
  }

  async #find(request: VideoRequest): Promise<FoundVideo> {
    const answer = await this.#ask(request, { kind: 'details', url: request.url })
    return 'found' in answer ? answer.found : unexpected()
  }

  /** The time for a free thread counts as well. */
  async #ask(
    { deadlineMs, signal }: VideoRequest,
    question: Question<YoutubeRequest>,
  ): Promise<Exclude<YoutubeAnswer, { refusal: unknown }>> {
    const late = AbortSignal.timeout(deadlineMs)
    try {
      const answer = await this.#pool.ask(
        { ...question, proxy: this.#proxy, deadlineMs },
        AbortSignal.any([signal, late]),
      )
      if (!('refusal' in answer)) return answer
      const { code, message, retryAfterSeconds, cause } = answer.refusal
      throw new AppError(code, message, {
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        ...(cause !== undefined && { cause: new Error(cause) }),
      })
    } catch (error) {
      if (!late.aborted || signal.aborted) throw error
      const seconds = Math.ceil(deadlineMs / 1000)
      throw new AppError('download_timeout', `YouTube has not answered within ${seconds} seconds`)
    }
  }
}

function unexpected(): never {
  throw new Error('The worker has answered another question')
}
