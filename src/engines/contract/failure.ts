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

/**
 * What went wrong, where the class does not say it. Never stored: an account's state is its verdict.
 */
export type FailureReason =
  /** No connection to the server. */
  | 'unreachable'
  /** The server is there and loads its model. */
  | 'loading'
  | 'model_missing'
  /** The model is there and cannot be loaded, until its owner acts. */
  | 'model_broken'
  | 'context_exceeded'
  /** The model has written more than any answer may hold. */
  | 'answer_too_long'

/** Sizes of a prompt that does not fit, where the engine reports them. */
export interface ContextSize {
  /** Of the request. */
  tokens?: number
  /** What the context of the model holds. */
  limit?: number
}

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
  reason?: FailureReason | undefined
  /** For `context_exceeded`. */
  context?: ContextSize | undefined
  /**
   * Whether the message consists of Hearth's own words and names nothing of the server, so that any
   * caller may read it.
   */
  isPublic?: boolean | undefined
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
  readonly reason: FailureReason | undefined
  readonly context: ContextSize
  readonly isPublic: boolean
  /** A private field is neither logged nor serialized. */
  readonly #raw: string | undefined

  constructor(verdict: Verdict, message: string, options: ErrorOptions & FailureFacts = {}) {
    super(message, options)
    this.verdict = verdict
    this.until = options.until
    this.family = options.family
    this.retryableElsewhere = options.retryableElsewhere ?? false
    this.reason = options.reason
    this.context = options.context ?? {}
    this.isPublic = options.isPublic ?? false
    this.#raw = options.raw
  }

  /** Only for matching patterns; never stored or shown. */
  get raw(): string {
    return this.#raw ?? this.message
  }
}

/** Whatever an adapter threw, as an engine failure. The text of an unexpected error is not shown. */
export function asFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error
  return new EngineFailure('unknown', 'The engine failed in an unexpected way', { cause: error })
}
