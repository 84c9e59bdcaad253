import type { Archive } from './archive.ts'
import { attribute, entryText, readXml } from './xml.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Formats of dates and times that a file need not declare. ECMA-376, part 1, 18.8.30 */
const BUILT_IN: readonly (readonly [from: number, to: number, code: string])[] = [
  [14, 17, 'yyyy-mm-dd'],
  [18, 21, 'h:mm:ss'],
  [22, 22, 'yyyy-mm-dd h:mm'],
  [27, 31, 'yyyy-mm-dd'],
  [32, 35, 'h:mm:ss'],
  [36, 36, 'yyyy-mm-dd'],
  [45, 47, 'h:mm:ss'],
  [50, 58, 'yyyy-mm-dd'],
]

/** Which cells of a spreadsheet hold dates: a date is a number with a format. */
export class NumberFormats {
  readonly #codes = new Map<number, string>()
  /** The format of each cell style, in the order of styles. */
  readonly #styles: number[] = []
  readonly #kinds = new Map<number, DateKind | undefined>()

  constructor(archive: Archive, part: string) {
    let isCellStyles = false
    readXml(entryText(archive, part), {
      open: (name, attributes) => {
        const id = Number(attribute(attributes, 'numFmtId'))
        if (name === 'numFmt') this.#codes.set(id, attribute(attributes, 'formatCode') ?? '')
        else if (name === 'cellXfs') isCellStyles = true
        else if (name === 'xf' && isCellStyles) this.#styles.push(id)
      },
      close(name) {
        if (name === 'cellXfs') isCellStyles = false
      },
    })
  }

  /** The text of a number in a cell. */
  textOf(value: string, style: string | undefined, isFrom1904: boolean): string {
    const number = Number(value)
    if (value === '' || !Number.isFinite(number)) return value
    const kind = this.#kindOf(Number(style ?? '0'))
    const date = kind && dateText(number, kind, isFrom1904)
    // Without the noise of binary fractions, such as 0.30000000000000004.
    return date ?? String(Number(number.toPrecision(15)))
  }

  #kindOf(style: number): DateKind | undefined {
    if (!this.#kinds.has(style)) this.#kinds.set(style, dateKind(this.#codeOf(style)))
    return this.#kinds.get(style)
  }

  #codeOf(style: number): string {
    const id = this.#styles[style] ?? 0
    const own = this.#codes.get(id)
    if (own !== undefined) return own
    return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? ''
  }
}

/** What a date's format shows. */
interface DateKind {
  hasDay: boolean
  hasTime: boolean
}

/** @returns undefined when the format is not one of a date or a time */
function dateKind(code: string): DateKind | undefined {
  // Literal text, escaped characters and colours are no parts of a date; [h] counts hours.
  const parts = code
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
  const hasTime = /[hs]/i.test(parts)
  // An `m` is a month, or minutes beside hours or seconds.
  const hasDay = /[yd]/i.test(parts) || (!hasTime && /m/i.test(parts))
  return hasDay || hasTime ? { hasDay, hasTime } : undefined
}

/** @returns undefined when the number is no date */
function dateText(
  serial: number,
  { hasDay, hasTime }: DateKind,
  isFrom1904: boolean,
): string | undefined {
  const date = new Date(epochMs(serial, isFrom1904) + Math.round(serial * DAY_MS))
  if (Number.isNaN(date.getTime())) return undefined
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  if (!hasDay) return time
  return hasTime ? `${day} ${time}` : day
}

/** The day of serial number 0. Excel counts a 29 February 1900, which there was not. */
function epochMs(serial: number, isFrom1904: boolean): number {
  if (isFrom1904) return Date.UTC(1904, 0, 1)
  return serial < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
}
