import { AppError } from '../../platform/errors.ts'

/** A language that texts are translated into. */
export interface Language {
  /** BCP 47, in its canonical form. */
  tag: string
  /** In English, for a model. */
  name: string
  /** ISO 15924; undefined where the language has no usual one. */
  script: string | undefined
}

const MAX_NAME_CHARACTERS = 60
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
/** Languages and variants with names of their own, beside those of two letters. */
const MORE_TAGS =
  'fil yue haw ceb hmn en-US en-GB en-AU en-CA es-ES es-MX es-419 fr-CA fr-CH pt-BR pt-PT de-AT de-CH zh-Hans zh-Hant nl-BE sr-Latn sr-Cyrl'.split(
    ' ',
  )

let englishNames: Intl.DisplayNames | undefined
let tagsByName: ReadonlyMap<string, string> | undefined

/**
 * Reads a tag such as `pt-BR` or a name such as `German`, `deutsch` or `Brazilian Portuguese`.
 *
 * @param field Of the request, for the error
 * @throws {AppError} `invalid` for a language that nobody knows
 */
export function requireLanguage(value: string, field: string): Language {
  const wanted = value.trim()
  const language =
    wanted.length > MAX_NAME_CHARACTERS ? undefined : (ofTag(wanted) ?? ofName(wanted))
  if (language !== undefined) return language
  throw new AppError(
    'invalid',
    `${field} is no known language: give a tag such as de or pt-BR, or a name such as German`,
    { param: field },
  )
}

function ofTag(value: string): Language | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(value.replaceAll('_', '-'))
    const name = tag === undefined ? undefined : nameOf(tag)
    if (tag === undefined || name === undefined) return undefined
    return { tag, name, script: new Intl.Locale(tag).maximize().script }
  } catch {
    // No tag: it may be a name.
    return undefined
  }
}

function ofName(value: string): Language | undefined {
  tagsByName ??= readNames()
  const tag = tagsByName.get(folded(value))
  return tag === undefined ? undefined : ofTag(tag)
}

/** The languages' English names, and their own. */
function readNames(): ReadonlyMap<string, string> {
  const tags = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
  const found = new Map<string, string>()
  for (const tag of [...tags, ...MORE_TAGS]) {
    const name = nameOf(tag)
    if (name === undefined) continue
    const own = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)
    for (const one of [name, own])
      if (one !== undefined && !found.has(folded(one))) found.set(folded(one), tag)
  }
  return found
}

/** Undefined for the tags of no language, such as `und`. */
function nameOf(tag: string): string | undefined {
  englishNames ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  if (/^(?:und|mul|mis|zxx|root)(?:-|$)/.test(tag)) return undefined
  return englishNames.of(tag)
}

function folded(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
