import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { UsageStore } from '../../src/core/usage/usage-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import { oldDatabase } from '../support/old-database.ts'
import { tempFolder } from '../support/process.ts'

const AT = Date.UTC(2026, 9, 31, 12)

/** The last migration before usage knew its owner. */
const BEFORE_OWNERS = 2

/** Two rows of each caller: one is in the day sums, the other came after the mark. */
function fill(sqlite: Database): void {
  const user = sqlite.prepare(
    `INSERT INTO users (id, issuer, subject, email, role, status, created_at, last_sign_in_at)
      VALUES (?1, 'i', ?1, ?2, 'user', 'active', 0, 0)`,
  )
  user.run('usr_1', 'one@home')
  user.run('usr_2', 'shared@home')
  user.run('usr_3', 'shared@home')
  user.run('usr_4', null)
  const call = sqlite.prepare(
    `INSERT INTO model_calls (at, actor, key_id, surface, engine, account, model, outcome, queue_ms, total_ms,
      characters_in, characters_out, request_id)
      VALUES (?, ?, ?, 'chat', 'e', 'a', 'm', 'quota', 1, 2, 3, 4, 'r')`,
  )
  const charge = sqlite.prepare(
    `INSERT INTO usage (at, actor, key_id, action, units, credits, request_id) VALUES (?, ?, ?, ?, 1, 2, 'r')`,
  )
  const callDay = sqlite.prepare(
    `INSERT INTO usage_days VALUES ('2026-10-31', ?, ?, '', '', 'chat', '', 'e', 'a', 'm', 'quota', 0, 0, 1, 1, 2, 3, 4)`,
  )
  const chargeDay = sqlite.prepare(
    `INSERT INTO usage_days VALUES ('2026-10-31', ?, ?, '', '', '', ?, '', '', '', '', 1, 2, 0, 0, 0, 0, 0)`,
  )
  for (const { actor, keyId, action } of CALLERS) {
    callDay.run(actor, keyId ?? '')
    chargeDay.run(actor, keyId ?? '', action)
    call.run(AT, actor, keyId)
    charge.run(AT, actor, keyId, action)
  }
  sqlite.run("INSERT INTO rollup_marks SELECT 'usage', max(id) FROM usage")
  sqlite.run("INSERT INTO rollup_marks SELECT 'model_calls', max(id) FROM model_calls")
  for (const { actor, keyId, action } of CALLERS) {
    call.run(AT + 86_400_000, actor, keyId)
    charge.run(AT + 86_400_000, actor, keyId, action)
  }
}

const CALLERS = [
  { actor: 'laptop', keyId: 'key_1', action: 'agent', owner: 'key:key_1' },
  // A label that another key had before: the id tells them apart.
  { actor: 'laptop', keyId: 'key_2', action: 'tts', owner: 'key:key_2' },
  { actor: 'Primary Key', keyId: null, action: 'agent', owner: 'primary' },
  { actor: 'Local Network', keyId: null, action: 'agent', owner: 'local' },
  { actor: 'one@home', keyId: null, action: 'agent', owner: 'user:usr_1' },
  { actor: 'usr_4', keyId: null, action: 'agent', owner: 'user:usr_4' },
  { actor: 'shared@home', keyId: null, action: 'agent', owner: '' },
  { actor: 'gone@home', keyId: null, action: 'tts', owner: '' },
]

test('the migration keeps recorded usage and derives owner ids', async () => {
  using folder = tempFolder()
  const file = oldDatabase(folder.path, BEFORE_OWNERS, fill)
  using db = openDatabase(file)
  const rows = db.sqlite.query(
    'SELECT actor, key_id AS keyId, owner_id AS owner FROM model_calls ORDER BY id',
  )
  const twice = [...CALLERS, ...CALLERS]
  expect(rows.all()).toEqual(twice.map(({ action: _, ...row }) => row))
  const charges = db.sqlite.query(
    'SELECT owner_id AS owner, surface, action, outcome FROM usage ORDER BY id',
  )
  expect(charges.all()).toEqual(
    twice.map(({ owner, action }) => ({
      owner,
      action,
      surface: action === 'agent' ? 'agent' : '',
      outcome: 'succeeded',
    })),
  )
  const store = new UsageStore(db)
  const sums = async (from: string, to: string) =>
    (await store.groups({ from, to, groups: ['ownerId', 'actor', 'outcome'], limit: 100 })).map(
      ({ ownerId, actor, outcome, calls, credits, modelCalls, charactersOut }) =>
        [ownerId, actor, outcome, calls, credits, modelCalls, charactersOut].join(' '),
    )
  const expected = (times: number) =>
    CALLERS.flatMap(({ owner, actor }) => [
      `${owner} ${actor} quota 0 0 ${times} ${4 * times}`,
      `${owner} ${actor} succeeded ${times} ${2 * times} 0 0`,
    ])
  const inOrder = (lines: string[]) => lines.toSorted()
  // A day that was added up before, one that was not, and both through their months.
  expect(inOrder(await sums('2026-10-31', '2026-10-31'))).toEqual(inOrder(expected(1)))
  expect(inOrder(await sums('2026-11-01', '2026-11-01'))).toEqual(inOrder(expected(1)))
  expect(inOrder(await sums('2026-10-01', '2026-11-30'))).toEqual(inOrder(expected(2)))
  const [totals] = await store.groups({
    from: '2026-10-01',
    to: '2026-11-30',
    groups: [],
    limit: 1,
  })
  expect(await store.waits({ from: '2026-10-31', to: '2026-11-01' })).toEqual([
    { day: '2026-10-31', waitMs: 0, calls: 8 },
    { day: '2026-11-01', waitMs: 0, calls: 8 },
  ])
  expect(totals).toMatchObject({ calls: 16, credits: 32, modelCalls: 16, queueMs: 16 })
})
