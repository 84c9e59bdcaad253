/** The languages of the pages. The first is that of the terminal, the manual and the API as well. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

/** What browsers send is shorter; the rest of a longer one is not looked at. */
const MAX_RANGES = 20

/** Which language a browser prefers of those that there are. RFC 9110, 12.5.4 */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const ranges = (acceptLanguage ?? '').split(',', MAX_RANGES).map((range, index) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { tag, index, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })
  const wanted = ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.index - b.index)
  for (const { tag } of wanted) {
    const found = LANGUAGES.find((language) => language === tag.split('-', 1)[0])
    if (found !== undefined) return found
  }
  return LANGUAGES[0]
}

/** Which way a language is written: the `dir` of a page. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return new Intl.Locale(language).getTextInfo?.().direction === 'rtl' ? 'rtl' : 'ltr'
}
