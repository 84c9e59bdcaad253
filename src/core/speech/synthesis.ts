import { EngineFailure } from '../../engines/contract/failure.ts'
import { amplify, levellingGain } from './loudness.ts'
import { resample } from './resample.ts'
import { pcmBytes, type Sound, soundOf, trimSilence } from './sound.ts'
import type { SpeechChoice } from './speech-engines.ts'
import { splitText, type TextPiece } from './split-text.ts'

/** Work after which others may go first, between two pieces. See Limits. */
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
