import { expect, jest, test } from 'bun:test'
import { ProgressMeter } from '../../../src/core/tasks/progress.ts'

const INTERVAL_MS = 500

test('ProgressMeter passes the first report on at once and the latest of each half second after it', () => {
  jest.useFakeTimers()
  try {
    const passed: number[] = []
    const meter = new ProgressMeter(({ done }) => passed.push(done))
    for (let done = 0; done <= 5; done += 1) meter.report({ done, unit: 'pages' })
    expect(passed).toEqual([0])
    jest.advanceTimersByTime(INTERVAL_MS)
    expect(passed).toEqual([0, 5])
    jest.advanceTimersByTime(INTERVAL_MS)
    meter.report({ done: 6, unit: 'pages' })
    expect(passed).toEqual([0, 5, 6])
    meter.stop()
  } finally {
    jest.useRealTimers()
  }
})

test('ProgressMeter passes the latest report on when it is stopped, nothing after it, and leaves no timer', () => {
  jest.useFakeTimers()
  try {
    const passed: number[] = []
    const meter = new ProgressMeter(({ done }) => passed.push(done))
    meter.report({ done: 1, unit: 'pages' })
    meter.report({ done: 2, unit: 'pages' })
    meter.stop()
    meter.report({ done: 3, unit: 'pages' })
    expect([passed, jest.getTimerCount(), meter.latest?.done]).toEqual([[1, 2], 0, 3])
    const unused = new ProgressMeter(({ done }) => passed.push(done))
    unused.stop()
    unused.report({ done: 4, unit: 'pages' })
    expect([passed, jest.getTimerCount()]).toEqual([[1, 2], 0])
  } finally {
    jest.useRealTimers()
  }
})

test('ProgressMeter tells the time left by the speed since the first report, not by what was done before it', async () => {
  const meter = new ProgressMeter(() => {})
  meter.report({ done: 50, total: 100, unit: 'pages' })
  expect(meter.latest?.secondsLeft).toBeUndefined()
  await Bun.sleep(20)
  meter.report({ done: 51, total: 100, unit: 'pages' })
  // 49 pages at 20 ms or more each; half of the work in no time at all would make it less.
  expect(meter.latest?.secondsLeft).toBeGreaterThan(0.9)
  meter.report({ done: 52, total: 100, isUpperBound: true, unit: 'pages' })
  expect(meter.latest?.secondsLeft).toBeUndefined()
  meter.stop()
})
