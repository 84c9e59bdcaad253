/**
 * What one question about a video or a list may take, whatever the site does.
 * @limit video-time seconds
 */
export const VIDEO_MS = 120_000
/** Videos that one listing can give. @limit video-list count */
export const MAX_LISTED_VIDEOS = 200

/** Who has made or published something. */
export interface VideoAuthor {
  name: string
  id?: string
  /** Address of its page. */
  url?: string
}

export interface Thumbnail {
  url: string
  /** Pixels, where the site says them. */
  width?: number
  height?: number
}

/** Times in seconds from the start. */
export interface Chapter {
  title: string
  start: number
  end: number
}

/** Captions that a site has for a video. Translations that it would make by machine are not listed. */
export interface CaptionTrack {
  /** A language tag, as the site has it. */
  language: string
  /** The site's name of it. */
  name?: string
  /** Written by people, or by the site's own speech recognition. */
  kind: 'native' | 'automatic'
}

export type LiveStatus = 'not_live' | 'upcoming' | 'live' | 'was_live'

/** What a site says of one video or sound. Facts that it does not say are absent. */
export interface VideoDetails {
  /** The site's own id. */
  id: string
  /** Address of its page. */
  url: string
  /** Name of the site, as `youtube`, or `generic` for any page with a player. */
  site: string
  title: string
  description?: string
  author?: VideoAuthor
  channel?: VideoAuthor
  durationSeconds?: number
  /** ISO 8601: a date, or a time in UTC. */
  publishedAt?: string
  views?: number
  /** The largest first. */
  thumbnails: readonly Thumbnail[]
  chapters: readonly Chapter[]
  captions: readonly CaptionTrack[]
  /** A language tag of what is spoken. */
  language?: string
  liveStatus?: LiveStatus
}

/** One entry of a list; most sites say less of it there than on its own page. */
export type ListedVideo = Pick<
  VideoDetails,
  | 'id'
  | 'url'
  | 'title'
  | 'author'
  | 'durationSeconds'
  | 'publishedAt'
  | 'views'
  | 'thumbnails'
  | 'liveStatus'
>

/** A channel, a playlist, a feed of episodes, or a page with several players. */
export interface VideoListing {
  id: string
  url: string
  site: string
  title: string
  description?: string
  author?: VideoAuthor
  thumbnails: readonly Thumbnail[]
  /** How many there are in all, where the site says it. */
  total?: number
  /** At most as many as were asked for, in the site's order. */
  entries: readonly ListedVideo[]
}

export type CaptionFormat = 'json3' | 'vtt' | 'srt' | 'ttml'

/** The text of one track, as the site has sent it. */
export interface CaptionFile {
  track: CaptionTrack
  format: CaptionFormat
  text: string
}

/** A question about an address that a user has given. */
export interface VideoRequest {
  url: string
  /** Milliseconds from the call; nothing of it is left running then. */
  deadlineMs: number
  signal: AbortSignal
}

export interface AudioRequest extends VideoRequest {
  /** Path of the file that is written; it is there already, and empty. */
  target: string
  maxBytes: number
  onProgress?: (done: number, total: number | undefined) => void
}

/**
 * A reader of video sites. Each of its methods throws an `AppError`: `invalid` for an address that is
 * none; `address_refused`; `not_found` where the site has no such video or list; `video_private` for one that needs a
 * sign-in, a payment or another country; `unsupported_site` where nothing is found that could be
 * played; `site_blocked` where the site refuses programs, or answers with nothing; `download_failed`;
 * `download_timeout`; `not_installed`; `cancelled` by the signal's reason.
 */
export interface VideoSource {
  /** Name of the program or library, for people. */
  readonly name: string
  /** Whether it can be used now. Cheap. */
  isInstalled(): boolean
  /** Whether it may know the site. */
  canRead(url: string): boolean
  details(request: VideoRequest): Promise<VideoDetails>
  /** @param limit 1 to {@link MAX_LISTED_VIDEOS} */
  list(request: VideoRequest & { limit: number }): Promise<VideoListing>
  /**
   * @param choose Picks the track to read; undefined for none
   * @returns Without a file when none was picked
   */
  captions(
    request: VideoRequest,
    choose: (details: VideoDetails) => CaptionTrack | undefined,
  ): Promise<{ details: VideoDetails; file?: CaptionFile }>
  /** Downloads the sound, in whatever format the site has it. Absent where it is not able to. */
  audio?(request: AudioRequest): Promise<{ title?: string }>
}
