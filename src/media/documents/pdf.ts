import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import {
  type DocumentRequest,
  type ExtractedDocument,
  MAX_IMAGE_PIXELS,
  MAX_PAGE_FIELDS,
  MAX_PAGE_IMAGES,
  PAGE_DPI,
} from '../contract-documents.ts'
import { DocumentError, damaged, encrypted, required } from './document-error.ts'
import { TextCollector } from './html.ts'
import { labelled, PdfForm, placeFields } from './pdf-form.ts'
import { countJunk, hasImplausibleLetters, PdfModule, readPageText } from './pdf-text.ts'

const POINTS_PER_INCH = 72
const SCALE = PAGE_DPI / POINTS_PER_INCH
/** No encoder takes a longer side, whatever the other one is. */
const MAX_SIDE_PIXELS = 16_000
/** Below so many letters on an average page text cannot be used, nor that of a page above such a share of junk. */
const MIN_LETTERS_PER_PAGE = 20
const MAX_JUNK_SHARE = 0.1
/** Of the characters of a page of which the file does not say what they are. */
const MAX_UNMAPPED_SHARE = 0.3
/** Letters, lines and pictures of a page that are looked at for a picture. */
const MAX_PAGE_OBJECTS = 10_000

type PdfBounds = Pick<DocumentRequest, 'maxCharacters' | 'maxPageImages' | 'onlyPage'>

let library: Promise<PDFiumLibrary> | undefined

/**
 * Reads the text of a PDF, or pictures of its first pages where there is none that can be used.
 *
 * @throws {DocumentError}
 */
export async function readPdf(
  bytes: Buffer,
  { maxCharacters, maxPageImages = MAX_PAGE_IMAGES, onlyPage }: PdfBounds,
): Promise<ExtractedDocument> {
  library ??= PDFiumLibrary.init()
  const document = await open(await required(library), bytes)
  try {
    const pages = document.getPageCount()
    if (pages === 0) throw new DocumentError('it has no pages', 'no_pages')
    const form = new PdfForm(document, new PdfModule(document))
    if (onlyPage !== undefined) {
      const { images } = await renderPages(document, form, [onlyPage], 1, true)
      if (images.length === 0)
        throw new DocumentError(`its page ${onlyPage} cannot be drawn`, 'undrawable')
      return { kind: 'pdf', pages, text: '', isCut: false, images, notes: [] }
    }
    const read = readText(document, form, pages, maxCharacters)
    const isUsable = hasUsableText(read)
    // Pages that are garbled are drawn among others whose text is used.
    const drawn = isUsable ? read.garbled : Array.from({ length: pages }, (_, index) => index + 1)
    const { images, notes } = await renderPages(document, form, drawn, maxPageImages, isUsable)
    if (images.length === 0 && !isUsable)
      throw new DocumentError(
        'its text cannot be used, and its pages are too large or damaged to be drawn',
        'undrawable',
      )
    const { tidied: text, isCut } = isUsable ? read.texts : read.values
    const said = [...(isUsable ? textNotes(read, pages) : []), ...notes, ...formNotes(read, form)]
    return { kind: 'pdf', pages, text, isCut, images, notes: said }
  } finally {
    document.destroy()
  }
}

async function open(pdfium: PDFiumLibrary, bytes: Buffer): Promise<PDFiumDocument> {
  try {
    return await pdfium.loadDocument(bytes)
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message)
    throw isLocked ? encrypted() : damaged()
  }
}

interface PdfText {
  texts: TextCollector
  /** What is filled in, without the text of the pages. */
  values: TextCollector
  /** Letters of the pages whose text can be used. */
  letters: number
  /** The last page that was read, from 1. */
  lastPage: number
  damaged: number[]
  empty: number[]
  /** Pages whose text is not what their readers see. */
  garbled: number[]
  /** Pages with text and pictures. */
  pictured: number[]
  /** Pages with more fields than are read. */
  overfull: number[]
  /** Pages with stamps and fields that are only drawn. */
  stamped: number[]
}

function readText(
  document: PDFiumDocument,
  form: PdfForm,
  pages: number,
  maxCharacters: number,
): PdfText {
  const read: PdfText = {
    texts: new TextCollector(maxCharacters),
    values: new TextCollector(maxCharacters),
    letters: 0,
    lastPage: 0,
    damaged: [],
    empty: [],
    garbled: [],
    pictured: [],
    overfull: [],
    stamped: [],
  }
  const { texts, values } = read
  while (read.lastPage < pages && !texts.isCut) {
    read.lastPage += 1
    try {
      readPage(document.getPage(read.lastPage - 1), form, read)
    } catch {
      read.damaged.push(read.lastPage)
    }
  }
  if (form.isXfa) for (const to of [texts, values]) to.add(`\n\n[Form]\n${form.xfaValues}\n`)
  return read
}

function readPage(page: PDFiumPage, form: PdfForm, read: PdfText): void {
  const number = read.lastPage
  const { fields, isCut, hasDrawn } = form.fieldsOf(page)
  const { text, unmappedShare, runs } = readPageText(form.module, page, fields.length > 0)
  if (isCut) read.overfull.push(number)
  const isEmpty = text.trim() === ''
  if (isEmpty && fields.length === 0) {
    read.empty.push(number)
    return
  }
  const values = fields.map(labelled).join('\n')
  if (fields.length > 0) read.values.add(pageOf(number, values))
  if (isGarbled(text, unmappedShare)) {
    read.garbled.push(number)
    if (fields.length > 0) read.texts.add(pageOf(number, values))
    return
  }
  read.letters += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  // PDFium puts this noncharacter where a word was divided at the end of a line.
  const placed = placeFields(text, runs, fields).replaceAll('\r\n', '\n').replaceAll('\ufffe', '')
  read.texts.add(pageOf(number, placed))
  if (hasPicture(page)) read.pictured.push(number)
  if (hasDrawn) read.stamped.push(number)
}

function pageOf(number: number, text: string): string {
  return `\n\n[Page ${number}]\n${text}\n`
}

function hasPicture(page: PDFiumPage): boolean {
  const count = Math.min(page.getObjectCount(), MAX_PAGE_OBJECTS)
  for (let index = 0; index < count; index += 1)
    if (page.getObject(index).type === 'image') return true
  return false
}

function isGarbled(text: string, unmappedShare: number): boolean {
  return (
    unmappedShare > MAX_UNMAPPED_SHARE ||
    countJunk(text) > MAX_JUNK_SHARE * text.length ||
    hasImplausibleLetters(text)
  )
}

function hasUsableText({ letters, lastPage, garbled }: PdfText): boolean {
  const pages = lastPage - garbled.length
  return pages > 0 && letters >= MIN_LETTERS_PER_PAGE * pages
}

function formNotes({ overfull }: PdfText, form: PdfForm): string[] {
  const most = MAX_PAGE_FIELDS.toLocaleString('en-US')
  return [
    ...(overfull.length > 0
      ? [`Only the first ${most} fields were read of ${pageList(overfull)}`]
      : []),
    ...(form.isXfa
      ? ['A program makes its pages (XFA), which was not run: only the values of fields were read']
      : []),
  ]
}

function textNotes(
  { texts, lastPage, damaged, empty, pictured, stamped }: PdfText,
  pages: number,
): string[] {
  return [
    ...(texts.isCut && lastPage < pages ? [`The text ends on page ${lastPage} of ${pages}`] : []),
    ...(damaged.length > 0 ? [`Damaged and not read: ${pageList(damaged)}`] : []),
    ...(empty.length > 0 ? [`Without text, and so not read: ${pageList(empty)}`] : []),
    ...(pictured.length > 0
      ? [`Only the text, and no pictures, was read of ${pageList(pictured)}`]
      : []),
    ...(stamped.length > 0
      ? [`Stamps and fields that are only drawn were not read: ${pageList(stamped)}`]
      : []),
  ]
}

async function renderPages(
  document: PDFiumDocument,
  form: PdfForm,
  pages: readonly number[],
  maxImages: number,
  areFew: boolean,
): Promise<{ images: Uint8Array[]; notes: string[] }> {
  if (pages.length === 0) return { images: [], notes: [] }
  // Loaded only where pages are drawn.
  const { encodePixels } = await required(import('./image.ts'))
  const images: Uint8Array[] = []
  const left: number[] = []
  const tried = pages.slice(0, maxImages)
  for (const number of tried) {
    const image = await renderPage(document, number, form.hasFields, encodePixels)
    if (image === undefined) left.push(number)
    else images.push(image)
  }
  const drawn = tried.filter((number) => !left.includes(number))
  const unread = pages.slice(maxImages)
  return {
    images,
    notes: [
      ...(areFew ? [] : ['Its text cannot be used, so its pages were read as pictures']),
      ...(areFew && drawn.length > 0
        ? [`Garbled, and so read as a picture: ${pageList(drawn)}`]
        : []),
      ...(left.length > 0 ? [`Too large or damaged, and not read: ${pageList(left)}`] : []),
      ...(unread.length === 0
        ? []
        : [
            areFew
              ? `Garbled, and not read: ${pageList(unread)}`
              : `Only the first ${maxImages} of its ${pages.length} pages were read`,
          ]),
    ],
  }
}

async function renderPage(
  document: PDFiumDocument,
  number: number,
  renderFormFields: boolean,
  encode: (data: Uint8Array, width: number, height: number) => Promise<Uint8Array>,
): Promise<Uint8Array | undefined> {
  try {
    const page = document.getPage(number - 1)
    if (!isDrawable(page)) return undefined
    const { data, width, height } = await page.render({
      scale: SCALE,
      render: 'bitmap',
      renderFormFields,
    })
    return await encode(data, width, height)
  } catch {
    return undefined
  }
}

function isDrawable(page: PDFiumPage): boolean {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const [width, height] = [originalWidth * SCALE, originalHeight * SCALE]
  return (
    width >= 1 &&
    height >= 1 &&
    Math.max(width, height) <= MAX_SIDE_PIXELS &&
    width * height <= MAX_IMAGE_PIXELS
  )
}

const MAX_LISTED = 10

function pageList(numbers: readonly number[]): string {
  const listed = numbers.slice(0, MAX_LISTED).join(', ')
  const rest = numbers.length > MAX_LISTED ? ` and ${numbers.length - MAX_LISTED} more` : ''
  return `${numbers.length === 1 ? 'page' : 'pages'} ${listed}${rest}`
}
