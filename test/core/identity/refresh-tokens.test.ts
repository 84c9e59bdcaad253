import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { RefreshTokenStore } from '../../../src/core/identity/devices/refresh-token-store.ts'
import type { Pairing } from '../../../src/core/identity/devices/refresh-tokens.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { sha256 } from '../../../src/platform/ids.ts'
import type { Services } from '../../../src/services.ts'
import { tempFolder } from '../../support/process.ts'
import { createTestApp, type TestOptions } from '../../support/service.ts'
import { makeUser, type UserOptions } from '../../support/users.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const START = Date.UTC(2026, 6, 1)
const ADDRESS = '192.0.2.7'

/** A service with a clock of its own, and a canvas device in it. */
function paired(options: TestOptions = {}, who: UserOptions = {}) {
  const clock = { now: START }
  const service = createTestApp({ now: () => clock.now, ...options })
  const person = makeUser(service.services, who)
  return {
    service,
    clock,
    person,
    pairing: pair(service.services, person.id),
    exchange: (token: string) => service.services.refreshTokens.exchange(token, ADDRESS),
    /** Beside those of people who were taken in. */
    alerts: () =>
      service.services.alerts
        .list(10, undefined)
        .items.filter(({ kind }) => kind !== 'user_pending'),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

function pair({ refreshTokens }: Services, userId: string) {
  return refreshTokens.pair({ userId, name: 'Studio', address: ADDRESS })
}

test('a refresh token is exchanged for another of the same device, and each only once', async () => {
  await using canvas = paired()
  const { pairing } = canvas
  expect(pairing.refreshToken).toMatch(/^hcr_[A-Za-z0-9_-]{43}$/)
  const second = canvas.exchange(pairing.refreshToken)
  const third = canvas.exchange(second?.refreshToken ?? '')
  for (const one of [second, third]) {
    expect(one).toMatchObject({ deviceId: pairing.deviceId, userId: canvas.person.id })
  }
  const tokens = [pairing, second, third].map((one) => one?.refreshToken)
  expect(new Set(tokens).size).toBe(3)
  expect(canvas.alerts()).toEqual([])
})

test('a spent token that is used again revokes its family and the device, and alerts the owner once', async () => {
  await using canvas = paired()
  const { devices } = canvas.service.services
  const { refreshToken, deviceId } = canvas.pairing
  const other = pair(canvas.service.services, canvas.person.id)
  const next = canvas.exchange(refreshToken)
  expect(devices.actor(deviceId, 'canvas')).toBeDefined()
  expect(canvas.exchange(refreshToken)).toBeUndefined()
  expect(devices.actor(deviceId, 'canvas')).toBeUndefined()
  expect(canvas.exchange(next?.refreshToken ?? '')).toBeUndefined()
  expect(canvas.exchange(refreshToken)).toBeUndefined()
  const [alert, ...more] = canvas.alerts()
  expect(more).toEqual([])
  expect(alert).toMatchObject({
    kind: 'refresh_token_reused',
    subject: `Canvas device ${deviceId}`,
    message: expect.stringContaining(`"Studio" of ann@example.test was shown twice`),
  })
  expect(JSON.stringify(alert)).not.toContain('hcr_')
  // Another device of the same person is another family.
  expect(canvas.exchange(other.refreshToken)).toBeDefined()
})

test('an exchange whose new token cannot be stored spends nothing and extends nothing', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  {
    using db = openDatabase(join(folder.path, 'hearth.sqlite'))
    db.sqlite.run(
      `CREATE TRIGGER no_second BEFORE INSERT ON refresh_tokens WHEN NEW.created_at > ${START}
       BEGIN SELECT RAISE(ABORT, 'the table takes nothing'); END`,
    )
  }
  await using canvas = paired({ env })
  const { refreshToken, deviceId } = canvas.pairing
  const { expiresAt } = canvas.service.services.devices.get(deviceId)
  canvas.clock.now += DAY_MS
  expect(() => canvas.exchange(refreshToken)).toThrow('the table takes nothing')
  expect(canvas.service.services.devices.get(deviceId).expiresAt).toBe(expiresAt)
  // Spent, it would count as stolen.
  expect(() => canvas.exchange(refreshToken)).toThrow('the table takes nothing')
  expect(canvas.alerts()).toEqual([])
})

test('a token is spent by comparing and setting: of two who have both read it, one exchanges it', async () => {
  using folder = tempFolder()
  let pairing: Pairing
  {
    await using canvas = paired({ env: { DATA_DIR: folder.path } })
    pairing = canvas.pairing
  }
  using db = openDatabase(join(folder.path, 'hearth.sqlite'))
  const store = new RefreshTokenStore(db)
  const row = store.byHash(sha256(pairing.refreshToken))
  if (row === undefined) throw new Error('The token is not there')
  expect(store.exchange(row.hash, START, { ...row, hash: 'first' })).toBe(true)
  expect(store.exchange(row.hash, START, { ...row, hash: 'second' })).toBe(false)
  expect(store.byHash(row.hash)?.usedAt).toBe(START)
  expect(store.byHash('first')).toBeDefined()
  expect(store.byHash('second')).toBeUndefined()
})

test('a crash after the exchange and before its answer costs the pairing; one before it costs nothing', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  let before: Pairing
  let after: Pairing
  {
    await using canvas = paired({ env })
    before = pair(canvas.service.services, canvas.person.id)
    after = canvas.pairing
    // The client never reads what comes of this.
    canvas.exchange(after.refreshToken)
  }
  // A disk that takes the spending and not the successor leaves neither.
  refuseInserts(folder.path, true)
  {
    await using service = createTestApp({ env, now: () => START })
    const exchange = () => service.services.refreshTokens.exchange(before.refreshToken, ADDRESS)
    expect(exchange).toThrow('full')
  }
  refuseInserts(folder.path, false)
  await using service = createTestApp({ env, now: () => START })
  const { refreshTokens, devices } = service.services
  expect(refreshTokens.exchange(before.refreshToken, ADDRESS)).toBeDefined()
  expect(refreshTokens.exchange(after.refreshToken, ADDRESS)).toBeUndefined()
  expect(devices.actor(before.deviceId, 'canvas')).toBeDefined()
  expect(devices.actor(after.deviceId, 'canvas')).toBeUndefined()
})

function refuseInserts(folder: string, refused: boolean): void {
  using db = new Database(join(folder, 'hearth.sqlite'))
  db.run(
    refused
      ? `CREATE TRIGGER full BEFORE INSERT ON refresh_tokens BEGIN SELECT RAISE(ABORT, 'full'); END`
      : 'DROP TRIGGER full',
  )
}

test('a refresh token lives 30 days from its issue, and each exchange starts them anew', async () => {
  await using canvas = paired()
  const { services } = canvas.service
  const late = pair(services, canvas.person.id)
  canvas.clock.now = START + 30 * DAY_MS - 1000
  const next = canvas.exchange(canvas.pairing.refreshToken)
  expect(next).toBeDefined()
  canvas.clock.now = START + 30 * DAY_MS + 1000
  expect(canvas.exchange(late.refreshToken)).toBeUndefined()
  expect(services.devices.actor(late.deviceId, 'canvas')).toBeUndefined()
  expect(services.devices.actor(canvas.pairing.deviceId, 'canvas')).toBeDefined()
  canvas.clock.now = START + 60 * DAY_MS - 1001
  const third = canvas.exchange(next?.refreshToken ?? '')
  expect(third).toBeDefined()
  canvas.clock.now += 30 * DAY_MS
  expect(canvas.exchange(third?.refreshToken ?? '')).toBeUndefined()
  expect(canvas.alerts()).toEqual([])
})

test('a user who was suspended, deleted or set back to pending gets no token, nor does a revoked device', async () => {
  await using suspended = paired()
  suspended.person.change({ status: 'suspended' })
  expect(() => suspended.exchange(suspended.pairing.refreshToken)).toThrow(
    expect.objectContaining({ code: 'account_refused' }),
  )
  suspended.person.change({ status: 'active' })
  expect(suspended.exchange(suspended.pairing.refreshToken)).toBeUndefined()
  await using deleted = paired()
  deleted.person.change({ status: 'deleted' })
  expect(deleted.exchange(deleted.pairing.refreshToken)).toBeUndefined()
  await using canvas = paired()
  const revoked = pair(canvas.service.services, canvas.person.id)
  const auditActor = { actor: 'the tests', address: 'unknown', requestId: 'none' }
  canvas.service.services.devices.revoke(revoked.deviceId, auditActor)
  expect(canvas.exchange(revoked.refreshToken)).toBeUndefined()
  canvas.person.change({ role: 'pending' })
  expect(canvas.exchange(canvas.pairing.refreshToken)).toBeUndefined()
  expect(canvas.alerts()).toEqual([])
})

test('refresh tokens are kept as hashes, the spent ones as long as they could live, and then forgotten', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const file = join(folder.path, 'hearth.sqlite')
  const count = () => {
    using db = new Database(file, { readonly: true })
    return db.query('SELECT count(*) AS n FROM refresh_tokens').get()
  }
  const shown: string[] = []
  {
    await using canvas = paired({ env })
    shown.push(canvas.pairing.refreshToken)
    shown.push(canvas.exchange(canvas.pairing.refreshToken)?.refreshToken ?? '')
  }
  expect(count()).toEqual({ n: 2 })
  const bytes = await Bun.file(file).text()
  for (const token of shown) expect(bytes).not.toContain(token.slice(4))
  // A start sweeps.
  await createTestApp({ env, now: () => START + 30 * DAY_MS - 1 })[Symbol.asyncDispose]()
  expect(count()).toEqual({ n: 2 })
  await createTestApp({ env, now: () => START + 30 * DAY_MS })[Symbol.asyncDispose]()
  expect(count()).toEqual({ n: 0 })
})

test('what is no refresh token of ours is unknown', async () => {
  await using canvas = paired()
  const { refreshToken } = canvas.pairing
  const { credential } = canvas.service.services.devices.createCode({
    userId: canvas.person.id,
    name: 'Laptop',
    address: ADDRESS,
  })
  const wrong = [
    '',
    'hcr_',
    refreshToken.slice(0, -1),
    `${refreshToken}A`,
    ` ${refreshToken}`,
    refreshToken.replace('hcr_', 'hcd_'),
    credential,
    credential.replace('hcd_', 'hcr_'),
    canvas.person.token,
    `hcr_${'A'.repeat(43)}`,
  ]
  for (const token of wrong) expect(canvas.exchange(token)).toBeUndefined()
  expect(canvas.exchange(refreshToken)).toBeDefined()
})
