/**
 * What a failure means for its account and for the request: a kind that stands for all like it. The
 * state of an account, its history and the records of usage have it.
 */
export type Verdict =
  | 'quota'
  | 'signed_out'
  | 'transient'
  | 'request'
  | 'empty'
  | 'timeout'
  | 'not_installed'
  | 'unknown'

/** What is known of a kind of failure. */
interface FailureRow {
  verdict: Verdict
  /** Whether it can pass without the owner. */
  passes: boolean
  /** What one engine did, and what several did: follows their names. */
  words: readonly [one: string, several: string]
}

function row(verdict: Verdict, passes: boolean, one: string, several = one): FailureRow {
  return { verdict, passes, words: [one, several] }
}

/** Every kind of failure of an engine, or reason why it is not asked. */
export const FAILURES = {
  quota: row('quota', true, 'has used up its quota', 'have used up their quota'),
  signed_out: row('signed_out', false, 'is signed out', 'are signed out'),
  /** The server does not accept the configured key. */
  key_refused: row(
    'signed_out',
    false,
    'does not accept its configured key',
    'do not accept their configured keys',
  ),
  not_installed: row('not_installed', false, 'is not installed', 'are not installed'),
  disabled: row('not_installed', false, 'is disabled by the owner', 'are disabled by the owner'),
  transient: row('transient', true, 'failed'),
  /** No connection to the server. */
  unreachable: row('transient', true, 'cannot be reached'),
  /** The server is there and loads its model. */
  loading: row('transient', true, 'is still loading its model', 'are still loading their models'),
  /** The server has listed no models yet, or has none. */
  no_models: row('transient', true, 'has listed no models', 'have listed no models'),
  timeout: row('timeout', true, 'did not answer in time'),
  empty: row('empty', true, 'gave no answer'),
  /** Nothing that is understood. */
  unknown: row('unknown', true, 'failed'),
  /** The server, or the command, does not have the model that was asked for. */
  model_missing: row('unknown', false, 'does not have the model', 'do not have the model'),
  /** The model is there and cannot be loaded, until its owner acts. */
  model_broken: row('unknown', false, 'cannot load the model'),
  /** The program is there, and no model for it. */
  no_model_file: row('not_installed', false, 'does not have its model', 'do not have their models'),
  /** The request itself is at fault. */
  request: row('request', false, 'refused the request'),
  /** The tool takes no model of that name. */
  model_refused: row('request', false, 'does not have the model', 'do not have the model'),
  context_exceeded: row(
    'request',
    false,
    'has too small a context for this conversation',
    'have too small a context for this conversation',
  ),
  /** The model has written more than any answer may hold. */
  answer_too_long: row('request', false, 'wrote too much'),
} satisfies Record<string, FailureRow>
export type FailureKind = keyof typeof FAILURES

/** Sizes of a prompt that does not fit, where the engine reports them. */
export interface ContextSize {
  /** Of the request. */
  tokens?: number
  /** What the context of the model holds. */
  limit?: number
}

/** What a failure reports besides its kind. */
export interface FailureFacts {
  /** When the account may answer again, UTC milliseconds; only where the engine reported it. */
  until?: number | undefined
  /** The family of models that is affected; without one, all models of the account. */
  family?: string | undefined
  /**
   * Of the verdict `request`: whether another engine may accept the request. Otherwise the request itself is
   * at fault.
   */
  retryableElsewhere?: boolean | undefined
  /** For `context_exceeded`. */
  context?: ContextSize | undefined
  /**
   * Whether the message consists of Hearth's own words and names nothing of the server, so that any
   * caller may read it.
   */
  isPublic?: boolean | undefined
  /** Whether the machine that worked on the request went away meanwhile, perhaps because of it. */
  isMachineLost?: boolean | undefined
  /** The whole text of the failure, where the message is a redacted part of it. */
  raw?: string | undefined
}

/** An engine's failure with its kind. The message is redacted evidence for the owner. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly kind: FailureKind
  readonly verdict: Verdict
  readonly until: number | undefined
  readonly family: string | undefined
  readonly retryableElsewhere: boolean
  readonly context: ContextSize
  readonly isPublic: boolean
  readonly isMachineLost: boolean
  /** A private field is neither logged nor serialized. */
  readonly #raw: string | undefined

  constructor(kind: FailureKind, message: string, options: ErrorOptions & FailureFacts = {}) {
    super(message, options)
    this.kind = kind
    this.verdict = FAILURES[kind].verdict
    this.until = options.until
    this.family = options.family
    this.retryableElsewhere = options.retryableElsewhere ?? false
    this.context = options.context ?? {}
    this.isPublic = options.isPublic ?? false
    this.isMachineLost = options.isMachineLost ?? false
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

/**
 * Machines that may be lost over one request: a request that kills what works on it must not end them
 * all. @limit lost-machines count
 */
export const MAX_LOST_MACHINES = 2
