import { expect, test } from 'bun:test'
import { KeyStore } from '../../src/core/identity/key-store.ts'
import { UserStore } from '../../src/core/identity/user-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import { oldDatabase } from '../support/old-database.ts'
import { tempFolder } from '../support/process.ts'

/** The last migration before the folded columns. */
const BEFORE = 4

test('labels and names of an earlier version are folded, in SQL or at the start', () => {
  using folder = tempFolder()
  const labels = ['Laptop', ' Spaced  out ', 'KÜCHE', 'ＷＩＤＥ', 'tab\tbed', '100% [x]*?']
  const file = oldDatabase(folder.path, BEFORE, (sqlite) => {
    const key = sqlite.prepare(
      "INSERT INTO api_keys (id, label, hash, prefix, last_four, created_at) VALUES (?1, ?2, ?1, 'p', 'l', 0)",
    )
    for (const label of labels) key.run(`key ${label}`, label)
    const user = sqlite.prepare(
      `INSERT INTO users (id, issuer, subject, email, role, status, created_at, last_sign_in_at)
        VALUES (?1, 'i', ?1, ?2, 'user', 'active', 0, 0)`,
    )
    user.run('usr_1', 'Ann@Example.test')
    user.run('usr_2', 'JÖRG@example.test')
    user.run('usr_Three', null)
  })
  using db = openDatabase(file)
  const notInSql = db.sqlite.query('SELECT label FROM api_keys WHERE folded_label IS NULL').values()
  expect(notInSql.flat().sort()).toEqual([' Spaced  out ', 'KÜCHE', 'tab\tbed', 'ＷＩＤＥ'])
  const keys = new KeyStore(db)
  for (const label of ['LAPTOP', 'spaced out', 'küche', 'wide', 'Tab bed', '100% [X]*?'])
    expect([label, keys.hasLabel(label)]).toEqual([label, true])
  expect(keys.hasLabel('LAPTOP', 'key Laptop')).toBe(false)
  const users = new UserStore(db)
  for (const name of ['ann@example.test', 'jörg@example.test', 'USR_three'])
    expect([name, users.hasName(name)]).toEqual([name, true])
  users.update('usr_Three', { email: 'New@example.test' })
  expect([users.hasName('usr_Three'), users.hasName('new@example.test')]).toEqual([false, true])
})
