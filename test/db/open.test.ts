import { expect, test } from 'bun:test'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open.ts'
import { tempFolder } from '../support/process.ts'

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
