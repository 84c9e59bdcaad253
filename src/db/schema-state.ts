import type { Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { once } from '../platform/once.ts'
import { readUnchanged } from './process-lock.ts'

/** The folder of the migrations, in drizzle's form. */
export const MIGRATIONS = join(import.meta.dir, '../../drizzle')
/** Name of the setting that holds the version of the program which last used the database. */
const VERSION_SETTING = 'hearth_version'

/** Which program's database a file is. */
export interface SchemaState {
  /** How many migrations were applied; 0 for an empty file. */
  schema: number
  /** How many of this program's migrations are missing. */
  pending: number
  /** Whether it has migrations that this program does not know. */
  newer: boolean
  /** The version that last used it; absent where none has written it. */
  version: string | undefined
}

/** A database with migrations that this program does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
  readonly code = 'ENEWER'
  readonly state: SchemaState

  constructor(state: SchemaState) {
    const made = state.version === undefined ? 'a newer Hearth' : `Hearth ${state.version}`
    super(`the database is of ${made} (schema ${state.schema}), and this one knows less`)
    this.state = state
  }
}

/** How many migrations this program has. */
export function programSchema(): number {
  return programMigrations().length
}

/**
 * Reads the schema of a database file without a change of its bytes, or those of its WAL.
 *
 * @param isOwner Whether this process holds the lock of the file
 * @returns undefined when there is no file, or an empty one
 * @throws {Error} with code `SQLITE_BUSY` while another process has it to itself, with
 * `SQLITE_NOTADB` or `SQLITE_CORRUPT` when it cannot be read
 */
export function readSchemaState(path: string, isOwner = false): SchemaState | undefined {
  if (!existsSync(path) || statSync(path).size === 0) return undefined
  return readUnchanged(path, schemaStateOf, isOwner)
}

/** The schema of an open database. */
export function schemaStateOf(sqlite: Database): SchemaState {
  const applied = hasTable(sqlite, '__drizzle_migrations')
    ? sqlite
        .query<{ at: number }, []>('SELECT created_at AS at FROM __drizzle_migrations')
        .all()
        .map(({ at }) => Number(at))
    : []
  const known = new Set(programMigrations())
  return {
    schema: applied.length,
    pending: [...known].filter((at) => !applied.includes(at)).length,
    newer: applied.some((at) => !known.has(at)),
    version: readVersion(sqlite),
  }
}

/** Notes the version of the program that uses the database now. */
export function writeVersion(sqlite: Database, version: string): void {
  if (readVersion(sqlite) === version) return
  try {
    sqlite
      .prepare<unknown, [string, string]>(
        'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)',
      )
      .run(VERSION_SETTING, version)
  } catch {
    // It serves a sentence only: on a full disk the service must still start.
  }
}

function readVersion(sqlite: Database): string | undefined {
  if (!hasTable(sqlite, 'settings')) return undefined
  return sqlite
    .query<{ value: string }, [string]>('SELECT value FROM settings WHERE name = ?')
    .get(VERSION_SETTING)?.value
}

export function hasTable(sqlite: Database, name: string): boolean {
  return (
    sqlite
      .query<unknown, [string]>("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
      .get(name) !== null
  )
}

/** When each migration was made, UTC milliseconds; drizzle tells migrations apart by it. */
const programMigrations = once((): readonly number[] =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis),
)
