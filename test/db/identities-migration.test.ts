import { expect, test } from 'bun:test'
import { UserStore } from '../../src/core/identity/user-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import { oldDatabase } from '../support/old-database.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp } from '../support/service.ts'

/** The last migration before identities. */
const BEFORE = 19

const USERS = `INSERT INTO users (id, issuer, subject, email, name, role, status, created_at, last_sign_in_at)
  VALUES ('usr_1', 'https://id.example.test', 'ann', 'ann@example.test', 'Ann', 'user', 'active', 5, 6),
         ('usr_2', 'https://id.example.test', 'bob', NULL, 'Bob', 'pending', 'active', 7, 8),
         ('usr_3', 'https://github.com', '17', NULL, NULL, 'user', 'deleted', 9, 9),
         ('usr_primary', 'primary', 'primary', NULL, 'Primary Key', 'admin', 'active', 1, 1)`

test('users of an earlier version sign in to the same accounts by the same identities', () => {
  using folder = tempFolder()
  const file = oldDatabase(folder.path, BEFORE, (sqlite) => void sqlite.run(USERS))
  using db = openDatabase(file)
  const rows = db.sqlite
    .query('SELECT user_id, issuer, subject, email, created_at FROM identities ORDER BY user_id')
    .values()
  expect(rows).toEqual([
    ['usr_1', 'https://id.example.test', 'ann', 'ann@example.test', 5],
    ['usr_2', 'https://id.example.test', 'bob', null, 7],
    ['usr_3', 'https://github.com', '17', null, 9],
  ])
  const ids = db.sqlite.query("SELECT id FROM identities WHERE id GLOB 'idn_*'").values()
  expect(new Set(ids.flat()).size).toBe(3)
  const users = new UserStore(db)
  expect(users.byIdentity('https://id.example.test', 'bob')?.id).toBe('usr_2')
  expect(users.byIdentity('primary', 'primary')).toBeUndefined()
})

test('after the migration a provider’s users, waiting and deleted ones are what they were', async () => {
  using folder = tempFolder()
  oldDatabase(folder.path, BEFORE, (sqlite) => void sqlite.run(USERS))
  await using app = createTestApp({ env: { DATA_DIR: folder.path } })
  const { users } = app.services
  const identity = (issuer: string, subject: string) => ({
    issuer,
    subject,
    email: undefined,
    name: undefined,
  })
  expect(users.signedIn(identity('https://id.example.test', 'ann'))).toMatchObject({
    id: 'usr_1',
    role: 'user',
  })
  expect(users.signedIn(identity('https://id.example.test', 'bob')).role).toBe('pending')
  expect(() => users.signedIn(identity('https://github.com', '17'))).toThrow('was deleted')
})
