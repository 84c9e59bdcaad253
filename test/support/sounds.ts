import { wavFile } from '../../src/media/audio/wav.ts'

interface SoundOptions {
  sampleRate?: number
  channels?: number
  /** 0 to 1. */
  loudness?: number
}

/** A sine tone as 16-bit PCM. */
export function tone(
  seconds: number,
  hertz: number,
  { sampleRate = 16_000, channels = 1, loudness = 0.5 }: SoundOptions = {},
): Uint8Array {
  const samples = new Int16Array(Math.round(seconds * sampleRate) * channels)
  for (let index = 0; index < samples.length; index += 1) {
    const time = Math.floor(index / channels) / sampleRate
    samples[index] = Math.round(32_767 * loudness * Math.sin(2 * Math.PI * hertz * time))
  }
  return new Uint8Array(samples.buffer)
}

/** A WAV file of the samples of any encoding. */
export function wavOf(
  values: readonly number[],
  { bits, isFloat = false, channels = 1, sampleRate = 16_000 }: WavOptions,
): Uint8Array {
  const data = new Uint8Array((values.length * bits) / 8)
  const view = new DataView(data.buffer)
  for (const [index, value] of values.entries()) {
    const at = (index * bits) / 8
    if (isFloat) view[bits === 32 ? 'setFloat32' : 'setFloat64'](at, value, true)
    else if (bits === 8) view.setUint8(at, Math.round(value * 127) + 128)
    else if (bits === 16) view.setInt16(at, Math.round(value * 32_767), true)
    else if (bits === 24) {
      const whole = Math.round(value * (2 ** 23 - 1))
      view.setUint8(at, whole & 0xff)
      view.setInt16(at + 1, whole >> 8, true)
    } else view.setInt32(at, Math.round(value * (2 ** 31 - 1)), true)
  }
  const file = wavFile({ sampleRate, channels }, data)
  const header = new DataView(file.buffer)
  header.setUint16(20, isFloat ? 3 : 1, true)
  header.setUint32(28, (sampleRate * channels * bits) / 8, true)
  header.setUint16(32, (channels * bits) / 8, true)
  header.setUint16(34, bits, true)
  return file
}

interface WavOptions {
  bits: 8 | 16 | 24 | 32 | 64
  isFloat?: boolean
  channels?: number
  sampleRate?: number
}

/** The samples of PCM or of a WAV file with a header of 44 bytes. */
export function samplesOf(bytes: Uint8Array, from = 0): Int16Array {
  return new Int16Array(new Uint8Array(bytes.subarray(from)).buffer)
}

/** Samples that are compared with a sine at a time: its phase may change between two of them. */
const STRENGTH_SAMPLES = 1600

/** How strong one frequency is, as the amplitude of its sine, 0 to 1: the middle value over time. */
export function strengthOf(samples: Int16Array, hertz: number, sampleRate = 16_000): number {
  const strengths: number[] = []
  for (let from = 0; from + STRENGTH_SAMPLES <= samples.length; from += STRENGTH_SAMPLES)
    strengths.push(amplitude(samples.subarray(from, from + STRENGTH_SAMPLES), hertz, sampleRate))
  return strengths.toSorted((a, b) => a - b)[Math.floor(strengths.length / 2)] ?? 0
}

function amplitude(samples: Int16Array, hertz: number, sampleRate: number): number {
  let [sine, cosine] = [0, 0]
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * index) / sampleRate
    sine += sample * Math.sin(angle)
    cosine += sample * Math.cos(angle)
  }
  return (Math.hypot(sine, cosine) * 2) / samples.length / 32_768
}

export async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Blob(await Array.fromAsync(stream, copy)).arrayBuffer())
}

function copy(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(chunk)
}
