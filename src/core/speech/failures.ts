import { type EngineFailure, FAILURES, type FailureKind } from '../../engines/contract/failure.ts'
import { AppError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { failureWords } from '../accounts/account-problem.ts'
import type { Caller } from '../caller.ts'
import type { SpeechChoice } from './speech-engines.ts'

/** `Retry-After` of a text that no engine could speak, where that may pass. */
const SPEECH_RETRY_AFTER_SECONDS = 20
const MAX_REASON_CHARACTERS = 200

/** A voice that fails on a text for a reason that is not known will fail on it again. */
const FINAL: ReadonlySet<FailureKind> = new Set(['empty', 'unknown'])

/** The engines that have failed to speak a text. */
export class UnspokenText {
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
    const words = failureWords(choice.engine, failure)
    if (!this.#isOwner && !failure.isPublic) return `${id} ${words}`
    return `${id} ${words} (${redact(failure.message).slice(0, MAX_REASON_CHARACTERS)})`
  }
}
