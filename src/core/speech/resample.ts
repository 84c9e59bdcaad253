import { Pacer } from '../../platform/pacer.ts'
import type { Sound } from './sound.ts'

/** Zero crossings of the filter to each side. */
const HALF_WIDTH = 16
/** Positions between two samples that have a filter of their own; more are rounded down to these. */
const MAX_PHASES = 1_024
/** Computed between two looks at the time. */
const BLOCK_SAMPLES = 10_000

/**
 * Gives a sound another sample rate, by a windowed sinc filter: nothing of it is mirrored into what
 * is heard. A long sound is computed in blocks, between which others are served.
 */
export async function resample(sound: Sound, sampleRate: number): Promise<Sound> {
  if (sound.sampleRate === sampleRate) return sound
  const { samples } = sound
  const divisor = greatestCommonDivisor(sampleRate, sound.sampleRate)
  const phases = sampleRate / divisor
  const step = sound.sampleRate / divisor
  const filters = Math.min(phases, MAX_PHASES)
  const filter = makeFilter(filters, Math.min(1, sampleRate / sound.sampleRate))
  const result = new Float32Array(Math.floor((samples.length * phases) / step))
  const pacer = new Pacer()
  for (let index = 0; index < result.length; index += 1) {
    if (index % BLOCK_SAMPLES === 0) await pacer.pause()
    const position = index * step
    const middle = Math.floor(position / phases)
    const taps = filter.taps[Math.floor(((position % phases) * filters) / phases)]
    if (taps === undefined) continue
    let sum = 0
    for (let tap = 0; tap < taps.length; tap += 1)
      sum += (samples[middle + tap - filter.reach] ?? 0) * (taps[tap] ?? 0)
    result[index] = sum
  }
  return { samples: result, sampleRate }
}

/** The taps of each position between two samples. */
function makeFilter(phases: number, cutoff: number) {
  const reach = Math.ceil(HALF_WIDTH / cutoff)
  const taps = Array.from({ length: phases }, (_, phase) => {
    const own = Float32Array.from({ length: 2 * reach + 1 }, (__, tap) => {
      const distance = tap - reach - phase / phases
      return cutoff * sinc(distance * cutoff) * blackman(distance / (reach + 1))
    })
    // So that a constant stays what it is at every position.
    const sum = own.reduce((total, one) => total + one, 0)
    return own.map((one) => one / sum)
  })
  return { taps, reach }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** 1 in the middle, 0 at -1 and 1. */
function blackman(x: number): number {
  return 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
