import type { ReasonFacts } from '../../platform/errors.ts'
import type { RefusalReason } from '../../platform/refusal-reasons.ts'
import type { ExtractedDocument } from '../contract-documents.ts'

/** A document that is not read; the message completes "Cannot attach NAME: …". */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly facts: ReasonFacts

  /** @param value The limit that stands in the message */
  constructor(message: string, code: RefusalReason, value?: string | number) {
    super(message)
    this.facts = value === undefined ? { code } : { code, value }
  }
}

/** What fails whatever the document is, as where a file of the service is missing. */
export class ReaderFailure extends Error {
  override readonly name = 'ReaderFailure'
}

/**
 * Waits for what every document of a kind needs.
 *
 * @throws {ReaderFailure}
 */
export async function required<value>(work: Promise<value>): Promise<value> {
  try {
    return await work
  } catch (cause) {
    throw new ReaderFailure(String(cause), { cause })
  }
}

/** Of a file that a parser cannot follow, whatever it stumbled over. */
export function damaged(): DocumentError {
  return new DocumentError('it is damaged or incomplete', 'damaged')
}

export function encrypted(): DocumentError {
  return new DocumentError('it is encrypted with a password', 'encrypted')
}

const ACCEPTED =
  'accepted are images (JPEG, PNG, WebP, GIF, AVIF), PDF, docx, xlsx, pptx, odt, ods, odp, epub, RTF, HTML and plain text of any kind'

/** @param what As in "it is …" */
export function notAccepted(what: string): DocumentError {
  return new DocumentError(`it is ${what}; ${ACCEPTED}`, 'kind')
}

/** What a reader finds in a document without pictures. */
export type ExtractedText = Omit<ExtractedDocument, 'images'>
