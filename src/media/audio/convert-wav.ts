import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { SPEECH_SAMPLE_RATE } from '../contract-audio.ts'
import { readWavLayout, WAV_HEADER_BYTES, type WavLayout, wavHeader } from './wav.ts'

/** How much of a WAV file is searched for the start of its samples. */
export const HEAD_BYTES = 1024 * 1024
/** Frames that are converted at a time. */
const BLOCK_FRAMES = 65_536
const FULL_SCALE = 32_768
const FORMAT = { sampleRate: SPEECH_SAMPLE_RATE, channels: 1 }

/**
 * Where the samples of a WAV file are, without those beyond the longest recording.
 *
 * @throws {WavError}
 */
export function wavLayoutOf(path: string, maxSeconds = Number.POSITIVE_INFINITY): WavLayout {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
    readSync(file, head, 0, head.byteLength, 0)
    const layout = readWavLayout(head, size)
    const maxBytes = maxSeconds * layout.sampleRate * frameBytesOf(layout)
    return { ...layout, dataEnd: Math.min(layout.dataEnd, layout.dataStart + maxBytes) }
  } finally {
    closeSync(file)
  }
}

/**
 * Converts a WAV file of PCM to 16 kHz, mono, 16 bits. Blocks its thread.
 *
 * @param onProgress Is told the written seconds
 * @returns The seconds of the result
 * @throws {WavError}; errors of the file system
 */
export function convertWav(
  { source, target, maxSeconds }: { source: string; target: string; maxSeconds: number },
  onProgress: (seconds: number) => void,
): number {
  const layout = wavLayoutOf(source, maxSeconds)
  const frameBytes = frameBytesOf(layout)
  const isReady =
    layout.sampleRate === SPEECH_SAMPLE_RATE &&
    layout.channels === 1 &&
    layout.encoding === 'integer' &&
    layout.bits === 16
  const resampler =
    layout.sampleRate === SPEECH_SAMPLE_RATE ? undefined : new Resampler(layout.sampleRate)
  const input = openSync(source, 'r')
  const output = openSync(target, 'w')
  let written = 0
  const write = (pcm: Uint8Array) => {
    for (let at = 0; at < pcm.byteLength; ) at += writeSync(output, pcm, at)
    written += pcm.byteLength
  }
  try {
    writeSync(output, wavHeader(FORMAT, 0))
    const block = Buffer.alloc(BLOCK_FRAMES * frameBytes)
    for (let at = layout.dataStart; at < layout.dataEnd; ) {
      const wanted = Math.min(block.byteLength, layout.dataEnd - at)
      const read = readSync(input, block, 0, wanted, at)
      const bytes = block.subarray(0, read - (read % frameBytes))
      // The file became shorter in the meantime.
      if (bytes.byteLength === 0) break
      at += bytes.byteLength
      if (isReady) write(bytes)
      else {
        const samples = mono(bytes, layout)
        write(pcm16(resampler?.push(samples) ?? samples))
      }
      onProgress(written / 2 / SPEECH_SAMPLE_RATE)
    }
    if (resampler !== undefined) write(pcm16(resampler.end()))
    writeSync(output, wavHeader(FORMAT, written), 0, WAV_HEADER_BYTES, 0)
    return written / 2 / SPEECH_SAMPLE_RATE
  } finally {
    closeSync(input)
    closeSync(output)
  }
}

function frameBytesOf({ bits, channels }: WavLayout): number {
  return (bits / 8) * channels
}

/** The mean of the channels, between -1 and 1. */
function mono(bytes: Buffer, layout: WavLayout): Float32Array {
  const { channels, bits } = layout
  const frameBytes = frameBytesOf(layout)
  const sampleBytes = bits / 8
  const read = readerOf(bytes, layout)
  const samples = new Float32Array(bytes.byteLength / frameBytes)
  for (let frame = 0; frame < samples.length; frame += 1) {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1)
      sum += read(frame * frameBytes + channel * sampleBytes)
    samples[frame] = sum / channels
  }
  return samples
}

function readerOf(bytes: Buffer, { encoding, bits }: WavLayout): (at: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (encoding === 'float')
    return bits === 32
      ? (at) => finite(view.getFloat32(at, true))
      : (at) => finite(view.getFloat64(at, true))
  switch (bits) {
    case 8:
      return (at) => (view.getUint8(at) - 128) / 128
    case 24:
      return (at) => (view.getUint8(at) + view.getInt16(at + 1, true) * 256) / 2 ** 23
    case 32:
      return (at) => view.getInt32(at, true) / 2 ** 31
    default:
      return (at) => view.getInt16(at, true) / FULL_SCALE
  }
}

/** One sample that is no number would spoil all that the filter reaches. */
function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0
}

function pcm16(samples: Float32Array): Uint8Array {
  const pcm = new Int16Array(samples.length)
  for (const [index, sample] of samples.entries())
    pcm[index] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(sample * FULL_SCALE)))
  return new Uint8Array(pcm.buffer)
}

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
class Resampler {
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
