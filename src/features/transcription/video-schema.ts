import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../shared/fields.ts'
import { ResultFormat } from '../shared/media-job.ts'
import { Language, Segment, TranscriptSummary } from './schema.ts'
import { TranscriptSource } from './video-transcript.ts'

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
    Type.Union([Type.Literal('true'), Type.Literal('false')], {
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
  source: Type.Union([Type.Literal('native'), Type.Literal('generated')]),
  kind: Type.Optional(
    Type.Union([Type.Literal('native'), Type.Literal('automatic')], {
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

export const VideoTranscriptView = Type.Object(
  {
    ...FACTS,
    text: Type.String({ description: 'Empty where nothing is said' }),
    segments: Type.Array(Segment, { description: 'Times in seconds from the start' }),
  },
  { $id: 'VideoTranscript' },
)

export const VideoSubtitlesView = Type.Object(
  { ...FACTS, srt: Type.String({ description: 'In SubRip’s format' }) },
  { $id: 'VideoSubtitles' },
)
