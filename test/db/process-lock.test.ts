import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { lstatSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open.ts'
import { isInUse, lockProcess, readUnchanged } from '../../src/db/process-lock.ts'
import { tempFolder } from '../support/process.ts'

const OPEN = join(import.meta.dir, '../../src/db/open.ts')
const hasSqlite = Bun.which('sqlite3') !== null
if (!hasSqlite) console.error('Skipped: sqlite3 beside the service, as it is not installed')

test('a second service is refused in words, and takes the database when the first is killed', () => {
  using folder = tempFolder()
  const file = join(folder.path, 'hearth.sqlite')
  const start = `const { openDatabase } = await import(${JSON.stringify(OPEN)})
    const db = openDatabase(${JSON.stringify(file)})`
  {
    using _ = openDatabase(file)
    expect(isInUse(file)).toBe(true)
    const second = Bun.spawnSync([process.execPath, '-e', start])
    expect(second.stderr.toString()).toContain('another Hearth uses it')
    expect(() => openDatabase(file)).toThrow('another Hearth uses it')
  }
  expect(isInUse(file)).toBe(false)
  Bun.spawnSync([process.execPath, '-e', `${start}; process.kill(process.pid, 'SIGKILL')`])
  expect(isInUse(file)).toBe(false)
  openDatabase(file)[Symbol.dispose]()
})

test('an earlier version, which locks the file itself, and this one refuse each other', () => {
  using folder = tempFolder()
  const file = join(folder.path, 'hearth.sqlite')
  {
    using _ = openDatabase(file)
    using earlier = new Database(file)
    expect(() => lockAsBefore(earlier)).toThrow('locked')
  }
  using earlier = new Database(file)
  lockAsBefore(earlier)
  expect(isInUse(file)).toBe(true)
  expect(() => openDatabase(file)).toThrow('another Hearth uses it')
}, 20_000)

test.skipIf(!hasSqlite)(
  'sqlite3 -readonly reads beside the service, and keeps it from neither a stop nor a start',
  async () => {
    using folder = tempFolder()
    const file = join(folder.path, 'hearth.sqlite')
    const rows = (db: ReturnType<typeof openDatabase>) =>
      db.sqlite.query('SELECT n FROM one').values()
    const first = openDatabase(file)
    first.sqlite.run('CREATE TABLE one (n)')
    const shell = Bun.spawn(['sqlite3', '-readonly', file], { stdio: ['pipe', 'pipe', 'inherit'] })
    const printed = shell.stdout.pipeThrough(new TextDecoderStream()).getReader()
    const ask = async (sql: string) => {
      shell.stdin.write(`${sql}\n`)
      await shell.stdin.flush()
      return (await printed.read()).value
    }
    expect(await ask('BEGIN; SELECT count(*) FROM one;')).toBe('0\n')
    first.sqlite.run('INSERT INTO one VALUES (1)')
    first[Symbol.dispose]()
    const second = openDatabase(file)
    second.sqlite.run('INSERT INTO one VALUES (2)')
    expect(await ask('SELECT count(*) FROM one;')).toBe('0\n')
    expect(await ask('COMMIT; SELECT count(*) FROM one;')).toBe('2\n')
    second[Symbol.dispose]()
    await shell.stdin.end()
    await shell.exited
    using third = openDatabase(file)
    expect(rows(third)).toEqual([[1], [2]])
  },
)

test('readUnchanged leaves no file beside a database that a crash has left', () => {
  using folder = tempFolder()
  const file = join(folder.path, 'hearth.sqlite')
  Bun.spawnSync([
    process.execPath,
    '-e',
    `const { Database } = require('bun:sqlite')
    const db = new Database(${JSON.stringify(file)})
    db.run('PRAGMA locking_mode = EXCLUSIVE')
    db.run('PRAGMA journal_mode = WAL')
    db.run('CREATE TABLE one (n)')
    process.kill(process.pid, 'SIGKILL')`,
  ])
  const before = readdirSync(folder.path).sort()
  const count = (sqlite: Database) => sqlite.query('SELECT count(*) FROM one').values()
  expect(readUnchanged(file, count)).toEqual([[0]])
  expect(
    readdirSync(folder.path)
      .filter((name) => !name.endsWith('-lock'))
      .sort(),
  ).toEqual(before)
  using _ = lockProcess(file)
  expect(readUnchanged(file, count)).toEqual([[0]])
})

test('lockProcess makes no file through a link', () => {
  using folder = tempFolder()
  const file = join(folder.path, 'hearth.sqlite')
  writeFileSync(file, '')
  const victim = join(folder.path, 'victim')
  writeFileSync(victim, '', { mode: 0o640 })
  symlinkSync(victim, `${file}-lock`)
  lockProcess(file)[Symbol.dispose]()
  expect(statSync(victim).mode & 0o777).toBe(0o640)
  expect(lstatSync(`${file}-lock`).isSymbolicLink()).toBe(true)
})

/** As versions before this one did. */
function lockAsBefore(sqlite: Database): void {
  sqlite.run('PRAGMA locking_mode = EXCLUSIVE')
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('BEGIN EXCLUSIVE')
  sqlite.run('COMMIT')
}
