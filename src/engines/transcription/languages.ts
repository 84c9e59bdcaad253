import { EngineFailure } from '../contract/failure.ts'

/** Whisper's languages by their codes, in its order. */
const WHISPER_CODES =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue'.split(
    ' ',
  )
const KNOWN: ReadonlySet<string> = new Set(WHISPER_CODES)

/** Subtags that whisper writes in another way. */
const TO_WHISPER: Readonly<Record<string, string>> = {
  jv: 'jw',
  nb: 'no',
  iw: 'he',
  in: 'id',
  fil: 'tl',
  cmn: 'zh',
  mo: 'ro',
  sh: 'hr',
}
const FROM_WHISPER: Readonly<Record<string, string>> = { jw: 'jv', iw: 'he' }

/** Names of whisper's that are not those of CLDR. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bengali: 'bn',
  burmese: 'my',
  castilian: 'es',
  flemish: 'nl',
  haitian: 'ht',
  letzeburgesch: 'lb',
  mandarin: 'zh',
  maori: 'mi',
  moldavian: 'ro',
  moldovan: 'ro',
  myanmar: 'my',
  nynorsk: 'nn',
  panjabi: 'pa',
  pushto: 'ps',
  sinhalese: 'si',
  tagalog: 'tl',
  valencian: 'ca',
}
const SUBTAG = /^[a-z]{2,3}$/
let subtagsByName: ReadonlyMap<string, string> | undefined

/** Whisper's code of a primary language subtag; undefined where it does not know the language. */
function whisperLanguage(subtag: string): string | undefined {
  const code = TO_WHISPER[subtag] ?? subtag
  return KNOWN.has(code) ? code : undefined
}

/**
 * The primary language subtag of what a recogniser calls a language: `de`, `de-DE`, `German`.
 *
 * @returns undefined for anything else
 */
export function subtagOf(language: unknown): string | undefined {
  if (typeof language !== 'string') return undefined
  const name = language.trim().toLowerCase()
  const named = OTHER_NAMES[name] ?? names().get(name)
  if (named !== undefined) return named
  const [primary = ''] = name.split(/[-_]/, 1)
  return SUBTAG.test(primary) ? (FROM_WHISPER[primary] ?? primary) : undefined
}

/** Made at the first use. */
function names(): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'language' })
  subtagsByName ??= new Map(
    WHISPER_CODES.map((code) => FROM_WHISPER[code] ?? code).map((subtag) => [
      (display.of(subtag) ?? subtag).toLowerCase(),
      subtag,
    ]),
  )
  return subtagsByName
}

/**
 * Whisper's code of a primary language subtag.
 *
 * @throws {EngineFailure} `request` where it does not know the language
 */
export function requireLanguage(subtag: string): string {
  const code = whisperLanguage(subtag)
  if (code !== undefined) return code
  const text = `Whisper does not know the language ${JSON.stringify(subtag)}: leave it out to have it found`
  throw new EngineFailure('request', text, { retryableElsewhere: true, isPublic: true })
}
