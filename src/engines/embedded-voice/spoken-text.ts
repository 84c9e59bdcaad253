/** Longer words would take the voice seconds: its letter-to-sound rules are slower than linear. See Limits. */
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
