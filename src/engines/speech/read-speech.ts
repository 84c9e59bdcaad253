import { pcm16Of, readWavLayout, secondsOf, WavError, wavFile } from '../../media/audio/wav.ts'
import { EngineFailure } from '../contract/failure.ts'

/** A caller's signal with a time limit, after which it aborts with a failure as its reason. */
export class TimeLimit implements Disposable {
  readonly signal: AbortSignal
  readonly #timer: Timer

  /** @param subject What may take too long, to begin a sentence */
  constructor(ms: number, signal: AbortSignal, subject: string) {
    const late = new AbortController()
    this.#timer = setTimeout(
      () => late.abort(new EngineFailure('timeout', `${subject} took longer than ${ms / 1000} s`)),
      ms,
    )
    this.signal = AbortSignal.any([signal, late.signal])
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }
}

/** Time limit of one text, where none is configured. @limit speech-time seconds */
export const SPEECH_TIMEOUT_SECONDS = 300
/** Longest sound of one text, as an engine gives it. @limit speech-sound MiB */
export const MAX_SPEECH_BYTES = 64 * 1024 * 1024
/**
 * The same in seconds, as a few bytes can be hours at a low sample rate.
 * @limit speech-sound-time seconds
 */
export const MAX_SPEECH_SECONDS = 1_800
/** Samples per second of what can be speech. See Limits. */
export const MIN_SPEECH_RATE = 4_000
export const MAX_SPEECH_RATE = 192_000

/**
 * A sound of any PCM as a WAV file of 16-bit PCM with its true length.
 *
 * @param subject Who made it, to begin a sentence
 * @throws {EngineFailure} `unknown` when it is no such file, `empty` when nothing is in it
 */
export function speechOf(sound: Uint8Array, subject: string): Uint8Array {
  let pcm: Uint8Array
  let format: ReturnType<typeof readWavLayout>
  try {
    format = readWavLayout(sound)
    const { sampleRate } = format
    if (sampleRate < MIN_SPEECH_RATE || sampleRate > MAX_SPEECH_RATE)
      throw new WavError(`it has ${sampleRate} samples per second`)
    if (secondsOf(format) > MAX_SPEECH_SECONDS)
      throw new WavError(`it is longer than ${MAX_SPEECH_SECONDS} seconds`)
    pcm = pcm16Of(sound, format)
  } catch (cause) {
    if (!(cause instanceof WavError)) throw cause
    const text = `${subject} gave sound that cannot be used: ${cause.message}`
    throw new EngineFailure('unknown', text, { cause })
  }
  if (pcm.byteLength === 0) throw new EngineFailure('empty', `${subject} gave no sound`)
  return wavFile(format, pcm)
}
