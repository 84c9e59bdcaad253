import { type Static, Type } from '@sinclair/typebox'
import { OpenAiErrorObject } from '../shared/provider-errors.ts'

/** Of OpenAI's transcriptions. https://platform.openai.com/docs/api-reference/audio */
const AudioFormat = Type.Union([
  Type.Literal('json'),
  Type.Literal('text'),
  Type.Literal('srt'),
  Type.Literal('verbose_json'),
  Type.Literal('vtt'),
])

const Granularity = Type.Union([Type.Literal('word'), Type.Literal('segment')])

/** The form as its fields are read. */
export const AudioFields = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 200 }),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  prompt: Type.Optional(Type.String()),
  response_format: AudioFormat,
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  timestamp_granularities: Type.Array(Granularity),
  stream: Type.Boolean(),
  store: Type.Boolean(),
})
export type AudioFields = Static<typeof AudioFields>

/** The same for the API description. */
export const AudioForm = Type.Object({
  file: Type.String({ format: 'binary' }),
  model: Type.Optional(
    Type.String({
      description:
        '`auto`, a transcription engine’s id, `id/model`, or a model of one; OpenAI’s own names, such as `whisper-1`, mean `auto`',
      examples: ['whisper-1'],
    }),
  ),
  language: Type.Optional(Type.String({ examples: ['en'] })),
  prompt: Type.Optional(
    Type.String({ description: 'Words that come before, or names that occur' }),
  ),
  response_format: Type.Optional(AudioFormat),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  'timestamp_granularities[]': Type.Optional(
    Type.Array(Granularity, { description: 'With `verbose_json`; `segment` by default' }),
  ),
  stream: Type.Optional(
    Type.Boolean({ description: 'With `json` and `text`: events while pieces are finished' }),
  ),
  store: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the transcript goes into your history' }),
  ),
})

const Segment = Type.Object({
  id: Type.Integer(),
  seek: Type.Integer(),
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
  tokens: Type.Array(Type.Integer(), { description: 'Always empty' }),
  temperature: Type.Number(),
  avg_logprob: Type.Number({ description: 'Always 0' }),
  compression_ratio: Type.Number({ description: 'Always 1' }),
  no_speech_prob: Type.Number({ description: 'Always 0' }),
})

/** OpenAI's answer: `json` has the text alone, `verbose_json` the rest. */
export const AudioAnswer = Type.Object(
  {
    text: Type.String(),
    task: Type.Optional(Type.Union([Type.Literal('transcribe'), Type.Literal('translate')])),
    language: Type.Optional(
      Type.String({ description: 'Its English name', examples: ['english'] }),
    ),
    duration: Type.Optional(Type.Number({ description: 'Seconds' })),
    segments: Type.Optional(Type.Array(Segment)),
    words: Type.Optional(
      Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() }), {
        description: 'Empty where the transcription engine gives no times of words',
      }),
    ),
  },
  { $id: 'AudioTranscription' },
)

/** An event of a stream: the text of a finished piece, at the end the whole text, or what failed. */
export const AudioEvent = Type.Union(
  [
    Type.Object({ type: Type.Literal('transcript.text.delta'), delta: Type.String() }),
    Type.Object({ type: Type.Literal('transcript.text.done'), text: Type.String() }),
    Type.Object({ error: OpenAiErrorObject }),
  ],
  { $id: 'AudioTranscriptionEvent' },
)
