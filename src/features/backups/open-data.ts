import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RESERVE_NAME } from '../../db/disk-reserve.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { NewerDatabaseError, programSchema, type SchemaState } from '../../db/schema-state.ts'
import { randomId } from '../../platform/ids.ts'
import { type BackupJob, DATABASE_NAME } from '../../storage/contract-backup.ts'
import { MIN_FREE_BYTES, stamp } from './backup-folder.ts'
import { formatSize, jobOf } from './contents.ts'

/** Copies from before a migration that are kept. @limit backup-upgrades count */
export const MAX_UPGRADE_COPIES = 3
/** In the data folder while a restore moves files: a start would make a new, empty database. */
export const RESTORE_MARKER = 'restore-in-progress'
const COPY_NAME = /^before-(\d+)-to-\d+-(\d{8}T\d{6}Z)\.tar$/
/** Of the folder in which a copy is made. */
const WORK_PREFIX = '.before-'

interface OpenDataOptions {
  /** The data folder. */
  folder: string
  maker: { makeSync(job: BackupJob): unknown }
  version: string
  now: () => number
}

/**
 * Opens the database of a data folder. Before a migration a backup is made, so that the version
 * before can be started again.
 *
 * @throws {Error} with a `code` and words when there is no room for it, and where the database is of
 * a newer version; nothing was changed then
 */
export function openData(options: OpenDataOptions): Db {
  const { folder, version } = options
  if (existsSync(join(folder, RESTORE_MARKER))) {
    throw refusal(
      'a restore was stopped halfway, and what is there is not whole. Run it again: npm run restore -- FILE',
      'EBACKUP',
    )
  }
  try {
    return openDatabase(join(folder, DATABASE_NAME), {
      beforeMigration: (state) => copyBefore(state, options),
      reserve: join(folder, RESERVE_NAME),
    })
  } catch (error) {
    if (!(error instanceof NewerDatabaseError)) throw error
    const words = newerWords(error.state, folder, version)
    throw Object.assign(new Error(words, { cause: error }), { code: error.code })
  }
}

function copyBefore(
  { schema }: SchemaState,
  { folder, maker, version, now }: OpenDataOptions,
): void {
  const backups = join(folder, 'backups')
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  // A start that was killed has left its copy, which may take the room of this one.
  for (const name of readdirSync(backups))
    if (name.startsWith(WORK_PREFIX)) rmSync(join(backups, name), { recursive: true, force: true })
  // The copy, its archive, and what the migration itself may write.
  const needed = 3 * statSync(join(folder, DATABASE_NAME)).size + MIN_FREE_BYTES
  const { bavail, bsize } = statfsSync(backups)
  if (bavail * bsize < needed) {
    throw refusal(
      `its database must be upgraded, and a backup is made before: that needs ${formatSize(needed)}, and ${formatSize(bavail * bsize)} are free in ${backups}. Nothing was changed: make room, and start again`,
      'EBACKUP',
    )
  }
  const name = `before-${schema}-to-${programSchema()}-${stamp(now())}.tar`
  try {
    maker.makeSync(
      jobOf({
        folder,
        version,
        at: now(),
        work: join(backups, randomId(WORK_PREFIX)),
        target: join(backups, name),
      }),
    )
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw refusal(
      `its database must be upgraded, and the backup that is made before has failed: ${reason}. Nothing was changed`,
      'EBACKUP',
      cause,
    )
  }
  for (const old of upgradeCopies(backups).slice(MAX_UPGRADE_COPIES))
    rmSync(join(backups, old.name))
}

/** The newest first. */
function upgradeCopies(backups: string): { name: string; schema: number; at: string }[] {
  if (!existsSync(backups)) return []
  return readdirSync(backups)
    .flatMap((name) => {
      const [, schema, at] = COPY_NAME.exec(name) ?? []
      return schema === undefined || at === undefined ? [] : [{ name, schema: Number(schema), at }]
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}

function newerWords(state: SchemaState, folder: string, version: string): string {
  const backups = join(folder, 'backups')
  const made = state.version === undefined ? 'a newer Hearth' : `Hearth ${state.version}`
  const copy = upgradeCopies(backups).find(({ schema }) => schema <= programSchema())
  const wayBack =
    copy === undefined
      ? 'restore a backup that this version has made: npm run restore -- FILE'
      : `go back to the backup from before the upgrade: npm run restore -- ${join(backups, copy.name)}`
  return `its database is of ${made} (schema ${state.schema}), and this is Hearth ${version} (schema ${programSchema()}). Nothing was changed: start the newer version, or ${wayBack}`
}

function refusal(words: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(words, { cause }), { code })
}
