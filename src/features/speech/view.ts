import type { Static } from '@sinclair/typebox'
import type { Origins } from '../../http/server/origins.ts'
import type { JobRouteServices } from '../shared/job-routes.ts'
import type { Clips } from './clips.ts'
import type { OpenAiSpeechBody, TtsAnswer, TtsBody, Voices } from './schema.ts'
import type { SpeechEngines } from './speech-engines.ts'
import { ClipFormat, type TtsInput, type TtsResult } from './tts-task.ts'

/** Where clips are, for anyone who has their names. */
export const CLIP_PATH = '/api/ai/tts/file'

/** @param origin Of the link, without a trailing slash */
export function clipView(
  { name, mediaType, seconds, bytes, engine, voice }: TtsResult,
  origin: string,
): TtsAnswer {
  if (name === undefined) throw new Error('A stream has no clip')
  return {
    name,
    url: `${origin}${CLIP_PATH}/${name}`,
    media_type: mediaType,
    duration_seconds: seconds,
    bytes,
    engine,
    voice,
  }
}

export function voicesView(
  { all }: SpeechEngines,
  defaultFormat: 'mp3' | 'wav',
): Static<typeof Voices> {
  const formats = ClipFormat.anyOf.map(({ const: format }) => format)
  return {
    engines: all.map(({ id, label, models, languages, voices }) => ({
      engine: id,
      label,
      models: [...models],
      languages: languages === undefined ? null : [...languages],
      voices: voices.map((voice) => ({ id: voice.id, languages: [...voice.languages] })),
    })),
    formats:
      defaultFormat === 'wav'
        ? ['wav']
        : [defaultFormat, ...formats.filter((format) => format !== defaultFormat)],
  }
}

/** The task of a body of `POST /api/ai/tts`. */
export function clipInput(
  { text, voice, brand, engine, model, language, speed = 1, format }: TtsBody,
  defaultFormat: 'mp3' | 'wav',
): TtsInput {
  return {
    text,
    speed,
    format: format ?? defaultFormat,
    isClip: true,
    ...(voice === undefined ? {} : { voice }),
    ...(engine === undefined ? {} : { engine }),
    ...(model === undefined ? {} : { model }),
    ...(language === undefined ? {} : { language }),
    ...(brand === undefined ? {} : { brand }),
  }
}

/** The task of a body of OpenAI's. */
export function streamInput(
  { input, voice, brand, model, language, speed = 1, response_format: format }: OpenAiSpeechBody,
  defaultFormat: 'mp3' | 'wav',
): TtsInput {
  const voiceId = typeof voice === 'object' ? voice.id : voice
  return {
    text: input,
    speed,
    format: format ?? defaultFormat,
    isClip: false,
    ...(voiceId === undefined ? {} : { voice: voiceId }),
    ...(model === undefined ? {} : { model }),
    ...(language === undefined ? {} : { language }),
    ...(brand === undefined ? {} : { brand }),
  }
}

export interface SpeechServices extends JobRouteServices {
  origins: Origins
  speech: {
    clips: Clips
    speechEngines: SpeechEngines
    /** The format where none is asked for. */
    defaultFormat: () => 'mp3' | 'wav'
  }
}
