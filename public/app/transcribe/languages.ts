import { LOCALE } from '../../ui/locale.ts'

/** Languages that transcription engines and text models know well, by their primary subtags. */
const CODES =
  'ar bg bn ca cs da de el en es et fa fi fr gl he hi hr hu id is it ja ko lt lv mk ms nb nl nn pl pt ro ru sk sl sq sr sv sw ta th tl tr uk ur vi zh'

let known: readonly { code: string; name: string }[] | undefined
let names: Intl.DisplayNames | undefined

/** With their names, in the order of these. */
export function languages() {
  known ??= CODES.split(' ')
    .map((code) => ({ code, name: languageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name))
  return known
}

/** @param code A subtag; a word that is none is its own name */
export function languageName(code: string): string {
  names ??= new Intl.DisplayNames(LOCALE, { type: 'language' })
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
