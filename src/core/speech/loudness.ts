import { type Sound, windowLevels } from './sound.ts'

/** Of speech, without its pauses: -20 dB of full scale. */
const TARGET_LEVEL = 0.1
const WINDOW_SECONDS = 0.05
/** Windows below it count as pauses: -50 dB of full scale, and 12 dB below the rest. */
const ABSOLUTE_GATE = 10 ** (-50 / 20)
const RELATIVE_GATE = 10 ** (-12 / 20)
const MIN_GAIN = 10 ** (-18 / 20)
const MAX_GAIN = 10 ** (24 / 20)
/** Encoders overshoot a little: -1.5 dB of full scale. */
const PEAK = 10 ** (-1.5 / 20)
/** Of the limiter: within it the gain goes from one value to the next. */
const LIMITER_SECONDS = 0.003

/**
 * By what the sound is to be multiplied, so that speech is as loud from every engine. Measured at the
 * start of a text and kept for all of it, because the rest is not there yet when the start is sent.
 */
export function levellingGain({ samples, sampleRate }: Sound): number {
  const levels = windowLevels(samples, Math.max(1, Math.round(sampleRate * WINDOW_SECONDS)))
  const heard = levels.filter((level) => level > ABSOLUTE_GATE)
  const gate = meanLevel(heard) * RELATIVE_GATE
  const level = meanLevel(heard.filter((one) => one > gate))
  return level === 0 ? 1 : Math.max(MIN_GAIN, Math.min(MAX_GAIN, TARGET_LEVEL / level))
}

function meanLevel(levels: readonly number[]): number {
  const sum = levels.reduce((total, level) => total + level ** 2, 0)
  return levels.length === 0 ? 0 : Math.sqrt(sum / levels.length)
}

/** Multiplies the samples, and turns loud moments down before they would be cut off. */
export function amplify({ samples, sampleRate }: Sound, gain: number): Sound {
  const size = Math.max(1, Math.round(sampleRate * LIMITER_SECONDS))
  const wanted = blockGains(samples, gain, size)
  const smooth = wanted.map((own, index) =>
    Math.min(own, wanted[index - 1] ?? own, wanted[index + 1] ?? own),
  )
  const louder = new Float32Array(samples.length)
  for (let index = 0; index < samples.length; index += 1) {
    // Between the middles of two blocks; each smoothed gain fits its neighbours as well.
    const at = index / size - 0.5
    const block = Math.floor(at)
    const before = smooth[Math.max(0, block)] ?? 1
    const after = smooth[block + 1] ?? before
    const factor = before + (after - before) * (at - block)
    louder[index] = (samples[index] ?? 0) * gain * factor
  }
  return { samples: louder, sampleRate }
}

/** By how much each block must be turned down; 1 for not at all. */
function blockGains(samples: Float32Array, gain: number, size: number): number[] {
  const gains: number[] = []
  for (let start = 0; start < samples.length; start += size) {
    let peak = 0
    const end = Math.min(samples.length, start + size)
    for (let index = start; index < end; index += 1)
      peak = Math.max(peak, Math.abs(samples[index] ?? 0))
    gains.push(Math.min(1, PEAK / Math.max(peak * gain, PEAK)))
  }
  return gains
}
