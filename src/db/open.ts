import { Database } from 'bun:sqlite'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'

/** Makes several writes one. */
export interface Transactor {
  /**
   * Commits all writes of `work`, or none when it throws. A call inside another one becomes a savepoint.
   *
   * @param work Synchronous: what it leaves to a promise is outside of the transaction
   */
  transaction<value>(work: () => value): value
}

/** The one SQLite file, as the store files use it. */
export interface Db extends Transactor, Disposable {
  readonly orm: ReturnType<typeof drizzle>
  readonly sqlite: Database
}

const MIGRATIONS = join(import.meta.dir, '../../drizzle')

/**
 * Opens the database, makes it when it is missing, and brings its tables up to date.
 *
 * @param path A file, or `:memory:`
 * @throws {Error} with a `code` when the file cannot be used
 */
export function openDatabase(path: string): Db {
  if (path !== ':memory:') makeFile(path)
  const sqlite = new Database(path, { create: true, strict: true })
  take(sqlite)
  sqlite.run('PRAGMA busy_timeout = 5000')
  sqlite.run('PRAGMA synchronous = NORMAL')
  sqlite.run('PRAGMA foreign_keys = ON')
  const orm = drizzle(sqlite)
  migrate(orm, { migrationsFolder: MIGRATIONS })
  // After the migrations, which may sort more than fits in memory.
  sqlite.run('PRAGMA temp_store = MEMORY')
  return {
    orm,
    sqlite,
    transaction: (work) => sqlite.transaction(work).immediate(),
    [Symbol.dispose]: () => giveBack(sqlite),
  }
}

/** For its owner's eyes, also in a folder that others may read; SQLite gives its log the same rights. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

/**
 * Takes the file for this process alone: two services over one folder would run the same jobs twice,
 * and a commit is twice as fast when nobody else can look on. The lock ends with the process.
 *
 * @throws {Error} with code `EBUSY` while another process holds it
 */
function take(sqlite: Database): void {
  try {
    sqlite.run('PRAGMA locking_mode = EXCLUSIVE')
    sqlite.run('PRAGMA journal_mode = WAL')
    sqlite.run('BEGIN EXCLUSIVE')
    sqlite.run('COMMIT')
  } catch (cause) {
    sqlite.close()
    if (Reflect.get(Object(cause), 'code') !== 'SQLITE_BUSY') throw cause
    throw Object.assign(new Error('another Hearth uses it', { cause }), { code: 'EBUSY' })
  }
}

/**
 * Leaves one plain file behind. The lock is dropped by hand: `close` keeps a file open as long as one
 * of its statements is not collected.
 */
function giveBack(sqlite: Database): void {
  sqlite.run('PRAGMA journal_mode = DELETE')
  sqlite.run('PRAGMA locking_mode = NORMAL')
  sqlite.query('SELECT count(*) FROM sqlite_master').get()
  sqlite.close()
}
