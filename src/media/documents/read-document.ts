import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import type { DocumentRequest, ExtractedDocument } from '../contract-documents.ts'
import { decoderOf, decodeText } from './decode-text.ts'
import {
  DocumentError,
  damaged,
  type ExtractedText,
  encrypted,
  notAccepted,
  required,
} from './document-error.ts'
import { addHtml, readWebPage, TextCollector } from './html.ts'
import { countJunk } from './pdf-text.ts'
import { readSpreadsheet } from './spreadsheet.ts'
import { readWord } from './word.ts'
import {
  Archive,
  attribute,
  entryText,
  mainPart,
  picturesNote,
  readXml,
  relationshipsOf,
} from './xml.ts'

/** Empty cells at the end of a row are one cell that is repeated up to the last column. */
const MAX_REPEATED = 100

const KINDS = {
  'application/vnd.oasis.opendocument.text': 'document',
  'application/vnd.oasis.opendocument.spreadsheet': 'spreadsheet',
  'application/vnd.oasis.opendocument.presentation': 'presentation',
} as const

/** @returns undefined for anything but odt, ods and odp */
function openDocumentKind(mediaType: string): ExtractedText['kind'] | undefined {
  return Object.entries(KINDS).find(([type]) => mediaType.startsWith(type))?.[1]
}

/** Reads an odt, ods or odp; cells as they are shown, slides with their notes. */
function readOpenDocument(
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

const IMAGES = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
])
/** Where a PDF may begin; some begin with other bytes. */
const PDF_HEAD_BYTES = 1024
/** Of a compound file, in which Office puts what is encrypted, and its documents before 2007. */
const COMPOUND_FILE = 'application/x-cfb'
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')
const MAX_JUNK_SHARE = 0.01

/**
 * Reads a file by what its content says it is.
 *
 * @throws {DocumentError}
 * @throws {ReaderFailure}
 */
export async function readDocument(request: DocumentRequest): Promise<ExtractedDocument> {
  const bytes = await required(readFile(request.path))
  if (bytes.length === 0) throw new DocumentError('it is empty', 'empty')
  const type = (await fileTypeFromBuffer(bytes))?.mime
  // The two large libraries are loaded only where they are needed.
  if (type !== undefined && IMAGES.has(type))
    return (await required(import('./image.ts'))).readImage(bytes)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    return withoutImages(readArchive(new Archive(bytes), request.maxCharacters))
  if (type === COMPOUND_FILE) {
    throw bytes.includes(ENCRYPTED_STREAM) ? encrypted() : notAccepted('a document of an old kind')
  }
  if (bytes.subarray(0, PDF_HEAD_BYTES).includes('%PDF-'))
    return (await required(import('./pdf.ts'))).readPdf(bytes, request)
  if (type === 'application/rtf') return withoutImages(readRtf(bytes, request.maxCharacters))
  return withoutImages(readText(request, bytes, type))
}

function withoutImages(text: ExtractedText): ExtractedDocument {
  return { ...text, images: [] }
}

/** Office documents are archives; what is in them says which kind they are. */
function readArchive(archive: Archive, maxCharacters: number): ExtractedText {
  if (archive.has(mainPart(archive, 'word/document.xml')) && hasFolder(archive, 'word/'))
    return readWord(archive, maxCharacters)
  if (hasFolder(archive, 'xl/')) return readSpreadsheet(archive, maxCharacters)
  if (hasFolder(archive, 'ppt/')) return readPresentation(archive, maxCharacters)
  const mediaType = entryText(archive, 'mimetype').trim()
  if (mediaType.startsWith('application/epub+zip')) return readEpub(archive, maxCharacters)
  const kind = openDocumentKind(mediaType)
  if (kind !== undefined) return readOpenDocument(archive, kind, maxCharacters)
  throw notAccepted('an archive, which is not opened')
}

function hasFolder(archive: Archive, folder: string): boolean {
  return archive.names.some((name) => name.startsWith(folder))
}

function readText(
  { name, mediaType = '', maxCharacters }: DocumentRequest,
  bytes: Buffer,
  type: string | undefined,
): ExtractedText {
  const text = decodeText(bytes)
  if (!isText(text))
    throw notAccepted(type === undefined ? 'of an unknown kind' : `of the kind ${type}`)
  const head = text.slice(0, 2000)
  if (/<svg[\s>]/i.test(head) && /^\s*(<\?xml|<!--|<!doctype svg|<svg)/i.test(head))
    throw notAccepted('an SVG drawing')
  const isPage =
    /^\s*(<!doctype html|<html[\s>])/i.test(head) ||
    /^(text\/html|application\/xhtml\+xml)\b/i.test(mediaType) ||
    /\.x?html?$/i.test(name)
  if (isPage) return readWebPage(text, maxCharacters, true)
  const collector = new TextCollector(maxCharacters)
  collector.add(text.replaceAll('\r\n', '\n'))
  return { kind: 'text', text: collector.raw.trimEnd(), isCut: collector.isCut, notes: [] }
}

/** Bytes that are no text decode to many control characters. */
function isText(text: string): boolean {
  return countJunk(text) <= text.length * MAX_JUNK_SHARE && !text.includes('\0')
}

/** Reads an EPUB: its chapters in their order. */
function readEpub(archive: Archive, maxCharacters: number): ExtractedText {
  const collector = new TextCollector(maxCharacters)
  const chapters = chapterParts(archive)
  for (const part of chapters) {
    if (collector.isCut) break
    const html = entryText(archive, part)
    addHtml(html, collector, true)
    collector.add('\n\n')
  }
  const text = collector.tidied
  if (text === '' && archive.has('META-INF/encryption.xml'))
    throw new DocumentError('it is protected against reading by other programs', 'protected')
  return { kind: 'ebook', text, isCut: collector.isCut, notes: [] }
}

function chapterParts(archive: Archive): string[] {
  let root = ''
  readXml(entryText(archive, 'META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile' && root === '') root = attribute(attributes, 'full-path') ?? ''
    },
  })
  if (!archive.has(root)) throw damaged()
  const parts = new Map<string, string>()
  const order: string[] = []
  readXml(entryText(archive, root), {
    open(name, attributes) {
      if (name === 'item')
        parts.set(attribute(attributes, 'id') ?? '', partName(root, attribute(attributes, 'href')))
      else if (name === 'itemref') order.push(attribute(attributes, 'idref') ?? '')
    },
  })
  return order.flatMap((id) => parts.get(id) ?? [])
}

function partName(root: string, href = ''): string {
  const [path = ''] = href.split('#', 1)
  try {
    return posix.join(posix.dirname(root), decodeURIComponent(path))
  } catch {
    return ''
  }
}

/** Reads a pptx: the texts of each slide in their order, with the speaker's notes. */
function readPresentation(archive: Archive, maxCharacters: number): ExtractedText {
  const collector = new TextCollector(maxCharacters)
  const slides = slideParts(archive)
  for (const [index, part] of slides.entries()) {
    if (collector.isCut) break
    collector.add(`\n\nSlide ${index + 1}:\n`)
    readParagraphs(entryText(archive, part), collector)
    const notes = relationshipsOf(archive, part).find(({ type }) => type === 'notesSlide')
    if (notes === undefined) continue
    collector.add('\nNotes:\n')
    readParagraphs(entryText(archive, notes.target), collector)
  }
  return {
    kind: 'presentation',
    text: collector.tidied,
    isCut: collector.isCut,
    pages: slides.length,
    notes: picturesNote(archive, 'ppt/media/'),
  }
}

function slideParts(archive: Archive): string[] {
  const presentation = mainPart(archive, 'ppt/presentation.xml')
  const targets = new Map(
    relationshipsOf(archive, presentation).map(({ id, target }) => [id, target]),
  )
  const parts: string[] = []
  readXml(entryText(archive, presentation), {
    open(name, attributes) {
      if (name !== 'sldId') return
      // By its full name: a slide has a number called `id` as well.
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const part = targets.get(id)
      if (part !== undefined) parts.push(part)
    },
  })
  return parts
}

function readParagraphs(xml: string, collector: TextCollector): void {
  let isText = false
  let isField = false
  let cells = 0
  readXml(
    xml,
    {
      open(name, attributes) {
        // The number of a slide, of which the notes have one on each page.
        if (name === 'fld') isField = (attributes['type'] ?? '').startsWith('slidenum')
        else if (name === 't') isText = !isField
        else if (name === 'tc') cells += 1
        else if (name === 'br') collector.add('\n')
      },
      close(name) {
        if (name === 'fld') isField = false
        else if (name === 't') isText = false
        else if (name === 'p') collector.add(cells > 0 ? ' ' : '\n')
        else if (name === 'tr') collector.add('\n')
        else if (name === 'tc') {
          cells -= 1
          collector.add('| ')
        }
      },
      text(text) {
        if (isText) collector.add(text)
      },
    },
    () => collector.isCut,
  )
}

/** Groups without text of the document. */
const HIDDEN = new Set(
  'fonttbl colortbl stylesheet info pict object listtable listoverridetable rsidtbl generator themedata datastore xmlnstbl latentstyles fldinst'.split(
    ' ',
  ),
)
const SPACES: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n\n',
  page: '\n\n',
  tab: '\t',
  cell: ' | ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}
const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi

interface Group {
  isHidden: boolean
  /** How many characters stand for a Unicode one, for programs that know none. */
  skip: number
}

/** Reads the text of an RTF document. */
function readRtf(bytes: Buffer, maxCharacters: number): ExtractedText {
  const source = bytes.toString('latin1')
  const decoder = decoderFor(source)
  const collector = new TextCollector(maxCharacters)
  const groups: Group[] = []
  let group: Group = { isHidden: false, skip: 1 }
  let skipped = 0
  const add = (text: string) => {
    if (group.isHidden) return
    const dropped = Math.min(skipped, text.length)
    skipped -= dropped
    collector.add(text.slice(dropped))
  }
  for (const [, word, number, hex, symbol, brace, text] of source.matchAll(TOKEN)) {
    if (collector.isCut) break
    if (brace === '{') groups.push({ ...group })
    else if (brace === '}') group = groups.pop() ?? group
    else if (text !== undefined) add(text)
    else if (hex !== undefined) add(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))))
    else if (symbol === '*') group.isHidden = true
    else if (symbol === '~') add('\u00a0')
    else if (symbol !== undefined && '{}\\'.includes(symbol)) add(symbol)
    else if (word === 'uc') group.skip = Number(number ?? '1')
    else if (word === 'u') {
      add(String.fromCharCode(Number(number ?? '0') & 0xffff))
      skipped = group.skip
    } else if (word !== undefined && HIDDEN.has(word)) group.isHidden = true
    else if (word !== undefined && Object.hasOwn(SPACES, word)) add(SPACES[word] ?? '')
  }
  return { kind: 'document', text: collector.tidied, isCut: collector.isCut, notes: [] }
}

function decoderFor(source: string): TextDecoder {
  const [, page = '1252'] = /\\ansicpg(\d+)/.exec(source.slice(0, 1000)) ?? []
  try {
    return decoderOf(`windows-${page}`)
  } catch {
    return decoderOf('windows-1252')
  }
}
