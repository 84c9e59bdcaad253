import type { Archive } from './archive.ts'
import { type ExtractedText, encrypted } from './document-error.ts'
import { TextCollector } from './html.ts'
import { attribute, entryText, picturesNote, readXml } from './xml.ts'

/** Empty cells at the end of a row are one cell that is repeated up to the last column. */
const MAX_REPEATED = 100

const KINDS = {
  'application/vnd.oasis.opendocument.text': 'document',
  'application/vnd.oasis.opendocument.spreadsheet': 'spreadsheet',
  'application/vnd.oasis.opendocument.presentation': 'presentation',
} as const

/** @returns undefined for anything but odt, ods and odp */
export function openDocumentKind(mediaType: string): ExtractedText['kind'] | undefined {
  return Object.entries(KINDS).find(([type]) => mediaType.startsWith(type))?.[1]
}

/** Reads an odt, ods or odp; cells as they are shown, slides with their notes. */
export function readOpenDocument(
  archive: Archive,
  kind: ExtractedText['kind'],
  maxCharacters: number,
): ExtractedText {
  if (entryText(archive, 'META-INF/manifest.xml').includes('encryption-data')) throw encrypted()
  const collector = new TextCollector(maxCharacters)
  const pages = readContent(entryText(archive, 'content.xml'), collector)
  return {
    kind,
    text: collector.tidied,
    isCut: collector.isCut,
    ...(kind === 'document' ? {} : { pages }),
    notes: picturesNote(archive, 'Pictures/'),
  }
}

/** @returns The number of sheets or slides */
function readContent(xml: string, collector: TextCollector): number {
  let pages = 0
  let paragraphs = 0
  let deleted = 0
  let cells = 0
  let cell: { text: string; repeated: number } | undefined
  let row: string[] = []
  const add = (text: string) => {
    if (deleted > 0) return
    if (cell === undefined) collector.add(text)
    else cell.text += text
  }
  readXml(
    xml,
    {
      open(name, attributes) {
        if (name === 'tracked-changes') deleted += 1
        else if (name === 'p' || name === 'h') {
          paragraphs += 1
          if (name === 'h')
            add(`${'#'.repeat(headingLevel(attribute(attributes, 'outline-level')))} `)
        } else if (name === 'tab') add('\t')
        else if (name === 's' && paragraphs > 0) add(' ')
        else if (name === 'line-break') add('\n')
        else if (name === 'list-item') add('- ')
        else if (name === 'page') {
          pages += 1
          add(`\n\nSlide ${pages}:\n`)
        } else if (name === 'notes') add('\nNotes:\n')
        else if (name === 'table' && attribute(attributes, 'name') !== undefined && cells === 0) {
          pages += 1
          add(`\n\nTable: ${attribute(attributes, 'name')}\n`)
        } else if (name === 'table-row' && cells === 0) row = []
        else if (name === 'table-cell' || name === 'covered-table-cell') {
          cells += 1
          if (cells === 1) {
            const count = Number(attribute(attributes, 'number-columns-repeated') ?? '1')
            cell = { text: '', repeated: Math.min(Math.max(1, count || 1), MAX_REPEATED) }
          }
        }
      },
      close(name) {
        if (name === 'tracked-changes') deleted -= 1
        else if (name === 'p' || name === 'h') {
          paragraphs -= 1
          add(cell === undefined ? '\n' : ' ')
        } else if (name === 'table-cell' || name === 'covered-table-cell') {
          cells -= 1
          if (cells > 0 || cell === undefined) return
          for (let copy = 0; copy < cell.repeated; copy += 1) row.push(cell.text.trim())
          cell = undefined
        } else if (name === 'table-row' && cells === 0) {
          const last = row.findLastIndex((text) => text !== '')
          if (last !== -1) add(`${row.slice(0, last + 1).join(' | ')}\n`)
        }
      },
      text(text) {
        if (paragraphs > 0) add(text)
      },
    },
    () => collector.isCut,
  )
  return pages
}

function headingLevel(level = '1'): number {
  return Math.min(6, Math.max(1, Number(level) || 1))
}
