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
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const sqlite = new Database(path, { create: true, strict: true })
  sqlite.run('PRAGMA busy_timeout = 5000')
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('PRAGMA synchronous = NORMAL')
  sqlite.run('PRAGMA foreign_keys = ON')
  const orm = drizzle(sqlite)
  migrate(orm, { migrationsFolder: MIGRATIONS })
  return { orm, sqlite, [Symbol.dispose]: () => sqlite.close() }
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
