import { type Static, Type } from '@sinclair/typebox'

/** Version of the archive's form. A program restores this one and those before. */
export const BACKUP_FORMAT = 1
/** Name of the database in an archive. */
export const DATABASE_NAME = 'hearth.sqlite'

const BackedUpFile = Type.Object({
  /** Path below the data folder, with slashes. */
  name: Type.String({ minLength: 1, maxLength: 1_000 }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type BackedUpFile = Static<typeof BackedUpFile>

/** `backup.json`, the first entry of an archive. */
export const BackupManifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  /** The version of Hearth that made it. */
  version: Type.String({ pattern: '^[!-~]{1,100}$' }),
  /** How many migrations the database has. */
  schema: Type.Integer({ minimum: 0 }),
  /** ISO 8601, UTC. */
  at: Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
    maxLength: 40,
  }),
  files: Type.Array(BackedUpFile, { minItems: 1, maxItems: 100_000 }),
  /** What is of use to a restore and is not in the archive. */
  left_out: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
})
export type BackupManifest = Static<typeof BackupManifest>

/** What goes into an archive, and where it is made. */
export const BackupJob = Type.Object({
  database: Type.String(),
  /** The data folder. */
  folder: Type.String(),
  /** Names of files and folders in it that are kept whole; those that are missing are left out. */
  include: Type.Array(Type.String()),
  left_out: BackupManifest.properties.left_out,
  version: Type.String(),
  at: BackupManifest.properties.at,
  /** A folder for the copies, made and removed; on the same disk as `archive`. */
  work: Type.String(),
  /** The archive is renamed to this when it is whole and checked. */
  archive: Type.String(),
})
export type BackupJob = Static<typeof BackupJob>

/** A finished archive. */
export const MadeBackup = Type.Object({
  bytes: Type.Integer({ minimum: 0 }),
  schema: Type.Integer({ minimum: 0 }),
  files: Type.Integer({ minimum: 1 }),
})
export type MadeBackup = Static<typeof MadeBackup>

/** An archive that is read by one reader. */
export interface OpenedBackup {
  bytes: number
  stream: ReadableStream<Uint8Array>
  /** Resolves when it was read to its end, cancelled, or given up because nobody read on. */
  closed: Promise<void>
}

/** Makes archives in a process of its own. */
export interface BackupMaker {
  /**
   * Copies, checks and packs. Leaves nothing when it fails.
   *
   * @throws {Error} with words, and a `code` such as `ENOSPC` where there is one
   */
  make(job: BackupJob, signal?: AbortSignal): Promise<MadeBackup>
  /**
   * Opens a finished archive for one reader.
   *
   * @param stallMs How long the reader may take for a piece
   */
  open(path: string, stallMs: number): Promise<OpenedBackup>
  /** The same, and removes its name: what is not read of it is gone with the process. */
  take(path: string, stallMs: number): Promise<OpenedBackup>
}
