import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../platform/schemas.ts'
import { TranscribeInput, type TranscriptSegment } from './transcript.ts'

/**
 * Where a transcript comes from: the captions of the site, what a recogniser hears, or the second where
 * the first cannot be had.
 */
export const TranscriptSource = oneOf(['auto', 'native', 'generated'])
export type TranscriptSource = Static<typeof TranscriptSource>

/** A video or sound at an address, as plain data. */
export const VideoTranscriptInput = Type.Object({
  /** Without its fragment. */
  url: Type.String(),
  source: TranscriptSource,
  /** A language tag. */
  language: Type.Optional(Type.String()),
  /** Its sound, where a recogniser writes it down. */
  recording: TranscribeInput,
})
export type VideoTranscriptInput = Static<typeof VideoTranscriptInput>

const NullableText = Type.Union([Type.String(), Type.Null()])

const Segments = Type.Array(
  Type.Object({ start: Type.Number(), end: Type.Number(), text: Type.String() }),
)

/** What is kept of a transcript for anyone who asks for the same. */
export const CachedTranscript = Type.Object({
  source: oneOf(['native', 'generated']),
  /** Of captions: written by people, or by the site's own speech recognition. */
  kind: Type.Optional(oneOf(['native', 'automatic'])),
  /** A language tag; null where it is not known. */
  language: NullableText,
  title: Type.String(),
  /** Null where the site does not say it. */
  seconds: Type.Union([Type.Number(), Type.Null()]),
  /** Only where the recording is longer than what is read of one. */
  isCut: Type.Optional(Type.Literal(true)),
  text: Type.String(),
  /** Times in seconds from the start. */
  segments: Segments,
  /** Of captions by people: their own cues, for subtitles. */
  cues: Type.Optional(Segments),
  /** Null for captions. */
  engine: NullableText,
  model: NullableText,
})
export type CachedTranscript = Static<typeof CachedTranscript>

/** What is said in a video. */
export const VideoTranscript = Type.Object({
  url: Type.String(),
  ...CachedTranscript.properties,
  /** Whether it was made for an earlier request. */
  isCached: Type.Boolean(),
})
export type VideoTranscript = Static<typeof VideoTranscript>

/** The same as subtitles. */
export const VideoSubtitles = Type.Object({
  ...VideoTranscript.properties,
  /** In SubRip's format. */
  srt: Type.String(),
})
export type VideoSubtitles = Static<typeof VideoSubtitles>

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
