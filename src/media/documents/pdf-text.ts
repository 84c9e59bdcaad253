import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium'

/** Functions of PDFium that the package does not declare: handles and addresses in, a number out. */
const FUNCTIONS = [
  '_FPDF_GetFormType',
  '_FPDF_GetXFAPacketCount',
  '_FPDF_GetXFAPacketName',
  '_FPDF_GetXFAPacketContent',
  '_FPDFPage_GetRotation',
  '_FPDFPage_GetAnnotCount',
  '_FPDFPage_GetAnnot',
  '_FPDFPage_CloseAnnot',
  '_FPDFAnnot_GetSubtype',
  '_FPDFAnnot_GetFlags',
  '_FPDFAnnot_GetRect',
  '_FPDFAnnot_HasKey',
  '_FPDFAnnot_GetObjectCount',
  '_FPDFAnnot_GetStringValue',
  '_FPDFAnnot_GetFormFieldType',
  '_FPDFAnnot_GetFormFieldFlags',
  '_FPDFAnnot_GetFormFieldName',
  '_FPDFAnnot_GetFormFieldAlternateName',
  '_FPDFAnnot_GetFormFieldValue',
  '_FPDFAnnot_IsChecked',
  '_FPDFAnnot_GetOptionCount',
  '_FPDFAnnot_GetOptionLabel',
  '_FPDFAnnot_IsOptionSelected',
  '_FPDFText_GetCharBox',
  '_FPDFText_HasUnicodeMapError',
  '_FPDFText_GetTextIndexFromCharIndex',
] as const

type PlainModule = PDFiumDocument['module']
type Module = PlainModule &
  Record<(typeof FUNCTIONS)[number], (...numbers: readonly number[]) => number>

function isWhole(module: PlainModule): module is Module {
  return FUNCTIONS.every((name) => typeof Reflect.get(module, name) === 'function')
}

/** PDFium with the functions that the package leaves out, and memory of it to be filled. */
export class PdfModule {
  readonly functions: Module

  /** @throws {Error} where the build of PDFium lacks a function */
  constructor(document: PDFiumDocument) {
    const module = document['module']
    if (!isWhole(module)) throw new Error('This build of PDFium lacks functions')
    this.functions = module
  }

  /** @param read Fills a buffer with UTF-16LE, and gives the bytes that it needs with a zero at the end */
  string(read: (address: number, bytes: number) => number): string {
    const bytes = read(0, 0)
    if (bytes <= 2) return ''
    return this.bytes(bytes, (address) => read(address, bytes))
      .subarray(0, bytes - 2)
      .toString('utf16le')
  }

  /** @param fill Writes to the address */
  bytes(count: number, fill: (address: number) => void): Buffer {
    return this.allocated(count, (address) => {
      fill(address)
      return Buffer.from(this.functions.HEAPU8.subarray(address, address + count))
    })
  }

  /** @param text In Latin letters */
  withString<result>(text: string, use: (address: number) => result): result {
    return this.allocated(text.length + 1, (address) => {
      this.functions.HEAPU8.set(Buffer.from(`${text}\0`, 'latin1'), address)
      return use(address)
    })
  }

  /** @param use Called with the address of memory that is freed behind it */
  allocated<result>(bytes: number, use: (address: number) => result): result {
    const { malloc, free } = this.functions.wasmExports
    const address = malloc(bytes)
    if (address === 0) throw new Error('PDFium has no memory left')
    try {
      return use(address)
    } finally {
      free(address)
    }
  }
}

/** Characters of a page whose places are read. */
const MAX_PLACED_CHARACTERS = 50_000
/** Of the height of a line: what is further apart belongs to something else. */
const WIDE_GAP = 1.5

/** In points, as its readers see it: the page's rotation is taken into account. */
export interface Box {
  left: number
  right: number
  bottom: number
  top: number
}

/** Text that stands together, with its offsets in the text of the page. */
export interface Run extends Box {
  start: number
  end: number
}

/** The text of a page, as PDFium finds it. */
interface PageText {
  text: string
  /** The share of its characters of which the file does not say what they are, from 0 to 1. */
  unmappedShare: number
  /** Pieces of its lines, from one wide gap to the next; none where it has too many characters. */
  runs: readonly Run[]
}

/**
 * Reads the text of a page.
 *
 * @param withRuns Whether the places of the text are wanted
 * @throws {Error} for a damaged page
 */
export function readPageText(module: PdfModule, page: PDFiumPage, withRuns: boolean): PageText {
  const { functions } = module
  const textPage = functions._FPDFText_LoadPage(page['pageIdx'])
  if (textPage === 0) throw new Error('PDFium cannot load the text of a page')
  try {
    const count = Math.max(0, functions._FPDFText_CountChars(textPage))
    let units = 0
    const text = module
      // With a zero at the end.
      .bytes((count + 1) * 2, (address) => {
        units = functions._FPDFText_GetText(textPage, 0, count, address) - 1
      })
      .toString('utf16le', 0, Math.max(0, units) * 2)
    let unmapped = 0
    for (let index = 0; index < count; index += 1)
      if (functions._FPDFText_HasUnicodeMapError(textPage, index) === 1) unmapped += 1
    const runs: Run[] = []
    if (withRuns && count <= MAX_PLACED_CHARACTERS) {
      const rotation = functions._FPDFPage_GetRotation(page['pageIdx'])
      for (let index = 0; index < count; index += 1) {
        const at = functions._FPDFText_GetTextIndexFromCharIndex(textPage, index)
        if (at < 0 || (text[at] ?? ' ').trim() === '') continue
        addToRuns(runs, rotated(boxOf(module, textPage, index), rotation), at)
      }
    }
    return { text, unmappedShare: unmapped / Math.max(1, count), runs }
  } finally {
    functions._FPDFText_ClosePage(textPage)
  }
}

function boxOf(module: PdfModule, textPage: number, index: number): Box {
  const bytes = module.bytes(32, (left) => {
    const [right, bottom, top] = [left + 8, left + 16, left + 24] as const
    module.functions._FPDFText_GetCharBox(textPage, index, left, right, bottom, top)
  })
  const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((at) =>
    bytes.readDoubleLE(at),
  )
  return { left, right, bottom, top }
}

/** @param turns Quarters of a turn, clockwise */
export function rotated({ left, right, bottom, top }: Box, turns: number): Box {
  switch (turns) {
    case 1:
      return { left: bottom, right: top, bottom: -right, top: -left }
    case 2:
      return { left: -right, right: -left, bottom: -top, top: -bottom }
    case 3:
      return { left: -top, right: -bottom, bottom: left, top: right }
    default:
      return { left, right, bottom, top }
  }
}

function addToRuns(runs: Run[], box: Box, at: number): void {
  const last = runs.at(-1)
  const height = box.top - box.bottom
  const isNext =
    last !== undefined &&
    overlap(last.bottom, last.top, box.bottom, box.top) > 0 &&
    box.left >= last.left &&
    box.left - last.right <= WIDE_GAP * Math.max(height, last.top - last.bottom)
  if (!isNext) {
    runs.push({ ...box, start: at, end: at + 1 })
    return
  }
  last.right = Math.max(last.right, box.right)
  last.bottom = Math.min(last.bottom, box.bottom)
  last.top = Math.max(last.top, box.top)
  last.end = at + 1
}

/** How far two ranges reach into each other; below zero, how far they are apart. */
export function overlap(low: number, high: number, otherLow: number, otherHigh: number): number {
  return Math.min(high, otherHigh) - Math.max(low, otherLow)
}

const SPACE = 0x20
const DELETE = 0x7f
const LAST_CONTROL = 0x9f
const REPLACEMENT = 0xfffd
const [TAB, LINE_FEED, FORM_FEED, RETURN, ESCAPE] = [9, 10, 12, 13, 27]
/** Control characters that text files have. */
const USUAL: ReadonlySet<number> = new Set([TAB, LINE_FEED, FORM_FEED, RETURN, ESCAPE])
const PRIVATE_USE = { first: 0xe000, last: 0xf8ff }

/** Characters that no writer means: control, replacement and private-use characters. */
export function countJunk(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) if (isJunk(text.charCodeAt(at))) count += 1
  return count
}

function isJunk(unit: number): boolean {
  if (unit < SPACE) return !USUAL.has(unit)
  if (unit >= DELETE && unit <= LAST_CONTROL) return true
  return unit === REPLACEMENT || (unit >= PRIVATE_USE.first && unit <= PRIVATE_USE.last)
}

/** Below so many letters, and so many different ones, nothing can be said. */
const MIN_LETTERS = 20
const MIN_DIFFERENT = 8
const WIDE_SCRIPTS = /[\u4e00-\u9fff\uac00-\ud7a3]/g
const ACCENTED = /[\u00c0-\u00ff]/g
/** No language has so many among its letters. */
const MAX_ACCENTED_SHARE = 0.5
const MAX_QUARTER_SHARE = 0.9
const BYTE = 8
const QUARTER = 6

/**
 * Whether letters are those of another encoding, as where bytes of UTF-8 or of Cyrillic were taken for
 * Hangul, Han or accented Latin letters. What people write in Hangul and Han uses all parts of these
 * wide blocks alike; bytes of another encoding use a small one.
 */
export function hasImplausibleLetters(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const accented = text.match(ACCENTED)?.length ?? 0
  if (accented >= MIN_LETTERS && accented > MAX_ACCENTED_SHARE * letters) return true
  const wide = (text.match(WIDE_SCRIPTS) ?? []).map((letter) => letter.charCodeAt(0))
  if (wide.length < MIN_LETTERS || new Set(wide).size < MIN_DIFFERENT) return false
  const most = MAX_QUARTER_SHARE * wide.length
  const counts = new Map<string, number>()
  for (const code of wide)
    for (const part of [`${code >> BYTE}..`, `..${(code & 0xff) >> QUARTER}`])
      counts.set(part, (counts.get(part) ?? 0) + 1)
  return [...counts.values()].some((count) => count > most)
}
