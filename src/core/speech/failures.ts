import type { EngineFailure, Verdict } from '../../engines/contract/failure.ts'
import { AppError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import type { Caller } from '../caller.ts'
import type { SpeechChoice } from './speech-engines.ts'

/** `Retry-After` of a text that no engine could speak, where that may pass. */
const SPEECH_RETRY_AFTER_SECONDS = 20
const MAX_REASON_CHARACTERS = 200

const WORDS: Readonly<Record<Verdict, string>> = {
  quota: 'has used up its quota',
  signed_out: 'does not accept its configured key',
  transient: 'failed',
  request: 'refused the text',
  empty: 'gave no sound',
  timeout: 'did not speak the text in time',
  not_installed: 'is not installed',
  unknown: 'failed',
}
const PASSING: ReadonlySet<Verdict> = new Set(['quota', 'transient', 'timeout'])

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
    const passes = this.#failures.some(({ failure }) => PASSING.has(failure.verdict))
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
    const words = failure.reason === 'unreachable' ? 'cannot be reached' : WORDS[failure.verdict]
    if (!this.#isOwner && !failure.isPublic) return `${id} ${words}`
    return `${id} ${words} (${redact(failure.message).slice(0, MAX_REASON_CHARACTERS)})`
  }
}
