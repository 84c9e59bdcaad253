import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import type { DocumentRequest, ExtractedDocument } from '../contract-documents.ts'
import { Archive } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { readEpub } from './epub.ts'
import type { ExtractedText } from './extracted-text.ts'
import { readWebPage } from './html.ts'
import { countJunk } from './junk.ts'
import { openDocumentKind, readOpenDocument } from './open-document.ts'
import { readPresentation } from './presentation.ts'
import { DocumentRefusal, notAccepted, required } from './refusal.ts'
import { mainPart } from './relationships.ts'
import { readRtf } from './rtf.ts'
import { readSpreadsheet } from './spreadsheet.ts'
import { TextCollector } from './text-collector.ts'
import { readWord } from './word.ts'
import { entryText } from './xml.ts'

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
 * @throws {DocumentRefusal}
 * @throws {ReaderFailure}
 */
export async function readDocument(request: DocumentRequest): Promise<ExtractedDocument> {
  const bytes = await required(readFile(request.path))
  if (bytes.length === 0) throw new DocumentRefusal('it is empty')
  const type = (await fileTypeFromBuffer(bytes))?.mime
  // The two large libraries are loaded only where they are needed.
  if (type !== undefined && IMAGES.has(type))
    return (await required(import('./image.ts'))).readImage(bytes)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    return withoutImages(readArchive(new Archive(bytes), request.maxCharacters))
  if (type === COMPOUND_FILE) {
    throw bytes.includes(ENCRYPTED_STREAM)
      ? new DocumentRefusal('it is encrypted with a password')
      : notAccepted('a document of an old kind')
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
