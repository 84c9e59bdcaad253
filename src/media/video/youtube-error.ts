import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { OperatorProxySettings } from '../contract-fetch.ts'
import type { VideoDetails, VideoListing } from '../contract-video.ts'

const MAX_REASON_CHARACTERS = 200
/** What YouTube says to programs that it does not want. */
const BLOCKED = /not a bot|automated|unusual traffic|try again later/i
const GONE = /does not exist|not exist|unavailable|terminated|removed|not found|no longer/i
const PRIVATE = /private|sign in|members/i

/** An answer that is no success. */
export class YoutubeStatusError extends Error {
  override readonly name = 'YoutubeStatusError'
  readonly status: number

  constructor(status: number) {
    super(`YouTube answered with ${status}`)
    this.status = status
  }

  /** As the caller of a video or a list is told. */
  asAppError(): AppError {
    if (this.status === 404) return notFound()
    if (this.status === 403) return blocked('it refuses the request')
    return new AppError('download_failed', `Cannot read YouTube: it answers with ${this.status}`)
  }
}

/**
 * What keeps a video from being played.
 *
 * @returns undefined when nothing does, or when only its start is awaited
 */
export function playabilityError(status: string, reason: string): AppError | undefined {
  if (status === 'OK' || status === 'LIVE_STREAM_OFFLINE') return undefined
  if (BLOCKED.test(reason)) return blocked(said(reason))
  if (status === 'ERROR') return notFound()
  return new AppError(
    'video_private',
    `YouTube does not show this video to everyone: ${said(reason) || 'it gives no reason'}`,
  )
}

/** What YouTube says in place of a list. */
export function alertError(reason: string): AppError {
  if (BLOCKED.test(reason)) return blocked(said(reason))
  if (PRIVATE.test(reason))
    return new AppError(
      'video_private',
      `YouTube does not show this list to everyone: ${said(reason)}`,
    )
  if (GONE.test(reason)) return new AppError('not_found', 'YouTube has no such channel or playlist')
  return new AppError(
    'download_failed',
    `Cannot read YouTube: it says ${JSON.stringify(said(reason))}`,
  )
}

export function blocked(reason: string, retryAfterSeconds?: number): AppError {
  return new AppError(
    'site_blocked',
    `YouTube does not answer this service at the moment: ${reason}`,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  )
}

export function notFound(): AppError {
  return new AppError('not_found', 'YouTube has no such video, channel or playlist')
}

function said(reason: string): string {
  return reason
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_CHARACTERS)
}

/** One answer of YouTube, after decompression. @limit youtube-answer MiB */
export const MAX_YOUTUBE_BYTES = 16 * 1024 * 1024
/**
 * Questions that are asked at a time; further ones wait. Each thread takes 120 MB.
 * @limit youtube-questions count
 */
export const YOUTUBE_THREADS = 2

/** What the worker thread is asked. */
export type YoutubeRequest = {
  proxy: OperatorProxySettings | undefined
  /** Milliseconds for all that is asked of YouTube. */
  deadlineMs: number
} & (
  | { kind: 'details'; url: string }
  | { kind: 'list'; url: string; limit: number }
  | { kind: 'captions'; trackUrl: string }
)

/** Details, and the address of each of their caption tracks, in their order. */
export interface FoundVideo {
  details: VideoDetails
  trackUrls: readonly string[]
}

/** An `AppError`, or what has failed, as it can pass between threads. */
interface YoutubeErrorFacts {
  code: ErrorCode
  message: string
  retryAfterSeconds?: number
  /** What the library has said, for people who look for the reason. */
  cause?: string
}

export type YoutubeAnswer =
  | { found: FoundVideo }
  | { listing: VideoListing }
  | { captions: string }
  | { refusal: YoutubeErrorFacts }
