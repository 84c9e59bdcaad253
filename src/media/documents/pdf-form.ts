import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium'
import { MAX_PAGE_FIELDS } from '../contract-documents.ts'
import { readXml } from './xml.ts'

/** Characters of a page among which the values of its fields are put; else they follow its text. */
const MAX_PLACED_CHARACTERS = 50_000
// Numbers of fpdf_annot.h and fpdf_formfill.h.
const FREE_TEXT = 3
const WIDGET = 20
const HIDDEN = 2 | 32
const [BUTTON, CHECK_BOX, RADIO_BUTTON, COMBO_BOX, LIST_BOX, SIGNATURE] = [1, 2, 3, 4, 5, 7]
const PASSWORD = 1 << 13
const FULL_XFA = 2

/** In points, as its readers see it: the page's rotation is taken into account. */
interface Box {
  left: number
  right: number
  bottom: number
  top: number
}

/** What is filled into a field of a form, or written on the page as a free text. */
interface FilledField extends Box {
  /** What its author calls it. Empty for a free text. */
  label: string
  value: string
  /** Its label mostly stands on the right of it. */
  isBox: boolean
}

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
  '_FPDFText_GetTextIndexFromCharIndex',
] as const

type PlainModule = PDFiumDocument['module']
type Module = PlainModule &
  Record<(typeof FUNCTIONS)[number], (...numbers: readonly number[]) => number>

function isWithForms(module: PlainModule): module is Module {
  return FUNCTIONS.every((name) => typeof Reflect.get(module, name) === 'function')
}

/** Reads what is filled into a PDF. Nothing that the form would run is run. */
export class PdfForm {
  readonly #document: PDFiumDocument
  readonly #module: Module

  /** @throws {Error} where the build of PDFium lacks a function */
  constructor(document: PDFiumDocument) {
    const module = document['module']
    if (!isWithForms(module)) throw new Error('PDFium lacks functions for forms')
    this.#document = document
    this.#module = module
  }

  /** Whether it has fields, which must be drawn apart. */
  get hasFields(): boolean {
    return this.#type !== 0
  }

  /** Whether a program of the form makes its pages, so that they have neither its text nor its fields. */
  get isXfa(): boolean {
    return this.#type === FULL_XFA
  }

  get #type(): number {
    return this.#module._FPDF_GetFormType(this.#document['documentIdx'])
  }

  /** The data of an XFA form: a line with the name and the value of each field. XFA 3.3, part 1, 4 */
  get xfaValues(): string {
    const lines: string[] = []
    let isData = false
    let value: string | undefined
    const open = (name: string) => {
      isData ||= name === 'data'
      value = ''
    }
    const text = (piece: string) => {
      if (value !== undefined) value += piece
    }
    // Only an element without others in it has a value.
    const close = (name: string) => {
      const filled = isData ? filledText(name, value ?? '') : undefined
      if (filled !== undefined) lines.push(labelled(filled))
      if (name === 'data') isData = false
      value = undefined
    }
    readXml(this.#xfaPacket('datasets'), { open, text, close })
    return lines.join('\n')
  }

  /** What is filled in, from top to bottom and left to right. */
  fieldsOf(page: PDFiumPage): { fields: FilledField[]; isCut: boolean } {
    const module = this.#module
    const handle = page['pageIdx']
    const count = module._FPDFPage_GetAnnotCount(handle)
    const fields: FilledField[] = []
    if (count === 0) return { fields, isCut: false }
    const form = this.hasFields ? this.#document.initializeFormFields() : 0
    if (form !== 0) module._FORM_OnAfterLoadPage(handle, form)
    try {
      for (let index = 0; index < Math.min(count, MAX_PAGE_FIELDS); index += 1) {
        const annotation = module._FPDFPage_GetAnnot(handle, index)
        if (annotation === 0) continue
        try {
          const filled = this.#filled(form, annotation)
          if (filled !== undefined) fields.push({ ...filled, ...this.#rectOf(annotation, page) })
        } finally {
          module._FPDFPage_CloseAnnot(annotation)
        }
      }
    } finally {
      if (form !== 0) module._FORM_OnBeforeClosePage(handle, form)
    }
    fields.sort((one, other) => other.top - one.top || one.left - other.left)
    return { fields, isCut: count > MAX_PAGE_FIELDS }
  }

  /** The text of a page with the value of each field beside its label. */
  place(text: string, page: PDFiumPage, fields: readonly FilledField[]): string {
    const runs = text.length > MAX_PLACED_CHARACTERS ? [] : this.#runsOf(text, page)
    const insertions = fields.map((field) => insertionOf(field, runs, text))
    let end = text.length
    let placed = ''
    // From the end, and stable: what goes to one place keeps its order.
    for (const { offset, added } of insertions.reverse().sort((a, b) => b.offset - a.offset)) {
      placed = added + text.slice(offset, end) + placed
      end = offset
    }
    return text.slice(0, end) + placed
  }

  #filled(form: number, annotation: number): Omit<FilledField, keyof Box> | undefined {
    const module = this.#module
    if ((module._FPDFAnnot_GetFlags(annotation) & HIDDEN) !== 0) return undefined
    const subtype = module._FPDFAnnot_GetSubtype(annotation)
    if (subtype === FREE_TEXT) return filledText('', this.#entry(annotation, 'Contents'))
    if (subtype !== WIDGET || form === 0) return undefined
    const read = (name: (typeof FUNCTIONS)[number]) =>
      this.#string((address, bytes) => module[name](form, annotation, address, bytes))
    const label =
      read('_FPDFAnnot_GetFormFieldAlternateName') || read('_FPDFAnnot_GetFormFieldName')
    switch (module._FPDFAnnot_GetFormFieldType(form, annotation)) {
      case BUTTON:
        return undefined
      case CHECK_BOX:
      case RADIO_BUTTON: {
        const isChecked = module._FPDFAnnot_IsChecked(form, annotation) !== 0
        return { label, value: isChecked ? '[x]' : '[ ]', isBox: true }
      }
      case COMBO_BOX:
      case LIST_BOX: {
        const chosen = this.#chosen(form, annotation)
        return filledText(label, chosen || read('_FPDFAnnot_GetFormFieldValue'))
      }
      case SIGNATURE: {
        const isSigned = this.#withString('V', (key) => module._FPDFAnnot_HasKey(annotation, key))
        return filledText(label, isSigned === 0 ? '' : '[signed]')
      }
      default: {
        const isSecret = (module._FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0
        const value = read('_FPDFAnnot_GetFormFieldValue')
        // A field that the form does not list has its value all the same.
        return filledText(label, isSecret ? '' : value || this.#entry(annotation, 'V'))
      }
    }
  }

  #xfaPacket(wanted: string): string {
    const module = this.#module
    const document = this.#document['documentIdx']
    const count = module._FPDF_GetXFAPacketCount(document)
    for (let index = 0; index < Math.min(count, MAX_PAGE_FIELDS); index += 1) {
      const nameBytes = module._FPDF_GetXFAPacketName(document, index, 0, 0)
      const name = this.#bytes(nameBytes, (address) =>
        module._FPDF_GetXFAPacketName(document, index, address, nameBytes),
      )
      if (name.toString('latin1').replace('\0', '') !== wanted) continue
      const size = this.#bytes(4, (address) =>
        module._FPDF_GetXFAPacketContent(document, index, 0, 0, address),
      ).readUInt32LE()
      // The size is written behind the content.
      const content = this.#bytes(size + 4, (address) =>
        module._FPDF_GetXFAPacketContent(document, index, address, size, address + size),
      )
      return content.subarray(0, size).toString()
    }
    return ''
  }

  /** The options as readers see them; the value may be a code. */
  #chosen(form: number, annotation: number): string {
    const module = this.#module
    const count = module._FPDFAnnot_GetOptionCount(form, annotation)
    const chosen: string[] = []
    for (let index = 0; index < Math.min(count, MAX_PAGE_FIELDS); index += 1)
      if (module._FPDFAnnot_IsOptionSelected(form, annotation, index) !== 0)
        chosen.push(
          this.#string((address, bytes) =>
            module._FPDFAnnot_GetOptionLabel(form, annotation, index, address, bytes),
          ),
        )
    return chosen.join(', ')
  }

  #entry(annotation: number, key: string): string {
    return this.#withString(key, (name) =>
      this.#string((address, bytes) =>
        this.#module._FPDFAnnot_GetStringValue(annotation, name, address, bytes),
      ),
    )
  }

  /** @param read Fills a buffer with UTF-16LE, and gives the bytes that it needs with a zero at the end */
  #string(read: (address: number, bytes: number) => number): string {
    const bytes = read(0, 0)
    if (bytes <= 2) return ''
    return this.#bytes(bytes, (address) => read(address, bytes))
      .subarray(0, bytes - 2)
      .toString('utf16le')
  }

  #bytes(count: number, fill: (address: number) => void): Buffer {
    return this.#allocated(count, (address) => {
      fill(address)
      return Buffer.from(this.#module.HEAPU8.subarray(address, address + count))
    })
  }

  #withString<result>(text: string, use: (address: number) => result): result {
    return this.#allocated(text.length + 1, (address) => {
      this.#module.HEAPU8.set(Buffer.from(`${text}\0`, 'latin1'), address)
      return use(address)
    })
  }

  #allocated<result>(bytes: number, use: (address: number) => result): result {
    const { malloc, free } = this.#module.wasmExports
    const address = malloc(bytes)
    if (address === 0) throw new Error('PDFium has no memory left')
    try {
      return use(address)
    } finally {
      free(address)
    }
  }

  #rectOf(annotation: number, page: PDFiumPage): Box {
    const rect = this.#bytes(16, (address) => this.#module._FPDFAnnot_GetRect(annotation, address))
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) =>
      rect.readFloatLE(at),
    )
    return rotated({ left, top, right, bottom }, this.#rotationOf(page))
  }

  #rotationOf(page: PDFiumPage): number {
    return this.#module._FPDFPage_GetRotation(page['pageIdx'])
  }

  /** Pieces of lines, from one wide gap to the next. */
  #runsOf(text: string, page: PDFiumPage): Run[] {
    const module = this.#module
    const rotation = this.#rotationOf(page)
    const textPage = module._FPDFText_LoadPage(page['pageIdx'])
    if (textPage === 0) return []
    try {
      return this.#allocated(32, (address) => {
        const runs: Run[] = []
        const count = module._FPDFText_CountChars(textPage)
        for (let index = 0; index < count; index += 1) {
          const at = module._FPDFText_GetTextIndexFromCharIndex(textPage, index)
          const isBlank = at < 0 || (text[at] ?? ' ').trim() === ''
          if (isBlank) continue
          module._FPDFText_GetCharBox(
            ...[textPage, index, address, address + 8, address + 16, address + 24],
          )
          const view = new DataView(module.HEAPU8.buffer, address, 32)
          const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((offset) =>
            view.getFloat64(offset, true),
          )
          addToRuns(runs, rotated({ left, right, bottom, top }, rotation), at)
        }
        return runs
      })
    } finally {
      module._FPDFText_ClosePage(textPage)
    }
  }
}

function filledText(label: string, value: string) {
  const text = value.replace(/\r\n?/g, '\n').trim()
  return text === '' ? undefined : { label, value: text, isBox: false }
}

/** @param turns Quarters of a turn, clockwise */
function rotated({ left, right, bottom, top }: Box, turns: number): Box {
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

/** Text that stands together, with its offsets in the text of the page. */
interface Run extends Box {
  start: number
  end: number
}

/** Of the height of a line: what is further apart belongs to something else. */
const WIDE_GAP = 1.5

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

function overlap(low: number, high: number, otherLow: number, otherHigh: number): number {
  return Math.min(high, otherHigh) - Math.max(low, otherLow)
}

/** Points by which a label may reach into its field. */
const SLACK = 3
/** A label above its field is this close, in points, and counts as so many times further away. */
const MAX_ABOVE = 8
const ABOVE_WEIGHT = 8
/** Points by which a box prefers the text on its right. */
const RIGHT_PREFERENCE = 12

/** Where a value goes: after the text on its left or above it, before that on the right of a box. */
function insertionOf(field: FilledField, runs: readonly Run[], text: string) {
  let best: { run: Run; distance: number; isBefore: boolean } | undefined
  let lineAbove: Run | undefined
  for (const run of runs) {
    const isBeside =
      overlap(run.bottom, run.top, field.bottom, field.top) > (run.top - run.bottom) / 2
    const isOver = overlap(run.left, run.right, field.left, field.right) > 0
    const [leftGap, rightGap] = [field.left - run.right, run.left - field.right]
    const aboveGap = run.bottom - field.top
    let distance = Number.POSITIVE_INFINITY
    let isBefore = false
    if (isBeside && field.isBox && rightGap >= -SLACK) {
      distance = rightGap - RIGHT_PREFERENCE
      isBefore = true
    } else if (isBeside && leftGap >= -SLACK) distance = leftGap
    else if (isBeside && isOver) distance = 0
    else if (isOver && aboveGap >= -SLACK && aboveGap <= MAX_ABOVE)
      distance = Math.max(0, aboveGap) * ABOVE_WEIGHT
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { run, distance, isBefore }
    if (aboveGap >= -SLACK && run.bottom <= (lineAbove?.bottom ?? Number.POSITIVE_INFINITY))
      lineAbove = run
  }
  if (best === undefined)
    return { offset: endOfWord(text, lineAbove?.end ?? text.length), added: `\n${labelled(field)}` }
  return best.isBefore
    ? { offset: best.run.start, added: `${field.value} ` }
    : { offset: endOfWord(text, best.run.end), added: ` ${field.value}` }
}

function endOfWord(text: string, from: number): number {
  let offset = from
  while (/\S/.test(text.charAt(offset))) offset += 1
  return offset
}

/** For where its label on the page is not known. */
export function labelled({ label, value, isBox }: Omit<FilledField, keyof Box>): string {
  if (label === '') return value
  return isBox ? `${value} ${label}` : `${label}: ${value}`
}
