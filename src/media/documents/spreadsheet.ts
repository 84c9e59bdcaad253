import type { ExtractedText } from './document-error.ts'
import { TextCollector } from './html.ts'
import type { Archive } from './xml.ts'
import {
  type Attributes,
  attribute,
  entryText,
  mainPart,
  picturesNote,
  readXml,
  relationshipsOf,
} from './xml.ts'

const MAX_COLUMNS = 16_384

interface Sheet {
  name: string
  part: string
}

/** Reads an xlsx: every sheet as CSV, with the values of formulas and dates as dates. */
export function readSpreadsheet(archive: Archive, maxCharacters: number): ExtractedText {
  const collector = new TextCollector(maxCharacters)
  const workbook = mainPart(archive, 'xl/workbook.xml')
  const relationships = relationshipsOf(archive, workbook)
  const partOf = (type: string) => relationships.find((one) => one.type === type)?.target ?? ''
  const { sheets, isFrom1904 } = readWorkbook(
    entryText(archive, workbook),
    new Map(relationships.map(({ id, target }) => [id, target])),
  )
  const strings = sharedStrings(entryText(archive, partOf('sharedStrings')))
  const formats = new NumberFormats(archive, partOf('styles'))
  for (const { name, part } of sheets) {
    if (collector.isCut) break
    collector.add(`\n\nSheet: ${name}\n`)
    readSheet(entryText(archive, part), collector, {
      strings,
      numberText: (value, style) => formats.textOf(value, style, isFrom1904),
    })
  }
  return {
    kind: 'spreadsheet',
    text: collector.tidied,
    isCut: collector.isCut,
    pages: sheets.length,
    notes: picturesNote(archive, 'xl/media/'),
  }
}

function readWorkbook(
  xml: string,
  targets: ReadonlyMap<string, string>,
): { sheets: Sheet[]; isFrom1904: boolean } {
  const sheets: Sheet[] = []
  let isFrom1904 = false
  readXml(xml, {
    open(name, attributes) {
      if (name === 'workbookPr')
        isFrom1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')
      // By its full name: a sheet has a number called `id` as well.
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const part = name === 'sheet' ? targets.get(id ?? '') : undefined
      if (part !== undefined) sheets.push({ name: attribute(attributes, 'name') ?? '', part })
    },
  })
  return { sheets, isFrom1904 }
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  readXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = !isPhonetic
    },
    close(name) {
      if (name === 'si') strings.push(text)
      else if (name === 'rPh') isPhonetic = false
      else if (name === 't') isText = false
    },
    text(piece) {
      if (isText) text += piece
    },
  })
  return strings
}

interface CellContext {
  strings: readonly string[]
  numberText: (value: string, style: string | undefined) => string
}

function readSheet(xml: string, collector: TextCollector, context: CellContext): void {
  let row: string[] = []
  let cell: Attributes = {}
  let value = ''
  let isValue = false
  readXml(
    xml,
    {
      open(name, attributes) {
        if (name === 'row') row = []
        else if (name === 'c') {
          cell = attributes
          value = ''
        } else if (name === 'v' || name === 't') isValue = true
      },
      close(name) {
        if (name === 'v' || name === 't') isValue = false
        else if (name === 'c') {
          const column = Math.max(row.length, columnOf(cell['r']) ?? row.length)
          while (row.length < column) row.push('')
          row.push(cellText(cell, value, context))
        } else if (name === 'row' && row.some((text) => text !== ''))
          collector.add(`${row.map(csvCell).join(',')}\n`)
      },
      text(text) {
        if (isValue) value += text
      },
    },
    () => collector.isCut,
  )
}

function cellText(cell: Attributes, value: string, { strings, numberText }: CellContext): string {
  switch (cell['t'] ?? 'n') {
    case 's':
      return strings[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'n':
      return numberText(value, cell['s'])
    default:
      return value
  }
}

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference = ''): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return Math.min(column, MAX_COLUMNS) - 1
}

/** A cell of a table as CSV. RFC 4180 */
function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

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
class NumberFormats {
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
