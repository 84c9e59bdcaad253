import type { FileRow } from './file-store.ts'

/** A stored file; times are UTC milliseconds. */
export type FileRecord = Pick<
  FileRow,
  | 'token'
  | 'owner'
  | 'name'
  | 'bytes'
  | 'sha256'
  | 'mediaType'
  | 'createdAt'
  | 'lastReadAt'
  | 'expiresAt'
>

/** A file that is to be stored. */
export interface NewFile {
  /** As the sender says it; it is cleaned. */
  filename: string
  /** Length, where it is known beforehand; a source of another length is refused. */
  bytes?: number | undefined
  /** What the sender takes it for; content and name are believed first. */
  mediaType?: string | undefined
  /** Read when the last byte has come. UTC milliseconds; undefined for a file that stays. */
  expiresAt?: (() => number | undefined) | undefined
}

/** A part of a file that is read. */
interface ReadRange {
  from: number
  /** The last byte that is read. */
  to: number
}

/** A file that may be read. */
export interface OpenedFile {
  record: FileRecord
  /** Where its bytes are, if they are in a file of this machine. */
  path: string | undefined
  /** All its bytes, if they are held in memory. */
  content: Uint8Array<ArrayBuffer> | undefined
  /** Read it to its end or cancel it. @throws {AppError} `not_found` when it was deleted meanwhile */
  stream(range?: ReadRange): Promise<ReadableStream<Uint8Array>>
}

export function recordOf({
  id: _,
  state: __,
  foldedName: ___,
  ...record
}: Readonly<FileRow>): FileRecord {
  return record
}

/** Where anyone who has the link gets a file. @param origin Without a trailing slash */
export function fileLink({ token, name }: Pick<FileRecord, 'token' | 'name'>, origin: string) {
  return `${origin}/nas/${token}/${encodeURIComponent(name)}`
}

/** Of one stored file or upload. @limit file-body GiB */
export const MAX_FILE_BYTES = 5 * 1024 ** 3
