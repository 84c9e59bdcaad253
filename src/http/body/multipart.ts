import { releaseBuffer } from '../../platform/bytes.ts'
import { AppError } from '../../platform/errors.ts'

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
      if (files > maxFiles)
        throw tooLarge(
          maxFiles === 1 ? 'it has more than one file' : `it has more than ${maxFiles} files`,
        )
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

const CR = 0x0d
const EMPTY = Buffer.alloc(0)

/**
 * Reads bytes up to a delimiter, piece by piece as they arrive. The delimiter starts with CR, and
 * is taken to be found at the very start without the CR and LF before it.
 */
class DelimitedReader implements AsyncDisposable {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #delimiter: Buffer
  #buffer: Buffer = Buffer.from('\r\n')

  constructor(source: AsyncIterable<Uint8Array>, delimiter: string) {
    this.#source = source[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(delimiter)
  }

  /**
   * The next bytes before the delimiter, as a view of what has come.
   *
   * @returns undefined at the delimiter
   * @throws {AppError} `malformed` when the source ends before it
   */
  async piece(): Promise<Uint8Array | undefined> {
    for (;;) {
      const found = this.#buffer.indexOf(this.#delimiter)
      if (found === 0) return undefined
      const end = found === -1 ? this.#possibleDelimiter() : found
      if (end > 0) return found === -1 ? this.#takeApart(end) : this.#take(end)
      await this.#fill()
    }
  }

  /** Throws away what is left before the delimiter. */
  async skipPiece(): Promise<void> {
    while ((await this.piece()) !== undefined);
  }

  async atDelimiter(): Promise<boolean> {
    while (this.#buffer.length < this.#delimiter.length) await this.#fill()
    return this.#buffer.subarray(0, this.#delimiter.length).equals(this.#delimiter)
  }

  skipDelimiter(): void {
    this.#take(this.#delimiter.length)
  }

  /** Whether the text is next; it is left where it is. */
  async startsWith(text: string): Promise<boolean> {
    while (this.#buffer.length < text.length) await this.#fill()
    return this.#buffer.toString('latin1', 0, text.length) === text
  }

  async skip(bytes: number): Promise<void> {
    while (this.#buffer.length < bytes) await this.#fill()
    this.#take(bytes)
  }

  /**
   * Reads up to the mark, which stays.
   *
   * @returns undefined when it does not come within so many bytes
   */
  async until(mark: string, maxBytes: number): Promise<string | undefined> {
    for (let searched = 0; ; ) {
      const found = this.#buffer.indexOf(mark, searched)
      if (found !== -1 && found <= maxBytes) return this.#take(found).toString('utf8')
      if (found !== -1 || this.#buffer.length > maxBytes + mark.length) return undefined
      searched = Math.max(0, this.#buffer.length - mark.length + 1)
      await this.#fill()
    }
  }

  /** Throws away all that still comes. */
  async skipRest(): Promise<void> {
    this.#buffer = Buffer.alloc(0)
    while (!(await this.#source.next()).done);
  }

  /** Ends the source. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.return?.()
  }

  /** Where the buffer ends in what may be the start of a delimiter. */
  #possibleDelimiter(): number {
    const tail = Math.max(0, this.#buffer.length - this.#delimiter.length + 1)
    const start = this.#buffer.indexOf(CR, tail)
    return start === -1 ? this.#buffer.length : start
  }

  #take(bytes: number): Buffer {
    const taken = this.#buffer.subarray(0, bytes)
    // Nothing is left of a buffer whose memory who takes it may give back.
    this.#buffer = bytes === this.#buffer.length ? EMPTY : this.#buffer.subarray(bytes)
    return taken
  }

  /** Takes bytes that share no memory with the few that are left, so that it can be given back. */
  #takeApart(bytes: number): Buffer {
    const buffer = this.#buffer
    if (bytes === buffer.length) return this.#take(bytes)
    const taken = Buffer.from(new Uint8Array(buffer.subarray(0, bytes)).buffer)
    this.#buffer = Buffer.from(buffer.subarray(bytes))
    releaseBuffer(buffer)
    return taken
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done) {
      throw new AppError(
        'malformed',
        'Cannot read the multipart body: it ends before its last boundary',
      )
    }
    if (this.#buffer.length === 0) {
      this.#buffer = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      return
    }
    const joined = new Uint8Array(this.#buffer.length + value.length)
    joined.set(this.#buffer)
    joined.set(value, this.#buffer.length)
    this.#buffer = Buffer.from(joined.buffer)
    releaseBuffer(value)
  }
}

/** What the headers of one part of a multipart body say. */
interface PartHeaders {
  name: string
  /**
   * Last name of the path that the sender gave; only a word of theirs, never to be used as a path.
   */
  filename: string | undefined
  /** Without parameters, in lower case. */
  mediaType: string | undefined
}

const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/
const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/y
const MEDIA_TYPE = /^([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/
/** Encodings that leave the bytes as they are; RFC 7578, 4.7 has no others. */
const PLAIN_ENCODINGS = new Set(['7bit', '8bit', 'binary'])

/**
 * @param block The lines of the headers, without the empty one after them
 * @throws {AppError} `malformed`
 */
function parsePartHeaders(block: string): PartHeaders {
  const headers = new Map<string, string>()
  for (const line of block.split('\r\n')) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined || /[\r\n\0]/.test(value)) {
      throw malformed('it has a line in its headers that is none')
    }
    if (headers.has(name.toLowerCase())) throw malformed(`it has the header ${name} twice`)
    headers.set(name.toLowerCase(), value)
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding !== undefined && !PLAIN_ENCODINGS.has(encoding)) {
    throw malformed('its Content-Transfer-Encoding is not supported')
  }
  const { name, filename } = parseDisposition(headers.get('content-disposition') ?? '')
  if (name === undefined) throw malformed('it has no name')
  const [, mediaType] = MEDIA_TYPE.exec(headers.get('content-type') ?? '') ?? []
  return {
    name,
    filename: filename?.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1),
    mediaType: mediaType?.toLowerCase(),
  }
}

function parseDisposition(value: string): { name?: string; filename?: string } {
  const [kind = ''] = /^form-data\s*/i.exec(value) ?? []
  if (kind === '') throw malformed('its Content-Disposition is not form-data')
  const parameters = new Map<string, string>()
  for (let at = kind.length; at < value.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const [, key, quoted, plain = ''] = PARAMETER.exec(value) ?? []
    if (key === undefined || parameters.has(key.toLowerCase())) {
      throw malformed('its Content-Disposition cannot be read')
    }
    // Browsers send a quote as %22 and a backslash as it is; others escape both.
    parameters.set(key.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain)
  }
  const name = parameters.get('name')
  const extended = parameters.get('filename*')
  const filename = extended === undefined ? parameters.get('filename') : extendedValue(extended)
  return {
    ...(name === undefined ? {} : { name }),
    ...(filename === undefined ? {} : { filename }),
  }
}

/** RFC 8187; a form should not have one, and some clients send it for names that are not ASCII. */
function extendedValue(value: string): string {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? []
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // Said below, as of any other value that is none.
  }
  throw malformed('its file name cannot be read')
}

function malformed(fault: string): AppError {
  return new AppError('malformed', `Cannot read a part of the multipart body: ${fault}`)
}
