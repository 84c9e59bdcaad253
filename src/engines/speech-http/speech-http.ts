import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { openRunFolder } from '../cli/run-folder.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  SPEECH_ACCOUNTS,
  type SpeechEngine,
  type SpeechRequest,
  type SpeechVoice,
} from '../contract/speech.ts'
import { jsonOf, ServerClient } from '../openai-http/server-client.ts'
import { statusFailure } from '../openai-http/server-failure.ts'
import { SPEECH_TIMEOUT_SECONDS, speechOf } from '../speech/read-speech.ts'
import type { SpeechEngineSettings } from '../speech/settings.ts'
import { TimeLimit } from '../speech/time-limit.ts'
import { kokoroLanguage, listedVoices, speakingModels } from './listed-voices.ts'
import { encodingOf, soundOfAnswer } from './sound-answer.ts'

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
