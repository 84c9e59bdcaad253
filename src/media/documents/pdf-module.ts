import type { PDFiumDocument } from '@hyzyla/pdfium'

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
