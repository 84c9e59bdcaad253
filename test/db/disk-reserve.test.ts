import { expect, test } from 'bun:test'
import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, DiskReserve, RESERVE_BYTES } from '../../src/db/disk-reserve.ts'
import { essentialTransactor, openDatabase } from '../../src/db/open.ts'
import { WriteBatch } from '../../src/db/write-batch.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'

const MIB = 1024 * 1024
const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

test('DiskReserve gives up room until a write succeeds, and takes it back afterwards', () => {
  using folder = tempFolder()
  const path = join(folder.path, 'reserve')
  const reserve = new DiskReserve(path)
  reserve.fill()
  const { size, blocks, mode } = statSync(path)
  expect([size, mode & 0o777]).toEqual([RESERVE_BYTES, 0o600])
  expect(blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES)
  const seen: number[] = []
  const written = reserve.run(() => {
    seen.push(bytesOf(path) / MIB)
    // As the database's error within that of a statement.
    if (seen.length < 4) throw new Error('Failed query', { cause: FULL })
    return 'written'
  })
  expect([written, seen]).toEqual(['written', [16, 15, 14, 13]])
  expect(bytesOf(path)).toBe(RESERVE_BYTES)
})

test('DiskReserve leaves the part that other writes need, and is no help against other errors', () => {
  using folder = tempFolder()
  const path = join(folder.path, 'reserve')
  const reserve = new DiskReserve(path)
  let tries = 0
  const write = (error: unknown) => () => {
    tries += 1
    throw error
  }
  // None is there yet.
  expect(() => reserve.run(write(FULL))).toThrow(FULL)
  reserve.fill()
  tries = 0
  expect(() => reserve.run(write(FULL), 14 * MIB)).toThrow(FULL)
  expect(tries).toBe(3)
  truncateSync(path, 2 * MIB)
  tries = 0
  expect(() => reserve.run(write(FULL), 14 * MIB)).toThrow(FULL)
  expect([tries, bytesOf(path)]).toEqual([1, 2 * MIB])
  tries = 0
  expect(() => reserve.run(write(new Error('Other')))).toThrow('Other')
  expect(tries).toBe(1)
})

test('essential writes get room of the reserve, in transactions and in batches; others do not', async () => {
  using folder = tempFolder()
  const reserve = join(folder.path, 'reserve')
  using db = openDatabase(join(folder.path, 'hearth.sqlite'), { reserve })
  db.fillReserve()
  const batch = new WriteBatch(db)
  let rows = 0
  // There is room as soon as less than the given number of bytes is reserved.
  const insert = (bytes: number) => () => {
    db.sqlite.run('INSERT INTO settings (name, value) VALUES (?, ?)', [`row ${rows}`, 'x'])
    if (bytesOf(reserve) >= bytes) throw FULL
    rows += 1
  }
  expect(() => db.transaction(insert(RESERVE_BYTES))).toThrow(FULL)
  expect(await thrown(batch.add(insert(RESERVE_BYTES)))).toBe(FULL)
  expect(rows).toBe(0)
  essentialTransactor(db).transaction(insert(4 * MIB))
  await batch.add(insert(RESERVE_BYTES), true)
  expect(rows).toBe(2)
  expect(await thrown(batch.add(insert(8 * MIB), true))).toBe(FULL)
  expect(rows).toBe(2)
  const stored = db.sqlite.query("SELECT count(*) AS n FROM settings WHERE name LIKE 'row %'").get()
  expect(stored).toEqual({ n: 2 })
})
