import { expect, test } from 'bun:test'
import type { AlertText } from '../../../src/core/alert-texts.ts'
import { AccountMonitor } from '../../../src/core/engines/account-monitor.ts'
import { AccountStore } from '../../../src/core/engines/account-store.ts'
import { Accounts } from '../../../src/core/engines/accounts.ts'
import { engineHealth } from '../../../src/core/engines/engine-health.ts'
import { EngineRegistry } from '../../../src/core/engines/engine-registry.ts'
import { type Db, openDatabase } from '../../../src/db/open.ts'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import { SPEECH_ACCOUNTS, type SpeechEngine } from '../../../src/engines/contract/speech.ts'
import { createLog } from '../../../src/platform/log.ts'
import { HOUR, MINUTE, NOON } from '../../support/accounts.ts'

const BROKEN = new EngineFailure('transient', 'The server answered 500')

test('an engine that fails is asked last, for longer after each failure, until a probe finds it well', async () => {
  const { health, ids, clock, alerts, monitor } = setUp(['first', 'second'])
  expect(ids()).toEqual(['first', 'second'])
  health.report('first', BROKEN)
  expect(ids()).toEqual(['second', 'first'])
  expect([health.isParked('first'), health.isParked('second')]).toEqual([true, false])
  expect(alerts).toEqual([])
  clock.now += MINUTE
  await monitor.tick()
  expect(ids()).toEqual(['first', 'second'])
  // A probe of a server that is there does not shorten the pause after the next failure.
  health.report('first', BROKEN)
  clock.now += MINUTE
  await monitor.tick()
  expect(health.isParked('first')).toBe(true)
  health.report('first', BROKEN)
  expect(alerts).toMatchObject([{ kind: 'account_failed', subject: 'first/speech' }])
  health.report('first')
  expect(ids()).toEqual(['first', 'second'])
  expect(alerts[1]).toMatchObject({ kind: 'account_back', subject: 'first/speech' })
})

test('an engine that hangs or says nothing is passed over; one that refuses a request is not', () => {
  for (const verdict of ['timeout', 'empty', 'unknown'] as const) {
    const { health, ids } = setUp(['first', 'second'])
    health.report('first', new EngineFailure(verdict, 'Nothing came'))
    expect(ids()).toEqual(['second', 'first'])
  }
  const { health, ids, clock, alerts } = setUp(['first', 'second'])
  health.report('first', new EngineFailure('request', 'No such voice'))
  expect([ids(), health.isParked('first'), alerts]).toEqual([['first', 'second'], false, []])
  for (let count = 0; count < 20; count += 1) health.report('first', BROKEN)
  clock.now += 32 * MINUTE
  expect(health.isParked('first')).toBe(false)
  // Until it is tried or probed, the others come first.
  expect(ids()).toEqual(['second', 'first'])
})

test('an engine that cannot be started or is disabled is not asked, and is back after a good probe', async () => {
  const { health, ids, clock, alerts, monitor, failures, accounts } = setUp(['first'])
  const gone = new EngineFailure('not_installed', 'Cannot start piper')
  failures.set('first', gone)
  await monitor.tick()
  expect([ids(), alerts.map(({ kind }) => kind)]).toEqual([[], ['account_failed']])
  expect(health.closedReason('first')).toBe('Cannot start piper')
  failures.clear()
  clock.now += HOUR
  await monitor.tick()
  expect([ids(), alerts.map(({ kind }) => kind)]).toEqual([
    ['first'],
    ['account_failed', 'account_back'],
  ])
  // A key that the server refuses: only its status can be asked, and it is good again.
  health.report('first', new EngineFailure('signed_out', 'The key is refused'))
  expect(ids()).toEqual([])
  clock.now += HOUR
  await monitor.tick()
  expect(ids()).toEqual(['first'])
  accounts.disable(accounts.find('first', 'speech'), 'Ann', (write) => write())
  expect([ids(), health.isParked('first')]).toEqual([[], true])
  expect(health.closedReason('first')).toBe('it is disabled')
})

test('the state of an engine outlives a restart, and the loss of its server', () => {
  using db = openDatabase(':memory:')
  setUp(['first'], db).health.report('first', new EngineFailure('not_installed', 'Gone'))
  const { ids, engines, health } = setUp(['first'], db)
  expect(ids()).toEqual([])
  const [first] = engines.splice(0)
  // What is not there has no state to change.
  health.report('first')
  expect(health.isParked('first')).toBe(false)
  if (first !== undefined) engines.push({ ...first, label: 'Found again' })
  expect(ids()).toEqual([])
})

function setUp(names: readonly string[], db: Db = openDatabase(':memory:')) {
  const clock = { now: NOON }
  const now = () => clock.now
  const alerts: AlertText[] = []
  const failures = new Map<string, EngineFailure>()
  const engines: SpeechEngine[] = names.map((id) => speechEngine(id, failures))
  const list = { offered: engines, isConfigured: () => false }
  const log = createLog('silent')
  const accounts = new Accounts({
    ...{ registry: new EngineRegistry({ engines: [], now }), store: new AccountStore(db) },
    others: [list],
    ...{ alerts: { raise: (alert) => alerts.push(alert) }, log, now },
  })
  const health = engineHealth({ accounts, engines: list, now })
  const monitor = new AccountMonitor({ accounts, log, now })
  const ids = () => health.usable(engines).map(({ id }) => id)
  return { clock, alerts, failures, engines, accounts, health, monitor, ids }
}

function speechEngine(id: string, failures: ReadonlyMap<string, EngineFailure>): SpeechEngine {
  return {
    ...{ type: 'speech', accounts: SPEECH_ACCOUNTS, kind: 'command' },
    ...{ id, label: id, models: [], voices: [], languages: ['en'] },
    ...{ timeoutMs: 1000, appliesSpeed: false },
    speak: async () => new Uint8Array(),
    async checkStatus() {
      const failure = failures.get(id)
      if (failure !== undefined) throw failure
    },
  }
}
