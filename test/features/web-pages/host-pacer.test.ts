import { expect, test } from 'bun:test'
import {
  HostPacer,
  MAX_LEFT_ALONE_MS,
  retryAfterMs,
} from '../../../src/features/web-pages/robots.ts'
import { thrown } from '../../support/thrown.ts'

const { signal } = new AbortController()

test('retryAfterMs() reads seconds and dates, and bounds them', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const read = (value?: string) =>
    retryAfterMs(new Headers(value === undefined ? {} : { 'retry-after': value }), now)
  expect(read('120')).toBe(120_000)
  expect(read(' 0 ')).toBe(0)
  expect(read('Thu, 01 Jan 2026 00:00:30 GMT')).toBe(30_000)
  expect(read('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0)
  expect(read('999999999999')).toBe(MAX_LEFT_ALONE_MS)
  for (const value of [undefined, '', 'soon', '-5x']) expect(read(value)).toBeUndefined()
})

test('requests to one host leave one after another, those to others at once', async () => {
  // All ask in the same moment, also on a machine that stops between them.
  const pacer = new HostPacer(20, () => 0)
  const since = performance.now()
  const left: [string, number][] = []
  const turn = async (host: string) => {
    await pacer.turn(host, signal)
    left.push([host, performance.now() - since])
  }
  await Promise.all(['a.test', 'www.a.test', 'b.test', 'A.test'].map(turn))
  const of = (host: string) => left.find(([name]) => name === host)?.[1] ?? Number.NaN
  expect(left.map(([host]) => host)).toEqual(['a.test', 'b.test', 'www.a.test', 'A.test'])
  expect(of('www.a.test')).toBeGreaterThanOrEqual(18)
  expect(of('A.test')).toBeGreaterThanOrEqual(38)
})

test('a host that wants to be left alone gets nothing until then', async () => {
  let now = 0
  const pacer = new HostPacer(1, () => now)
  await pacer.turn('a.test', signal)
  now = 100
  pacer.leaveAlone('a.test', 42_000)
  // What is shorter, or another host, changes nothing.
  pacer.leaveAlone('www.a.test', 1_000)
  const refusal = {
    code: 'site_blocked',
    message: 'a.test has been asked too often, and wants no request for another 42 s',
    retryAfterSeconds: 42,
  }
  expect(await thrown(pacer.turn('a.test', signal))).toMatchObject(refusal)
  expect(() => pacer.checkLeftAlone('a.test')).toThrow(refusal.message)
  await pacer.turn('b.test', signal)
  now = 42_100
  pacer.checkLeftAlone('a.test', 0)
  await pacer.turn('a.test', signal)
  pacer.leaveAlone('a.test', Number.POSITIVE_INFINITY)
  expect(await thrown(pacer.turn('a.test', signal))).toMatchObject({ retryAfterSeconds: 3_600 })
})

test('who has time waits for a host, also when it is told to meanwhile; who has none is refused', async () => {
  const since = performance.now()
  // All ask in the same moment, also on a machine that stops between them.
  let isStopped = true
  const pacer = new HostPacer(10, () => (isStopped ? 0 : performance.now() - since))
  await pacer.turn('a.test', signal)
  const waiting = pacer.turn('a.test', signal)
  pacer.leaveAlone('a.test', 50)
  const refused = thrown(pacer.turn('a.test', signal, 20))
  isStopped = false
  await waiting
  expect(performance.now() - since).toBeGreaterThanOrEqual(48)
  expect(await refused).toMatchObject({ code: 'site_blocked', retryAfterSeconds: 1 })
  const leaving = new AbortController()
  pacer.leaveAlone('a.test', 5_000)
  const left = thrown(pacer.turn('a.test', leaving.signal))
  leaving.abort(new Error('left'))
  expect(await left).toEqual(new Error('left'))
})

test('of very many hosts the oldest are forgotten', async () => {
  const pacer = new HostPacer(1)
  pacer.leaveAlone('first.test', 60_000)
  for (let index = 0; index < 1_000; index += 1) pacer.leaveAlone(`${index}.test`, 60_000)
  pacer.checkLeftAlone('first.test')
  expect(() => pacer.checkLeftAlone('999.test')).toThrow('asked too often')
})
