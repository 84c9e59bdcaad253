import { type Static, Type } from '@sinclair/typebox'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable } from '../shared/fields.ts'
import type { BodyExamples } from '../shared/openapi.ts'
import { OpenAiErrorObject } from '../shared/provider-errors.ts'
import { ClipFormat, MAX_SPEED, MIN_SPEED } from './tts-task.ts'

/**
 * Raw JSON, refused while it arrives; room for the longest text in any script.
 * @limit speech-body MiB
 */
export const MAX_SPEECH_BODY_BYTES = 1024 * 1024
const MAX_NAME_CHARACTERS = 200

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS })
const Speed = Type.Number({
  minimum: MIN_SPEED,
  maximum: MAX_SPEED,
  description: '1 is how the voice speaks by itself',
})
const Brand = Type.Optional({
  ...Name,
  description: 'Id of a brand, whose voice speaks where none of the engines here is named',
})
const Language = Type.String({
  pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$',
  description: 'Of the text, as `en` or `de-AT`; otherwise it is judged from the text',
  examples: ['en'],
})

export const TtsBody = Type.Object({
  text: Type.String({
    minLength: 1,
    description: 'At most 100,000 characters',
    examples: ['Hello from Hearth.'],
  }),
  voice: Type.Optional({ ...Name, description: 'One of `GET /api/ai/tts/voices`' }),
  brand: Brand,
  engine: Type.Optional({ ...Name, description: 'An engine’s id, or `auto`' }),
  model: Type.Optional({ ...Name, description: 'One of the engine’s models' }),
  language: Type.Optional(Language),
  speed: Type.Optional(Speed),
  format: Type.Optional({
    ...ClipFormat,
    description: 'By default mp3 where ffmpeg is installed, else wav',
  }),
  async: Type.Optional(Type.Boolean()),
})
export type TtsBody = Static<typeof TtsBody>

export const TtsAnswer = component('SpokenClip', {
  name: Type.String({ examples: ['bqTqK0a2Q8Cw3v7uWnVd9g.mp3'] }),
  url: Type.String({
    description: 'The path of the clip, for anyone who has it; no credential is needed',
    examples: ['/api/ai/tts/file/bqTqK0a2Q8Cw3v7uWnVd9g.mp3'],
  }),
  media_type: Type.String({ examples: ['audio/mpeg'] }),
  duration_seconds: Type.Number({ examples: [1.482] }),
  bytes: Type.Integer({ examples: [11_904] }),
  engine: Type.String({ examples: ['embedded'] }),
  voice: nullable(Type.String({ examples: ['slt'] })),
})
export type TtsAnswer = Static<typeof TtsAnswer>

export const TTS_EXAMPLES: BodyExamples = {
  text: { summary: 'A clip', value: { text: 'Hello from Hearth.', format: 'wav' } },
  job: {
    summary: 'A job, to fetch later',
    value: { text: 'Once upon a time there was a river.', format: 'wav', async: true },
  },
}

export const Voices = component('Voices', {
  engines: Type.Array(
    Type.Object({
      engine: Type.String({ examples: ['embedded'] }),
      label: Type.String(),
      models: Type.Array(Type.String()),
      languages: nullable(
        Type.Array(Type.String(), {
          description: 'Primary language subtags; null where that is not known',
        }),
      ),
      voices: Type.Array(
        Type.Object({
          id: Type.String({ examples: ['slt'] }),
          languages: Type.Array(Type.String(), { examples: [['en']] }),
        }),
        { description: 'The first is the default. Empty: any name is passed on' },
      ),
    }),
    { description: 'In the order in which they are asked' },
  ),
  formats: Type.Array(Type.String(), {
    description: 'Formats of a clip that can be made here; the first is the default',
  }),
})

export const ClipParams = Type.Object({
  name: Type.String({ maxLength: MAX_NAME_CHARACTERS }),
})

/** A voice as OpenAI has it: its name, or an object with its id. */
const OpenAiVoice = Type.Union([Name, Type.Object({ id: Name })])

export const OpenAiSpeechBody = Type.Object({
  input: Type.String({
    minLength: 1,
    description: 'At most 100,000 characters',
    examples: ['Hello from Hearth.'],
  }),
  model: Type.Optional({
    ...Name,
    description: '`auto`, an engine’s id, or `engine/model`; OpenAI’s own names mean `auto`',
    examples: ['auto'],
  }),
  voice: Type.Optional({
    ...OpenAiVoice,
    description: 'One of `GET /api/ai/tts/voices`; OpenAI’s own names mean the default voice',
    examples: ['alloy'],
  }),
  brand: Brand,
  response_format: Type.Optional(
    Type.Union([...ClipFormat.anyOf, Type.Literal('aac'), Type.Literal('pcm')], {
      description:
        'By default mp3 where ffmpeg is installed, else wav. `pcm` is 24 kHz, mono, 16 bits, little-endian',
    }),
  ),
  speed: Type.Optional(Speed),
  instructions: Type.Optional(
    Type.String({ description: 'Taken and not followed: no engine here can' }),
  ),
  language: Type.Optional(Language),
  stream_format: Type.Optional(oneOf(['audio', 'sse'])),
})
export type OpenAiSpeechBody = Static<typeof OpenAiSpeechBody>

/** An event with `stream_format: sse`. */
export const SpeechEvent = Type.Union(
  [
    Type.Object({
      type: Type.Literal('speech.audio.delta'),
      audio: Type.String({ description: 'A part of the sound in base64' }),
    }),
    Type.Object({
      type: Type.Literal('speech.audio.done'),
      usage: Type.Object({
        input_tokens: Type.Integer(),
        output_tokens: Type.Integer(),
        total_tokens: Type.Integer(),
      }),
    }),
    Type.Object({ error: OpenAiErrorObject }),
  ],
  { $id: 'SpeechEvent' },
)
