/** Class of an engine's failure. It decides what happens to the account and to the request. */
export type Verdict =
  | 'quota'
  | 'signed_out'
  | 'transient'
  | 'request'
  | 'empty'
  | 'timeout'
  | 'not_installed'
  | 'unknown'

/** What a failure reports besides its class. */
export interface FailureFacts {
  /** When the account may answer again, UTC milliseconds; only where the engine reported it. */
  until?: number | undefined
  /** The family of models that is affected; without one, all models of the account. */
  family?: string | undefined
  /**
   * For `request`: whether another engine may accept the request. Otherwise the request itself is
   * at fault.
   */
  retryableElsewhere?: boolean | undefined
  /** The whole text of the failure, where the message is a redacted part of it. */
  raw?: string | undefined
}

/** An engine's failure with its class. The message is redacted evidence for the owner. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly verdict: Verdict
  readonly until: number | undefined
  readonly family: string | undefined
  readonly retryableElsewhere: boolean
  /** A private field is neither logged nor serialized. */
  readonly #raw: string | undefined

  constructor(verdict: Verdict, message: string, options: ErrorOptions & FailureFacts = {}) {
    super(message, options)
    this.verdict = verdict
    this.until = options.until
    this.family = options.family
    this.retryableElsewhere = options.retryableElsewhere ?? false
    this.#raw = options.raw
  }

  /** Only for matching patterns; never stored or shown. */
  get raw(): string {
    return this.#raw ?? this.message
  }
}
