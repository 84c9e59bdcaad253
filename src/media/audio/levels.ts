import { closeSync, openSync, readSync } from 'node:fs'
import { SPEECH_SAMPLE_RATE } from '../contract-audio.ts'
import { wavLayoutOf } from './convert-wav.ts'

/** Levels for each second of a recording. */
export const LEVELS_PER_SECOND = 50
/** Level of digital silence, in dB below full scale. */
export const SILENT_DB = -80
const FRAME_SAMPLES = SPEECH_SAMPLE_RATE / LEVELS_PER_SECOND
const FRAME_BYTES = FRAME_SAMPLES * 2
const BLOCK_FRAMES = 4096
const FULL_SCALE = 32_768

/**
 * How loud a prepared recording is at each moment. Blocks its thread.
 *
 * @returns dB below full scale, {@link LEVELS_PER_SECOND}, and the exact length in seconds
 */
export function levelsOf(path: string): { levels: Float32Array; seconds: number } {
  const { dataStart, dataEnd } = wavLayoutOf(path)
  const levels = new Float32Array(Math.ceil((dataEnd - dataStart) / FRAME_BYTES))
  const block = new Int16Array(BLOCK_FRAMES * FRAME_SAMPLES)
  const bytes = new Uint8Array(block.buffer)
  const file = openSync(path, 'r')
  try {
    for (let frame = 0; frame < levels.length; frame += BLOCK_FRAMES) {
      const at = dataStart + frame * FRAME_BYTES
      const read = readSync(file, bytes, 0, Math.min(bytes.byteLength, dataEnd - at), at)
      const samples = block.subarray(0, Math.floor(read / 2))
      for (let from = 0; from < samples.length; from += FRAME_SAMPLES)
        levels[frame + from / FRAME_SAMPLES] = levelOf(samples, from)
    }
  } finally {
    closeSync(file)
  }
  return { levels, seconds: (dataEnd - dataStart) / 2 / SPEECH_SAMPLE_RATE }
}

function levelOf(samples: Int16Array, from: number): number {
  const to = Math.min(from + FRAME_SAMPLES, samples.length)
  let sum = 0
  for (let index = from; index < to; index += 1) {
    const sample = samples[index] ?? 0
    sum += sample * sample
  }
  const power = sum / (to - from) / FULL_SCALE ** 2
  return power === 0 ? SILENT_DB : Math.max(SILENT_DB, 10 * Math.log10(power))
}
