import { expect, test } from 'bun:test'
import { openDatabase } from '../../src/db/open.ts'
import { WriteCheck } from '../../src/db/write-check.ts'

test('WriteCheck is false while the disk is full', () => {
  using db = openDatabase(':memory:')
  const check = new WriteCheck(db)
  expect(check.isWritable(0)).toBe(true)
  db.sqlite.run('CREATE TABLE filler (bytes BLOB)')
  db.sqlite.run('PRAGMA max_page_count = 1')
  const fill = db.sqlite.prepare('INSERT INTO filler VALUES (zeroblob(1000))')
  expect(() => {
    for (;;) fill.run()
  }).toThrow('full')
  // The verdict is a second old before it is looked for again.
  expect(check.isWritable(999)).toBe(true)
  expect(check.isWritable(1000)).toBe(false)
  db.sqlite.run('PRAGMA max_page_count = 1000')
  expect(check.isWritable(1999)).toBe(false)
  expect(check.isWritable(2000)).toBe(true)
})
