import type { Caller } from '../../core/caller.ts'
import type { EngineHealth } from '../../core/engines/engine-health.ts'
import { failurePhrase } from '../../core/engines/no-engine-error.ts'
import type { TaskContext } from '../../core/tasks/define-task.ts'
import { EngineFailure, FAILURES, type FailureKind } from '../../engines/contract/failure.ts'
import type { AudioFormat, AudioTools } from '../../media/contract-audio.ts'
import { AppError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import type { SpeechChoice } from './speech-engines.ts'
import { type Synthesis, startSynthesis } from './synthesis.ts'

/** Of raw samples, which say nothing of themselves: OpenAI's clients expect it. */
const PCM_SAMPLE_RATE = 24_000

/** How a text is to sound. */
export interface Manner {
  speed: number
  format: AudioFormat
}

/** A text that was spoken. */
export interface Spoken<value> {
  value: value
  choice: SpeechChoice
  seconds: number
  /** Of the encoded sound: samples of a channel; undefined where only a decoder can tell. */
  frames: number | undefined
}

type SpeakerContext = Pick<
  TaskContext,
  'signal' | 'caller' | 'queueMs' | 'yieldLane' | 'record' | 'reportProgress'
>

interface SpeakerOptions {
  audio: AudioTools
  health: EngineHealth
  context: SpeakerContext
  /** Work on a long text after which others may go first. */
  turnMs: number
  /** What the calls are counted under. */
  surface: string
}

/** Speaks a text with the first engine that can. */
export class Speaker {
  readonly #options: SpeakerOptions
  /** Whether sound has left, after which no other engine may begin anew. */
  #isSent = false

  constructor(options: SpeakerOptions) {
    this.#options = options
  }

  /**
   * @param output Takes the encoded sound; called again for another engine, as long as nothing is sent
   * @throws {AppError} `engine_failed`; what `output` throws
   */
  async speak<value>(
    choices: readonly SpeechChoice[],
    text: string,
    manner: Manner,
    output: (sound: AsyncIterable<Uint8Array>) => Promise<value>,
  ): Promise<Spoken<value>> {
    const { health } = this.#options
    const unspoken = new UnspokenText(this.#options.context.caller)
    for (const choice of choices) {
      const startedAt = performance.now()
      try {
        const spoken = await this.#attempt(choice, text, manner, output)
        this.#record(choice, text, 'succeeded', startedAt)
        health.report(choice.engine.id)
        return spoken
      } catch (error) {
        const isCancelled = this.#options.context.signal.aborted
        const verdict = error instanceof EngineFailure ? error.verdict : undefined
        if (isCancelled) this.#record(choice, text, 'cancelled', startedAt)
        else if (verdict !== undefined) this.#record(choice, text, verdict, startedAt)
        if (isCancelled || !(error instanceof EngineFailure)) throw error
        unspoken.add(choice, error)
        health.report(choice.engine.id, error)
        if (this.#isSent) break
      }
    }
    throw unspoken.error(this.#isSent)
  }

  /** Notes that sound has left. */
  sent(): void {
    this.#isSent = true
  }

  async #attempt<value>(
    choice: SpeechChoice,
    text: string,
    { speed, format }: Manner,
    output: (sound: AsyncIterable<Uint8Array>) => Promise<value>,
  ): Promise<Spoken<value>> {
    const { audio, context, turnMs } = this.#options
    const { signal } = context
    const synthesis = await startSynthesis(choice, text, {
      speed,
      sampleRate: format === 'pcm' ? PCM_SAMPLE_RATE : undefined,
      signal,
      turnMs,
      yieldTurn: () => context.yieldLane(),
      onProgress: (done) =>
        context.reportProgress({ done, total: text.length, unit: 'characters' }),
    })
    const source = new WatchedSource(synthesis.pcm)
    const { sampleRate, tempo } = synthesis
    const encoded = audio.encode(source.chunks(), {
      sampleRate,
      channels: 1,
      format,
      signal,
      ...(tempo === 1 ? {} : { tempo }),
    })
    try {
      const value = await output(encoded)
      source.check()
      return { value, choice, seconds: synthesis.seconds(), frames: framesOf(synthesis) }
    } catch (error) {
      // What the encoder says of a source that has failed is not why.
      source.check()
      throw error
    }
  }

  #record({ engine, model }: SpeechChoice, text: string, outcome: string, startedAt: number): void {
    const { context, surface } = this.#options
    context.record({
      type: 'model_call',
      surface,
      outcome,
      engine: engine.id,
      account: '',
      model: model ?? '',
      queueMs: context.queueMs,
      firstTextMs: undefined,
      totalMs: Math.round(performance.now() - startedAt),
      charactersIn: text.length,
      charactersOut: 0,
    })
  }
}

function framesOf({ tempo, sampleRate, seconds }: Synthesis): number | undefined {
  return tempo === 1 ? Math.round(seconds() * sampleRate) : undefined
}

/** Remembers how a source has failed. */
class WatchedSource {
  readonly #source: AsyncIterable<Uint8Array>
  #failure: { error: unknown } | undefined

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#source
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }

  /** @throws What the source has thrown */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }
}

/** `Retry-After` of a text that no engine could speak, where that may pass. */
const SPEECH_RETRY_AFTER_SECONDS = 20
const MAX_REASON_CHARACTERS = 200

/** A voice that fails on a text for a reason that is not known will fail on it again. */
const FINAL: ReadonlySet<FailureKind> = new Set(['empty', 'unknown'])

/** The engines that have failed to speak a text. */
class UnspokenText {
  readonly #failures: { choice: SpeechChoice; failure: EngineFailure }[] = []
  readonly #isOwner: boolean

  /** @param caller The owner of the service is told the engines' own reasons */
  constructor({ isOwner = false }: Pick<Caller, 'isOwner'>) {
    this.#isOwner = isOwner
  }

  add(choice: SpeechChoice, failure: EngineFailure): void {
    this.#failures.push({ choice, failure })
  }

  /** @param isSent Whether a part of the sound has left */
  error(isSent: boolean): AppError {
    const passes = this.#failures.some(
      ({ failure: { kind } }) => FAILURES[kind].passes && !FINAL.has(kind),
    )
    const start = isSent ? 'The speech engine failed in the middle' : 'No engine could speak this'
    const parts = this.#failures.map((one) => this.#part(one))
    return new AppError(
      'engine_failed',
      `${start}: ${parts.join('; ')}`,
      passes ? { retryAfterSeconds: SPEECH_RETRY_AFTER_SECONDS } : {},
    )
  }

  #part({ choice, failure }: { choice: SpeechChoice; failure: EngineFailure }): string {
    const { id } = choice.engine
    const words = failurePhrase(choice.engine, failure)
    if (!this.#isOwner && !failure.isPublic) return `${id} ${words}`
    return `${id} ${words} (${redact(failure.message).slice(0, MAX_REASON_CHARACTERS)})`
  }
}
