import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  clientName,
  DeviceFlow,
  randomUserCode,
} from '../../../src/core/identity/devices/device-flow.ts'
import { DeviceRequestStore } from '../../../src/core/identity/devices/device-request-store.ts'
import { UserStore } from '../../../src/core/identity/user-store.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { SettingStore } from '../../../src/db/setting-store.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { sha256Bytes } from '../../../src/platform/ids.ts'
import { AUDIT_ACTOR, testAudit } from '../../support/audit-actor.ts'
import { pick } from '../../support/pick.ts'

const ANN = { userId: 'ann', auditActor: AUDIT_ACTOR }
const BOB = { userId: 'bob', auditActor: AUDIT_ACTOR }
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = sha256Bytes(VERIFIER).toString('base64url')
const START = {
  surface: 'code' as const,
  name: 'laptop',
  codeChallenge: undefined,
  address: '192.0.2.1',
}

const POLL = { surface: 'code' as const, verifier: undefined, address: START.address }

function setUp({ path = ':memory:', draw }: { path?: string; draw?: () => string } = {}) {
  const db = openDatabase(path)
  const clock = { now: 1_800_000_000_000 }
  const users = new UserStore(db)
  for (const id of ['ann', 'bob']) {
    if (users.byId(id) !== undefined) continue
    users.insert({
      id,
      issuer: 'https://id.example.test',
      subject: id,
      email: null,
      name: null,
      role: 'user',
      status: 'active',
      createdAt: 0,
      lastSignInAt: 0,
    })
  }
  const flow = new DeviceFlow({
    store: new DeviceRequestStore(db),
    db,
    settings: new SettingStore(db),
    audit: testAudit(),
    now: () => clock.now,
    ...(draw === undefined ? {} : { draw }),
  })
  const made: unknown[] = []
  const poll = (deviceCode: string, extra: { verifier?: string; address?: string } = {}) => {
    try {
      const asked = { ...POLL, deviceCode, ...extra }
      return flow.poll(asked, (device) => {
        made.push(device)
        return device
      })
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }
  return { db, clock, flow, poll, made, [Symbol.dispose]: () => db[Symbol.dispose]() }
}

test('user codes are 8 of 20 letters, each letter as often as any other', () => {
  const draws = 10_000
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  for (let i = 0; i < draws; i += 1) {
    const code = randomUserCode()
    seen.add(code)
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
    for (const letter of code) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const expected = (draws * 8) / 20
  const chi = [...counts.values()].reduce(
    (sum, count) => sum + (count - expected) ** 2 / expected,
    0,
  )
  expect(counts.size).toBe(20)
  // Of 19 degrees of freedom: a fair draw is above this once in ten million times.
  expect(chi).toBeLessThan(70)
  expect(seen.size).toBeGreaterThan(draws - 5)
})

test('a start gives 256 random bits, a code in two halves, ten minutes and three seconds', () => {
  using set = setUp()
  const started = set.flow.start(START)
  expect(started.deviceCode).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(started.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(started).toMatchObject({ expiresInSeconds: 600, intervalSeconds: 3 })
})

test('a user code that another device has is drawn again', () => {
  const codes = ['BBBBBBBB', 'BBBBBBBB', 'CCCCCCCC']
  using set = setUp({ draw: () => codes.shift() ?? '' })
  expect(set.flow.start(START).userCode).toBe('BBBB-BBBB')
  expect(set.flow.start(START).userCode).toBe('CCCC-CCCC')
})

test('a user code is read in any case, with any punctuation', () => {
  using set = setUp({ draw: () => 'BCDFGHJK' })
  set.flow.start(START)
  for (const typed of ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'b.c.d.f-g.h.j.k', 'BCDF–GHJK']) {
    expect(set.flow.lookup(typed, 'code', 'ann')).toMatchObject({
      userCode: 'BCDF-GHJK',
      clientName: 'laptop',
      address: '192.0.2.1',
    })
  }
  expect(set.flow.lookup('BCDF-GHJ', 'code', 'ann')).toBeUndefined()
  expect(set.flow.lookup('BCDF-GHJK', 'canvas', 'ann')).toBeUndefined()
})

test('pending, denied, approved, used, unknown and another surface’s', () => {
  using set = setUp()
  const one = set.flow.start(START)
  expect(set.poll(one.deviceCode)).toBe('authorization_pending')
  set.flow.decide(one.userCode, 'code', ANN, 'deny')
  set.clock.now += 3000
  expect(set.poll(one.deviceCode)).toBe('access_denied')
  const two = set.flow.start(START)
  set.flow.decide(two.userCode, 'code', ANN, 'approve')
  expect(() =>
    set.flow.poll({ ...POLL, surface: 'canvas', deviceCode: two.deviceCode }, () => 'made'),
  ).toThrow('The code is not valid')
  expect(set.poll(two.deviceCode)).toEqual({ userId: 'ann', name: 'laptop', address: '192.0.2.1' })
  expect(set.poll(two.deviceCode)).toBe('invalid_grant')
  expect(set.poll('unknown')).toBe('invalid_grant')
  expect(set.made).toHaveLength(1)
})

test('a code lives 600 s, also one that was approved; long after that it is unknown', () => {
  using set = setUp()
  const { deviceCode, userCode } = set.flow.start(START)
  set.flow.decide(userCode, 'code', ANN, 'approve')
  set.clock.now += 600_000
  expect(set.poll(deviceCode)).toBe('expired_token')
  set.flow.sweep()
  expect(set.poll(deviceCode)).toBe('expired_token')
  set.clock.now += 600_000
  set.flow.sweep()
  expect(set.poll(deviceCode)).toBe('invalid_grant')
  expect(set.made).toEqual([])
})

test('a poll at 2.99 s slows down by 5 s each time up to 60 s; one at the interval does not', () => {
  using set = setUp()
  const { deviceCode } = set.flow.start(START)
  const intervals: unknown[] = []
  const early = () => {
    try {
      set.flow.poll({ ...POLL, deviceCode: deviceCode }, () => 0)
    } catch (error) {
      intervals.push(pick(error, 'intervalSeconds') ?? pick(error, 'code'))
    }
  }
  expect(set.poll(deviceCode)).toBe('authorization_pending')
  set.clock.now += 3000
  expect(set.poll(deviceCode)).toBe('authorization_pending')
  set.clock.now += 2990
  early()
  set.clock.now += 10
  early()
  expect(intervals).toEqual([8, 13])
  set.clock.now += 10_000
  early()
  expect(intervals.at(-1)).toBe('authorization_pending')
  for (let i = 0; i < 12; i += 1) early()
  expect(intervals.slice(-4)).toEqual([58, 60, 60, 60])
})

test('a restart forgets neither the code nor the last poll', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-flow-'))
  try {
    const path = join(folder, 'db.sqlite')
    const first = setUp({ path })
    const { deviceCode, userCode } = first.flow.start(START)
    expect(first.poll(deviceCode)).toBe('authorization_pending')
    first[Symbol.dispose]()
    using second = setUp({ path })
    second.clock.now += 2999
    expect(second.poll(deviceCode)).toBe('slow_down')
    second.clock.now += 5001
    expect(second.flow.decide(userCode, 'code', ANN, 'approve')).toBeDefined()
    expect(second.poll(deviceCode)).toMatchObject({ userId: 'ann' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('when making the credential fails, the code is still good and nothing is left behind', () => {
  using set = setUp()
  const { deviceCode, userCode } = set.flow.start(START)
  set.flow.decide(userCode, 'code', ANN, 'approve')
  const settings = new SettingStore(set.db)
  expect(() =>
    set.flow.poll({ ...POLL, deviceCode: deviceCode }, () => {
      settings.set('half', 'written')
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(settings.get('half')).toBeUndefined()
  set.clock.now += 3000
  expect(set.poll(deviceCode)).toMatchObject({ userId: 'ann' })
})

test('unknown, expired, used and denied codes, and those of another user, get the same answer', () => {
  using set = setUp()
  const others = set.flow.start(START)
  set.flow.lookup(others.userCode, 'code', 'bob')
  const denied = set.flow.start(START)
  set.flow.decide(denied.userCode, 'code', ANN, 'deny')
  for (const code of [others.userCode, denied.userCode, 'BBBB-BBBB', '', 'x'.repeat(5000)]) {
    expect(set.flow.lookup(code, 'code', 'ann')).toBeUndefined()
    expect(set.flow.decide(code, 'code', ANN, 'approve')).toBeUndefined()
  }
  set.clock.now += 3000
  expect(set.poll(denied.deviceCode)).toBe('access_denied')
  expect(set.poll(others.deviceCode)).toBe('authorization_pending')
  expect(set.flow.decide(others.userCode, 'code', BOB, 'approve')).toBeDefined()
})

test('a code that expires between the page and the decision is not approved', () => {
  using set = setUp()
  const { userCode } = set.flow.start(START)
  set.clock.now += 599_999
  expect(set.flow.lookup(userCode, 'code', 'ann')).toBeDefined()
  set.clock.now += 1
  expect(set.flow.decide(userCode, 'code', ANN, 'approve')).toBeUndefined()
})

test('a decision is final', () => {
  using set = setUp()
  const { deviceCode, userCode } = set.flow.start(START)
  expect(set.flow.decide(userCode, 'code', ANN, 'deny')).toBeDefined()
  expect(set.flow.decide(userCode, 'code', ANN, 'approve')).toBeUndefined()
  expect(set.poll(deviceCode)).toBe('access_denied')
})

test('a user’s approved codes are denied when the user is refused', () => {
  using set = setUp()
  const { deviceCode, userCode } = set.flow.start(START)
  set.flow.decide(userCode, 'code', ANN, 'approve')
  set.flow.refuseAllOf('ann')
  expect(set.poll(deviceCode)).toBe('access_denied')
})

test('a missing, wrong, unasked or malformed verifier is invalid_grant and changes nothing', () => {
  using set = setUp()
  const bound = set.flow.start({ ...START, codeChallenge: CHALLENGE })
  set.flow.decide(bound.userCode, 'code', ANN, 'approve')
  for (const verifier of [undefined, '', 'w'.repeat(43), `${VERIFIER} `, CHALLENGE]) {
    const asked = verifier === undefined ? {} : { verifier }
    expect(set.poll(bound.deviceCode, asked)).toBe('invalid_grant')
  }
  expect(set.poll(bound.deviceCode, { verifier: VERIFIER })).toMatchObject({ userId: 'ann' })
  const free = set.flow.start(START)
  expect(set.poll(free.deviceCode, { verifier: VERIFIER })).toBe('invalid_grant')
  expect(() => set.flow.start({ ...START, codeChallenge: 'plain' })).toThrow('code_challenge')
})

test('only the network that has started a code may poll it', () => {
  using set = setUp()
  const { deviceCode } = set.flow.start({ ...START, address: '2001:db8::1' })
  expect(set.poll(deviceCode, { address: '2001:db8:1::1' })).toBe('invalid_grant')
  expect(set.poll(deviceCode, { address: '2001:db8::99' })).toBe('authorization_pending')
})

test('the table holds neither code, nor anything that gives one away', () => {
  using set = setUp()
  const { deviceCode, userCode } = set.flow.start({ ...START, codeChallenge: CHALLENGE })
  const rows = JSON.stringify(set.db.sqlite.query('SELECT * FROM device_requests').all())
  const plain = userCode.replace('-', '')
  expect(rows).toContain('laptop')
  for (const secret of [deviceCode, userCode, plain, VERIFIER]) expect(rows).not.toContain(secret)
  for (const text of [plain, userCode]) {
    expect(rows).not.toContain(sha256Bytes(text).toString('hex'))
  }
})

test('client names are one line of at most 80 characters, without what hides or reverses text', () => {
  expect(clientName('My\u202e laptop\u0000\n\u200b  of\tAnn')).toBe('My laptop of Ann')
  expect(Array.from(clientName('👍'.repeat(100)))).toHaveLength(80)
  expect(clientName('\u2066 \u0007')).toBe('Unnamed client')
  expect(clientName(undefined)).toBe('Unnamed client')
  expect(clientName('<b>Google</b>')).toBe('<b>Google</b>')
  // Marks that would cover what stands above and below; those of a language stay.
  expect(clientName(`A${'\u0301'.repeat(70)} B`)).toBe(`A${'\u0301'.repeat(4)} B`)
  expect(clientName('हिन्दी ỆỂ')).toBe('हिन्दी ỆỂ')
})
