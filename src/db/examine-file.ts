import type { Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { codeOf } from '../platform/errors.ts'
import { damageOf } from './copy-database.ts'
import { isBusy, isInUse, readUnchanged } from './process-lock.ts'
import { schemaStateOf } from './schema-state.ts'

/** What a database file is, as another process than the service sees it. */
export const FileState = Type.Union([
  Type.Object({ state: Type.Literal('absent') }),
  /** A service has it open. */
  Type.Object({ state: Type.Literal('in_use') }),
  Type.Object({ state: Type.Literal('damaged'), reason: Type.String() }),
  Type.Object({
    state: Type.Literal('sound'),
    /** How many migrations of this program are missing. */
    pending: Type.Integer(),
    /** Whether it has migrations that this program does not know. */
    newer: Type.Boolean(),
    /** The version of the program that last used it. */
    version: Type.Optional(Type.String()),
  }),
])
export type FileState = Static<typeof FileState>

/**
 * Reads a database file without a change of its bytes, or those of its WAL.
 *
 * @param whole Whether to check all of it with SQLite's quick_check, which blocks for about a second
 * per gigabyte; else only its start is read
 */
export function examineFile(path: string, { whole }: { whole: boolean }): FileState {
  if (!existsSync(path) || statSync(path).size === 0) return { state: 'absent' }
  if (isInUse(path)) return { state: 'in_use' }
  try {
    return readUnchanged(path, (sqlite) => stateOf(sqlite, whole))
  } catch (error) {
    if (isBusy(error)) return { state: 'in_use' }
    const code = codeOf(error)
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
      return { state: 'damaged', reason: error instanceof Error ? error.message : String(error) }
    throw error
  }
}

function stateOf(sqlite: Database, whole: boolean): FileState {
  const { pending, newer, version } = schemaStateOf(sqlite)
  if (whole) {
    const reason = damageOf(sqlite)
    if (reason !== undefined) return { state: 'damaged', reason }
  }
  return {
    state: 'sound',
    pending,
    newer,
    ...(version === undefined ? {} : { version }),
  }
}
