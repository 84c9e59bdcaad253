import { Database } from 'bun:sqlite'
import { closeSync, existsSync, fchownSync, openSync, rmSync, statSync } from 'node:fs'
import { codeOf } from '../platform/errors.ts'

/** Of the empty database beside a database file, whose lock says that a service uses the file. */
const LOCK_SUFFIX = '-lock'
/** Others hold the lock for milliseconds only, to look whether it is free. */
const WAIT_MS = 500

/**
 * Lets only one process use a database file as its service. Others may read the file meanwhile. The
 * lock ends with the process, however that ends; its file stays.
 *
 * @throws {Error} with code `EBUSY` while another process holds it
 */
export function lockProcess(path: string): Disposable {
  const lock = path + LOCK_SUFFIX
  createForOwner(lock, path)
  const sqlite = new Database(lock, { strict: true })
  try {
    sqlite.run(`PRAGMA busy_timeout = ${WAIT_MS}`)
    // A journal would need room on the disk.
    sqlite.run('PRAGMA journal_mode = MEMORY')
    sqlite.run('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    throw isBusy(error) ? inUse(error) : error
  }
  return {
    [Symbol.dispose]() {
      if (sqlite.inTransaction) sqlite.run('ROLLBACK')
      sqlite.close()
    },
  }
}

/** Whether a service uses the file, this version's or an earlier one, which locks the file itself. */
export function isInUse(path: string): boolean {
  return [path + LOCK_SUFFIX, path].filter(existsSync).some(isLocked)
}

/**
 * Reads a database file without a change of its bytes, or those of its WAL.
 *
 * @param isOwner Whether this process holds the lock
 * @throws {Error} with code `SQLITE_BUSY` while another process has the file to itself
 */
export function readUnchanged<value>(
  path: string,
  read: (sqlite: Database) => value,
  isOwner = false,
): value {
  const made = ['-shm', '-wal'].map((suffix) => path + suffix).filter((file) => !existsSync(file))
  const sqlite = new Database(path, { readonly: true, strict: true })
  try {
    return read(sqlite)
  } finally {
    sqlite.close()
    // A read-only connection leaves the files that it makes, which may be of another user.
    if (made.some(existsSync)) removeUnused(path, made, isOwner)
  }
}

export function isBusy(error: unknown): boolean {
  return (codeOf(error) ?? '').startsWith('SQLITE_BUSY')
}

/** What a second service is refused with. */
export function inUse(cause: unknown): Error {
  return Object.assign(new Error('another Hearth uses it', { cause }), { code: 'EBUSY' })
}

/** Made by root, it must not keep out the user of the service. A link in its place is not followed. */
function createForOwner(lock: string, path: string): void {
  let file: number
  try {
    file = openSync(lock, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    throw error
  }
  try {
    const { uid, gid } = statSync(path)
    if (process.getuid?.() === 0) fchownSync(file, uid, gid)
  } finally {
    closeSync(file)
  }
}

function isLocked(path: string): boolean {
  try {
    using sqlite = new Database(path, { readonly: true, strict: true })
    sqlite.query('SELECT 1 FROM sqlite_master').get()
    return false
  } catch (error) {
    return isBusy(error)
  }
}

/** Not below a service that has started meanwhile and uses them. */
function removeUnused(path: string, files: readonly string[], isOwner: boolean): void {
  try {
    using _ = isOwner ? undefined : lockProcess(path)
    for (const file of files) rmSync(file, { force: true })
  } catch {
    // They are empty, and the next start takes them.
  }
}
