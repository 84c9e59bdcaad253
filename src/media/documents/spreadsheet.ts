import type { Archive } from './archive.ts'
import { csvCell } from './csv-cell.ts'
import type { ExtractedText } from './extracted-text.ts'
import { NumberFormats } from './number-format.ts'
import { mainPart, picturesNote, relationshipsOf } from './relationships.ts'
import { TextCollector } from './text-collector.ts'
import { type Attributes, attribute, entryText, readXml } from './xml.ts'

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
