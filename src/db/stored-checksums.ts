import { Database } from 'bun:sqlite'
import { existsSync, rmSync } from 'node:fs'

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
