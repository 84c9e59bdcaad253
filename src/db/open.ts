import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'

/** The one SQLite file, as the store files use it. */
export interface Db extends Disposable {
  readonly orm: ReturnType<typeof drizzle>
  readonly sqlite: Database
}

const MIGRATIONS = join(import.meta.dir, '../../drizzle')

/**
 * Opens the database, makes it when it is missing, and brings its tables up to date.
 *
 * @param path A file, or `:memory:`
 */
export function openDatabase(path: string): Db {
  const lock = path === ':memory:' ? undefined : lockFolder(dirname(path))
  const sqlite = new Database(path, { create: true, strict: true })
  sqlite.run('PRAGMA busy_timeout = 5000')
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('PRAGMA synchronous = NORMAL')
  sqlite.run('PRAGMA foreign_keys = ON')
  const orm = drizzle(sqlite)
  migrate(orm, { migrationsFolder: MIGRATIONS })
  return { orm, sqlite, [Symbol.dispose]: () => close(sqlite, lock) }
}

/**
 * Two services over one folder would run the same jobs twice. The lock is SQLite's own on a file
 * beside the database: it ends with the process, however that ends.
 *
 * @throws {Error} with code `EBUSY` while another process holds it
 */
function lockFolder(folder: string): Database {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new Database(join(folder, 'lock.sqlite'), { create: true })
  try {
    lock.run('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock.close()
    throw Object.assign(new Error('another Hearth uses it', { cause }), { code: 'EBUSY' })
  }
}

function close(sqlite: Database, lock: Database | undefined): void {
  sqlite.close()
  lock?.close()
}

/** Whether the database takes a write; for `/health`. */
export function isWritable(db: Db): boolean {
  try {
    db.sqlite.run('BEGIN IMMEDIATE')
    db.sqlite.run('ROLLBACK')
    return true
  } catch {
    return false
  }
}
