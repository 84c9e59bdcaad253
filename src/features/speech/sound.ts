import { EngineFailure } from '../../engines/contract/failure.ts'
import { pcm16Of, readWavLayout, WavError } from '../../media/audio/wav.ts'

const FULL_SCALE = 32_768
const WINDOW_SECONDS = 0.01
/** Of the loudest window; what is below it at the ends is silence. */
const SILENCE_RATIO = 10 ** (-46 / 20)
/** Below it everything is silence: -66 dB of full scale. */
const SILENCE_FLOOR = 10 ** (-66 / 20)
/** Left at the ends, so that soft consonants stay whole. */
const LEAD_SECONDS = 0.03
const TAIL_SECONDS = 0.06
/** Of the fade at each end; a cut in a wave would click. */
const FADE_SECONDS = 0.005

/** Mono sound; samples are -1 to 1. */
export interface Sound {
  samples: Float32Array
  sampleRate: number
}

/**
 * Reads what an engine gave, its channels mixed to one.
 *
 * @throws {EngineFailure} `unknown` when it is no WAV file
 */
export function soundOf(wav: Uint8Array): Sound {
  const { pcm, channels, sampleRate } = pcmOf(wav)
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  const samples = new Float32Array(Math.floor(pcm.byteLength / (2 * channels)))
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1)
      sum += view.getInt16((index * channels + channel) * 2, true)
    samples[index] = sum / (channels * FULL_SCALE)
  }
  return { samples, sampleRate }
}

function pcmOf(wav: Uint8Array) {
  try {
    const layout = readWavLayout(wav)
    return { ...layout, pcm: pcm16Of(wav, layout) }
  } catch (cause) {
    if (!(cause instanceof WavError)) throw cause
    throw new EngineFailure('unknown', `It gave no sound: ${cause.message}`, { cause })
  }
}

/** Cuts the silence at both ends, and fades both in and out. Empty where there is only silence. */
export function trimSilence({ samples, sampleRate }: Sound): Sound {
  const size = Math.max(1, Math.round(sampleRate * WINDOW_SECONDS))
  const levels = windowLevels(samples, size)
  // Not as arguments of one call: an engine may give an hour of sound.
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0)
  const threshold = Math.max(SILENCE_FLOOR, loudest * SILENCE_RATIO)
  const first = levels.findIndex((level) => level > threshold)
  if (first === -1) return { samples: new Float32Array(0), sampleRate }
  const last = levels.findLastIndex((level) => level > threshold)
  const from = Math.max(0, Math.round(first * size - LEAD_SECONDS * sampleRate))
  const to = Math.min(samples.length, Math.round((last + 1) * size + TAIL_SECONDS * sampleRate))
  const kept = samples.slice(from, to)
  fade(kept, Math.round(FADE_SECONDS * sampleRate))
  return { samples: kept, sampleRate }
}

/** The root of the mean square of each window. */
export function windowLevels(samples: Float32Array, size: number): number[] {
  const levels: number[] = []
  for (let start = 0; start < samples.length; start += size) {
    const end = Math.min(samples.length, start + size)
    let sum = 0
    for (let index = start; index < end; index += 1) sum += (samples[index] ?? 0) ** 2
    levels.push(Math.sqrt(sum / (end - start)))
  }
  return levels
}

function fade(samples: Float32Array, count: number): void {
  const length = Math.min(count, Math.floor(samples.length / 2))
  for (let index = 0; index < length; index += 1) {
    const factor = index / length
    const mirror = samples.length - 1 - index
    samples[index] = (samples[index] ?? 0) * factor
    samples[mirror] = (samples[mirror] ?? 0) * factor
  }
}

/** 16-bit little-endian PCM, with silence behind it. */
export function pcmBytes({ samples, sampleRate }: Sound, silenceSeconds = 0): Uint8Array {
  const silence = Math.round(silenceSeconds * sampleRate)
  const view = new DataView(new ArrayBuffer((samples.length + silence) * 2))
  // By index: an iterator takes ten times as long, and nobody else is served meanwhile.
  for (let index = 0; index < samples.length; index += 1) {
    const sample = Math.max(-1, Math.min(1, samples[index] ?? 0))
    view.setInt16(index * 2, Math.round(sample * (FULL_SCALE - 1)), true)
  }
  return new Uint8Array(view.buffer)
}
