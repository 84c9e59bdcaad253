import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { failurePhrase } from '../../core/engines/unavailable-account.ts'
import { asFailure, EngineFailure, FAILURES } from '../../engines/contract/failure.ts'
import type { Transcription, TranscriptionRequest } from '../../engines/contract/transcription.ts'
import { AppError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import type { TranscriptionChoice, TranscriptionEngines } from './transcription-engines.ts'

const MAX_REASON_CHARACTERS = 200

interface RecognitionOptions {
  transcriptionEngines: TranscriptionEngines
  candidates: readonly TranscriptionChoice[]
  /** Waits between two rounds of all candidates, in milliseconds; their number bounds the rounds. */
  retryMs: readonly number[]
  /** Pauses a run without a lane, and comes back. */
  pause: (ms: number) => Promise<void>
  /** Whether the caller is told the engines' own reasons. */
  isOwner: boolean
  signal: AbortSignal
}

/** What all pieces have in common. */
type PieceRequest = Omit<TranscriptionRequest, 'model'>

/**
 * Has the pieces of one recording recognised. Another engine takes a piece over where one fails, and
 * keeps the pieces behind it.
 */
export class Recognition {
  readonly #options: RecognitionOptions
  #candidates: readonly TranscriptionChoice[]

  constructor(options: RecognitionOptions) {
    this.#options = options
    this.#candidates = options.candidates
  }

  /** Who is asked first. */
  get preferred(): TranscriptionChoice {
    const [first] = this.#candidates
    if (first === undefined) throw new Error('A recognition without a recogniser')
    return first
  }

  /**
   * @param onProgress Is told the finished part of the piece, 0 to 1
   * @throws {AppError} `no_engine` when all have failed; `engine_refused`
   * @throws {Error} with a `code` where the file cannot be read, which no engine is blamed for
   */
  async recognise(
    piece: PieceRequest,
    onProgress: (finished: number) => void,
  ): Promise<Transcription & { by: TranscriptionChoice }> {
    const { retryMs, pause } = this.#options
    for (let round = 0; ; round += 1) {
      const failures: { by: TranscriptionChoice; failure: EngineFailure }[] = []
      for (const by of this.#candidates) {
        const answer = await this.#ask(by, piece, onProgress)
        if (!(answer instanceof EngineFailure)) {
          this.#candidates = [by, ...this.#candidates.filter((one) => one !== by)]
          return { ...answer, by }
        }
        failures.push({ by, failure: answer })
      }
      const waitMs = retryMs[round]
      const isWorthWaiting = failures.some(({ failure }) => mayPass(failure))
      if (waitMs === undefined || !isWorthWaiting) throw this.#failed(failures)
      await pause(waitMs)
    }
  }

  async #ask(
    { engine, model }: TranscriptionChoice,
    piece: PieceRequest,
    onProgress: (finished: number) => void,
  ): Promise<Transcription | EngineFailure> {
    const { transcriptionEngines, signal } = this.#options
    const { seconds } = piece
    try {
      const answer = await engine.transcribe({ ...piece, model }, signal, onProgress)
      transcriptionEngines.note({ engine, failure: undefined, seconds })
      return answer
    } catch (error) {
      signal.throwIfAborted()
      await access(piece.path, constants.R_OK)
      const failure = asFailure(error)
      transcriptionEngines.note({ engine, failure, seconds })
      return failure
    }
  }

  #failed(failures: readonly { by: TranscriptionChoice; failure: EngineFailure }[]): AppError {
    const sentences = failures.map(({ by, failure }) => {
      const words = failurePhrase(by.engine, failure)
      const reason = this.#options.isOwner || failure.isPublic ? ` (${reasonOf(failure)})` : ''
      return `${by.engine.id} ${words}${reason}`
    })
    const isRefusal = failures.every(({ failure }) => failure.verdict === 'request')
    const said = sentences.join('; ')
    if (isRefusal)
      return new AppError('engine_refused', `No transcription engine took the recording: ${said}`)
    const later = failures.some(({ failure }) => mayPass(failure))
    return new AppError(
      'no_engine',
      `No transcription engine could answer: ${said}`,
      later ? { retryAfterSeconds: 20 } : {},
    )
  }
}

/** A model that could not be loaded may be at the next try. */
function mayPass({ kind }: EngineFailure): boolean {
  return FAILURES[kind].passes || kind === 'model_missing'
}

function reasonOf({ message }: EngineFailure): string {
  const line = redact(message).trim().split('\n', 1)[0] ?? ''
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS)}…` : line
}
