import { statSync } from 'node:fs'
import { closeFile, openLocked } from './open.ts'

/** A database file that no other process can use until it is disposed of. */
export interface LockedFile extends Disposable {
  bytes: number
}

/**
 * Holds a database of any schema, with everything of its WAL written into the file.
 *
 * @throws {Error} with code `EBUSY` while another process holds it
 */
export function lockDatabase(path: string): LockedFile {
  const sqlite = openLocked(path)
  sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  return { bytes: statSync(path).size, [Symbol.dispose]: () => closeFile(sqlite) }
}
