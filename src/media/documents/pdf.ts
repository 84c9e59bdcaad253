import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import {
  type DocumentRequest,
  type ExtractedDocument,
  MAX_IMAGE_PIXELS,
  MAX_PAGE_FIELDS,
  MAX_PAGE_IMAGES,
  PAGE_DPI,
} from '../contract-documents.ts'
import { countJunk } from './junk.ts'
import { labelled, PdfForm } from './pdf-form.ts'
import { DAMAGED, DocumentRefusal, required } from './refusal.ts'
import { TextCollector } from './text-collector.ts'

const POINTS_PER_INCH = 72
const SCALE = PAGE_DPI / POINTS_PER_INCH
/** No encoder takes a longer side, whatever the other one is. */
const MAX_SIDE_PIXELS = 16_000
/** Below so many letters on an average page, or above such a share of junk, text cannot be used. */
const MIN_LETTERS_PER_PAGE = 20
const MAX_JUNK_SHARE = 0.1
/** Letters, lines and pictures of a page that are looked at for a picture. */
const MAX_PAGE_OBJECTS = 10_000

type PdfBounds = Pick<DocumentRequest, 'maxCharacters' | 'maxPageImages'>

let library: Promise<PDFiumLibrary> | undefined

/**
 * Reads the text of a PDF, or pictures of its first pages where there is none that can be used.
 *
 * @throws {DocumentRefusal}
 */
export async function readPdf(
  bytes: Buffer,
  { maxCharacters, maxPageImages = MAX_PAGE_IMAGES }: PdfBounds,
): Promise<ExtractedDocument> {
  library ??= PDFiumLibrary.init()
  const document = await open(await required(library), bytes)
  try {
    const pages = document.getPageCount()
    if (pages === 0) throw new DocumentRefusal('it has no pages')
    const form = new PdfForm(document)
    const read = readText(document, form, pages, maxCharacters)
    const { text, isCut, values } = read
    const unread = form.isXfa
      ? [
          'Its pages are made by a program (XFA) that was not run: only the values of its fields were read',
        ]
      : []
    if (isUsable(read)) {
      const notes = [...textNotes(read, pages), ...unread]
      return { kind: 'pdf', text, isCut, pages, images: [], notes }
    }
    const { images, notes } = await renderPages(document, form, pages, maxPageImages)
    const said = [...notes, ...fieldNotes(read), ...unread]
    return { kind: 'pdf', pages, text: values.tidied, isCut: values.isCut, images, notes: said }
  } finally {
    document.destroy()
  }
}

async function open(pdfium: PDFiumLibrary, bytes: Buffer): Promise<PDFiumDocument> {
  try {
    return await pdfium.loadDocument(bytes)
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message)
    throw new DocumentRefusal(isLocked ? 'it is encrypted with a password' : DAMAGED)
  }
}

interface PdfText {
  text: string
  isCut: boolean
  /** What is filled in, without the text of the pages. */
  values: TextCollector
  /** Characters of the pages themselves, letters among them, and those that no writer means. */
  own: { characters: number; letters: number; junk: number }
  /** The last page that was read, from 1. */
  lastPage: number
  damaged: readonly number[]
  empty: readonly number[]
  /** Pages with text and pictures. */
  pictured: readonly number[]
  /** Pages with more fields than are read. */
  overfull: readonly number[]
}

function readText(
  document: PDFiumDocument,
  form: PdfForm,
  pages: number,
  maxCharacters: number,
): PdfText {
  const collector = new TextCollector(maxCharacters)
  const values = new TextCollector(maxCharacters)
  const own = { characters: 0, letters: 0, junk: 0 }
  const damaged: number[] = []
  const empty: number[] = []
  const pictured: number[] = []
  const overfull: number[] = []
  let lastPage = 0
  while (lastPage < pages && !collector.isCut) {
    lastPage += 1
    try {
      const page = document.getPage(lastPage - 1)
      const raw = page.getText()
      const { fields, isCut } = form.fieldsOf(page)
      if (isCut) overfull.push(lastPage)
      if (raw.trim() === '' && fields.length === 0) {
        empty.push(lastPage)
        continue
      }
      own.characters += raw.length
      own.letters += raw.match(/[\p{L}\p{N}]/gu)?.length ?? 0
      own.junk += countJunk(raw)
      // PDFium puts this noncharacter where a word was divided at the end of a line.
      const text = form.place(raw, page, fields).replaceAll('\r\n', '\n').replaceAll('\ufffe', '')
      collector.add(`\n\n[Page ${lastPage}]\n${text}\n`)
      if (fields.length > 0)
        values.add(`\n\n[Page ${lastPage}]\n${fields.map(labelled).join('\n')}\n`)
      if (hasPicture(page)) pictured.push(lastPage)
    } catch {
      damaged.push(lastPage)
    }
  }
  if (form.isXfa) for (const to of [collector, values]) to.add(`\n\n[Form]\n${form.xfaValues}\n`)
  const { tidied: text, isCut } = collector
  return { text, isCut, values, own, lastPage, damaged, empty, pictured, overfull }
}

function hasPicture(page: PDFiumPage): boolean {
  const count = Math.min(page.getObjectCount(), MAX_PAGE_OBJECTS)
  for (let index = 0; index < count; index += 1)
    if (page.getObject(index).type === 'image') return true
  return false
}

function isUsable({ own: { characters, letters, junk }, lastPage }: PdfText): boolean {
  return letters >= MIN_LETTERS_PER_PAGE * lastPage && junk <= MAX_JUNK_SHARE * characters
}

function fieldNotes({ overfull }: PdfText): string[] {
  return overfull.length === 0
    ? []
    : [
        `Only the first ${MAX_PAGE_FIELDS.toLocaleString('en-US')} fields were read of ${pageList(overfull)}`,
      ]
}

function textNotes(read: PdfText, pages: number): string[] {
  const { isCut, lastPage, damaged, empty, pictured } = read
  return [
    ...(isCut && lastPage < pages ? [`The text ends on page ${lastPage} of ${pages}`] : []),
    ...(damaged.length > 0 ? [`Damaged and not read: ${pageList(damaged)}`] : []),
    ...(empty.length > 0 ? [`Without text, and so not read: ${pageList(empty)}`] : []),
    ...(pictured.length > 0
      ? [`Only the text, and no pictures, was read of ${pageList(pictured)}`]
      : []),
    ...fieldNotes(read),
  ]
}

async function renderPages(
  document: PDFiumDocument,
  form: PdfForm,
  pages: number,
  maxImages: number,
): Promise<{ images: Uint8Array[]; notes: string[] }> {
  // Loaded only where pages are drawn.
  const { encodePixels } = await required(import('./image.ts'))
  const images: Uint8Array[] = []
  const left: number[] = []
  for (let number = 1; number <= Math.min(pages, maxImages); number += 1) {
    const image = await renderPage(document, number, form.hasFields, encodePixels)
    if (image === undefined) left.push(number)
    else images.push(image)
  }
  if (images.length === 0)
    throw new DocumentRefusal(
      'its text cannot be used, and its pages are too large or damaged to be drawn',
    )
  return {
    images,
    notes: [
      'Its text cannot be used, so its pages were read as pictures',
      ...(left.length > 0 ? [`Too large or damaged, and not read: ${pageList(left)}`] : []),
      ...(pages > maxImages ? [`Only the first ${maxImages} of its ${pages} pages were read`] : []),
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
