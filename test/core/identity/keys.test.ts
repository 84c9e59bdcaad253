import { expect, test } from 'bun:test'
import { KeyStore } from '../../../src/core/identity/key-store.ts'
import { Keys } from '../../../src/core/identity/keys.ts'
import { PrimaryKey } from '../../../src/core/identity/primary-key.ts'
import { EMPTY_PROFILE, PROFILES_SINCE } from '../../../src/core/identity/profile.ts'
import { UserStore } from '../../../src/core/identity/user-store.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { SettingStore } from '../../../src/db/setting-store.ts'
import { WriteBatch } from '../../../src/db/write-batch.ts'
import { sha256 } from '../../../src/platform/ids.ts'
import { AUDIT_ACTOR, testAudit } from '../../support/audit-actor.ts'
import { startCpuTime } from '../../support/stopwatch.ts'

function open() {
  const db = openDatabase(':memory:')
  const store = new KeyStore(db)
  const users = new UserStore(db)
  const settings = new SettingStore(db)
  const primary = new PrimaryKey(settings, undefined)
  const batch = new WriteBatch(db)
  const keys = new Keys({
    store,
    db,
    primary,
    batch,
    audit: testAudit(),
    isUserName: (name) => users.hasName(name),
    userName: (id) => id,
    onRevoked: () => {},
    now: Date.now,
  })
  const insert = (id: string, createdAt: number) =>
    store.insert(
      { id, label: id, hash: sha256(id), prefix: 'p', lastFour: 'last', createdAt },
      undefined,
    )
  return { db, batch, settings, primary, keys, insert }
}

test('a key from before profiles has full access, a later one without a profile none', () => {
  const { keys, insert } = open()
  insert('old', PROFILES_SINCE - 1)
  insert('recent', PROFILES_SINCE)
  expect(keys.identify('old')).toMatchObject({ kind: 'key', profile: undefined })
  expect(keys.identify('recent')).toMatchObject({ kind: 'key', profile: EMPTY_PROFILE })
  const limited = { ...EMPTY_PROFILE, generate: true }
  keys.putAccess(
    'old',
    { profile: limited, known: { engines: [], agentTasks: [], workerProfiles: [], tools: [] } },
    AUDIT_ACTOR,
  )
  expect(keys.identify('old')).toMatchObject({ profile: limited })
})

test('a Primary Key is made once, kept as a hash, and known again', () => {
  const { settings, primary, keys } = open()
  const made = primary.made ?? ''
  expect(made).toMatch(/^hth_primary_[A-Za-z0-9_-]{43}$/)
  expect(keys.identify(made)).toEqual({ kind: 'primary' })
  // A start that fails before the key is shown leaves none behind.
  expect(settings.get('primary_key_sha256')).toBeUndefined()
  expect(new PrimaryKey(settings, undefined).made).not.toBeUndefined()
  primary.keep()
  expect(settings.get('primary_key_sha256')).toBe(sha256(made))
  const second = new PrimaryKey(settings, undefined)
  expect(second.made).toBeUndefined()
  expect(second.matches(sha256(made))).toBe(true)
})

test('PRIMARY_KEY goes before the kept one and is not kept', () => {
  const { settings, primary } = open()
  primary.keep()
  const given = new PrimaryKey(settings, 'given-by-the-owner')
  expect(given.made).toBeUndefined()
  expect(given.matches(sha256('given-by-the-owner'))).toBe(true)
  expect(given.matches(sha256(primary.made ?? ''))).toBe(false)
  expect(settings.get('primary_key_sha256')).toBe(sha256(primary.made ?? ''))
})

test('uses of a key that could not be written are written with the next ones', () => {
  const { db, batch, keys, insert } = open()
  insert('used', PROFILES_SINCE)
  keys.identify('used')
  db.sqlite.run('ALTER TABLE api_keys RENAME TO away')
  batch.flush()
  db.sqlite.run('ALTER TABLE away RENAME TO api_keys')
  keys.identify('used')
  expect(keys.get('used').useCount).toBe(2)
})

test('create() and change() take less than 20 ms with 100,000 keys and as many users', () => {
  const { db, keys } = open()
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)`
  db.sqlite.run(`INSERT INTO api_keys (id, label, folded_label, hash, prefix, last_four, created_at)
    ${rows} SELECT 'key_' || i, 'Label ' || i, 'label ' || i, 'hash ' || i, 'p', 'l', i FROM n`)
  db.sqlite.run(`INSERT INTO users (id, issuer, subject, email, folded_name, role, status, created_at, last_sign_in_at)
    ${rows} SELECT 'usr_' || i, 'i', i, i || '@Home', i || '@home', 'user', 'active', 0, 0 FROM n`)
  const times = ['one', 'two', 'three'].map((label) => {
    const cpuMs = startCpuTime()
    const { record } = keys.create({ label }, AUDIT_ACTOR)
    keys.change(record.id, { label: `${label} again` }, AUDIT_ACTOR)
    return cpuMs()
  })
  expect(Math.min(...times)).toBeLessThan(20)
  for (const label of ['LABEL 99999', '77777@HOME', 'one again'])
    expect(() => keys.create({ label }, AUDIT_ACTOR)).toThrow('another caller has this name')
})
