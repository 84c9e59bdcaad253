import { AppError } from '../platform/errors.ts'

/**
 * Bytes as they come, one piece at a time; a `ReadableStream` is one. A piece
 * belongs to who takes it, who may give its memory back.
 */
export type ByteSource = AsyncIterable<Uint8Array>

export interface PutOptions {
  /** Length, where it is known beforehand; a source of another length is refused. */
  bytes?: number | undefined
  /** For an implementation that hands objects out itself; who needs it back keeps it in a row. */
  mediaType?: string | undefined
}

/** As in HTTP: both ends are part of it, and `to` may lie behind the end. RFC 9110, 14.1.2 */
export interface ByteRange {
  from: number
  to?: number | undefined
}

export interface StoredObject {
  key: string
  bytes: number
}

/** A part of an object, or all of it. */
export interface ObjectContent {
  /** Length of the whole object. */
  size: number
  /** What is sent: the first byte, and the number of them. */
  from: number
  bytes: number
  /** Read it to its end or cancel it: until then it holds a file or a connection open. */
  stream: ReadableStream<Uint8Array>
}

/**
 * Where large bytes are kept, by key. Every implementation passes `test/storage/contract.ts`.
 *
 * A key is one or more names joined by slashes; a name is 1 to 200 of `A-Za-z0-9._-`, starts with
 * no dot, and ends neither with a dot nor with `.part`; a key has at most 512 characters. No key
 * may be the folder of another: with `a` there, `a/b` is not.
 *
 * @throws {AppError} Every method: `invalid` for anything else as a key
 */
export interface Storage {
  /**
   * Stores an object, in place of one that is there. Readers see the old object or the new one,
   * never a mixture; when this rejects, what was there before is unchanged. The data is on disk
   * before it resolves.
   *
   * @throws {AppError} `storage_full`, `storage_failed`; and what the source throws
   */
  put(key: string, source: ByteSource, options?: PutOptions): Promise<StoredObject>
  /**
   * @returns undefined when there is no such object
   * @throws {AppError} `range_not_satisfiable` when no byte of the object is in the range
   */
  get(key: string, range?: ByteRange): Promise<ObjectContent | undefined>
  /**
   * Stores a file of this machine as an object, without copying its bytes where that is possible. The
   * file keeps its name; it must not be changed any more.
   *
   * @throws {AppError} `storage_full`
   */
  putFile(key: string, path: string): Promise<StoredObject>
  stat(key: string): Promise<StoredObject | undefined>
  /** Where an object is or would be, if on this machine: for programs and answers that take files. */
  pathOf(key: string): string | undefined
  /** How many bytes may still be stored; infinite where nobody knows a bound. */
  room(): Promise<number>
  /** Does nothing when there is no such object. */
  delete(key: string): Promise<void>
  /** Whole objects whose key starts with the prefix, in ascending order of their keys. */
  list(prefix: string): AsyncIterable<StoredObject>
  /**
   * Removes what writes that a crash has cut off have left; those under way are left alone.
   *
   * @returns How many
   */
  removeParts(): Promise<number>
}

/** A received file that waits for its work. */
export interface FoundFile {
  /** What a row and a task's input name it by. */
  id: string
  /** On this machine, for a child process that takes files. */
  path: string
  bytes: number
}

/** A received file, with what is known of it when it has come. */
export interface SpooledFile extends FoundFile {
  /** Hex, of the bytes as they came. */
  sha256: string
  mediaType?: string | undefined
}

/** A path that may be written. */
export interface TemporaryFile extends AsyncDisposable {
  readonly path: string
}

/**
 * Large inputs on the disk of this machine, until the work that they belong to is over. The writer of
 * a file owns it: it removes the file, or names it in a row that does.
 */
export interface Spool {
  /**
   * Keeps all that the source gives; leaves nothing when the source fails.
   *
   * @param options.id From {@link reserve}; by default a new one
   * @throws {AppError} `storage_full`, `storage_failed`; and what the source throws
   */
  write(
    source: ByteSource,
    options?: PutOptions & { id?: string | undefined },
  ): Promise<SpooledFile>
  /** An id for a file that is made later, so that a row can name it before it is there. */
  reserve(): string
  /**
   * Keeps a file of this machine, without copying its bytes where that is possible. The file keeps its
   * name; it must not be changed any more.
   *
   * @returns undefined when it is gone
   * @throws {AppError} `storage_full`
   */
  link(path: string): Promise<FoundFile | undefined>
  /**
   * Keeps the file that a program writes: whole, or not at all.
   *
   * @param id From {@link reserve}
   * @throws {AppError} `storage_full`; and what the work throws
   */
  make(id: string, work: (path: string) => Promise<void>): Promise<FoundFile>
  /** A path for a file of one step of work; removed when disposed of, or at the next start. */
  temporary(): Promise<TemporaryFile>
  /** @returns undefined when it is gone */
  find(id: string): Promise<FoundFile | undefined>
  /** Does nothing when it is gone. */
  remove(id: string): Promise<void>
}

/**
 * Files that are received in several pieces. An id is one name of a key of {@link Storage}. A file
 * never has a hole: how much of it has come is its size.
 */
export interface PartialFiles {
  /**
   * @param expectedBytes Of the whole file, for which there must be room
   * @throws {AppError} `storage_full`
   */
  create(id: string, expectedBytes: number): Promise<void>
  /** @returns undefined when there is no such file */
  size(id: string): Promise<number | undefined>
  /**
   * Adds all that the source gives; when the source fails, what it gave before stays.
   *
   * @throws {AppError} `storage_full`; and what the source throws
   */
  append(id: string, source: ByteSource): Promise<void>
  truncate(id: string, bytes: number): Promise<void>
  /** Resolves when the file is on the disk. */
  flush(id: string): Promise<void>
  /** Does nothing when there is no such file. */
  remove(id: string): Promise<void>
  /** On this machine, for who moves it or hands it to a child process. */
  pathOf(id: string): string
  /** Removes the files that are not kept and were last written before a time, in UTC milliseconds. */
  sweep(isKept: (id: string) => boolean, writtenBefore: number): Promise<void>
}

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/
const PREFIX_OF_NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,199})?$/
/** Of a file that is being written. */
export const PART_SUFFIX = '.part'
const MAX_KEY_CHARACTERS = 512

/** @throws {AppError} `invalid` for what is no key; see {@link Storage} */
export function requireKey(key: string): string {
  if (isKey(key)) return key
  throw new AppError('invalid', 'Cannot use the storage key: it is not a list of plain names')
}

/**
 * Splits the prefix of a list into the folder, which is '' for the root, and the start of a name in
 * it.
 *
 * @throws {AppError} `invalid` for what no key can start with
 */
export function splitPrefix(prefix: string): { folder: string; start: string } {
  const slash = prefix.lastIndexOf('/')
  const folder = slash === -1 ? '' : requireKey(prefix.slice(0, slash))
  const start = prefix.slice(slash + 1)
  if (!PREFIX_OF_NAME.test(start)) requireKey(start)
  return { folder, start }
}

export function isKey(key: string): boolean {
  return key.length <= MAX_KEY_CHARACTERS && key.split('/').every(isName)
}

function isName(name: string): boolean {
  return NAME.test(name) && !name.endsWith('.') && !name.endsWith(PART_SUFFIX)
}
