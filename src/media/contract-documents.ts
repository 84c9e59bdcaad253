/** Pixels of an image, and of a page that is rendered. @limit image-pixels pixels */
export const MAX_IMAGE_PIXELS = 25_000_000
/** Frames of an animation; the first one is read. @limit image-frames count */
export const MAX_IMAGE_FRAMES = 100
/** The longer side of an image as a model gets it. @limit image-side pixels */
export const MAX_IMAGE_SIDE_PIXELS = 1568
/**
 * Pages of a PDF without usable text that are rendered, and their resolution.
 * @limit page-images count
 */
export const MAX_PAGE_IMAGES = 6
/** @limit page-dpi dpi */
export const PAGE_DPI = 110
/** Fields and other annotations of a page of a PDF that are read. @limit page-fields count */
export const MAX_PAGE_FIELDS = 2_000
/** What an office document may unpack to. @limit document-unpacked MiB */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024
/** Entries of an office document's archive. @limit document-parts count */
export const MAX_ARCHIVE_ENTRIES = 10_000
/** Bounds of the process that reads one document. @limit document-time seconds */
export const DOCUMENT_MS = 90_000
/** @limit document-processor seconds */
export const DOCUMENT_CPU_SECONDS = 30
/** @limit document-memory GB */
export const DOCUMENT_MEMORY_BYTES = 3_000_000_000

type DocumentKind =
  | 'image'
  | 'pdf'
  | 'document'
  | 'spreadsheet'
  | 'presentation'
  | 'ebook'
  | 'html'
  | 'text'

/** A file to be read. Its content says what it is; name and media type help with texts only. */
export interface DocumentRequest {
  /** Of the file on this machine. */
  path: string
  name: string
  mediaType?: string | undefined
  /** Code points of text to return at most. */
  maxCharacters: number
  /** Pages to draw at most where the text cannot be used; by default {@link MAX_PAGE_IMAGES}. */
  maxPageImages?: number
  /** Of a PDF: this page alone is drawn, and no text is read. */
  onlyPage?: number
}

/** What a model can be given of a file. */
export interface ExtractedDocument {
  kind: DocumentKind
  text: string
  /** Whether the text ends before the document does. */
  isCut: boolean
  /** Pages of a PDF, slides of a presentation, sheets of a spreadsheet; absent for anything else. */
  pages?: number
  /** JPEG: the picture itself, or the pages of a document whose text cannot be used. */
  images: readonly Uint8Array[]
  /** Sentences about what was left out, without their full stop. */
  notes: readonly string[]
}

/** Reads files of users, which may be made to do harm. */
export interface Documents {
  /**
   * @param signal Ends the work at once
   * @throws {AppError} `invalid`, with its `reasonFacts`, when the file cannot be read or is of a kind that
   * is not accepted
   */
  read(request: DocumentRequest, signal: AbortSignal): Promise<ExtractedDocument>
}
