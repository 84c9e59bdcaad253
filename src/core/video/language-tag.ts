/** Marks captions in the language that is spoken. */
const ORIGINAL = /-orig$/i
/** The id of a track, which readers of YouTube add where there are several of one language. */
const TRACK_ID = /-[\w-]{11}$/

/**
 * A language as its canonical tag: `pt-BR` of `pt_br`, `de` of `deu`, `he` of `iw`, `en` of `en-orig`.
 *
 * @returns What is no tag as it is
 */
export function languageTag(language: string): string {
  const plain = language.trim().replaceAll('_', '-').replace(ORIGINAL, '')
  return canonical(plain) ?? canonical(plain.replace(TRACK_ID, '')) ?? plain
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    // No tag: sites have names and ids of their own as well.
    return undefined
  }
}

/** Whether two canonical tags are of one language, whatever its variant. */
export function isSameLanguage(one: string, other: string): boolean {
  return primary(one) === primary(other)
}

/** Whether two canonical tags are usually written in one script: `zh-TW` as `zh-Hant`. */
export function isSameScript(one: string, other: string): boolean {
  return scriptOf(one) === scriptOf(other)
}

function primary(tag: string): string {
  const [first = ''] = tag.toLowerCase().split('-', 1)
  return first
}

function scriptOf(tag: string): string | undefined {
  return canonical(tag) === undefined ? undefined : new Intl.Locale(tag).maximize().script
}
