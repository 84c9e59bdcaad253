import { SPEECH_SAMPLE_RATE } from '../contract-audio.ts'

/** Zero crossings of the filter on each side of a sample. */
const ZERO_CROSSINGS = 16
/** The part of the lower band that passes; the filter falls off above it. */
const PASS_BAND = 0.94
/** Shape of the Kaiser window: about 80 dB of attenuation. */
const KAISER_BETA = 8

/**
 * Changes the sample rate of one channel to {@link SPEECH_SAMPLE_RATE} with a low-pass filter, in
 * pieces of any length. The ratio of the rates is kept exactly.
 */
export class Resampler {
  /** Output samples for each period of the ratio, and input samples. */
  readonly #up: number
  readonly #down: number
  /** Input samples on each side of the filter's centre. */
  readonly #half: number
  /** The filter for each fraction of a sample. */
  readonly #phases: readonly Float32Array[]
  /** Input that is still needed, from index {@link #start} of the whole input. */
  #held: Float32Array
  #start: number
  #received = 0
  #given = 0

  /** @param sampleRate Of the input, in Hz */
  constructor(sampleRate: number) {
    const divisor = greatestCommonDivisor(sampleRate, SPEECH_SAMPLE_RATE)
    this.#up = SPEECH_SAMPLE_RATE / divisor
    this.#down = sampleRate / divisor
    const scale = Math.max(1, sampleRate / SPEECH_SAMPLE_RATE)
    this.#half = Math.ceil(ZERO_CROSSINGS * scale)
    this.#phases = Array.from({ length: this.#up }, (_, phase) =>
      filterOf(phase / this.#up, this.#half, PASS_BAND / scale),
    )
    // Silence before the first sample.
    this.#held = new Float32Array(this.#half)
    this.#start = -this.#half
  }

  /** @returns The output that is known so far; its scale is that of the input */
  push(input: Float32Array): Float32Array {
    this.#received += input.length
    return this.#append(input, Number.POSITIVE_INFINITY)
  }

  /** @returns The rest of the output */
  end(): Float32Array {
    const total = Math.ceil((this.#received * this.#up) / this.#down)
    return this.#append(new Float32Array(this.#half + 1), total)
  }

  #append(input: Float32Array, total: number): Float32Array {
    const held = new Float32Array(this.#held.length + input.length)
    held.set(this.#held)
    held.set(input, this.#held.length)
    const half = this.#half
    const end = this.#start + held.length
    // The last output whose filter lies within what is held.
    const ready = Math.floor(((end - half - 1) * this.#up) / this.#down) + 1
    const output = new Float32Array(Math.max(0, Math.min(ready, total) - this.#given))
    for (let index = 0; index < output.length; index += 1) {
      const position = (this.#given + index) * this.#down
      const centre = Math.floor(position / this.#up)
      const filter = this.#phases[position % this.#up]
      if (filter === undefined) break
      const from = centre - half + 1 - this.#start
      let sum = 0
      for (let tap = 0; tap < filter.length; tap += 1)
        sum += (filter[tap] ?? 0) * (held[from + tap] ?? 0)
      output[index] = sum
    }
    this.#given += output.length
    const next = Math.floor((this.#given * this.#down) / this.#up) - half + 1
    const kept = Math.min(Math.max(next, this.#start), end)
    this.#held = held.slice(kept - this.#start)
    this.#start = kept
    return output
  }
}

/** A windowed sinc around a fraction of a sample, whose sum is 1. */
function filterOf(fraction: number, half: number, cutoff: number): Float32Array {
  const filter = new Float32Array(half * 2)
  let sum = 0
  for (let tap = 0; tap < filter.length; tap += 1) {
    const distance = tap - half + 1 - fraction
    const value = cutoff * sinc(cutoff * distance) * kaiser(distance / half)
    filter[tap] = value
    sum += value
  }
  return filter.map((value) => value / sum)
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** @param x Place in the window, -1 to 1 */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA)
}

/** The modified Bessel function of the first kind and order zero. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-10; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
