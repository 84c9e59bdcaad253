/** That of the document, which the service has chosen; English where there is none, as in a test. */
const LANGUAGE: string = Reflect.get(globalThis, 'document')?.documentElement.lang || 'en'

/** The language with its region, where the browser's own list has it: en-GB has other dates. */
export const LOCALE =
  globalThis.navigator?.languages?.find((tag) => tag.split('-', 1)[0] === LANGUAGE) ?? LANGUAGE

/** Made when it is first needed: the first one of a page takes a phone more than a tenth of a second. */
export function formatter<value>(
  make: () => { format: (value: value) => string },
): (value: value) => string {
  let made: ReturnType<typeof make> | undefined
  return (value) => {
    made ??= make()
    return made.format(value)
  }
}

/** Formats dates in the reader's language. */
export function dates(options: Intl.DateTimeFormatOptions): (date: Date | number) => string {
  return formatter(() => new Intl.DateTimeFormat(LOCALE, options))
}

const grouped = formatter<number>(() => new Intl.NumberFormat(LOCALE))
let plurals: Intl.PluralRules | undefined

export function count(value: number): string {
  return smallNumber(value, LOCALE) ?? grouped(value)
}

/** Languages, and regions that write as theirs, by their sign before decimals. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:en(?:-US|-GB)?|ja(?:-JP)?)$/, '.'],
  [/^(?:de(?:-DE|-AT)?|fr(?:-FR)?|es(?:-ES)?|pl(?:-PL)?)$/, ','],
]

/**
 * A number below 1000 with one decimal at most, as the language writes it, without a formatter: the
 * first one takes a phone more than a tenth of a second.
 *
 * @returns undefined for any other number, and for decimals of another region
 */
export function smallNumber(value: number, locale: string): string | undefined {
  if (!(value >= 0 && value < 1000)) return undefined
  if (Number.isInteger(value)) return String(Math.abs(value))
  const sign = SIGNS.find(([locales]) => locales.test(locale))?.[1]
  const tenths = Math.round(value * 10)
  if (sign === undefined || tenths / 10 !== value) return undefined
  return `${Math.floor(tenths / 10)}${sign}${tenths % 10}`
}

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The form of a message for a number, which stands for each `#` in it. */
export function counted(value: number, forms: Forms): string {
  plurals ??= new Intl.PluralRules(LOCALE)
  return (forms[plurals.select(value)] ?? forms.other).replaceAll('#', count(value))
}

/** How long ago, or in how long: "vor 3 Tagen". @param value Negative for the past */
export function relative(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  return new Intl.RelativeTimeFormat(LOCALE, { style: 'short' }).format(value, unit)
}

/** 1st, 2nd, 3rd, 4th. */
export function ordinal(number: number): string {
  const teens = number % 100 >= 11 && number % 100 <= 13
  return `${number}${(teens ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}
