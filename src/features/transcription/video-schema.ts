import { type Static, Type } from '@sinclair/typebox'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable } from '../shared/fields.ts'
import { type MediaJobKind, mediaJobKind, ResultFormat, reader } from '../shared/media-job.ts'
import { subtitlesOfVideo } from '../subtitles/subtitle-thread.ts'
import { Language, Segment, TranscriptSummary } from './schema.ts'
import { TranscriptSource, VideoSubtitles, VideoTranscript } from './video-transcript.ts'
import type { SubtitlesTask, VideoTranscriptTask } from './video-transcript-tasks.ts'

/** Jobs of transcripts of videos, and of their subtitles, for the routes of media jobs. */
export function videoJobs(tasks: {
  videoTranscript: VideoTranscriptTask
  youtubeToSrt: SubtitlesTask
}): [MediaJobKind, MediaJobKind] {
  return [
    mediaJobKind({
      task: tasks.videoTranscript,
      read: reader(VideoTranscript),
      resultSchema: VideoTranscriptView,
      jsonSchema: VideoTranscriptView,
      view: videoTranscriptView,
      json: videoTranscriptView,
      texts: VIDEO_TEXTS,
    }),
    mediaJobKind({
      task: tasks.youtubeToSrt,
      read: reader(VideoSubtitles),
      resultSchema: VideoSubtitlesView,
      jsonSchema: VideoSubtitlesView,
      view: subtitlesView,
      json: subtitlesView,
      texts: { ...VIDEO_TEXTS, srt: ({ srt }) => srt },
    }),
  ]
}

/** A transcript in each of the formats that are texts. */
export const VIDEO_TEXTS: Readonly<
  Record<Exclude<ResultFormat, 'json'>, (transcript: VideoTranscript) => string | Promise<string>>
> = {
  text: ({ text }) => `${text}\n`,
  srt: (transcript) => subtitlesOfVideo(transcript, 'srt'),
  vtt: (transcript) => subtitlesOfVideo(transcript, 'vtt'),
}

export function videoTranscriptView(
  transcript: VideoTranscript,
): Static<typeof VideoTranscriptView> {
  const { text, segments } = transcript
  return { ...factsOf(transcript), text, segments }
}

function subtitlesView(subtitles: VideoSubtitles): Static<typeof VideoSubtitlesView> {
  return { ...factsOf(subtitles), srt: subtitles.srt }
}

function factsOf(transcript: VideoTranscript) {
  const { url, source, kind, language, title, seconds, isCut, isCached, engine, model } = transcript
  return {
    url,
    source,
    language,
    title,
    duration_seconds: seconds,
    cached: isCached,
    engine,
    model,
    ...(kind === undefined ? {} : { kind }),
    ...(isCut === undefined ? {} : { truncated: isCut }),
  }
}

const Url = Type.String({
  minLength: 1,
  maxLength: 8_192,
  description: 'Of a video or a sound, or of the page where it is played',
  examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
})
const Source = {
  ...TranscriptSource,
  description:
    '`native`: only the captions that the site has; `generated`: by a transcription engine; `auto`: captions where there are any, else by a transcription engine',
  default: 'auto',
}
const CaptionLanguage = Type.String({
  ...Language,
  description: 'As `en`: of the captions, or of what is spoken; left out, that of the video',
})

export const VideoTranscriptQuery = Type.Object({
  url: Url,
  language: Type.Optional(CaptionLanguage),
  source: Type.Optional(Source),
  format: Type.Optional(ResultFormat),
  async: Type.Optional(
    oneOf(['true', 'false'], {
      description: '`true` answers 202 with a job at once',
    }),
  ),
})
export type VideoTranscriptQuery = Static<typeof VideoTranscriptQuery>

export const VideoSubtitlesBody = Type.Object({
  url: Url,
  language: Type.Optional(CaptionLanguage),
  source: Type.Optional(Source),
})

const FACTS = {
  url: Type.String(),
  source: oneOf(['native', 'generated']),
  kind: Type.Optional(
    oneOf(['native', 'automatic'], {
      description: 'Only of captions: written by people, or by the site’s own speech recognition',
    }),
  ),
  language: nullable(Type.String({ description: 'As `en`; null where it is not known' })),
  title: Type.String(),
  duration_seconds: nullable(Type.Number({ description: 'Null where the site does not say it' })),
  truncated: TranscriptSummary.properties.truncated,
  cached: Type.Boolean({
    description: 'Whether it was made for an earlier request, of the last 24 hours',
  }),
  engine: nullable(Type.String({ description: 'Null for captions' })),
  model: nullable(Type.String()),
}

export const VideoTranscriptView = component('VideoTranscript', {
  ...FACTS,
  text: Type.String({ description: 'Empty where nothing is said' }),
  segments: Type.Array(Segment, { description: 'Times in seconds from the start' }),
})

export const VideoSubtitlesView = component('VideoSubtitles', {
  ...FACTS,
  srt: Type.String({ description: 'In SubRip’s format' }),
})
