import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium'
import { MAX_PAGE_FIELDS } from '../contract-documents.ts'
import type { PdfModule } from './pdf-text.ts'
import { type Box, overlap, type Run, rotated } from './pdf-text.ts'
import { readXml } from './xml.ts'

// Numbers of fpdf_annot.h and fpdf_formfill.h.
const FREE_TEXT = 3
const STAMP = 13
const WIDGET = 20
const HIDDEN = 2 | 32
const [BUTTON, CHECK_BOX, RADIO_BUTTON, COMBO_BOX, LIST_BOX] = [1, 2, 3, 4, 5]
const [TEXT_FIELD, SIGNATURE] = [6, 7]
const PASSWORD = 1 << 13
const FULL_XFA = 2

/** What is filled into a field of a form, or written on the page as a free text. */
interface FilledField extends Box {
  /** What its author calls it. Empty for a free text. */
  label: string
  value: string
  /** Its label mostly stands on the right of it. */
  isBox: boolean
}

/** Reads what is filled into a PDF. Nothing that the form would run is run. */
export class PdfForm {
  readonly #document: PDFiumDocument
  readonly module: PdfModule

  constructor(document: PDFiumDocument, module: PdfModule) {
    this.#document = document
    this.module = module
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
    return this.module.functions._FPDF_GetFormType(this.#document['documentIdx'])
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

  /**
   * What is filled in, from top to bottom and left to right; and whether there is more that is only
   * drawn, as stamps and fields without a value are, so that nothing of it can be read.
   */
  fieldsOf(page: PDFiumPage): { fields: FilledField[]; isCut: boolean; hasDrawn: boolean } {
    const { functions } = this.module
    const handle = page['pageIdx']
    const count = functions._FPDFPage_GetAnnotCount(handle)
    const fields: FilledField[] = []
    let hasDrawn = false
    if (count === 0) return { fields, isCut: false, hasDrawn }
    const form = this.hasFields ? this.#document.initializeFormFields() : 0
    if (form !== 0) functions._FORM_OnAfterLoadPage(handle, form)
    try {
      for (let index = 0; index < Math.min(count, MAX_PAGE_FIELDS); index += 1) {
        const annotation = functions._FPDFPage_GetAnnot(handle, index)
        if (annotation === 0) continue
        try {
          const filled = this.#filled(form, annotation)
          if (filled !== undefined) fields.push({ ...filled, ...this.#rectOf(annotation, page) })
          else hasDrawn ||= this.#isDrawn(form, annotation)
        } finally {
          functions._FPDFPage_CloseAnnot(annotation)
        }
      }
    } finally {
      if (form !== 0) functions._FORM_OnBeforeClosePage(handle, form)
    }
    fields.sort((one, other) => other.top - one.top || one.left - other.left)
    return { fields, isCut: count > MAX_PAGE_FIELDS, hasDrawn }
  }

  /** Whether a stamp or a field for text shows something. */
  #isDrawn(form: number, annotation: number): boolean {
    const { functions } = this.module
    if ((functions._FPDFAnnot_GetFlags(annotation) & HIDDEN) !== 0) return false
    const subtype = functions._FPDFAnnot_GetSubtype(annotation)
    const isText =
      subtype === WIDGET &&
      form !== 0 &&
      functions._FPDFAnnot_GetFormFieldType(form, annotation) === TEXT_FIELD &&
      (functions._FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) === 0
    return (subtype === STAMP || isText) && functions._FPDFAnnot_GetObjectCount(annotation) > 0
  }

  #filled(form: number, annotation: number): Omit<FilledField, keyof Box> | undefined {
    const { functions } = this.module
    if ((functions._FPDFAnnot_GetFlags(annotation) & HIDDEN) !== 0) return undefined
    const subtype = functions._FPDFAnnot_GetSubtype(annotation)
    if (subtype === FREE_TEXT) return filledText('', this.#entry(annotation, 'Contents'))
    if (subtype !== WIDGET || form === 0) return undefined
    const read = (get: (...numbers: readonly number[]) => number) =>
      this.module.string((address, bytes) => get(form, annotation, address, bytes))
    const label =
      read(functions._FPDFAnnot_GetFormFieldAlternateName) ||
      read(functions._FPDFAnnot_GetFormFieldName)
    switch (functions._FPDFAnnot_GetFormFieldType(form, annotation)) {
      case BUTTON:
        return undefined
      case CHECK_BOX:
      case RADIO_BUTTON: {
        const isChecked = functions._FPDFAnnot_IsChecked(form, annotation) !== 0
        return { label, value: isChecked ? '[x]' : '[ ]', isBox: true }
      }
      case COMBO_BOX:
      case LIST_BOX: {
        const chosen = this.#chosen(form, annotation)
        return filledText(label, chosen || read(functions._FPDFAnnot_GetFormFieldValue))
      }
      case SIGNATURE: {
        const isSigned = this.module.withString('V', (key) =>
          functions._FPDFAnnot_HasKey(annotation, key),
        )
        return filledText(label, isSigned === 0 ? '' : '[signed]')
      }
      default: {
        const isSecret = (functions._FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0
        const value = read(functions._FPDFAnnot_GetFormFieldValue)
        // A field that the form does not list has its value all the same.
        return filledText(label, isSecret ? '' : value || this.#entry(annotation, 'V'))
      }
    }
  }

  #xfaPacket(wanted: string): string {
    const { functions } = this.module
    const document = this.#document['documentIdx']
    const count = functions._FPDF_GetXFAPacketCount(document)
    for (let index = 0; index < Math.min(count, MAX_PAGE_FIELDS); index += 1) {
      const nameBytes = functions._FPDF_GetXFAPacketName(document, index, 0, 0)
      const name = this.module.bytes(nameBytes, (address) =>
        functions._FPDF_GetXFAPacketName(document, index, address, nameBytes),
      )
      if (name.toString('latin1').replace('\0', '') !== wanted) continue
      const size = this.module
        .bytes(4, (address) => functions._FPDF_GetXFAPacketContent(document, index, 0, 0, address))
        .readUInt32LE()
      // The size is written behind the content.
      const content = this.module.bytes(size + 4, (address) =>
        functions._FPDF_GetXFAPacketContent(document, index, address, size, address + size),
      )
      return content.subarray(0, size).toString()
    }
    return ''
  }

  /** The options as readers see them; the value may be a code. */
  #chosen(form: number, annotation: number): string {
    const { functions } = this.module
    const count = functions._FPDFAnnot_GetOptionCount(form, annotation)
    const chosen: string[] = []
    for (let index = 0; index < Math.min(count, MAX_PAGE_FIELDS); index += 1)
      if (functions._FPDFAnnot_IsOptionSelected(form, annotation, index) !== 0)
        chosen.push(
          this.module.string((address, bytes) =>
            functions._FPDFAnnot_GetOptionLabel(form, annotation, index, address, bytes),
          ),
        )
    return chosen.join(', ')
  }

  #entry(annotation: number, key: string): string {
    return this.module.withString(key, (name) =>
      this.module.string((address, bytes) =>
        this.module.functions._FPDFAnnot_GetStringValue(annotation, name, address, bytes),
      ),
    )
  }

  #rectOf(annotation: number, page: PDFiumPage): Box {
    const { functions } = this.module
    const rect = this.module.bytes(16, (address) =>
      functions._FPDFAnnot_GetRect(annotation, address),
    )
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) =>
      rect.readFloatLE(at),
    )
    return rotated({ left, top, right, bottom }, functions._FPDFPage_GetRotation(page['pageIdx']))
  }
}

/** The text of a page with the value of each field beside its label. */
export function placeFields(
  text: string,
  runs: readonly Run[],
  fields: readonly FilledField[],
): string {
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

function filledText(label: string, value: string) {
  const text = value.replace(/\r\n?/g, '\n').trim()
  return text === '' ? undefined : { label, value: text, isBox: false }
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
