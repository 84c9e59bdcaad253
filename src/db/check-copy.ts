import { Database } from 'bun:sqlite'
import { existsSync, rmSync } from 'node:fs'
import { type SchemaState, schemaStateOf } from './schema-state.ts'

/** How many faults are looked for; one is enough. */
const MAX_FAULTS = 1

/**
 * Writes the WAL that was copied with a database into the copy, which is then a single file. It is
 * of no interest whether that is on the disk.
 *
 * @throws {Error} when it cannot be read
 */
export function mergeWal(path: string): void {
  using sqlite = new Database(path, { strict: true })
  sqlite.run('PRAGMA synchronous = OFF')
  sqlite.run('PRAGMA journal_mode = DELETE')
}

/**
 * Checks the copy of a database by SQLite's own quick_check, and reads its schema. Blocks for about
 * a second per gigabyte: not for the thread that serves.
 *
 * @throws {Error} when it is damaged
 */
export function checkCopy(path: string): SchemaState {
  using sqlite = new Database(path, { readonly: true, strict: true })
  const [fault] = sqlite
    .query<{ quick_check: string }, []>(`PRAGMA quick_check(${MAX_FAULTS})`)
    .all()
  if (fault?.quick_check !== 'ok') {
    throw new Error(`The database is damaged: ${fault?.quick_check ?? 'unknown'}`)
  }
  return schemaStateOf(sqlite)
}

/**
 * The checksums of stored files by their ids, SHA-256 in hex, of a database that no service has open.
 *
 * @returns Nothing where there is no database yet
 * @throws {Error} with code `SQLITE_BUSY` while a service has it open
 */
export function readStoredChecksums(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map()
  const beside = ['-shm', '-wal'].map((suffix) => path + suffix)
  const made = beside.filter((file) => !existsSync(file))
  const sqlite = new Database(path, { readonly: true, strict: true })
  try {
    const rows = sqlite
      .query<{ id: string; sha256: string }, []>(
        "SELECT id, sha256 FROM files WHERE state = 'stored'",
      )
      .all()
    return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
  } finally {
    sqlite.close()
    // A read-only connection leaves the empty files that it makes, here of another user perhaps.
    for (const file of made) rmSync(file, { force: true })
  }
}
