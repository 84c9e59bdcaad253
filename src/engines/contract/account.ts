/** One login of the owner's with a provider, or the single server of an engine. */
export interface Account {
  id: string
}

/**
 * What a probe does. A `status` check finds that the server or the tool is there and has a login.
 * Only an `answer` of a model proves that the login is valid and that quota is left.
 */
export type ProbeKind = 'status' | 'answer'

/** What the states of accounts need of an engine, whatever it makes. */
export interface AccountEngine {
  readonly id: string
  readonly label: string
  /** What it is, for its owner: `llama.cpp`, `Ollama`, `claude`, `demo`, … */
  readonly kind?: string | undefined
  /** Whether its accounts are subscriptions with a provider. */
  readonly usesSubscription?: boolean
  /**
   * The first is the default model. The array is replaced when a server lists other models; empty
   * until a server without configured models was read.
   */
  readonly models: readonly string[]
  /**
   * The array is replaced when accounts of other machines come or go; an account with the same id
   * stays the same object.
   */
  readonly accounts: readonly Account[]
  readonly timeoutMs: number
  /** Whether a status check or only an answer of a model proves that an account can answer. */
  probeKind(account: Account): ProbeKind
  /** The family of models whose quota a model uses, where an account has several quotas. */
  familyOf?(model: string): string | undefined
  /**
   * Checks, without asking a model, whether an account could answer now. Only for accounts whose
   * {@link AccountEngine.probeKind} is `status`.
   *
   * @throws {EngineFailure} the same verdicts as an answer
   */
  checkStatus(account: Account, signal: AbortSignal): Promise<void>
  /**
   * Reads the models and their facts from the server. Absent where there is no server to ask.
   *
   * @throws {EngineFailure} the same verdicts as an answer; the models stay as they were
   */
  readModels?(signal: AbortSignal): Promise<void>
  /**
   * Whether a request would have to wait, because the account or its machine does as much as it may.
   * Others of the engine are asked first.
   */
  isBusy?(account: Account): boolean
  /** Whether an account has a model. Absent where all accounts have all models. */
  hasModel?(account: Account, model: string): boolean
}
