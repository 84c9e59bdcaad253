import { expect, test } from 'bun:test'
import { EmbeddedVoice } from '../../src/engines/embedded-voice/embedded-voice.ts'
import { soundOf } from '../support/sound.ts'
import { startCpuTime } from '../support/stopwatch.ts'
import { thrown } from '../support/thrown.ts'

const LONG = 'The quick brown fox jumps over the lazy dog, and then it sleeps in the sun. '.repeat(
  3_000,
)
const SHORT = 'It speaks again.'
const plain = { voice: undefined, model: undefined, speed: 1 }
const never = new AbortController().signal

test('EmbeddedVoice ends its busy worker at an abort, and speaks the next text in a new one', async () => {
  const voice = new EmbeddedVoice()
  await voice.speak({ ...plain, text: SHORT }, never)
  const controller = new AbortController()
  const long = thrown(voice.speak({ ...plain, text: LONG }, controller.signal))
  const next = voice.speak({ ...plain, text: SHORT }, never)
  await Bun.sleep(100)
  const reason = new Error('No longer wanted')
  const abortedAt = performance.now()
  controller.abort(reason)
  expect(await long).toBe(reason)
  expect(soundOf(await next).seconds).toBeGreaterThan(0.5)
  // The whole text would take minutes.
  expect(performance.now() - abortedAt).toBeLessThan(60_000)
  // Nothing is left that works: a worker would take all of this time.
  const cpuMs = startCpuTime()
  await Bun.sleep(2_000)
  expect(cpuMs()).toBeLessThan(700)
})

test('EmbeddedVoice does not speak a text that was aborted while it waited', async () => {
  const voice = new EmbeddedVoice()
  const first = new AbortController()
  const second = new AbortController()
  const long = thrown(voice.speak({ ...plain, text: LONG }, first.signal))
  const waiting = thrown(voice.speak({ ...plain, text: LONG }, second.signal))
  second.abort(new Error('second'))
  expect(await waiting).toEqual(new Error('second'))
  expect(voice.isLoaded).toBe(true)
  first.abort(new Error('first'))
  expect(await long).toEqual(new Error('first'))
  await voice.speak({ ...plain, text: '…' }, never)
  expect(voice.isLoaded).toBe(false)
})

test('EmbeddedVoice ends a text that takes too long', async () => {
  const voice = new EmbeddedVoice({ timeoutMs: 200 })
  const error = await thrown(voice.speak({ ...plain, text: LONG }, never))
  expect(error).toMatchObject({ verdict: 'timeout' })
  expect(voice.isLoaded).toBe(false)
})

test('EmbeddedVoice gives its memory back when nothing was said for a while', async () => {
  const voice = new EmbeddedVoice({ idleMs: 50 })
  await voice.speak({ ...plain, text: SHORT }, never)
  expect(voice.isLoaded).toBe(true)
  await Bun.sleep(200)
  expect(voice.isLoaded).toBe(false)
  expect(soundOf(await voice.speak({ ...plain, text: SHORT }, never)).seconds).toBeGreaterThan(0.5)
})

test('EmbeddedVoice speaks many times faster than real time and does not block the event loop', async () => {
  const voice = new EmbeddedVoice()
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 5)
  const cpuMs = startCpuTime()
  const text = LONG.slice(0, 8_000)
  const { seconds } = soundOf(await voice.speak({ ...plain, text }, never))
  const factor = cpuMs() / 1_000 / seconds
  clearInterval(timer)
  console.info(`embedded voice: real-time factor ${factor.toFixed(4)}, ${turns} turns meanwhile`)
  expect(seconds).toBeGreaterThan(300)
  // Of one processor, whatever else runs; it is 0.01.
  expect(factor).toBeLessThan(0.1)
  // A blocked event loop has one or two.
  expect(turns).toBeGreaterThan(20)
})
