import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { AppError } from '../../../platform/errors.ts'
import { paced } from '../../../platform/event-loop-yielder.ts'
import { MAX_JSON_DEPTH, tryParseJson } from '../../../platform/json.ts'

/** One conversation, as JSON. @limit import-conversation MiB */
export const MAX_ELEMENT_BYTES = 16 * 1024 ** 2
const TOO_DEEP = 'it is nested too deep'

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Bytes of white space, and of the mark that some programs begin a text with. */
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** An element of the array: its value, or why it is left out. */
type JsonElement = { value: unknown } | { error: string }

/**
 * The elements of a JSON array, one after the other, while it is read: only one of them is in memory.
 *
 * @throws {AppError} `invalid` for a text that is no array; for one that is cut off, after its elements
 */
export async function* jsonElements(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonElement> {
  let parts: Uint8Array[] = []
  let size = 0
  let depth = 0
  let [isInString, isEscaped, isEnded] = [false, false, false]
  let error: string | undefined
  const take = (bytes: Uint8Array) => {
    size += bytes.length
    if (size > MAX_ELEMENT_BYTES) error ??= `it is larger than ${MAX_ELEMENT_BYTES / 1024 ** 2} MiB`
    if (error === undefined) parts.push(bytes)
    else parts = []
  }
  const end = (): JsonElement => {
    const element = error === undefined ? parsed(Buffer.concat(parts)) : { error }
    parts = []
    size = 0
    error = undefined
    return element
  }
  for await (const chunk of source) {
    /** Where the element begins in this chunk; negative outside of one. */
    let start = size > 0 || depth > 1 || isInString ? 0 : -1
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInString = false
        continue
      }
      if (SPACES.has(byte)) continue
      if (depth === 0) {
        if (isEnded || byte !== OPEN_ARRAY) throw noExport()
        depth = 1
        continue
      }
      if (depth === 1 && (byte === COMMA || byte === CLOSE_ARRAY)) {
        if (start >= 0) {
          take(chunk.subarray(start, at))
          yield end()
        }
        start = -1
        if (byte === CLOSE_ARRAY) {
          depth = 0
          isEnded = true
        }
        continue
      }
      if (start < 0) start = at
      if (byte === QUOTE) isInString = true
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1
        if (depth > MAX_JSON_DEPTH) error ??= TOO_DEEP
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1
    }
    // A copy, as the reader may use its memory again.
    if (start >= 0) take(chunk.slice(start))
  }
  if (isEnded) return
  if (depth === 0) throw noExport()
  if (size > 0) yield { error: 'the file ends in the middle of it' }
  throw new AppError('invalid', 'The file is cut off: what comes before its end was imported')
}

function parsed(bytes: Buffer): JsonElement {
  const { ok, value, ...failure } = tryParseJson(bytes.toString('utf8'))
  if (ok) return { value }
  const excess = 'excess' in failure ? failure.excess : undefined
  if (excess === undefined) return { error: 'it is no JSON' }
  return { error: excess === 'depth' ? TOO_DEEP : 'it holds too many values' }
}

function noExport(): AppError {
  return new AppError(
    'invalid',
    'This is no export of conversations: choose the conversations.json or the zip of ChatGPT, or the JSON file of Open WebUI',
  )
}

/** Text of an export that is unpacked, of all its files. @limit import-text GiB */
export const MAX_UNPACKED_BYTES = 1024 * 1024 ** 2
/** Files with conversations of one archive. @limit import-files count */
export const MAX_EXPORT_FILES = 1_000
/** Of the list of files at the end of an archive. */
const MAX_DIRECTORY_BYTES = 16 * 1024 ** 2
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const [ARCHIVE, END, ENTRY, LOCAL] = [0x04034b50, 0x06054b50, 0x02014b50, 0x04034b50]
const [STORED, DEFLATED] = [0, 8]
/** Newer exports have several: `conversations-000.json`. */
const CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$/

interface Entry {
  name: string
  method: number
  bytes: number
  offset: number
}

interface ReadOptions {
  /** Ends the reading, also within a text without an end. */
  signal: AbortSignal
  /** Of all texts together. */
  maxBytes?: number
}

/** Where an entry begins, and its packed bytes from `start` to `end`, which is the last one. */
interface PackedText {
  offset: number
  start: number
  end: number
  method: number
}

/**
 * The texts of an export, each as its bytes: the file itself, or those with conversations in an archive.
 *
 * @throws {AppError} `invalid` for an archive that has none or is damaged; while one is read, `too_large`
 */
export async function exportTexts(
  path: string,
  { signal, maxBytes = MAX_UNPACKED_BYTES }: ReadOptions,
): Promise<AsyncIterable<Uint8Array>[]> {
  await using file = await open(path)
  const { size } = await file.stat()
  const head = await read(file, 0, Math.min(4, size))
  if (head.length < 4 || head.readUInt32LE() !== ARCHIVE)
    return [bounded(createReadStream(path), signal, () => {})]
  const found = (await readDirectory(file, size))
    .filter(({ name }) => CONVERSATIONS.test(name))
    .sort((a, b) => a.name.localeCompare(b.name))
  if (found.length === 0)
    throw new AppError(
      'invalid',
      'This archive has no conversations.json: choose the zip of ChatGPT',
    )
  if (found.length > MAX_EXPORT_FILES)
    throw new AppError(
      'too_large',
      `This archive has more than ${MAX_EXPORT_FILES} files with conversations`,
    )
  const texts: PackedText[] = []
  for (const entry of found) texts.push(await packedText(file, entry))
  if (doOverlap(texts)) throw damaged()
  let sum = 0
  const count = (bytes: number) => {
    sum += bytes
    if (sum > maxBytes)
      throw new AppError(
        'too_large',
        `The export unpacks to more than ${maxBytes / 1024 ** 2} MiB; what comes before was imported`,
      )
  }
  return texts.map((text) => unpacked(path, text, signal, count))
}

async function* unpacked(
  path: string,
  { start, end, method }: PackedText,
  signal: AbortSignal,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const packed = createReadStream(path, { start, end })
  try {
    const text = method === STORED ? packed : packed.pipe(createInflateRaw())
    // A failure of the file is one of the text.
    packed.on('error', (error) => text.destroy(error))
    yield* bounded(text, signal, count)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof AppError ? error : damaged()
  } finally {
    packed.destroy()
  }
}

/** In small pieces, between which others have their turn. @param count Throws for too many bytes */
async function* bounded(
  text: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of paced(text)) {
    signal.throwIfAborted()
    count(chunk.length)
    yield chunk
  }
}

async function packedText(file: FileHandle, { offset, bytes, method }: Entry): Promise<PackedText> {
  const local = await read(file, offset, LOCAL_BYTES)
  const isReadable = method === STORED || method === DEFLATED
  if (local.length < LOCAL_BYTES || local.readUInt32LE() !== LOCAL || !isReadable || bytes === 0)
    throw damaged()
  const start = offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  return { offset, start, end: start + bytes - 1, method }
}

/** As in an archive that is small, and unpacks to much more than it could hold. */
function doOverlap(texts: readonly PackedText[]): boolean {
  const sorted = texts.toSorted((a, b) => a.offset - b.offset)
  return sorted.some(({ offset }, index) => offset <= (sorted[index - 1]?.end ?? -1))
}

async function readDirectory(file: FileHandle, size: number): Promise<Entry[]> {
  const tail = await read(
    file,
    Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES),
    Math.min(size, END_BYTES + MAX_COMMENT_BYTES),
  )
  let end = tail.length - END_BYTES
  while (end >= 0 && tail.readUInt32LE(end) !== END) end -= 1
  if (end < 0) throw damaged()
  const length = tail.readUInt32LE(end + 12)
  if (length > MAX_DIRECTORY_BYTES) throw damaged()
  const directory = await read(file, tail.readUInt32LE(end + 16), length)
  const entries: Entry[] = []
  for (let at = 0; at + ENTRY_BYTES <= directory.length; ) {
    if (directory.readUInt32LE(at) !== ENTRY) throw damaged()
    const nameBytes = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: directory.readUInt16LE(at + 10),
      bytes: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameBytes
    at += directory.readUInt16LE(at - nameBytes - 16) + directory.readUInt16LE(at - nameBytes - 14)
  }
  return entries
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function damaged(): AppError {
  return new AppError('invalid', 'This archive is damaged, or was not sent whole')
}
