import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programSchema } from '../../../src/db/schema-state.ts'
import { openData } from '../../../src/features/backups/open-data.ts'
import { BackupProcess } from '../../../src/storage/backup/backup-process.ts'
import { readArchive } from '../../../src/storage/backup/read-archive.ts'
import { oldDatabase } from '../../support/old-database.ts'
import { tempFolder } from '../../support/process.ts'

const NOW = Date.UTC(2027, 4, 10, 12)

test('openData makes a backup before a migration, of the schema before, and keeps three', async () => {
  using folder = tempFolder()
  oldDatabase(folder.path, 2, (sqlite) =>
    sqlite.run("INSERT INTO settings (name, value) VALUES ('kept', 'yes')"),
  )
  const backups = join(folder.path, 'backups')
  mkdirSync(backups)
  const older = [1, 2, 3].map((day) => `before-1-to-2-2027010${day}T000000Z.tar`)
  for (const name of older) writeFileSync(join(backups, name), '')
  // Of a start that was killed.
  mkdirSync(join(backups, '.before-1/files'), { recursive: true })
  using db = open(folder.path)
  expect(db.sqlite.query("SELECT value FROM settings WHERE name = 'kept'").values()).toEqual([
    ['yes'],
  ])
  const made = `before-3-to-${programSchema()}-20270510T120000Z.tar`
  expect(readdirSync(backups).sort()).toEqual([...older.slice(1), made])
  expect(await readArchive(join(backups, made))).toMatchObject({ schema: 3, version: '0.1.0' })
})

test('openData migrates nothing when the backup before it fails', () => {
  using folder = tempFolder()
  const file = oldDatabase(folder.path, 2, () => undefined)
  const makeSync = () => {
    throw new Error('No space left on device')
  }
  expect(() => open(folder.path, { makeSync })).toThrow(
    'its database must be upgraded, and the backup that is made before has failed: No space left on device. Nothing was changed',
  )
  using sqlite = new Database(file)
  expect(sqlite.query('SELECT count(*) FROM __drizzle_migrations').values()).toEqual([[3]])
})

test('openData makes no backup of a new or a current database', () => {
  using folder = tempFolder()
  open(folder.path)[Symbol.dispose]()
  open(folder.path)[Symbol.dispose]()
  expect(existsSync(join(folder.path, 'backups'))).toBe(false)
})

test('openData names the version of a newer database, and the backup that leads back', () => {
  using folder = tempFolder()
  open(folder.path)[Symbol.dispose]()
  {
    using sqlite = new Database(join(folder.path, 'hearth.sqlite'))
    sqlite.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)")
    sqlite.run("UPDATE settings SET value = '9.8.7' WHERE name = 'hearth_version'")
  }
  const schema = programSchema()
  const start = `its database is of Hearth 9.8.7 (schema ${schema + 1}), and this is Hearth 0.1.0 (schema ${schema}). Nothing was changed: start the newer version, or`
  expect(() => open(folder.path)).toThrow(`${start} restore a backup that this version has made`)
  const name = `before-${schema}-to-${schema + 1}-20270510T120000Z.tar`
  mkdirSync(join(folder.path, 'backups'))
  writeFileSync(join(folder.path, 'backups', name), '')
  expect(() => open(folder.path)).toThrow(
    `${start} go back to the backup from before the upgrade: npm run restore -- ${join(folder.path, 'backups', name)}`,
  )
})

function open(folder: string, maker: { makeSync(job: never): unknown } = new BackupProcess()) {
  return openData({ folder, maker, version: '0.1.0', now: () => NOW })
}
