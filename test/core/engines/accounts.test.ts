import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import { createAccounts, failure, HOUR, MINUTE, NOON, poolEngine } from '../../support/accounts.ts'
import { fakeEngine, saying } from '../../support/engines.ts'
import { tempFolder } from '../../support/process.ts'

function rowOf(world: ReturnType<typeof createAccounts>, account: string, family = '') {
  return world.accounts.find('pool', account).verdicts.get(family)
}

test('a quota parks its account until the reported reset time, and the next is tried', () => {
  using world = createAccounts([poolEngine(['a', 'b']).engine])
  expect(world.attempts(failure('quota', { until: NOON + 2 * HOUR }))).toEqual(['pool/a', 'pool/b'])
  expect(rowOf(world, 'a')).toMatchObject({
    verdict: 'quota',
    evidence: 'It said quota',
    since: NOON,
    until: NOON + 2 * HOUR,
    setBy: 'engine',
  })
  expect(world.attempts(failure('unknown'))).toEqual(['pool/b'])
  world.advance(2 * HOUR)
  // Its time is over without a successful probe: it comes after the `ready` accounts.
  expect(world.attempts(failure('unknown'), failure('unknown'))).toEqual(['pool/b', 'pool/a'])
})

test('a quota parks for an hour without a reset time, for at most six hours, and for at least a minute', () => {
  using world = createAccounts([poolEngine(['a', 'b', 'c']).engine])
  world.attempts(
    failure('quota'),
    failure('quota', { until: NOON + 100 * HOUR }),
    failure('quota', { until: NOON - 1 }),
  )
  expect(['a', 'b', 'c'].map((id) => rowOf(world, id)?.until)).toEqual([
    NOON + HOUR,
    NOON + 6 * HOUR,
    NOON + MINUTE,
  ])
})

test('a second quota error without a reset time does not shorten the first one', () => {
  using world = createAccounts([poolEngine(['a']).engine])
  const accountState = world.accounts.find('pool', 'a')
  world.accounts.failed(accountState, 'small', failure('quota', { until: NOON + 3 * HOUR }))
  world.advance(MINUTE)
  world.accounts.failed(accountState, 'small', failure('quota'))
  expect(rowOf(world, 'a')).toMatchObject({ since: NOON, until: NOON + 3 * HOUR })
  expect(world.alertNames()).toEqual(['account_failed pool/a'])
})

test('a quota of one family leaves the account’s other models in use', () => {
  const { engine } = poolEngine(['a', 'b'], {
    models: ['opus-5', 'sonnet-5'],
    familyOf: (model) => model.split('-')[0],
  })
  using world = createAccounts([engine])
  world.attempts(failure('quota', { family: 'opus' }))
  expect(rowOf(world, 'a')).toBeUndefined()
  expect(rowOf(world, 'a', 'opus')).toMatchObject({ verdict: 'quota', until: NOON + HOUR })
  const select = (model: string) => world.accounts.select(engine, model, [], true)?.account.id
  expect([select('opus-5'), select('opus-5')]).toEqual(['b', 'b'])
  expect(select('sonnet-5')).toBe('a')
  expect(world.alertNames()).toEqual(['account_failed pool/a (opus)'])
})

test('a quota of a family that the model does not belong to parks the whole account', () => {
  using world = createAccounts([poolEngine(['a', 'b']).engine])
  world.attempts(failure('quota', { family: 'opus' }))
  expect(rowOf(world, 'a')).toMatchObject({ verdict: 'quota' })
})

test('an account that is signed out stays parked until it is cleared', () => {
  using world = createAccounts([poolEngine(['a']).engine])
  expect(world.attempts(failure('signed_out'))).toEqual(['pool/a'])
  expect(rowOf(world, 'a')).toMatchObject({ verdict: 'signed_out', until: null })
  world.advance(1000 * HOUR)
  expect(world.attempts()).toEqual([])
  expect(world.alertNames()).toEqual(['account_signed_out pool/a'])
  world.clear(world.accounts.find('pool', 'a'))
  expect(world.attempts()).toEqual(['pool/a'])
  expect(world.alertNames()).toEqual(['account_signed_out pool/a', 'account_back pool/a'])
})

test('a tool that is not installed parks its account and alerts', () => {
  using world = createAccounts([poolEngine(['a']).engine])
  world.attempts(failure('not_installed'))
  expect(world.attempts()).toEqual([])
  expect(world.alerts).toMatchObject([
    {
      kind: 'account_failed',
      subject: 'pool/a',
      message: 'pool/a cannot be started: It said not_installed',
    },
  ])
})

test('a temporary failure is retried once within its engine, then auto continues with the next', () => {
  const second = fakeEngine('second', saying('Hello'))
  using world = createAccounts([poolEngine(['a', 'b', 'c']).engine, second])
  expect(world.attempts(failure('transient'), failure('transient'))).toEqual([
    'pool/a',
    'pool/b',
    'second/only',
  ])
  expect(rowOf(world, 'a')).toMatchObject({ verdict: 'transient', until: NOON + MINUTE })
  // A temporary failure alerts only when a probe confirms it.
  expect(world.alertNames()).toEqual([])
})

test('a single account with a temporary failure is retried at once, and an answer removes the verdict', () => {
  const { engine } = poolEngine(['a'])
  using world = createAccounts([engine])
  expect(world.attempts(failure('transient'))).toEqual(['pool/a'])
  const asked = world.rotation()
  const choice = asked.next()
  expect(choice?.account.id).toBe('a')
  if (choice !== undefined) asked.succeeded(choice)
  expect(rowOf(world, 'a')).toBeUndefined()
  // Without a first alert there is no account_back alert.
  expect(world.alertNames()).toEqual([])
})

test('an account with a temporary failure comes after the other engines for a minute', () => {
  const second = fakeEngine('second', saying('Hello'))
  using world = createAccounts([poolEngine(['a']).engine, second])
  world.attempts(failure('transient'))
  expect(world.attempts(failure('unknown'))).toEqual(['second/only', 'pool/a'])
  world.advance(MINUTE)
  expect(world.attempts()).toEqual(['pool/a'])
})

test('a faulty request parks no account and is not retried', () => {
  using world = createAccounts([poolEngine(['a', 'b']).engine])
  expect(world.attempts(failure('request'))).toEqual(['pool/a'])
  expect(rowOf(world, 'a')).toBeUndefined()
})

test('an empty answer or a timeout is retried once in all', () => {
  const { engine } = poolEngine(['a', 'b', 'c'])
  const second = fakeEngine('second', saying('Hello'))
  using world = createAccounts([engine, second])
  expect(world.attempts(failure('empty'), failure('empty'))).toEqual(['pool/a', 'pool/b'])
  expect(world.attempts(failure('timeout'), failure('empty'))).toEqual(['pool/c', 'pool/a'])
  expect(rowOf(world, 'a')).toBeUndefined()
})

test('an unknown failure is retried once within its engine', () => {
  using world = createAccounts([poolEngine(['a', 'b', 'c']).engine])
  expect(world.attempts(failure('unknown'), failure('unknown'))).toEqual(['pool/a', 'pool/b'])
  expect(rowOf(world, 'a')).toBeUndefined()
})

test('quotas rotate through every account and every engine', () => {
  const second = fakeEngine('second', saying('Hello'))
  using world = createAccounts([poolEngine(['a', 'b', 'c']).engine, second])
  const quota = failure('quota')
  expect(world.attempts(quota, quota, quota, quota)).toEqual([
    'pool/a',
    'pool/b',
    'pool/c',
    'second/only',
  ])
  expect(world.accounts.parked()).toEqual({ pool: 3, second: 1 })
})

test('within an engine the account used longest ago is selected', () => {
  const { engine } = poolEngine(['a', 'b', 'c'])
  using world = createAccounts([engine])
  const next = () => world.rotation().next()?.account.id
  expect([next(), next(), next(), next()]).toEqual(['a', 'b', 'c', 'a'])
  world.disable(world.accounts.find('pool', 'b'))
  expect([next(), next(), next()]).toEqual(['c', 'a', 'c'])
  world.enable(world.accounts.find('pool', 'b'))
  expect(next()).toBe('b')
})

test('a late answer or temporary failure of an account does not remove its quota verdict', () => {
  using world = createAccounts([poolEngine(['a', 'b']).engine])
  const accountState = world.accounts.find('pool', 'a')
  world.accounts.failed(accountState, 'small', failure('quota'))
  world.accounts.succeeded(accountState, 'small')
  world.accounts.failed(accountState, 'small', failure('transient'))
  expect(rowOf(world, 'a')).toMatchObject({ verdict: 'quota', until: NOON + HOUR })
})

test('verdicts and disabled accounts survive a restart without a second alert', () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  const engine = () => poolEngine(['a', 'b', 'c', 'd']).engine
  {
    using world = createAccounts([engine()], { path })
    world.attempts(failure('quota', { until: NOON + 2 * HOUR }), failure('signed_out'))
    world.disable(world.accounts.find('pool', 'c'))
  }
  using world = createAccounts([engine()], { path, start: NOON + HOUR })
  expect(world.attempts()).toEqual(['pool/d'])
  expect(rowOf(world, 'a')).toMatchObject({ since: NOON, until: NOON + 2 * HOUR })
  expect(rowOf(world, 'b')).toMatchObject({ verdict: 'signed_out', until: null })
  world.accounts.failed(world.accounts.find('pool', 'b'), 'small', failure('signed_out'))
  expect(world.alertNames()).toEqual([])
})

test('cleared verdicts stay cleared after a restart', () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  {
    using world = createAccounts([poolEngine(['a', 'b']).engine], { path })
    world.attempts(failure('signed_out'))
    world.clear(world.accounts.find('pool', 'a'))
    world.disable(world.accounts.find('pool', 'b'))
    world.enable(world.accounts.find('pool', 'b'))
  }
  using world = createAccounts([poolEngine(['a', 'b']).engine], { path })
  expect(world.attempts(failure('unknown'))).toEqual(['pool/a', 'pool/b'])
})

test('an account that is disabled during its answer fails without an alert', () => {
  using world = createAccounts([poolEngine(['a']).engine])
  const accountState = world.accounts.find('pool', 'a')
  world.disable(accountState)
  world.accounts.failed(accountState, 'small', failure('quota'))
  expect(rowOf(world, 'a')).toMatchObject({ verdict: 'quota' })
  expect(world.alertNames()).toEqual([])
})

test('clearing a disabled account raises no account_back alert', () => {
  using world = createAccounts([poolEngine(['a']).engine])
  const accountState = world.accounts.find('pool', 'a')
  world.attempts(failure('signed_out'))
  world.disable(accountState)
  world.clear(accountState)
  expect(accountState.verdicts.size).toBe(0)
  expect(world.alertNames()).toEqual(['account_signed_out pool/a'])
})

test('the evidence is one redacted line', () => {
  using world = createAccounts([poolEngine(['a']).engine])
  const said = 'Bad header Authorization: Bearer sk-abcdefghijklmnop1234\nand a trace'
  world.attempts(new EngineFailure('signed_out', said))
  const evidence = rowOf(world, 'a')?.evidence
  expect(evidence).toContain('[redacted]')
  expect(evidence).not.toMatch(/abcdefghijklmnop|trace/)
  expect(world.alerts[0]?.message).not.toContain('abcdefghijklmnop')
})
