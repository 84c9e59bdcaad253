import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { openRunFolder } from '../cli/run-folder.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  SPEECH_ACCOUNTS,
  type SpeechEngine,
  type SpeechRequest,
  type SpeechVoice,
} from '../contract/speech.ts'
import { field } from '../openai-http/listed-model.ts'
import { jsonOf, ServerClient } from '../openai-http/server-client.ts'
import { codeOf, statusFailure } from '../openai-http/server-failure.ts'
import {
  MAX_SPEECH_BYTES,
  SPEECH_TIMEOUT_SECONDS,
  speechOf,
  TimeLimit,
} from '../speech/read-speech.ts'
import type { SpeechEngineSettings } from '../speech/settings.ts'

/** Is asked for where neither the owner nor the server names a model. */
const ANY_MODEL = 'tts-1'
const NOT_FOUND = new Set([404, 405, 501])

/**
 * Decodes a file of sound to a WAV file.
 *
 * @throws {AppError} when that takes a program that is missing, or cannot be done
 */
export type ToWav = (source: string, target: string, signal: AbortSignal) => Promise<unknown>

/**
 * An OpenAI-compatible speech server on this machine or a private network: Kokoro-FastAPI, speaches,
 * LocalAI.
 */
export class SpeechHttp implements SpeechEngine {
  readonly type = 'speech'
  readonly accounts = SPEECH_ACCOUNTS
  readonly id: string
  readonly label: string
  readonly kind = 'openai-http'
  readonly timeoutMs: number
  readonly #client: ServerClient
  readonly #languages: readonly string[]
  readonly #givenModels: readonly string[] | undefined
  readonly #givenVoices: readonly string[] | undefined
  #models: readonly string[]
  #voices: readonly SpeechVoice[]
  #appliesSpeed = false
  readonly #toWav: ToWav | undefined
  /** MP3 once WAV was refused. */
  #format: 'wav' | 'mp3' = 'wav'

  /** @param toWav For servers that do not give WAV; without it they cannot be used */
  constructor(settings: SpeechEngineSettings & { base_url: string }, toWav?: ToWav) {
    const { id, label = id, models, voices, languages = [] } = settings
    const { timeout_seconds: seconds = SPEECH_TIMEOUT_SECONDS } = settings
    this.id = id
    this.label = label
    this.timeoutMs = seconds * 1000
    this.#toWav = toWav
    this.#client = new ServerClient(settings)
    this.#languages = languages
    this.#givenModels = models
    this.#givenVoices = voices
    this.#models = models ?? []
    this.#voices = listedVoices(voices ?? [], languages) ?? []
  }

  get models(): readonly string[] {
    return this.#models
  }

  get voices(): readonly SpeechVoice[] {
    return this.#voices
  }

  get languages(): readonly string[] | undefined {
    if (this.#voices.some(({ languages }) => languages.length === 0)) return undefined
    const all = [...new Set(this.#voices.flatMap(({ languages }) => languages))]
    if (all.length > 0) return all
    return this.#languages.length > 0 ? this.#languages : undefined
  }

  /** Known of Kokoro and speaches; LocalAI and others may ignore the speed that is asked for. */
  get appliesSpeed(): boolean {
    return this.#appliesSpeed
  }

  async speak(request: SpeechRequest, signal: AbortSignal): Promise<Uint8Array> {
    using limit = new TimeLimit(this.timeoutMs, signal, this.label)
    try {
      const response = await this.#post(request, limit.signal)
      const sound = await soundOfAnswer(response)
      const encoding = encodingOf(sound, response.headers.get('content-type') ?? '')
      const wav =
        encoding === undefined ? sound : await this.#decoded(sound, encoding, limit.signal)
      return speechOf(wav, this.label)
    } catch (error) {
      limit.signal.throwIfAborted()
      throw error
    }
  }

  async checkStatus(signal: AbortSignal): Promise<void> {
    const response = await this.#client.request('/models', { signal })
    // Not every server lists its models.
    if (!response.ok && !NOT_FOUND.has(response.status)) throw await statusFailure(response)
    await response.body?.cancel()
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const models = await this.#client.request('/models', { signal })
    if (!models.ok && !NOT_FOUND.has(models.status)) throw await statusFailure(models)
    const modelList = models.ok ? await jsonOf(models) : await models.body?.cancel()
    const voices = await this.#client.request('/audio/voices', { signal })
    const voiceList = voices.ok ? await jsonOf(voices) : await voices.body?.cancel()
    const isSpeaches = JSON.stringify(modelList ?? null).includes('"text-to-speech"')
    const known = listedVoices(voiceList, this.#languages) ?? []
    this.#models = this.#givenModels ?? speakingModels(modelList) ?? []
    const byId = new Map(known.map((voice) => [voice.id, voice]))
    const given = listedVoices(this.#givenVoices, this.#languages)
    this.#voices = given?.map((voice) => byId.get(voice.id) ?? voice) ?? known
    this.#appliesSpeed = isSpeaches || known.some(({ id }) => kokoroLanguage(id) !== undefined)
  }

  async #post(request: SpeechRequest, signal: AbortSignal): Promise<Response> {
    const { text, speed } = request
    const voice = request.voice ?? this.#voices[0]?.id
    const body = JSON.stringify({
      model: request.model ?? this.#models[0] ?? ANY_MODEL,
      input: text,
      response_format: this.#format,
      ...(voice === undefined ? {} : { voice }),
      ...(speed === 1 ? {} : { speed }),
    })
    const response = await this.#client.request('/audio/speech', { method: 'POST', body, signal })
    if (response.status === 200) return response
    const failure = await statusFailure(response)
    const isFormatRefused =
      this.#format === 'wav' &&
      failure.verdict === 'request' &&
      /response_format|\bwav\b/i.test(failure.message)
    if (!isFormatRefused || this.#toWav === undefined) throw failure
    this.#format = 'mp3'
    return await this.#post(request, signal)
  }

  /** Sound of another encoding as a WAV file. */
  async #decoded(sound: Uint8Array, encoding: string, signal: AbortSignal): Promise<Uint8Array> {
    const subject = `The engine sent ${encoding} in place of WAV`
    if (this.#toWav === undefined) throw new EngineFailure('unknown', subject)
    await using folder = await openRunFolder()
    const target = join(folder.path, 'speech.wav')
    try {
      await this.#toWav(await folder.write('speech', sound), target, signal)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      throw new EngineFailure('unknown', `${subject}: ${cause.message}`, { cause })
    }
    return await Bun.file(target).bytes()
  }
}

/** How many voices and models of one server are used. @limit speech-voices count */
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
function kokoroLanguage(voice: string): string | undefined {
  const letter = KOKORO.exec(voice)?.[1]
  return letter === undefined ? undefined : KOKORO_LANGUAGES[letter]
}

function languageOf(tag: unknown): string | undefined {
  if (typeof tag !== 'string') return undefined
  return /^([a-z]{2,3})(?:$|[-_])/i.exec(tag)?.[1]?.toLowerCase()
}

/** Media types of what is no sound. */
const NO_SOUND = /^(?:text\/|application\/(?:json|problem\+json|xml))/i

/**
 * The bytes of a successful answer.
 *
 * @throws {EngineFailure} `transient` when it breaks off, `unknown` when it is endless, `empty`
 */
async function soundOfAnswer(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      bytes += part.byteLength
      // Leaving the loop closes the connection.
      if (bytes > MAX_SPEECH_BYTES) break
      parts.push(part)
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause
    throw new EngineFailure('transient', `The engine broke off: ${codeOf(cause)}`, { cause })
  }
  if (bytes > MAX_SPEECH_BYTES)
    throw new EngineFailure('unknown', 'The engine sent sound without an end')
  if (bytes === 0) throw new EngineFailure('empty', 'The engine sent no sound')
  return Buffer.concat(parts)
}

/** What other encodings begin with. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^ID3|^\xff[\xe2-\xe7\xf2-\xf7\xfa-\xfb]/, 'MP3'],
  [/^\xff[\xf0-\xf1\xf8-\xf9]/, 'AAC'],
  [/^OggS/, 'Ogg'],
  [/^fLaC/, 'FLAC'],
]

/**
 * How sound is encoded, by what it begins with.
 *
 * @param type Its media type, as the server calls it
 * @returns undefined for WAV, and for what is not known
 * @throws {EngineFailure} `unknown` when it is plainly no sound
 */
function encodingOf(sound: Uint8Array, type: string): string | undefined {
  const start = Buffer.from(sound.subarray(0, 4)).toString('latin1')
  const encoding = BEGINNINGS.find(([pattern]) => pattern.test(start))?.[1]
  if (encoding === undefined && NO_SOUND.test(type) && start !== 'RIFF')
    throw new EngineFailure('unknown', `The engine sent ${type.split(';')[0]} in place of sound`)
  return encoding
}
