import type { TranscriptSegment } from './transcript.ts'

/** Captions of a site, read and cleaned. */
export interface FoundCaptions {
  title: string
  /** Length of the video, where the site says it. */
  seconds?: number
  /** A language tag. */
  language: string
  /** Written by people, or by the site's own speech recognition. */
  kind: 'native' | 'automatic'
  segments: TranscriptSegment[]
  /** As people have made them; of others, and of those that scroll, there are none. */
  cues?: TranscriptSegment[]
}

/**
 * Reads the captions of a video: in the asked language, else in the one that is spoken, and those of
 * people before automatic ones.
 *
 * @param language A language tag; with one, captions of other languages are not taken
 * @returns undefined where the site has none
 * @throws {AppError} as `VideoSource` of `media/contract-video.ts`; `invalid` for a stream that is live now
 */
export type ReadCaptions = (
  url: string,
  options: { language: string | undefined; signal: AbortSignal },
) => Promise<FoundCaptions | undefined>

/**
 * Downloads the sound of a video into a file, by whatever can read its site.
 *
 * @throws {AppError} as `VideoSource` of `media/contract-video.ts`; `invalid` for a stream that is live
 * now, which has no end
 */
export type DownloadSound = (
  url: string,
  options: {
    target: string
    maxBytes: number
    deadlineMs: number
    signal: AbortSignal
    onProgress: (done: number, total: number | undefined) => void
  },
) => Promise<{ title?: string }>
