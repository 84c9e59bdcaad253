import { expect, test } from 'bun:test'
import {
  noEngineError,
  type UnavailableAccount,
} from '../../../src/core/engines/no-engine-error.ts'
import type { FailureKind } from '../../../src/engines/contract/failure.ts'
import { fakeEngine, saying } from '../../support/engines.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const MINUTE = 60_000

function problem(
  id: string,
  kind: FailureKind,
  more: Partial<UnavailableAccount> = {},
): UnavailableAccount {
  const accounts = [{ id: 'work' }, { id: 'home' }]
  return { engine: fakeEngine(id, saying(), { accounts }), account: { id: 'work' }, kind, ...more }
}

function told(
  problems: readonly UnavailableAccount[],
  { isOwner = false, saysSubscription = false } = {},
) {
  const error = noEngineError(problems, { now: NOW, isOwner, saysSubscription })
  return [error.message.replace('No engine could answer: ', ''), error.retryAfterSeconds]
}

test('noEngineError says what happened, and to ask again only where that helps', () => {
  const until = (minutes: number) => ({ until: NOW + minutes * MINUTE })
  const cases: readonly [UnavailableAccount[], string, number | undefined][] = [
    [[], 'try again later', 20],
    [[problem('a', 'not_installed')], 'a is not installed', undefined],
    [[problem('a', 'signed_out')], 'a is signed out', undefined],
    [[problem('a', 'disabled')], 'a is disabled by the owner', undefined],
    [[problem('a', 'model_missing')], 'a does not have the model', undefined],
    [[problem('a', 'key_refused')], 'a does not accept its configured key', undefined],
    [[problem('a', 'unreachable')], 'a cannot be reached; try again later', 20],
    [[problem('a', 'loading')], 'a is still loading its model; try again later', 20],
    [[problem('a', 'no_models')], 'a has listed no models; try again later', 20],
    [[problem('a', 'timeout')], 'a did not answer in time; try again later', 20],
    [[problem('a', 'empty')], 'a gave no answer; try again later', 20],
    [[problem('a', 'transient')], 'a failed; try again later', 20],
    [[problem('a', 'quota')], 'a has used up its quota; try again later', 20],
    [[problem('a', 'quota', until(2))], 'a has used up its quota until 2026-11-22T10:02:00Z', 120],
    [
      [problem('a', 'quota', { until: NOW + 1 })],
      'a has used up its quota until 2026-11-22T10:00:01Z',
      20,
    ],
    [
      [problem('a', 'quota', until(600))],
      'a has used up its quota until 2026-11-22T20:00:00Z',
      3600,
    ],
    [
      [problem('a', 'quota', until(9)), problem('b', 'quota', until(3))],
      'a and b have used up their quota until 2026-11-22T10:03:00Z',
      180,
    ],
    [
      [problem('a', 'quota', until(9)), problem('b', 'signed_out'), problem('c', 'transient')],
      'a has used up its quota until 2026-11-22T10:09:00Z; b is signed out; c failed; try again later',
      20,
    ],
  ]
  for (const [problems, sentence, seconds] of cases) {
    expect(told(problems)).toEqual([sentence, seconds])
  }
})

test('noEngineError does not say to ask again where a model has worked', () => {
  const error = noEngineError([problem('a', 'transient', { evidence: 'reset' })], {
    isOwner: true,
    modelHasRun: true,
  })
  expect(error.message).toBe('No engine could answer: a failed (a/work: reset)')
  expect(error.summary).toBe('No engine could answer: a failed')
})

test('noEngineError names at most five engines of a kind', () => {
  const problems = Array.from({ length: 30 }, (_, at) => problem(`e${at}`, 'signed_out'))
  expect(told(problems)[0]).toBe('e0, e1, e2, e3, e4 and 25 more are signed out')
})

test('noEngineError leaves out a disabled account of an engine that was asked', () => {
  const engine = fakeEngine('a', saying())
  const both = [problem('a', 'disabled', { engine }), problem('a', 'signed_out', { engine })]
  expect(told(both)[0]).toBe('a is signed out')
})

test('noEngineError gives the engines’ own reasons to the owner only, bounded', () => {
  const spent = problem('a', 'quota', { evidence: 'limit of ann@example.test' })
  const long = problem('b', 'transient', { evidence: 'x'.repeat(500) })
  expect(told([spent])[0]).toBe('a has used up its quota; try again later')
  expect(told([spent], { isOwner: true })[0]).toBe(
    'a has used up its quota; try again later (a/work: limit of ann@example.test)',
  )
  expect(told([long], { isOwner: true })[0]).toBe(
    `b failed; try again later (b/work: ${'x'.repeat(200)}…)`,
  )
  const many = Array.from({ length: 9 }, () => long)
  expect(String(told(many, { isOwner: true })[0])).toEndWith('…; 4 more)')
})

test('noEngineError speaks of subscriptions where it is asked to', () => {
  const error = noEngineError([problem('a', 'signed_out')], {
    now: NOW,
    isOwner: false,
    saysSubscription: true,
  })
  expect(error.message).toBe('No subscription could answer: a is signed out')
})
