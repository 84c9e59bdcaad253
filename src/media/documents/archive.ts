import { inflateRawSync } from 'node:zlib'
import { codeOf } from '../../platform/error-code.ts'
import { MAX_ARCHIVE_ENTRIES, MAX_INFLATED_BYTES } from '../contract-documents.ts'
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

  /** @throws {DocumentRefusal} */
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
   * @throws {DocumentRefusal} when it is encrypted, damaged, or too much is unpacked
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
    if (method !== DEFLATED) throw new DocumentError('it is compressed in an unusual way')
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, this.#room) })
    } catch (error) {
      throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
    }
  }
}

function tooLarge(): DocumentError {
  return new DocumentError(`it unpacks to more than ${MAX_INFLATED_BYTES / 1024 ** 2} MiB`)
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ARCHIVE_ENTRIES)
    throw new DocumentError(`it has more than ${MAX_ARCHIVE_ENTRIES} parts`)
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

/** @throws {DocumentRefusal} when the archive has no end, as when it was cut off */
function findEnd(bytes: Buffer): number {
  const last = bytes.length - END_BYTES
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at -= 1)
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at
  throw damaged()
}
