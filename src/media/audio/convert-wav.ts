import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { readWavLayout, WAV_HEADER_BYTES, type WavLayout, wavHeader } from '../../platform/wav.ts'
import { SPEECH_SAMPLE_RATE } from '../contract-audio.ts'
import { Resampler } from './resampler.ts'

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
