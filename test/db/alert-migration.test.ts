import { expect, test } from 'bun:test'
import { AlertStore } from '../../src/core/alerts/alert-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import { oldDatabase } from '../support/old-database.ts'
import { tempFolder } from '../support/process.ts'

/** The last migration before alerts knew whom they are about. */
const BEFORE_ABOUT = 5

test('alerts of an earlier version are tied to their users and devices, and closed where settled', () => {
  using folder = tempFolder()
  const [waiting, approved] = [`usr_${'w'.repeat(22)}`, `usr_${'a'.repeat(22)}`]
  const device = `dev_${'d'.repeat(22)}`
  const file = oldDatabase(folder.path, BEFORE_ABOUT, (sqlite) => {
    const user = sqlite.prepare(
      `INSERT INTO users (id, issuer, subject, role, status, created_at, last_sign_in_at)
        VALUES (?1, 'i', ?1, ?2, 'active', 0, 0)`,
    )
    user.run(waiting, 'pending')
    user.run(approved, 'user')
    const alert = sqlite.prepare(
      'INSERT INTO alerts (id, at, kind, subject, message) VALUES (?, 1, ?, ?, ?)',
    )
    const words = (id: string) =>
      `ann@home has signed in through https://id for the first time, as user ${id}. Nothing works for them until you have approved them.`
    alert.run('alr_1', 'user_pending', 'ann@home waits for approval', words(waiting))
    alert.run('alr_2', 'user_pending', 'ann@home waits for approval', words(approved))
    alert.run('alr_3', 'refresh_token_reused', `Canvas device ${device}`, 'It was copied.')
    alert.run('alr_4', 'account_failed', 'e/a', 'It failed.')
  })
  using db = openDatabase(file)
  const rows = new AlertStore(db)
    .page(10, undefined)
    .map(({ id, about, acknowledgedBy }) => [id, about, acknowledgedBy])
  expect(rows.toSorted()).toEqual([
    ['alr_1', waiting, null],
    ['alr_2', approved, 'Hearth'],
    ['alr_3', device, null],
    ['alr_4', null, null],
  ])
})
