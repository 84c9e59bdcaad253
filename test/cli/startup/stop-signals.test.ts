import { expect, test } from 'bun:test'
import { StopSignals } from '../../../src/cli/startup/stop-signals.ts'

function signalsAt() {
  const calls: string[] = []
  const clock = { now: 0 }
  const signals = new StopSignals({
    stop: (signal) => calls.push(`stop ${signal}`),
    kill: () => calls.push('kill'),
    now: () => clock.now,
  })
  return {
    calls,
    at(ms: number, signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
      clock.now = ms
      signals.receive(signal)
    },
  }
}

test('a SIGINT within a second of the first is the same press, a later one kills', () => {
  const { calls, at } = signalsAt()
  at(0, 'SIGINT')
  at(5, 'SIGINT')
  at(999, 'SIGINT')
  expect(calls).toEqual(['stop SIGINT'])
  at(1_000, 'SIGINT')
  expect(calls).toEqual(['stop SIGINT', 'kill'])
})

test('SIGTERM and SIGHUP stop once and never kill, Ctrl-C during their stop does', () => {
  const { calls, at } = signalsAt()
  at(0, 'SIGTERM')
  at(2_000, 'SIGHUP')
  at(4_000, 'SIGTERM')
  expect(calls).toEqual(['stop SIGTERM'])
  at(5_000, 'SIGINT')
  expect(calls).toEqual(['stop SIGTERM', 'kill'])
})
