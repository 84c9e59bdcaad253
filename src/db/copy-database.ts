import { Database } from 'bun:sqlite'
import { closeSync, existsSync, openSync } from 'node:fs'
import { codeOf } from '../platform/errors.ts'
import { inUse, isBusy, isInUse, readUnchanged } from './process-lock.ts'
import { hasTable, type SchemaState, schemaStateOf } from './schema-state.ts'

const WAIT_MS = 5_000
const DAMAGED: ReadonlySet<string> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB'])
/** The service was started on a full disk, or is of an earlier version. */
const ALONE =
  'The service has the database to itself, as after a start on a full disk: start it again first'

/**
 * Writes what a database has now into a new file with mode 0600, while others go on writing to it.
 * Takes seconds per gigabyte: not for the thread that serves.
 *
 * @param to Must not exist
 * @throws {Error} with words and SQLite's code
 */
export function copyDatabase(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600))
  try {
    readUnchanged(from, (sqlite) => {
      sqlite.run(`PRAGMA busy_timeout = ${WAIT_MS}`)
      sqlite.run('VACUUM INTO ?', [to])
    })
  } catch (cause) {
    const code = String(codeOf(cause))
    const reason = cause instanceof Error ? cause.message : String(cause)
    const words = isBusy(cause)
      ? ALONE
      : `${DAMAGED.has(code) ? 'The database is damaged: ' : ''}${reason}`
    throw Object.assign(new Error(words, { cause }), { code })
  }
}

/**
 * Checks the copy of a database by SQLite's own quick_check, and reads its schema. Blocks for about
 * a second per gigabyte: not for the thread that serves.
 *
 * @throws {Error} when it is damaged
 */
export function checkCopy(path: string): SchemaState {
  using sqlite = new Database(path, { readonly: true, strict: true })
  const damage = damageOf(sqlite)
  if (damage !== undefined) throw new Error(`The database is damaged: ${damage}`)
  return schemaStateOf(sqlite)
}

/** The first damage that SQLite's quick_check finds in an open database. */
export function damageOf(sqlite: Database): string | undefined {
  const [found] = sqlite.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all()
  return found?.quick_check === 'ok' ? undefined : (found?.quick_check ?? 'no result')
}

/**
 * The checksums of stored files by their ids, SHA-256 in hex, of a database that no service has open.
 *
 * @returns Nothing where there is no database yet
 * @throws {Error} with code `EBUSY` while a service has it open
 */
export function readStoredChecksums(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map()
  if (isInUse(path)) throw inUse(undefined)
  const rows = readUnchanged(path, (sqlite) =>
    sqlite
      .query<{ id: string; sha256: string }, []>(
        "SELECT id, sha256 FROM files WHERE state = 'stored'",
      )
      .all(),
  )
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
}

/** What rows name in the stores of files, as keys below the data folder. */
export function* namedBytes(path: string): Generator<string> {
  using sqlite = new Database(path, { readonly: true, strict: true })
  for (const [table, sql] of Object.entries(NAMED)) {
    if (!hasTable(sqlite, table)) continue
    for (const { name } of sqlite.query<{ name: string }, []>(sql).iterate()) yield name
  }
}

const NAMED = {
  files: "SELECT 'files/' || id AS name FROM files WHERE state = 'stored'",
  clips: "SELECT 'clips/' || id AS name FROM clips",
  message_attachments:
    "SELECT 'attachments/' || conversation_id || '/' || content_id || '/file' AS name FROM message_attachments",
}

/**
 * Adds to the copy of a backup's database which other files the backup has: {@link listedFile} finds
 * one among millions.
 */
export async function addFileList(
  path: string,
  files: AsyncIterable<{ name: string; sha256: string }>,
): Promise<void> {
  using sqlite = new Database(path, { readwrite: true, strict: true })
  sqlite.run(
    'CREATE TABLE backup_files (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL) WITHOUT ROWID',
  )
  using insert = sqlite.prepare('INSERT INTO backup_files VALUES (?, ?)')
  sqlite.run('BEGIN')
  for await (const { name, sha256 } of files) insert.run(name, sha256)
  sqlite.run('COMMIT')
}

/** The checksum, SHA-256 in hex, of a file that a backup has; see {@link addFileList}. */
export function listedFile(sqlite: Database, name: string): string | undefined {
  return sqlite
    .query<{ sha256: string }, [string]>('SELECT sha256 FROM backup_files WHERE name = ?')
    .get(name)?.sha256
}

/** How many rows tables of a database have, 0 for those of later versions. */
export function countRows(path: string, tables: readonly string[]): number[] {
  using sqlite = new Database(path, { readonly: true, strict: true })
  return tables.map((table) =>
    hasTable(sqlite, table)
      ? (sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0)
      : 0,
  )
}
