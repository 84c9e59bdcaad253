/** Why an engine did not answer; decides what happens to the account and to the request. */
export type Verdict =
  | 'quota'
  | 'signed_out'
  | 'transient'
  | 'request'
  | 'empty'
  | 'timeout'
  | 'not_installed'
  | 'unknown'

/** What a failure told beside its class. */
export interface FailureFacts {
  /** When the account may answer again, UTC milliseconds; where the engine said so. */
  until?: number | undefined
  /** The family of models that it concerns; without one, all of the account's. */
  family?: string | undefined
  /** Whether another engine may take what this one cannot: a `request` is at fault itself otherwise. */
  elsewhere?: boolean | undefined
  /** All that was said of it, where the message holds only a redacted part. */
  raw?: string | undefined
}

/** An engine's failure with its class; the message is evidence for the owner and goes out redacted. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly verdict: Verdict
  readonly until: number | undefined
  readonly family: string | undefined
  readonly elsewhere: boolean
  /** Private, so that it is in no log and no answer. */
  readonly #raw: string | undefined

  constructor(verdict: Verdict, message: string, options: ErrorOptions & FailureFacts = {}) {
    super(message, options)
    this.verdict = verdict
    this.until = options.until
    this.family = options.family
    this.elsewhere = options.elsewhere ?? false
    this.#raw = options.raw
  }

  /** To be read by patterns only, never stored or shown. */
  get raw(): string {
    return this.#raw ?? this.message
  }
}
