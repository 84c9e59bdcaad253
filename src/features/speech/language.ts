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
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

/** What a text says about its own language. */
export interface DetectedLanguages {
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
