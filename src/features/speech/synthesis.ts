import { EngineFailure } from '../../engines/contract/failure.ts'
import { pcm16Of, readWavLayout, WavError } from '../../media/audio/wav.ts'
import { EventLoopYielder } from '../../platform/event-loop-yielder.ts'
import type { SpeechChoice } from './speech-engines.ts'
import { splitText, type TextPiece } from './split-text.ts'

const FULL_SCALE = 32_768
const SOUND_WINDOW_SECONDS = 0.01
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
  const size = Math.max(1, Math.round(sampleRate * SOUND_WINDOW_SECONDS))
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
function windowLevels(samples: Float32Array, size: number): number[] {
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

/** Work after which others may go first, between two pieces. @limit speech-turn seconds */
export const TURN_MS = 10_000

interface SynthesisOptions {
  speed: number
  /** Of the result; by default the engine's. */
  sampleRate: number | undefined
  signal: AbortSignal
  /** Work after which others may go first. */
  turnMs: number
  /** Lets others go first; called between two pieces. */
  yieldTurn: () => Promise<void>
  /** Told the characters of the text that are spoken. */
  onProgress: (characters: number) => void
}

/** A text that an engine is speaking. */
export interface Synthesis {
  sampleRate: number
  /** What is still to be done to the sound: an engine may not speak faster or slower by itself. */
  tempo: number
  /** Mono, 16-bit. @throws {EngineFailure} */
  pcm: AsyncGenerator<Uint8Array>
  /** Of the sound so far, at its final speed. */
  seconds(): number
}

/**
 * Lets an engine speak a text piece by piece. Resolves when it has spoken the first one, until which
 * another engine may be asked instead.
 *
 * @throws {EngineFailure} also when it has taken all its time, without the waits for a turn
 */
export async function startSynthesis(
  choice: SpeechChoice,
  text: string,
  options: SynthesisOptions,
): Promise<Synthesis> {
  const { engine } = choice
  const { speed, signal, turnMs, yieldTurn, onProgress } = options
  const pieces = splitText(text)
  const worker = new TimedSpeaker(choice, engine.appliesSpeed ? speed : 1, signal)
  const firstPiece = pieces.next()
  if (firstPiece.done) throw new EngineFailure('empty', 'The text has nothing to say')
  const first = await worker.speak(firstPiece.value)
  const gain = levellingGain(first)
  const sampleRate = options.sampleRate ?? first.sampleRate
  const tempo = engine.appliesSpeed ? 1 : speed
  let bytes = 0
  let characters = 0

  const finish = async (sound: Sound, { text: spoken, pauseMs }: TextPiece) => {
    const even = amplify(await resample(sound, sampleRate), gain)
    signal.throwIfAborted()
    // Where the engine speaks faster, it also pauses shorter.
    const pcm = pcmBytes(even, pauseMs / 1000 / (engine.appliesSpeed ? speed : 1))
    bytes += pcm.byteLength
    characters += spoken.length
    onProgress(characters)
    return pcm
  }

  async function* pcm(): AsyncGenerator<Uint8Array> {
    yield await finish(first, firstPiece.value)
    let turnStart = worker.usedMs
    for (const piece of pieces) {
      if (worker.usedMs - turnStart >= turnMs) {
        await yieldTurn()
        turnStart = worker.usedMs
      }
      yield await finish(await worker.speak(piece), piece)
    }
  }

  return { sampleRate, tempo, pcm: pcm(), seconds: () => bytes / 2 / sampleRate / tempo }
}

/** Speaks pieces within the time that the engine has for all of them. */
class TimedSpeaker {
  readonly #choice: SpeechChoice
  readonly #speed: number
  readonly #signal: AbortSignal
  usedMs = 0

  constructor(choice: SpeechChoice, speed: number, signal: AbortSignal) {
    this.#choice = choice
    this.#speed = speed
    this.#signal = signal
  }

  /** @throws {EngineFailure}; the reason of the signal */
  async speak({ text }: TextPiece): Promise<Sound> {
    const { engine, model, voice } = this.#choice
    const limit = new AbortController()
    const startedAt = performance.now()
    const timer = setTimeout(() => limit.abort(), Math.max(0, engine.timeoutMs - this.usedMs))
    try {
      this.#signal.throwIfAborted()
      const signal = AbortSignal.any([this.#signal, limit.signal])
      const wav = await engine.speak({ text, voice, model, speed: this.#speed }, signal)
      return trimSilence(soundOf(wav))
    } catch (error) {
      this.#signal.throwIfAborted()
      if (!limit.signal.aborted) throw error
      throw new EngineFailure(
        'timeout',
        `It did not speak the text within ${engine.timeoutMs / 1000} seconds`,
        { isPublic: true, cause: error },
      )
    } finally {
      clearTimeout(timer)
      this.usedMs += performance.now() - startedAt
    }
  }
}

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
  const yielder = new EventLoopYielder()
  for (let index = 0; index < result.length; index += 1) {
    if (index % BLOCK_SAMPLES === 0) await yielder.pause()
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
