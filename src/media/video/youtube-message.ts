import type { ErrorCode } from '../../platform/errors.ts'
import type { OperatorProxySettings } from '../contract-fetch.ts'
import type { VideoDetails, VideoListing } from '../contract-video.ts'

/** One answer of YouTube, after decompression. See Limits. */
export const MAX_YOUTUBE_BYTES = 16 * 1024 * 1024
/** Questions that are asked at a time; further ones wait. Each thread takes 120 MB. See Limits. */
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
interface YoutubeRefusal {
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
  | { refusal: YoutubeRefusal }
