import { expect, test } from 'bun:test'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import {
  amplify,
  levellingGain,
  pcmBytes,
  resample,
  type Sound,
  soundOf,
  trimSilence,
} from '../../../src/features/speech/synthesis.ts'
import { wavFile } from '../../../src/media/audio/wav.ts'
import { startCpuTime } from '../../support/stopwatch.ts'

const RATE = 16_000

/** A tone between two silences. */
function tone(level: number, { hertz = 440, silence = 0.5, sampleRate = RATE } = {}): Sound {
  const quiet = Math.round(silence * sampleRate)
  const samples = new Float32Array(sampleRate + 2 * quiet)
  for (let index = 0; index < sampleRate; index += 1)
    samples[quiet + index] = level * Math.sin((2 * Math.PI * hertz * index) / sampleRate)
  return { samples, sampleRate }
}

function peakOf({ samples }: Sound): number {
  return samples.reduce((peak, one) => Math.max(peak, Math.abs(one)), 0)
}

function levelOf({ samples }: Sound): number {
  return Math.sqrt(samples.reduce((sum, one) => sum + one ** 2, 0) / samples.length)
}

/** The largest step between two samples; a click is one. */
function stepOf({ samples }: Sound): number {
  return samples.reduce(
    (step, one, index) => Math.max(step, Math.abs(one - (samples[index - 1] ?? 0))),
    0,
  )
}

test('trimSilence cuts both ends near the sound, and leaves no click', () => {
  const trimmed = trimSilence(tone(0.3))
  const seconds = trimmed.samples.length / RATE
  expect(seconds).toBeGreaterThan(1.05)
  expect(seconds).toBeLessThan(1.15)
  expect(trimmed.samples[0]).toBeCloseTo(0, 5)
  const loudFromStart = trimSilence({ samples: tone(0.3).samples.slice(8_050), sampleRate: RATE })
  expect(Math.abs(loudFromStart.samples[0] ?? 1)).toBe(0)
  expect(stepOf(loudFromStart)).toBeLessThan(0.06)
  expect(trimSilence({ samples: new Float32Array(RATE), sampleRate: RATE }).samples).toHaveLength(0)
  const hour = { samples: new Float32Array(3600 * 400).fill(0.1), sampleRate: 400 }
  expect(trimSilence(hour).samples).toHaveLength(3600 * 400)
})

test('levellingGain makes quiet and loud voices as loud, whatever their pauses', () => {
  for (const level of [0.02, 0.1, 0.6])
    for (const silence of [0, 0.5, 3]) {
      const sound = tone(level, { silence })
      const spoken = trimSilence(amplify(sound, levellingGain(sound)))
      expect(levelOf(spoken)).toBeCloseTo(0.1, 1)
    }
  expect(levellingGain({ samples: new Float32Array(RATE), sampleRate: RATE })).toBe(1)
})

test('amplify turns loud moments down in time, and changes nothing else', () => {
  const sound = tone(0.05)
  for (let index = 12_000; index < 12_200; index += 1)
    sound.samples[index] = (sound.samples[index] ?? 0) * 18
  const loud = amplify(sound, 4)
  expect(peakOf(loud)).toBeLessThanOrEqual(10 ** (-1.5 / 20) + 1e-6)
  expect(loud.samples[9_001]).toBeCloseTo((sound.samples[9_001] ?? 0) * 4, 6)
})

test('resample keeps pitch, length and level, and lets nothing through that would be mirrored', async () => {
  for (const [from, to] of [
    [16_000, 24_000],
    [22_050, 24_000],
    [44_100, 24_000],
    [48_000, 16_000],
  ] as const) {
    const result = await resample(tone(0.3, { sampleRate: from, silence: 0 }), to)
    expect(result.samples.length).toBeCloseTo(to, -1)
    const expected = tone(0.3, { sampleRate: to, silence: 0 })
    const middle = Math.round(to / 2)
    for (let index = middle; index < middle + 200; index += 1)
      expect(result.samples[index]).toBeCloseTo(expected.samples[index] ?? 0, 2)
  }
  const high = await resample(tone(0.3, { hertz: 15_000, sampleRate: 48_000, silence: 0 }), 16_000)
  expect(levelOf({ ...high, samples: high.samples.slice(2_000, 14_000) })).toBeLessThan(0.001)
})

test('resample takes no filter for each of a million positions, and serves others meanwhile', async () => {
  const odd = tone(0.3, { sampleRate: 191_999, silence: 0 })
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const cpuMs = startCpuTime()
  const result = await resample({ ...odd, samples: odd.samples.slice(0, 40_000) }, 24_001)
  const slowMs = cpuMs()
  await resample({ samples: new Float32Array(400_000), sampleRate: 16_000 }, 24_000)
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(3)
  const level = levelOf({ ...result, samples: result.samples.slice(500, 4_500) })
  expect(level).toBeCloseTo(0.3 / Math.SQRT2, 2)
  // With 24,001 filters it takes seconds.
  expect(slowMs).toBeLessThan(1_500)
})

test('levellingGain measures half an hour at once', () => {
  const sound = { samples: new Float32Array(1_800 * 1_000), sampleRate: 1_000 }
  sound.samples.forEach((_, index) => {
    sound.samples[index] = index % 7 === 0 ? 0.2 : -0.1
  })
  const cpuMs = startCpuTime()
  expect(levellingGain(sound)).toBeGreaterThan(0)
  expect(cpuMs()).toBeLessThan(2_000)
})

test('soundOf mixes channels, and refuses what is no sound', () => {
  const stereo = new Int16Array([16_384, 0, 16_384, 0])
  const mixed = soundOf(wavFile({ sampleRate: RATE, channels: 2 }, new Uint8Array(stereo.buffer)))
  expect([...mixed.samples]).toEqual([0.25, 0.25])
  expect(() => soundOf(new TextEncoder().encode('<html>no</html>'))).toThrow(EngineFailure)
})

test('pcmBytes never wraps around, and adds the silence behind', () => {
  const samples = new Float32Array([2, -2, 0.5])
  const view = new DataView(pcmBytes({ samples, sampleRate: 1_000 }, 0.002).buffer)
  const values = [0, 2, 4, 6, 8].map((at) => view.getInt16(at, true))
  expect(values).toEqual([32_767, -32_767, 16_384, 0, 0])
})
