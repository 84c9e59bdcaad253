import { Type } from '@sinclair/typebox'
import { nullable, Time } from '../shared/fields.ts'
import { ListQuery, listSchema } from '../shared/lists.ts'
import { MAX_HISTORY_TITLE_CHARACTERS, UNKEPT_HISTORY_DAYS } from './history.ts'

/** Body of `PATCH /history/{id}`. @limit history-change-body KiB */
export const MAX_HISTORY_CHANGE_BYTES = 16 * 1024

export const HistoryParams = Type.Object({ id: Type.String({ pattern: '^his_[\\w-]{1,60}$' }) })

export const HistoryQuery = Type.Object({
  ...ListQuery.properties,
  kind: Type.Optional(
    Type.Union([Type.Literal('transcript'), Type.Literal('translation'), Type.Literal('speech')], {
      description: 'Only entries of this kind',
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Words of titles and texts; the last one may be the beginning of a word',
    }),
  ),
})

export const HistoryChangeBody = Type.Object(
  {
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_HISTORY_TITLE_CHARACTERS, pattern: '\\S' }),
    ),
    keep: Type.Optional(
      Type.Boolean({
        description: `Whether it stays until it is deleted; otherwise it is deleted ${UNKEPT_HISTORY_DAYS} days from now`,
      }),
    ),
  },
  { minProperties: 1 },
)

const HEAD = {
  id: Type.String({ examples: ['his_2b9Vn0qYw1Xz7LkTfR4cQe'] }),
  title: Type.String(),
  language: nullable(Type.String({ description: 'A primary language subtag', examples: ['en'] })),
  seconds: nullable(Type.Number({ description: 'Duration of the recording or the clip' })),
  characters: Type.Integer({ minimum: 0, description: 'Length of the text' }),
  keep: Type.Boolean({ description: 'Whether it stays until it is deleted' }),
  job_id: nullable(Type.String({ description: 'The job that has made it' })),
  created_at: Time,
  expires_at: nullable(
    Type.String({ format: 'date-time', description: 'When it is deleted; null where it is kept' }),
  ),
}

export const HistoryItem = Type.Object(
  {
    ...HEAD,
    kind: Type.Union([
      Type.Literal('transcript'),
      Type.Literal('translation'),
      Type.Literal('speech'),
    ]),
  },
  { $id: 'HistoryItem' },
)

export const HistoryList = Type.Object(
  {
    ...listSchema(
      Type.Object({
        ...HistoryItem.properties,
        excerpt: Type.Optional(
          Type.String({ description: 'With q: the part of the text around the words' }),
        ),
      }),
    ).properties,
  },
  { $id: 'HistoryList' },
)

const Words = Type.Array(
  Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() }),
)
const Segment = Type.Object(
  {
    start: Type.Number({ description: 'Seconds from the beginning' }),
    end: Type.Number(),
    text: Type.String(),
    words: Type.Optional(Words),
  },
  { $id: 'HistorySegment' },
)

const Text = Type.String({ description: 'The whole text' })

const HistoryTranscript = Type.Object(
  {
    ...HEAD,
    kind: Type.Literal('transcript'),
    text: Text,
    segments: Type.Array(Segment, { description: 'Empty where nothing was spoken' }),
    engine: Type.String(),
    model: nullable(Type.String()),
    source: nullable(Type.String({ description: 'The file or the address it was made from' })),
  },
  { $id: 'HistoryTranscript' },
)

const HistoryTranslation = Type.Object(
  {
    ...HEAD,
    kind: Type.Literal('translation'),
    text: Text,
    srt: nullable(Type.String({ description: 'Of subtitles: the file in SubRip’s format' })),
    target: Type.String({ description: 'The language of the result' }),
    source: nullable(Type.String({ description: 'The language it was translated from' })),
  },
  { $id: 'HistoryTranslation' },
)

const HistorySpeech = Type.Object(
  {
    ...HEAD,
    kind: Type.Literal('speech'),
    text: Type.String({ description: 'The text that is spoken' }),
    url: Type.String({ description: 'Where the clip is' }),
    engine: Type.String(),
    voice: nullable(Type.String()),
    format: Type.String({ examples: ['mp3'] }),
    media_type: Type.String({ examples: ['audio/mpeg'] }),
  },
  { $id: 'HistorySpeech' },
)

export const HistoryEntry = Type.Union([HistoryTranscript, HistoryTranslation, HistorySpeech], {
  $id: 'HistoryEntry',
})
