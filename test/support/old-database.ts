import { Database } from 'bun:sqlite'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'

const MIGRATIONS = join(import.meta.dir, '../../drizzle')

/**
 * Makes a database of an earlier version.
 *
 * @param last Number of its last migration
 * @param fill Writes its rows
 * @returns Its file
 */
export function oldDatabase(
  folder: string,
  last: number,
  fill: (sqlite: Database) => void,
): string {
  const migrations = join(folder, 'drizzle')
  mkdirSync(join(migrations, 'meta'), { recursive: true })
  const journal: { entries: { idx: number; tag: string }[] } = JSON.parse(
    readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
  )
  const entries = journal.entries.filter(({ idx }) => idx <= last)
  for (const { tag } of entries)
    cpSync(join(MIGRATIONS, `${tag}.sql`), join(migrations, `${tag}.sql`))
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  const file = join(folder, 'hearth.sqlite')
  using sqlite = new Database(file, { create: true })
  migrate(drizzle(sqlite), { migrationsFolder: migrations })
  fill(sqlite)
  return file
}
