import { pcm16Of, readWavLayout, secondsOf } from '../../src/media/audio/wav.ts'

/** What is heard of a WAV file. */
export interface Sound {
  seconds: number
  sampleRate: number
  channels: number
  /** Root mean square of the samples, 0 to 1. */
  loudness: number
  /** The loudest sample, 0 to 1. */
  peak: number
}

/** Measures a WAV file. */
export function soundOf(wav: Uint8Array): Sound {
  const layout = readWavLayout(wav)
  const pcm = pcm16Of(wav, layout)
  const samples = new Int16Array(pcm.slice().buffer)
  let sum = 0
  let peak = 0
  for (const sample of samples) {
    sum += (sample / 32_768) ** 2
    peak = Math.max(peak, Math.abs(sample) / 32_768)
  }
  const { sampleRate, channels } = layout
  const loudness = samples.length === 0 ? 0 : Math.sqrt(sum / samples.length)
  return { seconds: secondsOf(layout), sampleRate, channels, loudness, peak }
}
