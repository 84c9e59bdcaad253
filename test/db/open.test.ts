import { expect, test } from 'bun:test'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open.ts'
import { tempFolder } from '../support/process.ts'

const OPEN = join(import.meta.dir, '../../src/db/open.ts')

test('openDatabase creates files with mode 0600, also in a readable folder', () => {
  using folder = tempFolder()
  chmodSync(folder.path, 0o755)
  using db = openDatabase(join(folder.path, 'hearth.sqlite'))
  db.sqlite.run('CREATE TABLE one (id)')
  const files = readdirSync(folder.path)
  expect(files).toContain('hearth.sqlite-wal')
  for (const file of files) {
    const { mode } = statSync(join(folder.path, file))
    expect([file, mode & 0o077]).toEqual([file, 0])
  }
})

test('openDatabase opens a file that was changing to WAL mode in a crash', () => {
  using folder = tempFolder()
  const file = join(folder.path, 'hearth.sqlite')
  openDatabase(file)[Symbol.dispose]()
  const { mode } = statSync(file)
  // A transaction that was cut off after a part of it was written to the file.
  Bun.spawnSync([
    process.execPath,
    '-e',
    `const { Database } = await import('bun:sqlite')
    const db = new Database(${JSON.stringify(file)})
    db.run('PRAGMA cache_size = 1')
    db.run('BEGIN')
    for (let name = 0; name < 1000; name += 1)
      db.run('INSERT INTO settings (name, value) VALUES (?, ?)', ['half ' + name, 'x'.repeat(1000)])
    process.kill(process.pid, 'SIGKILL')`,
  ])
  expect(readdirSync(folder.path)).toContain('hearth.sqlite-journal')
  using db = openDatabase(file)
  const half = db.sqlite.query("SELECT count(*) n FROM settings WHERE name LIKE 'half%'").get()
  expect([half, statSync(file).mode]).toEqual([{ n: 0 }, mode])
  expect(db.sqlite.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

test('openDatabase opens what a crash has left on a disk without room, and closes it whole', () => {
  using folder = tempFolder()
  const file = join(folder.path, 'hearth.sqlite')
  const start = `
    import { openDatabase } from ${JSON.stringify(OPEN)}
    const db = openDatabase(${JSON.stringify(file)})`
  Bun.spawnSync([
    process.execPath,
    '-e',
    `${start}
    db.sqlite.run("INSERT INTO settings (name, value) VALUES ('kept', 'yes')")
    process.kill(process.pid, 'SIGKILL')`,
  ])
  expect(readdirSync(folder.path)).toContain('hearth.sqlite-wal')
  // The kernel lets no file be longer than 16 KiB, as it lets none grow on a full disk.
  const full = Bun.spawnSync([
    'sh',
    '-c',
    'ulimit -f 32; exec "$0" -e "$1"',
    process.execPath,
    `${start}
    const [row] = db.sqlite.query("SELECT value FROM settings WHERE name = 'kept'").values()
    db[Symbol.dispose]()
    console.log(row[0])`,
  ])
  expect([full.stdout.toString(), full.stderr.toString()]).toEqual(['yes\n', ''])
  using db = openDatabase(file)
  expect(db.sqlite.query("SELECT value FROM settings WHERE name = 'kept'").values()).toEqual([
    ['yes'],
  ])
})
