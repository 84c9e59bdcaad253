import { Database } from 'bun:sqlite'
import { closeSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { codeOf } from '../platform/errors.ts'
import { VERSION } from '../platform/version.ts'
import { DiskReserve } from './disk-reserve.ts'
import { inUse, isBusy, lockProcess } from './process-lock.ts'
import {
  MIGRATIONS,
  NewerDatabaseError,
  readSchemaState,
  type SchemaState,
  schemaStateOf,
  writeVersion,
} from './schema-state.ts'

/** Runs several writes as one transaction. */
export interface Transactor {
  /**
   * Commits all writes of `work`, or none when it throws. A nested call becomes a savepoint.
   *
   * @param work Synchronous: whatever runs in a promise is outside of the transaction
   */
  transaction<value>(work: () => value): value
}

/**
 * Commits a write together with what the caller adds to it, such as an audit entry. When it throws,
 * nothing was written.
 */
export type Commit = (write: () => void) => void

/** The open SQLite database, as the stores use it. */
export interface Db extends Transactor, Disposable {
  readonly orm: ReturnType<typeof drizzle>
  readonly sqlite: Database
  /**
   * Runs a write that must be possible on a full disk, in room that is reserved for such writes.
   *
   * @param write Has changed nothing when it throws, and may be run again
   * @param leaveBytes Of that room, for writes that matter more
   */
  essential<value>(write: () => value, leaveBytes?: number): value
  /** Takes back what such writes have used, as far as there is room again. Never throws. */
  fillReserve(): void
}

/** A part of the service whose every transaction is {@link Db.essential}. */
export function essentialTransactor(db: Db): Transactor {
  return { transaction: (work) => db.essential(() => db.transaction(work)) }
}

/** What happens around the migrations. */
export interface OpenOptions {
  /**
   * Called before the migrations of a database that has rows, while no other service can use it.
   * When it throws, nothing is migrated.
   */
  beforeMigration?: (state: SchemaState) => void
  /** Path of the {@link DiskReserve}; without one, nothing is reserved. */
  reserve?: string
}

/**
 * Opens the database, creates it when it is missing, and applies the migrations.
 *
 * @param path A file, or `:memory:`
 * @throws {NewerDatabaseError} before anything is written
 * @throws {Error} with a `code` when the file cannot be used
 */
export function openDatabase(
  path: string,
  { beforeMigration = () => {}, reserve: reservePath }: OpenOptions = {},
): Db {
  const reserve = reservePath === undefined ? undefined : new DiskReserve(reservePath)
  const lock = path === ':memory:' ? undefined : lockFile(path)
  try {
    const sqlite = openWithRoom(reserve, (locking) =>
      migratedDatabase(path, locking, beforeMigration),
    )
    return {
      orm: drizzle(sqlite),
      sqlite,
      transaction: (work) => sqlite.transaction(work).immediate(),
      // A statement that fails for want of room may end the whole transaction around it.
      essential: (write, leaveBytes) =>
        reserve === undefined || sqlite.inTransaction ? write() : reserve.run(write, leaveBytes),
      fillReserve: () => reserve?.fill(),
      [Symbol.dispose]: () => {
        if (lock === undefined) sqlite.close()
        else closeFile(sqlite)
        lock?.[Symbol.dispose]()
      },
    }
  } catch (error) {
    lock?.[Symbol.dispose]()
    throw error
  }
}

/**
 * Opens a database of this version's schema for reads alone, also beside the service that writes it.
 *
 * @throws {Error} with SQLite's code
 */
export function openForReading(path: string): Db {
  const sqlite = new Database(path, { readonly: true, strict: true })
  sqlite.run('PRAGMA busy_timeout = 1000')
  return {
    orm: drizzle(sqlite),
    sqlite,
    transaction: (work) => sqlite.transaction(work).deferred(),
    essential: (work) => work(),
    fillReserve: () => {},
    [Symbol.dispose]: () => sqlite.close(),
  }
}

/**
 * Creates the file with mode 0600, because the folder may be readable by others. SQLite gives its
 * WAL file the same mode.
 */
function lockFile(path: string): Disposable {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  const lock = lockProcess(path)
  if (emptyImage !== undefined && statSync(path).size === 0) writeFileSync(path, emptyImage)
  return lock
}

/** SQLite's modes. With `EXCLUSIVE` the index of the WAL is in memory, and nobody else can read. */
type Locking = 'NORMAL' | 'EXCLUSIVE'

/** The index of the WAL is a file, for which a full disk may have no room. */
function openWithRoom<opened>(
  reserve: DiskReserve | undefined,
  open: (locking: Locking) => opened,
): opened {
  const attempt = (locking: Locking) =>
    reserve === undefined ? open(locking) : reserve.run(() => open(locking))
  try {
    return attempt('NORMAL')
  } catch (error) {
    if (!(codeOf(error) ?? '').startsWith('SQLITE_IOERR_SHM')) throw error
    return attempt('EXCLUSIVE')
  }
}

/** A database with all tables and no rows: what opens one in memory migrates only the first of many. */
let emptyImage: Uint8Array | undefined

function migratedDatabase(
  path: string,
  locking: Locking,
  beforeMigration: (state: SchemaState) => void,
): Database {
  if (path === ':memory:' && emptyImage !== undefined)
    return withSettings(Database.deserialize(emptyImage, { strict: true }))
  const seen = path === ':memory:' ? undefined : stateOf(path)
  if (seen?.newer === true) throw new NewerDatabaseError(seen)
  const sqlite = connect(path, locking)
  try {
    const state = seen ?? schemaStateOf(sqlite)
    if (state.newer) throw new NewerDatabaseError(state)
    if (state.schema > 0 && state.pending > 0) {
      sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
      beforeMigration(state)
    }
    withSettings(sqlite, 'FILE')
    if (state.schema === 0 || state.pending > 0) {
      migrate(drizzle(sqlite), { migrationsFolder: MIGRATIONS })
    }
    writeVersion(sqlite, VERSION)
  } catch (error) {
    closeFile(sqlite)
    throw error
  }
  if (path === ':memory:') emptyImage = sqlite.serialize()
  return withSettings(sqlite)
}

/** @param temporary Where it sorts: migrations may sort more rows than fit in memory */
function withSettings(sqlite: Database, temporary: 'FILE' | 'MEMORY' = 'MEMORY'): Database {
  sqlite.run('PRAGMA synchronous = NORMAL')
  sqlite.run('PRAGMA foreign_keys = ON')
  // What is deleted is overwritten in the file.
  sqlite.run('PRAGMA secure_delete = ON')
  sqlite.run(`PRAGMA temp_store = ${temporary}`)
  return sqlite
}

/**
 * The schema before anything is written; undefined where only a connection that may write can read
 * it: beside a WAL a reader needs room on the disk for an index, and a rollback journal, which a crash
 * leaves while the file changes to WAL mode, must be applied. {@link connect} refuses a file in use.
 */
function stateOf(path: string): SchemaState | undefined {
  try {
    return readSchemaState(path, true)
  } catch (error) {
    if (isBusy(error) || (codeOf(error) ?? '').startsWith('SQLITE_READONLY') || isDiskError(error))
      return undefined
    throw error
  }
}

/** @throws {Error} with code `EBUSY` while an earlier version has the file to itself */
function connect(path: string, locking: Locking): Database {
  const sqlite = new Database(path, { create: true, strict: true })
  try {
    sqlite.run('PRAGMA busy_timeout = 5000')
    sqlite.run(`PRAGMA locking_mode = ${locking}`)
    sqlite.run('PRAGMA journal_mode = WAL')
    sqlite.run('BEGIN IMMEDIATE')
    sqlite.run('COMMIT')
    return sqlite
  } catch (error) {
    sqlite.close()
    throw isBusy(error) ? inUse(error) : error
  }
}

/** Closes the database; leaves a single file without a WAL, where nobody else reads it. */
function closeFile(sqlite: Database): void {
  try {
    sqlite.run('PRAGMA busy_timeout = 0')
    sqlite.run('PRAGMA journal_mode = DELETE')
    // Explicitly, because `close` keeps the file open until all of its statements are collected.
    sqlite.run('PRAGMA locking_mode = NORMAL')
    sqlite.query('SELECT count(*) FROM sqlite_master').get()
  } catch (error) {
    // The WAL stays beside the file; the next start reads both.
    if (!isBusy(error) && !isDiskError(error)) throw error
  } finally {
    sqlite.close()
  }
}

/** Whether the disk is full, or refuses a write in another way. */
function isDiskError(error: unknown): boolean {
  return /^SQLITE_(?:FULL|IOERR)/.test(codeOf(error) ?? '')
}
