import { expect, test } from 'bun:test'
import type { Caller } from '../../src/core/caller.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, type TestOptions } from '../support/service.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2024, 0, 10)
/** Calls, and as many charges. */
const PER_DAY = 6
const AT_ONCE = { retentionDelayMs: 0, retentionIntervalMs: 0, retentionPauseMs: 0 }
const GROUPS =
  'day,owner_id,actor,key_id,project,product,surface,action,engine,account,model,outcome'
const RANGE = 'from=2024-01-01&to=2025-12-31'

type Service = ReturnType<typeof createTestApp>

function callerOf(owner: number): Caller {
  const keyId = `k${owner}`
  return {
    ...{
      owner: `key:${keyId}`,
      actor: `label ${owner}`,
      keyId,
      project: owner % 2 ? 'home' : null,
    },
    ...{ product: null, engines: null, requestId: 'r' },
  }
}

/** Calls and credits of three owners on each of some days. */
async function fill(service: Service, setNow: (at: number) => void, days: number): Promise<void> {
  const writes: Promise<void>[] = []
  for (let index = 0; index < days * PER_DAY; index += 1) {
    setNow(START + Math.floor(index / PER_DAY) * DAY_MS + index)
    const outcome = index % 5 === 0 ? 'quota' : 'succeeded'
    writes.push(
      service.services.usage.record(callerOf(index % 3), [
        {
          ...{ type: 'model_call', surface: 'chat', engine: `e${index % 2}`, account: 'a' },
          ...{
            model: `m${index % 4}`,
            outcome,
            queueMs: index,
            firstTextMs: 2,
            totalMs: 3 * index,
          },
          ...{ charactersIn: index, charactersOut: 7 },
        },
        { type: 'credit', surface: 'speech', action: 'tts', units: index, outcome },
      ]),
    )
  }
  await Promise.all(writes)
}

function testApp(options: TestOptions = {}) {
  let at = START
  const setNow = (now: number) => {
    at = now
  }
  return { setNow, service: createTestApp({ limits: AT_ONCE, now: () => at, ...options }) }
}

async function report(service: Service): Promise<string> {
  const answer = await (
    await service.asOwner('GET', `/admin/usage?${RANGE}&group_by=${GROUPS}&limit=1000`)
  ).json()
  return JSON.stringify([pick(answer, 'totals'), pick(answer, 'items')])
}

/** Sums of the CSV by what a report groups by. */
async function csvSums(service: Service) {
  const text = await (await service.asOwner('GET', `/admin/usage.csv?${RANGE}`)).text()
  const [header = '', ...lines] = text.trimEnd().split('\r\n')
  const names = header.split(',')
  const sums: Record<string, number[]> = {}
  let dayLines = 0
  for (const line of lines) {
    const cells = line.split(',')
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    const who = ['type', 'owner_id', 'actor', 'key_id', 'project', 'surface', 'action']
    const work = ['engine', 'account', 'model', 'outcome']
    const group = [cell('at').slice(0, 10), ...[...who, ...work].map(cell)].join(' ')
    const numbers = ['calls', 'credits', 'queue_ms', 'total_ms', 'characters_in', 'characters_out']
    const before = sums[group] ?? []
    sums[group] = numbers.map((name, index) => (before[index] ?? 0) + Number(cell(name)))
    if (!cell('at').includes('T')) dayLines += 1
  }
  return { sums, lines: lines.length, dayLines }
}

function rowCount({ services }: Service, table: string): number {
  const count = services.db.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`)
  return count.get()?.n ?? 0
}

async function sweep({ services }: Service): Promise<void> {
  // A round of the start.
  await services.retention.idle()
  services.refreshTokens.sweep()
  services.retention.sweep()
  await services.retention.idle()
}

test('usage of days whose rows are deleted is reported and exported from sums that equal them', async () => {
  const { service, setNow } = testApp()
  await using _ = service
  await fill(service, setNow, 30)
  setNow(START + 29 * DAY_MS)
  const [before, exported] = [await report(service), await csvSums(service)]
  expect(exported).toMatchObject({ lines: 60 * PER_DAY, dayLines: 0 })
  // Ten days are past their time, and one of them is still there for exports that are being read.
  setNow(START + 410 * DAY_MS)
  expect(await csvSums(service)).toMatchObject({ sums: exported.sums })
  await sweep(service)
  for (const table of ['model_calls', 'usage']) expect(rowCount(service, table)).toBe(21 * PER_DAY)
  expect(await report(service)).toBe(before)
  const after = await csvSums(service)
  expect(after.sums).toEqual(exported.sums)
  expect(after.dayLines).toBeGreaterThan(0)
  expect(after.lines - after.dayLines).toBe(40 * PER_DAY)
})

test('when all rows are past their time the newest stays, so that later rows are in the sums', async () => {
  const { service, setNow } = testApp()
  await using _ = service
  await fill(service, setNow, 10)
  setNow(START + 500 * DAY_MS)
  await sweep(service)
  expect([rowCount(service, 'model_calls'), rowCount(service, 'usage')]).toEqual([1, 1])
  const before = await csvSums(service)
  await service.services.usage.record(callerOf(0), [
    { type: 'credit', surface: 'speech', action: 'tts', units: 1, outcome: 'succeeded' },
  ])
  const answer = await (await service.asOwner('GET', `/admin/usage?${RANGE}`)).json()
  expect(Number(pick(answer, 'totals.calls')) + Number(pick(answer, 'totals.failures'))).toBe(
    10 * PER_DAY + 1,
  )
  expect((await csvSums(service)).lines).toBe(before.lines + 1)
})

test('a longer time that is set later brings no day back in part', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  let exported: Record<string, number[]>
  {
    const { service, setNow } = testApp({ env: { ...env, KEEP_USAGE_DAYS: '5' } })
    await using _ = service
    await fill(service, setNow, 30)
    exported = (await csvSums(service)).sums
    await sweep(service)
    expect(rowCount(service, 'usage')).toBeLessThan(30 * PER_DAY)
  }
  const { service, setNow } = testApp({ env })
  await using _ = service
  setNow(START + 30 * DAY_MS)
  expect((await csvSums(service)).sums).toEqual(exported)
})

test('a step that fails changes nothing, and the next round goes on', async () => {
  const { service, setNow } = testApp()
  await using _ = service
  await fill(service, setNow, 30)
  const [before, exported] = [await report(service), await csvSums(service)]
  setNow(START + 430 * DAY_MS)
  const { sqlite } = service.services.db
  // The second step meets this row.
  sqlite.run(`CREATE TRIGGER fail BEFORE DELETE ON model_calls WHEN old.id = 120
    BEGIN SELECT raise(ABORT, 'no room'); END`)
  await sweep(service)
  const left = rowCount(service, 'model_calls')
  expect(left).toBeGreaterThan(30 * PER_DAY - 120)
  expect(left).toBeLessThan(30 * PER_DAY)
  expect(await report(service)).toBe(before)
  expect((await csvSums(service)).sums).toEqual(exported.sums)
  sqlite.run('DROP TRIGGER fail')
  await sweep(service)
  expect(rowCount(service, 'model_calls')).toBe(PER_DAY)
  expect(await report(service)).toBe(before)
  expect((await csvSums(service)).sums).toEqual(exported.sums)
})

test('rows that were written while the clock was ahead do not keep older ones', async () => {
  const { service, setNow } = testApp()
  await using _ = service
  const record = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        service.services.usage.record(callerOf(0), [
          { type: 'credit', surface: 'speech', action: 'tts', units: 1, outcome: 'succeeded' },
        ]),
      ),
    )
  setNow(START + 4000 * DAY_MS)
  await record(150)
  setNow(START)
  await record(100)
  setNow(START + 420 * DAY_MS)
  await record(1)
  await sweep(service)
  expect(rowCount(service, 'usage')).toBe(151)
})

test('old entries of the audit, and ended devices with their refresh tokens are deleted, others stay', async () => {
  const { service, setNow } = testApp()
  await using _ = service
  const { audit, devices, refreshTokens, db } = service.services
  db.sqlite.run(`INSERT INTO users (id, issuer, subject, email, role, status, created_at, last_sign_in_at)
    VALUES ('usr_1', 'i', 's', 'one@home', 'user', 'active', 0, 0)`)
  const device = { userId: 'usr_1', name: 'laptop', address: '192.0.2.1' }
  const revoked = devices.createCode(device)
  const paired = refreshTokens.pair(device)
  devices.revoke(revoked.id, AUDIT_ACTOR)
  const active = devices.createCode(device)
  for (let day = 0; day < 800; day += 80) {
    setNow(START + day * DAY_MS)
    devices.renew(active.id)
    for (let i = 0; i < 20; i += 1) audit.record(AUDIT_ACTOR, { action: 'x.y', subject: `${day}` })
  }
  const ids = () =>
    db.sqlite
      .query<{ id: string }, []>('SELECT id FROM devices ORDER BY id')
      .all()
      .map(({ id }) => id)
  setNow(START + 29 * DAY_MS)
  await sweep(service)
  expect(ids()).toHaveLength(3)
  expect(rowCount(service, 'refresh_tokens')).toBe(1)
  setNow(START + 89 * DAY_MS)
  await sweep(service)
  expect(ids()).toHaveLength(3)
  expect(rowCount(service, 'refresh_tokens')).toBe(0)
  setNow(START + 720 * DAY_MS)
  await sweep(service)
  expect(ids()).toEqual([active.id])
  expect(ids()).not.toContain(paired.deviceId)
  expect(rowCount(service, 'audit')).toBe(201)
  setNow(START + 731 * DAY_MS)
  await sweep(service)
  expect(rowCount(service, 'audit')).toBe(180)
})

test('a device stays while it has a token that could be used again', async () => {
  const { service, setNow } = testApp({ env: { KEEP_ENDED_DEVICES_DAYS: '1' } })
  await using _ = service
  const { devices, refreshTokens, db } = service.services
  db.sqlite.run(`INSERT INTO users (id, issuer, subject, email, role, status, created_at, last_sign_in_at)
    VALUES ('usr_1', 'i', 's', 'one@home', 'user', 'active', 0, 0)`)
  const paired = refreshTokens.pair({ userId: 'usr_1', name: 'canvas', address: '192.0.2.1' })
  devices.revoke(paired.deviceId, AUDIT_ACTOR)
  setNow(START + 10 * DAY_MS)
  await sweep(service)
  expect(rowCount(service, 'devices')).toBe(1)
  setNow(START + 31 * DAY_MS)
  await sweep(service)
  expect([rowCount(service, 'devices'), rowCount(service, 'refresh_tokens')]).toEqual([0, 0])
})

test('nothing is deleted before the delay after the start', async () => {
  const { service, setNow } = testApp({ limits: { ...AT_ONCE, retentionDelayMs: 3_600_000 } })
  await using _ = service
  await fill(service, setNow, 2)
  setNow(START + 800 * DAY_MS)
  await sweep(service)
  expect(rowCount(service, 'usage')).toBe(2 * PER_DAY)
})

test('a stop ends a round after its step, and the next start goes on', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  let before: string
  {
    const { service, setNow } = testApp({ env })
    await using _ = service
    await fill(service, setNow, 30)
    before = await report(service)
    setNow(START + 430 * DAY_MS)
    await service.services.retention.idle()
    service.services.retention.sweep()
    await service.services.retention.stop()
    expect(rowCount(service, 'model_calls')).toBe(30 * PER_DAY - 50)
  }
  const { service, setNow } = testApp({ env })
  await using _ = service
  setNow(START + 430 * DAY_MS)
  expect(rowCount(service, 'model_calls')).toBe(30 * PER_DAY - 50)
  expect(await report(service)).toBe(before)
  await sweep(service)
  expect(rowCount(service, 'model_calls')).toBe(PER_DAY)
  expect(await report(service)).toBe(before)
})
