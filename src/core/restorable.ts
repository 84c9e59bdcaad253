import type { Db } from '../db/open.ts'
import type { TimeCursor } from '../db/time-cursor.ts'

/** What a list of a backup's contents is limited to. */
export interface BackupFilter {
  owner?: string | undefined
  /** Words of its name or text. */
  search?: string | undefined
}

/** A backup that is open for reads. */
export interface BackupSource {
  /** Its database, in the schema of this version. */
  db: Db
  /** Whether it has a file, by its path below the data folder. */
  hasFile(name: string): boolean
  /**
   * A file with the bytes that were backed up, which must not be changed.
   *
   * @returns undefined where the backup does not have it
   * @throws {AppError} `backup_failed` where its bytes are not those that were backed up
   */
  file(name: string): Promise<string | undefined>
}

/** A thing in a backup; times are UTC milliseconds. */
export interface BackupItem {
  id: string
  /** `Caller.owner` */
  owner: string
  title: string
  at: number
  /** Whether it would have expired by now. */
  isExpired: boolean
  /** Whether the service has it. */
  isThere: boolean
  /** Its files, as paths below the data folder. */
  files: readonly string[]
}

/** What was put back. */
export interface RestoredItem {
  /** Names, for people, of what is without its bytes from now on. */
  lost: readonly string[]
}

/** Things of one kind that can be put back from a backup, one at a time. */
export interface Restorable {
  /** As in the audit: `conversations`. */
  kind: string
  /** The newest first. */
  list(source: BackupSource, filter: BackupFilter, limit: number, after?: TimeCursor): BackupItem[]
  /** Whether the service has it. */
  isThere(id: string): boolean
  /** @returns undefined where the backup has no such thing */
  ownerOf(source: BackupSource, id: string): string | undefined
  /**
   * Puts one back as it was, with its id, for its owner.
   *
   * @returns undefined where the backup has no such thing
   * @throws {AppError} `conflict` where it is there, or cannot be used without what the backup lacks;
   * `quota_exceeded`
   */
  restore(source: BackupSource, id: string): Promise<RestoredItem | undefined>
}

/** Whether what expires then, UTC milliseconds, has expired by now; null never does. */
export function hasExpired(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}
