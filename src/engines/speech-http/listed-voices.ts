import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import type { SpeechVoice } from '../contract/speech.ts'
import { field } from '../openai-http/listed-model.ts'

/** How many voices and models of one server are used. See Limits. */
export const MAX_SERVER_VOICES = 1_000

const Name = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,200}$' })
const List = Type.Array(Type.Unknown())
/** Kokoro's names begin with the language and whether it is a woman's voice. */
const KOKORO = /^([abefhijpz])[fm]_[a-z0-9_]+$/
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = {
  a: 'en',
  b: 'en',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
}
/** Where a server does not say what its models are for. */
const SPEAKS = /tts|kokoro|piper|speech|voice|bark|orpheus|chatterbox|parler|melo|xtts|dia\b/i

/**
 * The voices of `GET /audio/voices`: names (Kokoro-FastAPI of old), or objects with `id` or `name`
 * (Kokoro-FastAPI, speaches).
 *
 * @param languages What they speak where nothing says it
 * @returns undefined for a value that is no such list
 */
export function listedVoices(
  value: unknown,
  languages: readonly string[],
): SpeechVoice[] | undefined {
  const list: unknown = Array.isArray(value) ? value : field(value, 'voices')
  if (!matches(List, list)) return undefined
  const voices = new Map<string, SpeechVoice>()
  for (const entry of list.slice(0, MAX_SERVER_VOICES)) {
    const id = [entry, field(entry, 'id'), field(entry, 'name')].find((name) => matches(Name, name))
    if (!matches(Name, id) || voices.has(id)) continue
    const own = languageOf(field(entry, 'language') ?? field(entry, 'lang')) ?? kokoroLanguage(id)
    voices.set(id, { id, languages: own === undefined ? languages : [own] })
  }
  return [...voices.values()]
}

/**
 * The models of `GET /models` that speak. speaches says what each is for; of others the name tells.
 *
 * @returns undefined for a value that is no such list
 */
export function speakingModels(value: unknown): string[] | undefined {
  const list: unknown = field(value, 'data')
  if (!matches(List, list)) return undefined
  return list.slice(0, MAX_SERVER_VOICES).flatMap((entry) => {
    const [id, task] = [field(entry, 'id'), field(entry, 'task')]
    if (!matches(Name, id)) return []
    const speaks = typeof task === 'string' ? task === 'text-to-speech' : SPEAKS.test(id)
    return speaks ? [id] : []
  })
}

/** The language of a voice that has a name of Kokoro's. */
export function kokoroLanguage(voice: string): string | undefined {
  const letter = KOKORO.exec(voice)?.[1]
  return letter === undefined ? undefined : KOKORO_LANGUAGES[letter]
}

function languageOf(tag: unknown): string | undefined {
  if (typeof tag !== 'string') return undefined
  return /^([a-z]{2,3})(?:$|[-_])/i.exec(tag)?.[1]?.toLowerCase()
}
