import type { ExtractedDocument } from '../contract-documents.ts'

/** What a reader finds in a document without pictures. */
export type ExtractedText = Omit<ExtractedDocument, 'images'>
