import { posix } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { codeOf } from '../../platform/errors.ts'
import { MAX_ARCHIVE_ENTRIES, MAX_INFLATED_BYTES } from '../contract-documents.ts'
import { decodeText } from './decode-text.ts'
import { DocumentError, damaged, encrypted } from './document-error.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED_FLAG = 1
/** What a ZIP64 archive has in place of a number. It is for archives larger than any here. */
const ZIP64_SIZE = 0xffffffff

interface Entry {
  method: number
  isEncrypted: boolean
  compressedBytes: number
  offset: number
}

/**
 * The ZIP archive of an office document. Entries are found by the directory at its end, and what
 * all reads together unpack is bounded whatever the sizes in the archive say. Archives within it are
 * not opened.
 */
export class Archive {
  readonly #bytes: Buffer
  readonly #entries: ReadonlyMap<string, Entry>
  #room = MAX_INFLATED_BYTES

  /** @throws {DocumentError} */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#entries = readDirectory(bytes)
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /**
   * Unpacks one entry.
   *
   * @returns undefined when there is no such entry
   * @throws {DocumentError} when it is encrypted, damaged, or too much is unpacked
   */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    if (entry.isEncrypted) throw encrypted()
    const unpacked = this.#unpack(entry)
    if (unpacked.length > this.#room) throw tooLarge()
    this.#room -= unpacked.length
    return unpacked
  }

  #unpack({ method, compressedBytes, offset }: Entry): Buffer {
    const bytes = this.#bytes
    if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE)
      throw damaged()
    const start =
      offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const packed = bytes.subarray(start, start + compressedBytes)
    if (packed.length !== compressedBytes) throw damaged()
    if (method === STORED) return packed
    if (method !== DEFLATED)
      throw new DocumentError('it is compressed in an unusual way', 'compression')
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, this.#room) })
    } catch (error) {
      throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
    }
  }
}

function tooLarge(): DocumentError {
  const limit = `${MAX_INFLATED_BYTES / 1024 ** 2} MiB`
  return new DocumentError(`it unpacks to more than ${limit}`, 'unpacked', limit)
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ARCHIVE_ENTRIES)
    throw new DocumentError(
      `it has more than ${MAX_ARCHIVE_ENTRIES} parts`,
      'parts',
      MAX_ARCHIVE_ENTRIES,
    )
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged()
    const nameBytes = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)
    const compressedBytes = bytes.readUInt32LE(at + 20)
    const offset = bytes.readUInt32LE(at + 42)
    if (compressedBytes === ZIP64_SIZE || offset === ZIP64_SIZE) throw damaged()
    const isEncrypted = (bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0
    // Of two with the same name, the first counts, for all readers of this archive alike.
    if (!entries.has(name))
      entries.set(name, {
        method: bytes.readUInt16LE(at + 10),
        isEncrypted,
        compressedBytes,
        offset,
      })
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** @throws {DocumentError} when the archive has no end, as when it was cut off */
function findEnd(bytes: Buffer): number {
  const last = bytes.length - END_BYTES
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at -= 1)
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at
  throw damaged()
}

/** Parsed at a time, so that reading can stop in the middle. */
const SLICE_CHARACTERS = 64 * 1024

export type Attributes = Readonly<Record<string, string>>

/** Names come without their namespace's prefix. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Reads XML by events. Entities that a document declares are never expanded: a document that has any
 * is refused.
 *
 * @param isEnough Asked now and then; ends the reading
 * @throws {DocumentError}
 */
export function readXml(xml: string, handler: XmlHandler, isEnough = () => false): void {
  if (xml.includes('<!ENTITY'))
    throw new DocumentError('its XML declares entities of its own', 'entities')
  parse(xml, handler, { xmlMode: true }, isEnough)
}

/** The same for HTML, whose tags need not be closed. */
export function readHtml(html: string, handler: XmlHandler, isEnough = () => false): void {
  parse(html, handler, { lowerCaseTags: true }, isEnough)
}

function parse(
  source: string,
  handler: XmlHandler,
  options: { xmlMode?: boolean; lowerCaseTags?: boolean },
  isEnough: () => boolean,
): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(localName(name), attributes),
      onclosetag: (name) => handler.close?.(localName(name)),
      ontext: (text) => handler.text?.(text),
    },
    { decodeEntities: true, ...options },
  )
  for (let at = 0; at < source.length && !isEnough(); at += SLICE_CHARACTERS)
    parser.write(source.slice(at, at + SLICE_CHARACTERS))
  if (!isEnough()) parser.end()
}

/** The text of an entry; empty when there is none. */
export function entryText(archive: Archive, name: string): string {
  const bytes = archive.read(name)
  return bytes === undefined ? '' : decodeText(bytes)
}

/** An attribute by its name without prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const found = Object.keys(attributes).find((key) => localName(key) === name)
  return found === undefined ? undefined : attributes[found]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

interface Relationship {
  id: string
  /** The last part of its type, such as `worksheet`. */
  type: string
  /** The name of the entry that it leads to. */
  target: string
}

/** What a part of an Office document refers to. ECMA-376, part 2, 9 */
export function relationshipsOf(archive: Archive, part: string): Relationship[] {
  const folder = posix.dirname(part)
  const xml = entryText(archive, posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  const found: Relationship[] = []
  readXml(xml, {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      const target = attribute(attributes, 'Target') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: posix.basename(attribute(attributes, 'Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
  })
  return found
}

/** The name of the part with the document itself. */
export function mainPart(archive: Archive, usual: string): string {
  const target = relationshipsOf(archive, '.').find(({ type }) => type === 'officeDocument')?.target
  return target !== undefined && archive.has(target) ? target : usual
}

/** A sentence about pictures that are left out, where there are any. */
export function picturesNote(archive: Archive, folder: string): string[] {
  const count = archive.names.filter(
    (name) => name.startsWith(folder) && !name.endsWith('/'),
  ).length
  if (count === 0) return []
  return [count === 1 ? 'Its picture was not read' : `Its ${count} pictures were not read`]
}
