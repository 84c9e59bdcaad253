import { type Static, Type } from '@sinclair/typebox'

/** Version of the archive's form. A program restores this one and those before. */
export const BACKUP_FORMAT = 1
/** Name of the manifest, which is the first entry of an archive. */
export const MANIFEST_NAME = 'backup.json'
/** Name of the database in a backup. */
export const DATABASE_NAME = 'hearth.sqlite'

/** What is kept for long, and may be in a bucket: each a folder, or a prefix. */
export const KEPT_STORES = ['files', 'images', 'attachments', 'clips', 'artifacts'] as const
/** Received files of jobs that wait are in a folder whatever the settings say. */
export const BYTE_STORES: readonly string[] = [...KEPT_STORES, 'spool']

/** In a store, of objects that were deleted during a backup; no key starts with a dot. */
export const HELD = '.held'

export const BackedUpFile = Type.Object({
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

/** `backup.json` of a whole backup, which is a folder. */
export const FolderManifest = Type.Object({
  ...Type.Omit(BackupManifest, ['files']).properties,
  /** Tells it from an archive's. */
  kind: Type.Literal('folder'),
  /** Of `files.jsonl`, which has a {@link BackedUpFile} a line. */
  list: Type.Object({
    bytes: Type.Integer({ minimum: 0 }),
    sha256: BackedUpFile.properties.sha256,
  }),
  files: Type.Integer({ minimum: 1 }),
  bytes: Type.Integer({ minimum: 0 }),
  /** Folders whose bytes it has. */
  stores: Type.Array(Type.String({ pattern: '^[a-z]{1,40}$' }), { maxItems: 100 }),
  /** Bytes that rows of its database name, and that were lost before it was made. */
  lost: Type.Integer({ minimum: 0 }),
})
export type FolderManifest = Static<typeof FolderManifest>

/** What goes into a backup, and where it is made. */
export const BackupJob = Type.Object({
  database: Type.String(),
  /** The data folder. */
  folder: Type.String(),
  /** Names of files and folders in it that are kept whole; those that are missing are left out. */
  include: Type.Array(Type.String()),
  left_out: BackupManifest.properties.left_out,
  version: Type.String(),
  at: BackupManifest.properties.at,
  /** A folder for the copies, made and removed; on the same disk as `target`. */
  work: Type.String(),
  /** The backup is renamed to this when it is whole and checked. */
  target: Type.String(),
  /** Folders whose bytes go in, which makes it a folder; without them it is an archive. */
  stores: Type.Optional(Type.Array(Type.String())),
  /** A whole backup on the disk of `target`, whose files are linked where they are the same. */
  previous: Type.Optional(Type.String()),
})
export type BackupJob = Static<typeof BackupJob>

/** A finished backup. */
export const MadeBackup = Type.Object({
  /** Of the archive, or of all files of the folder. */
  bytes: Type.Integer({ minimum: 0 }),
  schema: Type.Integer({ minimum: 0 }),
  files: Type.Integer({ minimum: 1 }),
  /** As of {@link FolderManifest}. */
  lost: Type.Integer({ minimum: 0 }),
})
export type MadeBackup = Static<typeof MadeBackup>

/** Which backup is restored for a test, and where. */
export const DrillJob = Type.Object({
  backup: Type.String(),
  /** A folder that is made and removed. */
  work: Type.String(),
})
export type DrillJob = Static<typeof DrillJob>

/** What a test restore has found, after the upgrade of the database to this version. */
export const DrillResult = Type.Object({
  /** Files of the backup, the database included, and their bytes; each was checked. */
  files: Type.Integer(),
  bytes: Type.Integer(),
  users: Type.Integer(),
  conversations: Type.Integer(),
  /** What rows name in the stores that the backup has, and how much of it is not there. */
  named: Type.Integer(),
  lost: Type.Integer(),
})
export type DrillResult = Static<typeof DrillResult>

/** Which backup's database is read, and where its copy is made. */
export const CopyJob = Type.Object({
  backup: Type.String(),
  /** A folder that is made and removed; on the same disk as `target`. */
  work: Type.String(),
  /** The database, upgraded to this version, with the list of the other files that the backup has. */
  target: Type.String(),
})
export type CopyJob = Static<typeof CopyJob>

/** What a backup says of itself. */
export const CopiedBackup = Type.Object({
  version: BackupManifest.properties.version,
  schema: BackupManifest.properties.schema,
})
export type CopiedBackup = Static<typeof CopiedBackup>

/** An archive that is read by one reader. */
export interface OpenedBackup {
  bytes: number
  stream: ReadableStream<Uint8Array>
  /** Resolves when it was read to its end, cancelled, or given up because nobody read on. */
  closed: Promise<void>
}

/** Makes and tests backups in a process of its own. */
export interface BackupMaker {
  /**
   * Copies and checks. Leaves nothing when it fails.
   *
   * @throws {Error} with words, and a `code` such as `ENOSPC` where there is one
   */
  make(job: BackupJob, signal?: AbortSignal): Promise<MadeBackup>
  /**
   * Restores a backup into a folder, upgrades it, and removes it again.
   *
   * @throws {Error} with words for a backup that cannot be restored
   */
  drill(job: DrillJob, signal?: AbortSignal): Promise<DrillResult>
  /**
   * Copies the database of a backup, which stays as it is, and upgrades the copy.
   *
   * @throws {Error} with words for a backup that cannot be restored
   */
  copyDatabase(job: CopyJob, signal?: AbortSignal): Promise<CopiedBackup>
  /**
   * Opens a finished archive for one reader.
   *
   * @param stallMs How long the reader may take for a piece
   */
  open(path: string, stallMs: number): Promise<OpenedBackup>
  /** The same, and removes its name: what is not read of it is gone with the process. */
  take(path: string, stallMs: number): Promise<OpenedBackup>
}
