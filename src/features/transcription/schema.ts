import { type Static, Type } from '@sinclair/typebox'
import { component } from '../../platform/schemas.ts'
import { nullable, UploadId } from '../shared/fields.ts'

/** Of JSON bodies below. @limit transcribe-body KiB */
export const MAX_TRANSCRIBE_BYTES = 16 * 1024
/**
 * Of answers through a proxy, most of which wait for 60 s and some for 100 s.
 * @limit late-answer seconds
 */
export const LATE_ANSWER_MS = 50_000
const MAX_NAME_CHARACTERS = 200

export const Language = Type.String({
  maxLength: 35,
  description: 'As `en`; found out when left out, and from then on kept',
  examples: ['en'],
})
const Engine = Type.String({
  maxLength: MAX_NAME_CHARACTERS,
  description: '`auto`, a transcription engine’s id, or `id/model`',
  examples: ['auto'],
})

/** In the query of a raw body, and as fields of a form. */
export const TranscribeQuery = Type.Object({
  language: Type.Optional(Language),
  engine: Type.Optional(Engine),
  filename: Type.Optional(
    Type.String({ maxLength: 4_096, description: 'Name of a raw body; for your history' }),
  ),
})

/** A recording that the service has already. */
export const StoredRecordingBody = Type.Object(
  {
    buffer: Type.Optional({ ...UploadId, description: 'Id of a finished resumable upload' }),
    file: Type.Optional(
      Type.String({ maxLength: 100, description: 'Token of a stored file, from its link' }),
    ),
    language: Type.Optional(Language),
    engine: Type.Optional(Engine),
  },
  { description: 'One of `buffer` and `file`' },
)
export type StoredRecordingBody = Static<typeof StoredRecordingBody>

export const TranscribeForm = Type.Object({
  file: Type.String({ format: 'binary' }),
  language: Type.Optional(Language),
  engine: Type.Optional(Engine),
})

/** A form with a recording, as curl sends it. */
export const RECORDING_EXAMPLES = {
  file: { summary: 'A recording of this folder', value: { file: '@talk.mp3' } },
}

export const TranscribeUrlBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 8_192,
    description: 'Of a sound or video file on the public internet, or of a page that plays one',
    examples: ['https://example.com/talk.mp3'],
  }),
  language: Type.Optional(Language),
  engine: Type.Optional(Engine),
})

const Word = Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() })
export const Segment = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
})

/** A transcript in the record of its job. */
export const TranscriptSummary = component('TranscriptSummary', {
  text: Type.String({ description: 'Empty where nothing is spoken' }),
  language: nullable(Type.String({ description: 'As `en`; null where it is not known' })),
  duration_seconds: Type.Number(),
  truncated: Type.Optional(
    Type.Literal(true, {
      description: 'Only where the recording is longer than 12 hours: the rest was not read',
    }),
  ),
  engine: Type.String(),
  model: nullable(Type.String()),
  segments: Type.Array(Segment, { description: 'Times in seconds from the start' }),
})

/** The same with the times of words. */
export const TranscriptView = component('Transcript', {
  ...TranscriptSummary.properties,
  segments: Type.Array(
    Type.Object({
      ...Segment.properties,
      words: Type.Optional(
        Type.Array(Word, { description: 'Where the transcription engine gives their times' }),
      ),
    }),
  ),
})
