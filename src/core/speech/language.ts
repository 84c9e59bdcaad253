/** Characters at the start of a text by which its language is judged. */
const SAMPLE_CHARACTERS = 2_000
/** Latin letters below which a language is a guess, which refuses nobody. */
const MIN_LATIN_LETTERS = 20
/** Of the detector, from 0 to 1: right in nearly all texts of a sentence or more. */
const MIN_ACCURACY = 0.5

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

/**
 * The languages that a text may be in, as primary subtags, the likeliest first; empty where that
 * cannot be said with some certainty, as of a few words.
 */
export async function languagesOf(text: string): Promise<readonly string[]> {
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
  if (most.count > letters / 2) return narrowed(most.languages, sample)
  if (countOf(sample, LATIN) < MIN_LATIN_LETTERS) return []
  const [best] = await detected(sample)
  return best === undefined || best.accuracy < MIN_ACCURACY ? [] : [best.lang]
}

/** The detector's choice first, where the script leaves several. */
async function narrowed(languages: readonly string[], sample: string): Promise<readonly string[]> {
  if (languages.length === 1) return languages
  const [best] = await detected(sample)
  if (best === undefined || best.accuracy < MIN_ACCURACY) return languages
  return languages.includes(best.lang) ? [best.lang] : languages
}

/** Loaded when it is needed first: a service that never speaks has no use for it. */
async function detected(sample: string) {
  const { detectAll } = await import('tinyld/light')
  return detectAll(sample)
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
