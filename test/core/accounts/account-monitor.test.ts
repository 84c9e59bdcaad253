import { expect, jest, test } from 'bun:test'
import { join } from 'node:path'
import { ROUND_MS } from '../../../src/core/accounts/account-monitor.ts'
import { accountWorld, failure, HOUR, MINUTE, NOON, poolEngine } from '../../support/accounts.ts'
import { fakeEngine, saying } from '../../support/engines.ts'
import { tempFolder } from '../../support/process.ts'

test('the watcher looks at every account soon after the start, then every 30 minutes', async () => {
  const { engine, probed } = poolEngine(['a', 'b'])
  using world = accountWorld([engine])
  await world.accountMonitor.tick()
  expect(probed).toEqual(['a', 'b'])
  world.pass(ROUND_MS - 1)
  await world.accountMonitor.tick()
  expect(probed).toHaveLength(2)
  world.pass(1)
  await world.accountMonitor.tick()
  expect(probed).toEqual(['a', 'b', 'a', 'b'])
})

test('the watcher re-admits an account before its time when a probe is an answer, and says so once', async () => {
  const { engine } = poolEngine(['a'], { probeKind: () => 'answer' })
  using world = accountWorld([engine])
  world.tries(failure('quota', { until: NOON + 5 * HOUR }))
  expect(world.tries()).toEqual([])
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual(['pool/a'])
  expect(world.told()).toEqual(['account_failed pool/a', 'account_back pool/a'])
})

test('the watcher looks at a parked account when its time is over, not only in the next round', async () => {
  const { engine, probed } = poolEngine(['a'])
  using world = accountWorld([engine])
  await world.accountMonitor.tick()
  world.tries(failure('quota', { until: NOON + 5 * MINUTE }))
  world.pass(5 * MINUTE)
  await world.accountMonitor.tick()
  await world.accountMonitor.tick()
  expect(probed).toEqual(['a', 'a'])
})

test('an account that stays out of quota past six hours is parked anew by the watcher, without a second alert', async () => {
  const { engine, failures } = poolEngine(['a'])
  const until = NOON + 100 * HOUR
  failures.set('a', failure('quota', { until }))
  using world = accountWorld([engine])
  world.tries(failure('quota', { until }))
  world.pass(6 * HOUR)
  await world.accountMonitor.tick()
  expect(world.accounts.find('pool', 'a').verdicts.get('')).toMatchObject({
    verdict: 'quota',
    until: NOON + 12 * HOUR,
    setBy: 'watcher',
  })
  expect(world.told()).toEqual(['account_failed pool/a'])
})

test('a look takes no quota back that an answer has met, also after a restart', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  const { engine } = poolEngine(['a'])
  const until = NOON + 5 * HOUR
  {
    using world = accountWorld([engine], { path })
    world.tries(failure('quota', { until }))
    world.pass(ROUND_MS)
    await world.accountMonitor.tick()
    expect(world.tries()).toEqual([])
  }
  using world = accountWorld([engine], { path, start: NOON + HOUR })
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual([])
  expect(world.accounts.find('pool', 'a').verdicts.get('')).toMatchObject({ until })
  world.pass(5 * HOUR)
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual(['pool/a'])
  expect(world.told()).toEqual([])
})

test('when a quota’s time is over the account takes its turn again, and only an answer says that it is back', async () => {
  const { engine } = poolEngine(['a', 'b'])
  using world = accountWorld([engine])
  const quota = failure('quota')
  world.tries(quota)
  for (let hour = 1; hour <= 3; hour += 1) {
    world.pass(HOUR)
    await world.accountMonitor.tick()
    // Before b, which has answered in the meantime.
    expect(world.tries(quota)).toEqual(['pool/a', 'pool/b'])
  }
  expect(world.told()).toEqual(['account_failed pool/a'])
  world.pass(HOUR)
  await world.accountMonitor.tick()
  const asked = world.rotation()
  const choice = asked.next()
  if (choice !== undefined) asked.succeeded(choice)
  expect(choice?.account.id).toBe('a')
  expect(world.told()).toEqual(['account_failed pool/a', 'account_back pool/a'])
})

test('a quota that a look has met is taken back by a look', async () => {
  const { engine, failures } = poolEngine(['a'])
  failures.set('a', failure('quota', { until: NOON + 5 * HOUR }))
  using world = accountWorld([engine])
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual([])
  failures.clear()
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual(['pool/a'])
})

test('an account that a probe finds signed out is parked, alerts once, and is back with one more', async () => {
  const { engine, failures } = poolEngine(['a', 'b'])
  failures.set('a', failure('signed_out'))
  using world = accountWorld([engine])
  await world.accountMonitor.tick()
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.told()).toEqual(['account_signed_out pool/a'])
  expect(world.tries(failure('unknown'))).toEqual(['pool/b'])
  failures.clear()
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.told()).toEqual(['account_signed_out pool/a', 'account_back pool/a'])
})

test('a login that an answer found bad is not taken back by a look, only by another answer', async () => {
  const { engine, probed, answerFailures } = poolEngine(['a'])
  answerFailures.set('a', failure('signed_out'))
  using world = accountWorld([engine])
  world.tries(failure('signed_out'))
  for (let round = 1; round <= 3; round += 1) {
    world.pass(ROUND_MS)
    await world.accountMonitor.tick()
    await world.accountMonitor.tick()
    expect(world.tries()).toEqual([])
    expect([probed.length, engine.asked.length]).toEqual([round, round])
  }
  expect(world.told()).toEqual(['account_signed_out pool/a'])
  answerFailures.clear()
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual(['pool/a'])
  expect(world.told()).toEqual(['account_signed_out pool/a', 'account_back pool/a'])
  expect(engine.asked).toHaveLength(4)
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  // All is well: a look does.
  expect([probed.length, engine.asked.length]).toEqual([5, 4])
})

test('a bad login stays one after a restart, whatever a look finds', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  const { engine, answerFailures } = poolEngine(['a'])
  answerFailures.set('a', failure('signed_out'))
  {
    using world = accountWorld([engine], { path })
    world.tries(failure('signed_out'))
    world.pass(ROUND_MS)
    await world.accountMonitor.tick()
  }
  using world = accountWorld([engine], { path, start: NOON + HOUR })
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual([])
  expect(world.told()).toEqual([])
})

test('a login that was gone and is there again is taken for good by a look', async () => {
  const { engine, failures } = poolEngine(['a'])
  using world = accountWorld([engine])
  world.tries(failure('signed_out'))
  failures.set('a', failure('signed_out'))
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  failures.clear()
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual(['pool/a'])
  expect(engine.asked).toEqual([])
  expect(world.told()).toEqual(['account_signed_out pool/a', 'account_back pool/a'])
})

test('an answer that a probe asks for may find a quota where the login was bad, or nothing at all', async () => {
  const { engine, answerFailures } = poolEngine(['a', 'b'])
  answerFailures.set('a', failure('quota', { until: NOON + 5 * HOUR }))
  answerFailures.set('b', failure('unknown'))
  using world = accountWorld([engine])
  world.tries(failure('signed_out'), failure('signed_out'))
  await world.accountMonitor.probe(world.accounts.find('pool', 'a'), 'owner')
  await world.accountMonitor.probe(world.accounts.find('pool', 'b'), 'owner')
  expect(world.accounts.find('pool', 'a').verdicts.get('')).toMatchObject({
    verdict: 'quota',
    until: NOON + 5 * HOUR,
    setBy: 'engine',
  })
  expect(world.accounts.find('pool', 'b').verdicts.get('')).toMatchObject({ verdict: 'signed_out' })
})

test('a trouble that lasts is the owner’s to hear of when the watcher meets it too, once', async () => {
  const { engine, failures } = poolEngine(['a'])
  using world = accountWorld([engine])
  await world.accountMonitor.tick()
  failures.set('a', failure('transient'))
  world.tries(failure('transient'))
  expect(world.told()).toEqual([])
  world.pass(MINUTE)
  await world.accountMonitor.tick()
  world.pass(MINUTE)
  await world.accountMonitor.tick()
  expect(world.told()).toEqual(['account_failed pool/a'])
  failures.clear()
  world.pass(MINUTE)
  await world.accountMonitor.tick()
  expect(world.told()).toEqual(['account_failed pool/a', 'account_back pool/a'])
})

test('a probe that learned nothing is told once, and neither opens nor closes an account', async () => {
  const { engine, failures } = poolEngine(['a', 'b'])
  using world = accountWorld([engine])
  world.tries(failure('signed_out'))
  failures.set('a', new TypeError('x is undefined'))
  failures.set('b', new TypeError('x is undefined'))
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.tries(failure('unknown'))).toEqual(['pool/b'])
  expect(world.told()).toEqual(['account_signed_out pool/a', 'account_failed pool/b'])
  expect(world.alerts[1]?.message).not.toContain('undefined')
})

test('disabled accounts are neither asked nor probed', async () => {
  const { engine, probed } = poolEngine(['a', 'b'])
  using world = accountWorld([engine])
  world.accounts.disable(world.accounts.find('pool', 'a'), 'Primary Key')
  await world.accountMonitor.tick()
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(probed).toEqual(['b', 'b'])
  expect(world.tries(failure('quota'))).toEqual(['pool/b'])
})

test('an account that is switched on again is looked at at once', async () => {
  const { engine, probed } = poolEngine(['a'])
  using world = accountWorld([engine])
  await world.accountMonitor.tick()
  world.accounts.disable(world.accounts.find('pool', 'a'), 'Primary Key')
  world.accounts.enable(world.accounts.find('pool', 'a'), 'Primary Key')
  await world.accountMonitor.tick()
  expect(probed).toEqual(['a', 'a'])
})

test('an answer takes back the quota of its own model’s family and of no other', async () => {
  const { engine } = poolEngine(['a'], {
    probeKind: () => 'answer',
    models: ['opus-5', 'sonnet-5'],
    familyOf: (model) => model.split('-')[0],
  })
  using world = accountWorld([engine])
  const accountState = world.accounts.find('pool', 'a')
  for (const family of ['opus', 'sonnet'])
    world.accounts.failed(
      accountState,
      `${family}-5`,
      failure('quota', { family, until: NOON + 5 * HOUR }),
    )
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect([...accountState.verdicts.keys()]).toEqual(['sonnet'])
  expect(world.told()).toEqual([
    'account_failed pool/a (opus)',
    'account_failed pool/a (sonnet)',
    'account_back pool/a (opus)',
  ])
})

test('an account has one probe at a time; a second asker gets the same one', async () => {
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const { engine } = poolEngine(['a'], {
    probe: () => {
      begun += 1
      return gate.promise
    },
  })
  using world = accountWorld([engine], { probeTimeoutMs: 60_000 })
  const accountState = world.accounts.find('pool', 'a')
  const asked = [
    world.accountMonitor.tick(),
    world.accountMonitor.tick(),
    world.accountMonitor.probe(accountState, 'owner'),
    world.accountMonitor.probe(accountState, 'owner'),
  ]
  gate.resolve()
  await Promise.all(asked)
  expect(begun).toBe(1)
  expect(accountState.verdicts.size).toBe(0)
  expect(world.told()).toEqual([])
})

test('a probe that does not end is given up in time, though it does not listen', async () => {
  let begun = 0
  const { engine } = poolEngine(['a'], {
    probe: () => {
      begun += 1
      return new Promise<void>(() => {})
    },
  })
  using world = accountWorld([engine], { probeTimeoutMs: 5 })
  const accountState = world.accounts.find('pool', 'a')
  await world.accountMonitor.probe(accountState, 'owner')
  expect(accountState.verdicts.get('')).toMatchObject({ verdict: 'timeout', setBy: 'owner' })
  await world.accountMonitor.probe(accountState, 'owner')
  expect(begun).toBe(1)
  // Nobody else is left, so it may still be asked.
  expect(world.tries()).toEqual(['pool/a'])
})

test('a probe that is an answer has the engine’s own time limit', async () => {
  jest.useFakeTimers()
  try {
    const gate = Promise.withResolvers<void>()
    const { engine } = poolEngine(['a', 'b'], {
      probeKind: () => 'answer',
      timeoutMs: 300_000,
      probe: ({ id }) => (id === 'a' ? gate.promise : new Promise<void>(() => {})),
    })
    using world = accountWorld([engine], { probeTimeoutMs: 30_000 })
    const [a, b] = world.accounts.of(engine)
    if (a === undefined || b === undefined) throw new Error('Two accounts were made')
    const probes = [
      world.accountMonitor.probe(a, 'watcher'),
      world.accountMonitor.probe(b, 'watcher'),
    ]
    jest.advanceTimersByTime(299_999)
    gate.resolve()
    await probes[0]
    jest.advanceTimersByTime(1)
    await probes[1]
    expect(a.verdicts.size).toBe(0)
    expect(b.verdicts.get('')?.evidence).toBe('The probe did not end within 300 seconds')
  } finally {
    jest.useRealTimers()
  }
})

test('a probe that is an answer is spared where one has come within 30 minutes; a look is not', async () => {
  const answer = (world: ReturnType<typeof accountWorld>) => {
    const asked = world.rotation()
    const choice = asked.next()
    if (choice !== undefined) asked.succeeded(choice)
  }
  for (const kind of ['answer', 'status'] as const) {
    const { engine, probed } = poolEngine(['a'], { probeKind: () => kind })
    using world = accountWorld([engine])
    const counts: number[] = []
    const tick = async (ms: number) => {
      world.pass(ms)
      await world.accountMonitor.tick()
      counts.push(probed.length)
    }
    answer(world)
    await tick(0)
    await tick(ROUND_MS - 1)
    await tick(1)
    answer(world)
    await tick(ROUND_MS - 1)
    await tick(1)
    await world.accountMonitor.probe(world.accounts.find('pool', 'a'), 'owner')
    expect([...counts, probed.length]).toEqual(
      kind === 'answer' ? [0, 0, 1, 1, 2, 3] : [1, 1, 2, 2, 3, 4],
    )
  }
})

test('stop() ends the probes at their source and writes nothing down', async () => {
  let aborted = 0
  const { engine } = poolEngine(['a', 'b'], {
    probe: (_account, signal) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted += 1
          reject(signal.reason)
        })
      }),
  })
  using world = accountWorld([engine], { probeTimeoutMs: 60_000 })
  const tick = world.accountMonitor.tick()
  await world.accountMonitor.stop()
  await tick
  await world.accountMonitor.tick()
  expect(aborted).toBe(1)
  expect(world.accounts.find('pool', 'a').verdicts.size).toBe(0)
  expect(world.told()).toEqual([])
})

test('start() looks every ten seconds until stop()', async () => {
  jest.useFakeTimers()
  try {
    const { engine, probed } = poolEngine(['a'])
    using world = accountWorld([engine])
    world.accountMonitor.start()
    jest.advanceTimersByTime(10_000)
    expect(probed).toEqual(['a'])
    await world.accountMonitor.stop()
    expect(jest.getTimerCount()).toBe(0)
    world.pass(ROUND_MS)
    jest.advanceTimersByTime(60_000)
    expect(probed).toEqual(['a'])
  } finally {
    jest.useRealTimers()
  }
})

test('the engines are looked at side by side, the accounts of one in turn', async () => {
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const probing = (id: string) => ({
    accounts: [{ id: 'a' }, { id: 'b' }],
    probe: (account: { id: string }) => {
      begun.push(`${id}/${account.id}`)
      return gate.promise
    },
  })
  using world = accountWorld(
    [
      fakeEngine('first', saying(), probing('first')),
      fakeEngine('second', saying(), probing('second')),
    ],
    { probeTimeoutMs: 60_000 },
  )
  const tick = world.accountMonitor.tick()
  expect(begun).toEqual(['first/a', 'second/a'])
  gate.resolve()
  await tick
  expect(begun.sort()).toEqual(['first/a', 'first/b', 'second/a', 'second/b'])
})
