import { AppError } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import type { VideoDetails, VideoListing } from '../contract-video.ts'
import { singleVideo, toDetails, toListing } from './yt-dlp-details.ts'
import { isFields } from './yt-dlp-fields.ts'
import { type FoundTrack, tracksOf } from './yt-dlp-tracks.ts'

/** What yt-dlp has printed, and what is wanted of it. */
export interface AnswerRequest {
  bytes: Uint8Array
  /** The address that was asked for. */
  url: string
  /** Most entries of a list; undefined for one video. */
  limit: number | undefined
}

export interface ReadVideo {
  kind: 'video'
  details: VideoDetails
  /** The captions of the details, with what is needed to read them. */
  tracks: readonly FoundTrack[]
}

/** `none` where nothing was answered, `refused` with the reason where something else was. */
export type ReadAnswer =
  | ReadVideo
  | { kind: 'listing'; listing: VideoListing }
  | { kind: 'none' }
  | { kind: 'refused'; reason: string }

/** Reads what yt-dlp says of an address. Never throws an expected error. */
export function readAnswer({ bytes, url, limit }: AnswerRequest): ReadAnswer {
  const { value } = tryParseJson(new TextDecoder().decode(bytes))
  if (!isFields(value)) return { kind: 'none' }
  if (limit !== undefined) return { kind: 'listing', listing: toListing(value, url, limit) }
  try {
    const video = singleVideo(value)
    return { kind: 'video', details: toDetails(video, url), tracks: tracksOf(video) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'refused', reason: error.message }
  }
}
