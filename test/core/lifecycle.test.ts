import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp } from '../support/service.ts'

test('a table that cannot be cleared keeps neither the service from starting nor others from being cleared', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  const db = openDatabase(path)
  db.sqlite.run(
    `INSERT INTO idempotency_keys (owner, key, body_hash, job_id, created_at) VALUES ('o', 'k', 'h', 'j', 0)`,
  )
  // As a full disk would.
  db.sqlite.run(
    `CREATE TRIGGER full BEFORE DELETE ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'full'); END`,
  )
  db.sqlite.run(
    `INSERT INTO rate_limits (name, subject, window_start, count) VALUES ('n', 's', 0, 1)`,
  )
  db[Symbol.dispose]()
  const service = createTestApp({ env: { DATA_DIR: folder.path } })
  expect((await service.request('/health')).status).toBe(200)
  await service[Symbol.asyncDispose]()
  const after = openDatabase(path)
  const count = (table: string) => after.sqlite.query(`SELECT * FROM ${table}`).all().length
  expect([count('idempotency_keys'), count('rate_limits')]).toEqual([1, 0])
  after[Symbol.dispose]()
})
