import { expect, jest, test } from 'bun:test'
import { join } from 'node:path'
import {
  PROBE_INTERVAL_MS,
  RETRY_INTERVAL_MS,
  requestMinimalAnswer,
} from '../../../src/core/engines/account-monitor.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { createAccounts, failure, HOUR, MINUTE, NOON, poolEngine } from '../../support/accounts.ts'
import { fakeEngine, hanging, saying } from '../../support/engines.ts'
import { tempFolder } from '../../support/process.ts'

test('tick() probes every account soon after the start, then every 30 minutes', async () => {
  const { engine, probed } = poolEngine(['a', 'b'])
  using world = createAccounts([engine])
  await world.accountMonitor.tick()
  expect(probed).toEqual(['a', 'b'])
  world.advance(PROBE_INTERVAL_MS - 1)
  await world.accountMonitor.tick()
  expect(probed).toHaveLength(2)
  world.advance(1)
  await world.accountMonitor.tick()
  expect(probed).toEqual(['a', 'b', 'a', 'b'])
})

test('a probe that asks a model re-admits an account before its time, with one alert', async () => {
  const { engine } = poolEngine(['a'], { probeKind: () => 'answer' })
  using world = createAccounts([engine])
  world.attempts(failure('quota', { until: NOON + 5 * HOUR }))
  expect(world.attempts()).toEqual([])
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual(['pool/a'])
  expect(world.alertNames()).toEqual(['account_failed pool/a', 'account_back pool/a'])
})

test('tick() probes a parked account when its time is over, not only in the next round', async () => {
  const { engine, probed } = poolEngine(['a'])
  using world = createAccounts([engine])
  await world.accountMonitor.tick()
  world.attempts(failure('quota', { until: NOON + 5 * MINUTE }))
  world.advance(5 * MINUTE)
  await world.accountMonitor.tick()
  await world.accountMonitor.tick()
  expect(probed).toEqual(['a', 'a'])
})

test('an account without quota for more than six hours is parked again by a probe, without a second alert', async () => {
  const { engine, failures } = poolEngine(['a'])
  const until = NOON + 100 * HOUR
  failures.set('a', failure('quota', { until }))
  using world = createAccounts([engine])
  world.attempts(failure('quota', { until }))
  world.advance(6 * HOUR)
  await world.accountMonitor.tick()
  expect(world.accounts.find('pool', 'a').verdicts.get('')).toMatchObject({
    verdict: 'quota',
    until: NOON + 12 * HOUR,
    setBy: 'watcher',
  })
  expect(world.alertNames()).toEqual(['account_failed pool/a'])
})

test('a status check does not remove a quota verdict of an answer, also after a restart', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  const { engine } = poolEngine(['a'])
  const until = NOON + 5 * HOUR
  {
    using world = createAccounts([engine], { path })
    world.attempts(failure('quota', { until }))
    world.advance(PROBE_INTERVAL_MS)
    await world.accountMonitor.tick()
    expect(world.attempts()).toEqual([])
  }
  using world = createAccounts([engine], { path, start: NOON + HOUR })
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual([])
  expect(world.accounts.find('pool', 'a').verdicts.get('')).toMatchObject({ until })
  world.advance(5 * HOUR)
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual(['pool/a'])
  expect(world.alertNames()).toEqual([])
})

test('when a quota’s time is over the account is used again, and only an answer raises account_back', async () => {
  const { engine } = poolEngine(['a', 'b'])
  using world = createAccounts([engine])
  const quota = failure('quota')
  world.attempts(quota)
  for (let hour = 1; hour <= 3; hour += 1) {
    world.advance(HOUR)
    await world.accountMonitor.tick()
    // a is used before b, which has answered in the meantime.
    expect(world.attempts(quota)).toEqual(['pool/a', 'pool/b'])
  }
  expect(world.alertNames()).toEqual(['account_failed pool/a'])
  world.advance(HOUR)
  await world.accountMonitor.tick()
  const asked = world.rotation()
  const choice = asked.next()
  if (choice !== undefined) asked.succeeded(choice)
  expect(choice?.account.id).toBe('a')
  expect(world.alertNames()).toEqual(['account_failed pool/a', 'account_back pool/a'])
})

test('a status check removes a quota verdict that a status check has set', async () => {
  const { engine, failures } = poolEngine(['a'])
  failures.set('a', failure('quota', { until: NOON + 5 * HOUR }))
  using world = createAccounts([engine])
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual([])
  failures.clear()
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual(['pool/a'])
})

test('an account that a probe finds signed out is parked with one alert, and its return is another', async () => {
  const { engine, failures } = poolEngine(['a', 'b'])
  failures.set('a', failure('signed_out'))
  using world = createAccounts([engine])
  await world.accountMonitor.tick()
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.alertNames()).toEqual(['account_signed_out pool/a'])
  expect(world.attempts(failure('unknown'))).toEqual(['pool/b'])
  failures.clear()
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.alertNames()).toEqual(['account_signed_out pool/a', 'account_back pool/a'])
})

test('a signed_out verdict of an answer is removed by another answer, never by a status check', async () => {
  const { engine, probed, answerFailures } = poolEngine(['a'])
  answerFailures.set('a', failure('signed_out'))
  using world = createAccounts([engine])
  world.attempts(failure('signed_out'))
  for (let round = 1; round <= 3; round += 1) {
    world.advance(PROBE_INTERVAL_MS)
    await world.accountMonitor.tick()
    await world.accountMonitor.tick()
    expect(world.attempts()).toEqual([])
    expect([probed.length, engine.turns.length]).toEqual([round, round])
  }
  expect(world.alertNames()).toEqual(['account_signed_out pool/a'])
  answerFailures.clear()
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual(['pool/a'])
  expect(world.alertNames()).toEqual(['account_signed_out pool/a', 'account_back pool/a'])
  expect(engine.turns).toHaveLength(4)
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  // Without a verdict a status check is enough.
  expect([probed.length, engine.turns.length]).toEqual([5, 4])
})

test('a signed_out verdict of an answer survives a restart and a successful status check', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  const { engine, answerFailures } = poolEngine(['a'])
  answerFailures.set('a', failure('signed_out'))
  {
    using world = createAccounts([engine], { path })
    world.attempts(failure('signed_out'))
    world.advance(PROBE_INTERVAL_MS)
    await world.accountMonitor.tick()
  }
  using world = createAccounts([engine], { path, start: NOON + HOUR })
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual([])
  expect(world.alertNames()).toEqual([])
})

test('a status check removes a signed_out verdict that a status check has confirmed', async () => {
  const { engine, failures } = poolEngine(['a'])
  using world = createAccounts([engine])
  world.attempts(failure('signed_out'))
  failures.set('a', failure('signed_out'))
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  failures.clear()
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual(['pool/a'])
  expect(engine.turns).toEqual([])
  expect(world.alertNames()).toEqual(['account_signed_out pool/a', 'account_back pool/a'])
})

test('a minimal answer may change signed_out to quota, and changes nothing when it is not understood', async () => {
  const { engine, answerFailures } = poolEngine(['a', 'b'])
  answerFailures.set('a', failure('quota', { until: NOON + 5 * HOUR }))
  answerFailures.set('b', failure('unknown'))
  using world = createAccounts([engine])
  world.attempts(failure('signed_out'), failure('signed_out'))
  await world.accountMonitor.probe(world.accounts.find('pool', 'a'), 'owner')
  await world.accountMonitor.probe(world.accounts.find('pool', 'b'), 'owner')
  expect(world.accounts.find('pool', 'a').verdicts.get('')).toMatchObject({
    verdict: 'quota',
    until: NOON + 5 * HOUR,
    setBy: 'engine',
  })
  expect(world.accounts.find('pool', 'b').verdicts.get('')).toMatchObject({ verdict: 'signed_out' })
})

test('a lasting failure raises one alert, once a probe confirms it', async () => {
  const { engine, failures } = poolEngine(['a'])
  using world = createAccounts([engine])
  await world.accountMonitor.tick()
  failures.set('a', failure('transient'))
  world.attempts(failure('transient'))
  expect(world.alertNames()).toEqual([])
  world.advance(MINUTE)
  await world.accountMonitor.tick()
  world.advance(MINUTE)
  await world.accountMonitor.tick()
  expect(world.alertNames()).toEqual(['account_failed pool/a'])
  failures.clear()
  world.advance(MINUTE)
  await world.accountMonitor.tick()
  expect(world.alertNames()).toEqual(['account_failed pool/a', 'account_back pool/a'])
})

test('a probe that fails in an unknown way alerts once and changes no account’s availability', async () => {
  const { engine, failures } = poolEngine(['a', 'b'])
  using world = createAccounts([engine])
  world.attempts(failure('signed_out'))
  failures.set('a', new TypeError('x is undefined'))
  failures.set('b', new TypeError('x is undefined'))
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.attempts(failure('unknown'))).toEqual(['pool/b'])
  expect(world.alertNames()).toEqual(['account_signed_out pool/a', 'account_failed pool/b'])
  expect(world.alerts[1]?.message).not.toContain('undefined')
})

test('a probe that the service itself could not finish is no verdict, and is tried again later', async () => {
  const { engine } = poolEngine(['a'], { probeKind: () => 'answer' })
  let runs = 0
  let reason: unknown
  using world = createAccounts([engine], {
    runModelProbe: () => {
      runs += 1
      return Promise.reject(reason)
    },
  })
  const accountState = world.accounts.find('pool', 'a')
  for (reason of [
    new AppError('storage_full', 'There is no room left on the disk'),
    new AppError('unauthorized', 'This key is revoked'),
    new Error('database is locked'),
    'no error at all',
  ]) {
    const before = runs
    await world.accountMonitor.tick()
    await world.accountMonitor.tick()
    world.advance(RETRY_INTERVAL_MS - 1)
    await world.accountMonitor.tick()
    expect([runs - before, accountState.verdicts.size, accountState.probedAt]).toEqual([
      1,
      0,
      undefined,
    ])
    world.advance(1)
  }
  reason = failure('signed_out')
  await world.accountMonitor.tick()
  expect(accountState.verdicts.get('')).toMatchObject({ verdict: 'signed_out' })
  expect(world.alertNames()).toEqual(['account_signed_out pool/a'])
})

test('disabled accounts are neither used nor probed', async () => {
  const { engine, probed } = poolEngine(['a', 'b'])
  using world = createAccounts([engine])
  world.disable(world.accounts.find('pool', 'a'))
  await world.accountMonitor.tick()
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(probed).toEqual(['b', 'b'])
  expect(world.attempts(failure('quota'))).toEqual(['pool/b'])
})

test('an account that is enabled again is probed at the next tick', async () => {
  const { engine, probed } = poolEngine(['a'])
  using world = createAccounts([engine])
  await world.accountMonitor.tick()
  world.disable(world.accounts.find('pool', 'a'))
  world.enable(world.accounts.find('pool', 'a'))
  await world.accountMonitor.tick()
  expect(probed).toEqual(['a', 'a'])
})

test('a minimal answer removes the quota verdict of its model’s family and of no other', async () => {
  const { engine } = poolEngine(['a'], {
    probeKind: () => 'answer',
    models: ['opus-5', 'sonnet-5'],
    familyOf: (model) => model.split('-')[0],
  })
  using world = createAccounts([engine])
  const accountState = world.accounts.find('pool', 'a')
  for (const family of ['opus', 'sonnet'])
    world.accounts.failed(
      accountState,
      `${family}-5`,
      failure('quota', { family, until: NOON + 5 * HOUR }),
    )
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect([...accountState.verdicts.keys()]).toEqual(['sonnet'])
  expect(world.alertNames()).toEqual([
    'account_failed pool/a (opus)',
    'account_failed pool/a (sonnet)',
    'account_back pool/a (opus)',
  ])
})

test('an account has one probe at a time; a second request gets the same one', async () => {
  const gate = Promise.withResolvers<void>()
  let started = 0
  const { engine } = poolEngine(['a'], {
    checkStatus: () => {
      started += 1
      return gate.promise
    },
  })
  using world = createAccounts([engine], { statusCheckTimeoutMs: 60_000 })
  const accountState = world.accounts.find('pool', 'a')
  const asked = [
    world.accountMonitor.tick(),
    world.accountMonitor.tick(),
    world.accountMonitor.probe(accountState, 'owner'),
    world.accountMonitor.probe(accountState, 'owner'),
  ]
  gate.resolve()
  await Promise.all(asked)
  expect(started).toBe(1)
  expect(accountState.verdicts.size).toBe(0)
  expect(world.alertNames()).toEqual([])
})

test('a status check ends at its time limit, also when the adapter ignores its signal', async () => {
  let started = 0
  const { engine } = poolEngine(['a'], {
    checkStatus: () => {
      started += 1
      return new Promise<void>(() => {})
    },
  })
  using world = createAccounts([engine], { statusCheckTimeoutMs: 5 })
  const accountState = world.accounts.find('pool', 'a')
  await world.accountMonitor.probe(accountState, 'owner')
  expect(accountState.verdicts.get('')).toMatchObject({ verdict: 'timeout', setBy: 'owner' })
  await world.accountMonitor.probe(accountState, 'owner')
  expect(started).toBe(1)
  // `last_resort`: no other account is left.
  expect(world.attempts()).toEqual(['pool/a'])
})

test('a probe that asks a model has the engine’s own time limit', async () => {
  jest.useFakeTimers()
  try {
    const gate = Promise.withResolvers<void>()
    const engine = fakeEngine(
      'pool',
      async function* (turn, signal, { id }) {
        await (id === 'a' ? gate.promise : hanging()(turn, signal)[Symbol.asyncIterator]().next())
        yield* saying('yes')(turn, signal)
      },
      {
        accounts: [{ id: 'a' }, { id: 'b' }],
        probeKind: () => 'answer',
        timeoutMs: 300_000,
      },
    )
    using world = createAccounts([engine], { statusCheckTimeoutMs: 30_000 })
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
    expect(b.verdicts.get('')?.evidence).toBe('The engine did not answer within 300 seconds')
    expect(jest.getTimerCount()).toBe(0)
  } finally {
    jest.useRealTimers()
  }
})

test('runModelProbe gets every probe that asks a model; its time limit counts from the run', async () => {
  jest.useFakeTimers()
  try {
    const queued: (() => Promise<void>)[] = []
    const models: string[] = []
    const { engine } = poolEngine(['a', 'b'], {
      probeKind: ({ id }) => (id === 'a' ? 'answer' : 'status'),
      timeoutMs: 1_000,
    })
    using world = createAccounts([engine], {
      runModelProbe: (probe) => {
        models.push(`${probe.account.id} ${probe.model}`)
        const ended = Promise.withResolvers<void>()
        queued.push(() => requestMinimalAnswer(probe).then(ended.resolve, ended.reject))
        return ended.promise
      },
    })
    const [a, b] = world.accounts.of(engine)
    if (a === undefined || b === undefined) throw new Error('Two accounts were made')
    // A status check cannot tell whether this login is valid again.
    world.accounts.failed(b, 'small', failure('signed_out'))
    const probes = [world.accountMonitor.probe(a, 'owner'), world.accountMonitor.probe(b, 'owner')]
    while (queued.length < 2) await Promise.resolve()
    jest.advanceTimersByTime(60_000)
    expect([models, engine.turns.length, a.probedAt]).toEqual([
      ['a small', 'b small'],
      0,
      undefined,
    ])
    for (const run of queued) await run()
    await Promise.all(probes)
    expect([a.verdicts.size, b.verdicts.size, engine.turns.length]).toEqual([0, 0, 2])
  } finally {
    jest.useRealTimers()
  }
})

test('a model probe that waits in the queue is aborted by a stop, and when its account is disabled', async () => {
  for (const end of ['stop', 'disable'] as const) {
    const { engine } = poolEngine(['a'], { probeKind: () => 'answer' })
    let aborted = false
    using world = createAccounts([engine], {
      runModelProbe: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true
            reject(signal.reason)
          })
        }),
    })
    const accountState = world.accounts.find('pool', 'a')
    const probe = world.accountMonitor.probe(accountState, 'owner')
    if (end === 'stop') await world.accountMonitor.stop()
    else {
      world.disable(accountState)
      world.accountMonitor.cancel(accountState)
    }
    await probe
    expect([aborted, accountState.verdicts.size, engine.turns.length]).toEqual([true, 0, 0])
  }
})

test('a probe that asks a model is skipped within 30 minutes of an answer; a status check is not', async () => {
  const answer = (world: ReturnType<typeof createAccounts>) => {
    const asked = world.rotation()
    const choice = asked.next()
    if (choice !== undefined) asked.succeeded(choice)
  }
  for (const kind of ['answer', 'status'] as const) {
    const { engine, probed } = poolEngine(['a'], { probeKind: () => kind })
    using world = createAccounts([engine])
    const counts: number[] = []
    const tick = async (ms: number) => {
      world.advance(ms)
      await world.accountMonitor.tick()
      counts.push(probed.length + engine.turns.length)
    }
    answer(world)
    await tick(0)
    await tick(PROBE_INTERVAL_MS - 1)
    await tick(1)
    answer(world)
    await tick(PROBE_INTERVAL_MS - 1)
    await tick(1)
    await world.accountMonitor.probe(world.accounts.find('pool', 'a'), 'owner')
    expect([...counts, probed.length + engine.turns.length]).toEqual(
      kind === 'answer' ? [0, 0, 1, 1, 2, 3] : [1, 1, 2, 2, 3, 4],
    )
  }
})

test('stop() aborts the probes and records nothing', async () => {
  let aborted = 0
  const { engine } = poolEngine(['a', 'b'], {
    checkStatus: (signal) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted += 1
          reject(signal.reason)
        })
      }),
  })
  using world = createAccounts([engine], { statusCheckTimeoutMs: 60_000 })
  const tick = world.accountMonitor.tick()
  await world.accountMonitor.stop()
  await tick
  await world.accountMonitor.tick()
  expect(aborted).toBe(1)
  expect(world.accounts.find('pool', 'a').verdicts.size).toBe(0)
  expect(world.alertNames()).toEqual([])
})

test('start() probes every ten seconds until stop()', async () => {
  jest.useFakeTimers()
  try {
    const { engine, probed } = poolEngine(['a'])
    using world = createAccounts([engine])
    world.accountMonitor.start()
    jest.advanceTimersByTime(10_000)
    expect(probed).toEqual(['a'])
    await world.accountMonitor.stop()
    expect(jest.getTimerCount()).toBe(0)
    world.advance(PROBE_INTERVAL_MS)
    jest.advanceTimersByTime(60_000)
    expect(probed).toEqual(['a'])
  } finally {
    jest.useRealTimers()
  }
})

test('engines are probed in parallel, the accounts of one engine in turn', async () => {
  const gate = Promise.withResolvers<void>()
  const started: string[] = []
  const probing = (id: string) => ({
    accounts: [{ id: 'a' }, { id: 'b' }],
    checkStatus: (_signal: AbortSignal, account: { id: string }) => {
      started.push(`${id}/${account.id}`)
      return gate.promise
    },
  })
  using world = createAccounts(
    [
      fakeEngine('first', saying(), probing('first')),
      fakeEngine('second', saying(), probing('second')),
    ],
    { statusCheckTimeoutMs: 60_000 },
  )
  const tick = world.accountMonitor.tick()
  expect(started).toEqual(['first/a', 'second/a'])
  gate.resolve()
  await tick
  expect(started.sort()).toEqual(['first/a', 'first/b', 'second/a', 'second/b'])
})
