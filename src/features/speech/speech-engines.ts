import type { Caller } from '../../core/caller.ts'
import type { EngineHealth } from '../../core/engines/engine-health.ts'
import type { SpeechEngine, SpeechVoice } from '../../engines/contract/speech.ts'
import { AppError } from '../../platform/errors.ts'

/** Characters at the start of a text by which its language is judged. */
const SAMPLE_CHARACTERS = 2_000
/** Letters below which a language is a guess. */
const MIN_LETTERS = 20
/**
 * Score of the detector, from 0 to 1, below which a language is a guess. Sentences of the languages
 * that it knows have more, lists of names and texts in other languages mostly less.
 */
const MIN_CERTAIN_SCORE = 0.65
/** By how much another language must be likelier than English, which names and terms resemble less. */
const MIN_LEAD_OVER_ENGLISH = 0.09
/** What the detector calls unreliable is a guess all the same with so many letters, score and lead over English. */
const CLEAR = { letters: 5, score: 0.8, lead: 0.5 }
/** Scores as near as this to the best are no difference in a few words. */
const SAME_SCORE = 0.03

/** The detector's name for languages that it does not tell apart, the most spoken first. */
const INSEPARABLE: Readonly<Record<string, readonly string[]>> = {
  ms: ['id', 'ms'],
  hr: ['hr', 'bs', 'sr'],
}

/** Scripts by which a language is known, or a few languages, the most usual first. */
const SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, ['ja']],
  [/\p{sc=Hangul}/gu, ['ko']],
  [/\p{sc=Han}/gu, ['zh', 'yue', 'cmn', 'ja']],
  [/\p{sc=Cyrillic}/gu, ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk', 'ky', 'mn', 'tt', 'ba']],
  [/\p{sc=Arabic}/gu, ['ar', 'fa', 'ur', 'ps', 'ku', 'ug']],
  [/\p{sc=Hebrew}/gu, ['he', 'yi']],
  [/\p{sc=Greek}/gu, ['el']],
  [/\p{sc=Devanagari}/gu, ['hi', 'mr', 'ne', 'sa']],
  [/\p{sc=Bengali}/gu, ['bn', 'as']],
  [/\p{sc=Tamil}/gu, ['ta']],
  [/\p{sc=Telugu}/gu, ['te']],
  [/\p{sc=Kannada}/gu, ['kn']],
  [/\p{sc=Malayalam}/gu, ['ml']],
  [/\p{sc=Gujarati}/gu, ['gu']],
  [/\p{sc=Gurmukhi}/gu, ['pa']],
  [/\p{sc=Sinhala}/gu, ['si']],
  [/\p{sc=Thai}/gu, ['th']],
  [/\p{sc=Lao}/gu, ['lo']],
  [/\p{sc=Khmer}/gu, ['km']],
  [/\p{sc=Myanmar}/gu, ['my']],
  [/\p{sc=Armenian}/gu, ['hy']],
  [/\p{sc=Georgian}/gu, ['ka']],
  [/\p{sc=Ethiopic}/gu, ['am', 'ti']],
]
const LATIN = /\p{sc=Latin}/gu
const LETTER = /\p{L}/gu
const UNDECIDED = { languages: [], isCertain: false } as const

/** Names for one language that engines use. */
const SAME: readonly ReadonlySet<string>[] = [
  new Set(['no', 'nb', 'nn']),
  new Set(['zh', 'cmn']),
  new Set(['he', 'iw']),
  new Set(['id', 'in']),
  new Set(['tl', 'fil']),
]

/** Whether two primary subtags name one language. */
export function isSameLanguage(one: string, other: string): boolean {
  return one === other || SAME.some((names) => names.has(one) && names.has(other))
}

/** The primary subtag of a language tag: `en` of `en-GB` and `en_US`. */
export function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

/** The English name of a language, for messages. */
function languageName(language: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

/** What a text says about its own language. */
interface DetectedLanguages {
  /** Primary subtags, the likeliest first; empty where nothing speaks for any. */
  languages: readonly string[]
  /** Else a guess, as of a few words: a reason to prefer a voice, and none to refuse a text. */
  isCertain: boolean
}

/** The languages that a text may be in. Loads the detector (about 80 MB) when it is used first. */
export async function detectLanguages(text: string): Promise<DetectedLanguages> {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  const letters = countOf(sample, LETTER)
  // Japanese is mostly written with Chinese characters in between.
  const shares = SCRIPTS.map(([script, languages]) => ({
    languages,
    count: countOf(sample, script),
  }))
  const [kana, , han] = shares
  if (kana !== undefined && han !== undefined && kana.count > 0) kana.count += han.count
  const most = shares.reduce((best, one) => (one.count > best.count ? one : best))
  if (most.count > letters / 2)
    return { languages: await narrowed(most.languages, sample, letters), isCertain: true }
  const latinLetters = countOf(sample, LATIN)
  return latinLetters === 0 ? UNDECIDED : latinLanguages(sample, latinLetters)
}

async function latinLanguages(sample: string, letters: number): Promise<DetectedLanguages> {
  const { scores, isReliable } = await detect(sample)
  const [[best, score] = ['', 0]] = scores
  const english = scores.find(([language]) => language === 'en')?.[1] ?? 0
  const lead = score - english
  const isClear = letters >= CLEAR.letters && score >= CLEAR.score && lead >= CLEAR.lead
  if (!isReliable && !isClear) return UNDECIDED
  if (best !== 'en' && lead < MIN_LEAD_OVER_ENGLISH) return UNDECIDED
  return {
    languages: INSEPARABLE[best] ?? [best],
    isCertain: isReliable && letters >= MIN_LETTERS && score >= MIN_CERTAIN_SCORE,
  }
}

/** The languages of a script by the detector's choice; in a few words only as far as it differs. */
async function narrowed(languages: readonly string[], sample: string, letters: number) {
  if (languages.length === 1) return languages
  const { scores, isReliable } = await detect(sample)
  const likely = scores.filter(([language]) => languages.includes(language))
  const [[best, score] = ['', 0]] = likely
  if (letters >= MIN_LETTERS && isReliable && best === scores[0]?.[0]) return [best]
  const close = likely.filter(([, other]) => score - other < SAME_SCORE).map(([one]) => one)
  return [...new Set([...languages.filter((one) => close.includes(one)), ...languages])]
}

/** Loaded when it is needed first: a service that never speaks has no use for it. */
async function detect(sample: string) {
  const { eld } = await import('eld/medium')
  eld.enableTextCleanup(true)
  const result = eld.detect(sample)
  return { scores: Object.entries(result.getScores()), isReliable: result.isReliable() }
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Names in a message; GET of the voices has them all. */
const MAX_NAMED = 20

/** What a request says about the voice that it wants. */
export interface VoiceRequest {
  text: string
  /** An engine's id, or `auto`. */
  engine?: string | undefined
  /** `auto`, an engine's id, `engine/model`, or a model. */
  model?: string | undefined
  voice?: string | undefined
  /** Of the text, where the caller knows it. */
  language?: string | undefined
}

/** One way to speak a text. */
export interface SpeechChoice {
  engine: SpeechEngine
  model: string | undefined
  /** Undefined for the engine's own default. */
  voice: string | undefined
}

interface SpeechEnginesOptions {
  /** In order of preference; asked each time, because engines may come and go. */
  engines: () => readonly SpeechEngine[]
  health: EngineHealth
  /** What to do where no engine can speak a language. */
  advice: string
  /** How the voices can be seen, for messages. */
  voicesHint: string
}

/** Which engines may speak a text, and with which voice. */
export class SpeechEngines {
  readonly #options: SpeechEnginesOptions

  constructor(options: SpeechEnginesOptions) {
    this.#options = options
  }

  get all(): readonly SpeechEngine[] {
    return this.#options.engines()
  }

  /**
   * The engines that can speak a text, in the order in which they are asked.
   *
   * @param caller The owner of the service is told why none can be asked
   * @returns One or more
   * @throws {AppError} `not_installed`, `engine_failed`; `model_not_found` for an engine or a model; `invalid` for a voice
   * that no engine has, or a language that none can say
   */
  async select(
    request: VoiceRequest,
    caller: Pick<Caller, 'isOwner'> = {},
  ): Promise<readonly SpeechChoice[]> {
    const named = this.#named(request)
    const voiced = this.#voiced(named, request.voice)
    const { languages, isCertain } =
      request.language === undefined
        ? await detectLanguages(request.text)
        : { languages: [primaryLanguage(request.language)], isCertain: true }
    if (languages.length === 0) return this.#usable(voiced, caller)
    const able = voiced.flatMap((choice) => inLanguage(choice, languages, this.#isFree(request)))
    if (able.length > 0) return this.#usable(able, caller)
    if (!isCertain) return this.#usable(voiced, caller)
    throw this.#unspoken(request, languages, voiced)
  }

  /** Those that work before those that have failed lately. */
  #usable(
    choices: readonly SpeechChoice[],
    { isOwner = false }: Pick<Caller, 'isOwner'>,
  ): readonly SpeechChoice[] {
    const { health } = this.#options
    const order = health.usable(choices.map(({ engine }) => engine))
    if (order.length === 0)
      throw unusable(choices, (id) => (isOwner ? health.closedReason(id) : undefined))
    return order.flatMap((engine) => choices.filter((choice) => choice.engine === engine))
  }

  /** Whether the engine may choose another voice than its default. */
  #isFree({ voice }: VoiceRequest): boolean {
    return voice === undefined || isOtherServicesVoice(voice)
  }

  #named({ engine, model }: VoiceRequest): SpeechChoice[] {
    const all = this.all
    if (all.length === 0)
      throw new AppError('not_installed', `No speech engine is there. ${this.#options.advice}`)
    const name = model === undefined || isOtherServicesModel(model) ? AUTO : model
    const isAnyEngine = engine === undefined || engine === AUTO
    const engines = isAnyEngine ? all : all.filter(({ id }) => id === engine)
    if (engines.length === 0)
      throw notFound(
        'engine',
        engine ?? '',
        all.map(({ id }) => id),
      )
    const choices = engines.flatMap((one) => choiceOf(one, name))
    if (choices.length > 0) return choices
    const names = all.flatMap(({ id, models }) => [id, ...models.map((own) => `${id}/${own}`)])
    throw notFound('model', name, [AUTO, ...names])
  }

  #voiced(choices: readonly SpeechChoice[], voice: string | undefined): readonly SpeechChoice[] {
    if (voice === undefined) return choices
    const known = choices.flatMap((choice) => {
      const found = findVoice(choice.engine, voice)
      return found === undefined ? [] : [{ ...choice, voice: found.id }]
    })
    if (isOtherServicesVoice(voice)) {
      const others = choices.filter(({ engine }) => !known.some((one) => one.engine === engine))
      return [...known, ...others]
    }
    if (known.length > 0) return known
    // An engine that does not list its voices takes any name.
    const open = choices.filter(({ engine }) => engine.voices.length === 0)
    if (open.length > 0) return open.map((choice) => ({ ...choice, voice }))
    const names = choices.flatMap(({ engine }) => engine.voices.map(({ id }) => id))
    throw new AppError(
      'invalid',
      `There is no voice ${JSON.stringify(voice)}: ${listed([...new Set(names)])}. ${this.#options.voicesHint}`,
      { param: 'voice' },
    )
  }

  #unspoken(
    { engine, voice }: VoiceRequest,
    languages: readonly string[],
    asked: readonly SpeechChoice[],
  ): AppError {
    const [language = ''] = languages
    const name = languageName(language)
    const others = this.all
      .map((one) => ({ engine: one, voices: voicesIn(one, languages) }))
      .filter(({ engine: one, voices }) => voices.length > 0 || canSay(one, languages))
    const subject =
      voice !== undefined && asked.some((choice) => choice.voice !== undefined)
        ? `the voice ${voice} cannot say that`
        : engine === undefined
          ? 'no speech engine here can say that'
          : `the engine ${engine} cannot say that`
    const help =
      others.length === 0
        ? this.#options.advice
        : `These can: ${others.map(({ engine: one, voices }) => described(one, voices)).join('; ')}`
    return new AppError(
      'invalid',
      `The text seems to be in ${name}, and ${subject}. ${help}. If it is in another language, name it in \`language\``,
      { param: 'input' },
    )
  }
}

function choiceOf(engine: SpeechEngine, name: string): SpeechChoice[] {
  const { id, models } = engine
  if (name === AUTO || name === id) return [{ engine, model: models[0], voice: undefined }]
  const model = name.startsWith(`${id}/`) ? name.slice(id.length + 1) : name
  return models.includes(model) ? [{ engine, model, voice: undefined }] : []
}

function findVoice({ voices }: SpeechEngine, name: string): SpeechVoice | undefined {
  return (
    voices.find(({ id }) => id === name) ??
    voices.find(({ id }) => id.toLowerCase() === name.toLowerCase())
  )
}

/** @param isFree Whether another voice than the default may be taken */
function inLanguage(
  choice: SpeechChoice,
  languages: readonly string[],
  isFree: boolean,
): SpeechChoice[] {
  const { engine } = choice
  const current = choice.voice ?? engine.voices[0]?.id
  const spoken = engine.voices.find(({ id }) => id === current)?.languages ?? []
  if (spoken.length > 0 && spoken.some((one) => includes(languages, one))) return [choice]
  if (spoken.length === 0 && canSay(engine, languages)) return [choice]
  const [other] = voicesIn(engine, languages)
  return isFree && other !== undefined ? [{ ...choice, voice: other }] : []
}

/** The voices that are known to speak one of the languages, those of the likeliest first. */
function voicesIn({ voices }: SpeechEngine, languages: readonly string[]): string[] {
  const speaking = languages.flatMap((language) =>
    voices.filter((voice) => voice.languages.some((one) => includes([language], one))),
  )
  return [...new Set(speaking)].map(({ id }) => id)
}

/** Whether an engine may say one of the languages, as far as is known. */
function canSay({ languages: own, voices }: SpeechEngine, languages: readonly string[]): boolean {
  if (own !== undefined) return own.some((one) => includes(languages, one))
  return voices.length === 0 || voices.some((voice) => voice.languages.length === 0)
}

function includes(languages: readonly string[], tag: string): boolean {
  return languages.some((one) => isSameLanguage(one, primaryLanguage(tag)))
}

function described({ id }: SpeechEngine, voices: readonly string[]): string {
  return voices.length === 0 ? id : `${id} (${listed(voices)})`
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}

function unusable(
  choices: readonly SpeechChoice[],
  reasonOf: (id: string) => string | undefined,
): AppError {
  const names = choices.map(({ engine: { id } }) => {
    const reason = reasonOf(id)
    return reason === undefined ? id : `${id} (${reason})`
  })
  return new AppError(
    'engine_failed',
    `No speech engine can be asked: ${listed(names)} cannot be started or were switched off by the owner`,
  )
}

function notFound(param: string, name: string, known: readonly string[]): AppError {
  return new AppError(
    'model_not_found',
    `There is no speech ${param} ${JSON.stringify(name)}: ${listed(known)}`,
    { param },
  )
}

/** Takes the first engine that can. */
const AUTO = 'auto'

/** OpenAI's models of speech, with or without a date. */
const MODELS = /^(?:tts-1(?:-hd)?|gpt-4o(?:-mini)?-tts)(?:-\d{4}(?:-\d{2}-\d{2})?)?$/

/** OpenAI's voices, one of which its clients always send. */
const VOICES: ReadonlySet<string> = new Set([
  ...['alloy', 'ash', 'ballad', 'cedar', 'coral', 'echo', 'fable'],
  ...['marin', 'nova', 'onyx', 'sage', 'shimmer', 'verse'],
])

/** Whether a model is one of another service, for which any engine here stands in. */
function isOtherServicesModel(name: string): boolean {
  return MODELS.test(name)
}

/** Whether a voice is one of another service, for which an engine's default voice stands in. */
export function isOtherServicesVoice(name: string): boolean {
  return VOICES.has(name.toLowerCase())
}
