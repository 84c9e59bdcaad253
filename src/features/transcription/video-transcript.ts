import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../platform/schemas.ts'
import { TranscribeInput } from './transcript.ts'

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
