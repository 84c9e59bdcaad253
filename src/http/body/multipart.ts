import { AppError } from '../../platform/errors.ts'
import { DelimitedReader } from './delimited-reader.ts'
import { type PartHeaders, parsePartHeaders } from './part-headers.ts'

const OCTETS = 'application/octet-stream'
const CRLF = '\r\n'
/** Fields and files of one body. */
const MAX_PARTS = 100
/** Of one part: its name, file name and media type. */
const MAX_PART_HEADER_BYTES = 8 * 1024
/** Of all fields of one body together, as they are held in memory. */
const MAX_FIELD_BYTES = 1024 * 1024
/** Of the blanks that may follow a boundary in its line. RFC 2046, 5.1.1 */
const MAX_PADDING_BYTES = 256

export interface PartLimits {
  /** Of each file. */
  maxFileBytes: number
  maxFiles?: number
  maxParts?: number
  /** Of all fields together. */
  maxFieldBytes?: number
}

export interface FieldPart {
  kind: 'field'
  name: string
  value: string
}

export interface FilePart {
  kind: 'file'
  name: string
  /** See {@link PartHeaders}; '' when a browser's field for files was left empty. */
  filename: string
  mediaType: string
  /** To be read before the next part is asked for; what is left then is thrown away. */
  content: AsyncIterable<Uint8Array>
}

/**
 * Reads the parts of a multipart/form-data body as they arrive; of a file, no more than a few
 * pieces are in memory. RFC 7578. A part that cannot be read is refused, never left out.
 *
 * @throws {AppError} `malformed`, `too_large`, and what the source throws
 */
export async function* readParts(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: PartLimits,
): AsyncGenerator<FieldPart | FilePart, void, void> {
  const { maxFileBytes, maxFiles = 1 } = limits
  const { maxParts = MAX_PARTS, maxFieldBytes = MAX_FIELD_BYTES } = limits
  await using reader = new DelimitedReader(source, `\r\n--${boundary}`)
  let files = 0
  let fieldBytesLeft = maxFieldBytes
  await reader.skipPiece()
  for (let parts = 1; await startsPart(reader); parts += 1) {
    if (parts > maxParts) throw tooLarge(`it has more than ${maxParts} parts`)
    const { name, filename, mediaType } = await readHeaders(reader)
    if (filename === undefined) {
      const value = await readField(reader, fieldBytesLeft)
      fieldBytesLeft -= value.byteLength
      yield { kind: 'field', name, value: value.toString('utf8') }
    } else {
      files += 1
      if (files > maxFiles) throw tooLarge(`it has more than ${maxFiles} files`)
      const content = readFile(reader, maxFileBytes)
      yield { kind: 'file', name, filename, mediaType: mediaType ?? OCTETS, content }
    }
    await reader.skipPiece()
  }
  await reader.skipRest()
}

/** @returns false at the last boundary */
async function startsPart(reader: DelimitedReader): Promise<boolean> {
  reader.skipDelimiter()
  if (await reader.startsWith('--')) return false
  const padding = await reader.until(CRLF, MAX_PADDING_BYTES)
  if (padding !== undefined && /^[ \t]*$/.test(padding)) return true
  throw new AppError('malformed', 'Cannot read the multipart body: a boundary is followed by text')
}

async function readHeaders(reader: DelimitedReader): Promise<PartHeaders> {
  const block = await reader.until('\r\n\r\n', MAX_PART_HEADER_BYTES)
  if (block === undefined) throw tooLarge(`a part has headers above ${MAX_PART_HEADER_BYTES} bytes`)
  // The line's end before the content belongs to the boundary where there is no content.
  await reader.skip(CRLF.length)
  if (!(await reader.atDelimiter())) await reader.skip(CRLF.length)
  return parsePartHeaders(block.slice(CRLF.length))
}

async function readField(reader: DelimitedReader, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for (let piece = await reader.piece(); piece !== undefined; piece = await reader.piece()) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw tooLarge('its fields are too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function* readFile(reader: DelimitedReader, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for (let piece = await reader.piece(); piece !== undefined; piece = await reader.piece()) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw tooLarge(`a file is larger than ${maxBytes} bytes`)
    yield piece
  }
}

function tooLarge(fault: string): AppError {
  return new AppError('too_large', `Cannot take the multipart body: ${fault}`)
}
