/** One login of the owner's with a provider, or the single server of an engine. */
export interface Account {
  id: string
}

/**
 * What a probe does. A `status` check finds that the server or the tool is there and has a login.
 * Only an `answer` of a model proves that the login is valid and that quota is left.
 */
export type ProbeKind = 'status' | 'answer'

/** What an engine answers with. */
export type EngineType = 'text' | 'speech' | 'transcription'

/** What registry, discovery, accounts and probes need of an engine, whatever it answers with. */
export interface AccountEngine {
  readonly type: EngineType
  readonly id: string
  readonly label: string
  /** What it is, for its owner: `llama.cpp`, `Ollama`, `claude`, `demo`, `command`, … */
  readonly kind?: string | undefined
  /** Whether its accounts are subscriptions with a provider. */
  readonly usesSubscription?: boolean
  /**
   * The first is the default model. The array is replaced when a server lists other models; empty
   * until a server without configured models was read, and where there are none to choose from.
   */
  readonly models: readonly string[]
  /**
   * The array is replaced when accounts of other machines come or go; an account with the same id
   * stays the same object. Those that speak or transcribe have one, which is named after their type.
   */
  readonly accounts: readonly Account[]
  readonly timeoutMs: number
  /** Whether only an answer of a model proves that an account can answer; by default `status`. */
  probeKind?(account: Account): ProbeKind
  /** The family of models whose quota a model uses, where an account has several quotas. */
  familyOf?(model: string): string | undefined
  /**
   * Checks, without asking a model, whether an account could answer now. Only for accounts whose
   * {@link AccountEngine.probeKind} is `status`.
   *
   * @throws {EngineFailure} the same verdicts as an answer
   */
  checkStatus(signal: AbortSignal, account: Account): Promise<void>
  /**
   * Reads from the server or the program what it has: models with their facts, voices. Absent where
   * there is nothing that could come or go.
   *
   * @throws {EngineFailure} the same verdicts as an answer; what is known stays as it was
   */
  refresh?(signal: AbortSignal): Promise<void>
  /**
   * Whether a request would have to wait, because the account or its machine does as much as it may.
   * Others of the engine are asked first.
   */
  isBusy?(account: Account): boolean
  /** Whether an account has a model. Absent where all accounts have all models. */
  hasModel?(account: Account, model: string): boolean
}
