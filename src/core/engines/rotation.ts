import type { Account } from '../../engines/contract/account.ts'
import type { EngineFailure } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import type { AccountState, Candidate } from './account-state.ts'
import { VERDICT_POLICY } from './account-state.ts'
import type { Accounts } from './accounts.ts'

/** A candidate with the account that was selected to answer. */
export interface Choice extends Candidate {
  account: Account
}

/**
 * The accounts that one question tries, one after another: engines in their order of preference,
 * and within an engine the account whose prompt cache is warm, else the one used longest ago. `last_resort` accounts come after all
 * others, so that a single local server is still used after one failure.
 */
export class Rotation {
  readonly #accounts: Accounts
  readonly #candidates: readonly Candidate[]
  readonly #warmAccount: (candidate: Candidate) => Account | undefined
  readonly #tried: AccountState[] = []
  /** Failures by engine that allow one more try with that engine. */
  readonly #failures = new Map<Engine, number>()
  /** Failures that allow one more try in all. */
  #costlyFailures = 0
  #isRequestRefused = false

  constructor(
    accounts: Accounts,
    candidates: readonly Candidate[],
    warmAccount: (candidate: Candidate) => Account | undefined = () => undefined,
  ) {
    this.#accounts = accounts
    this.#candidates = candidates
    this.#warmAccount = warmAccount
  }

  /** The next account to try; undefined when none is left. */
  next(): Choice | undefined {
    if (this.#isRequestRefused || this.#costlyFailures > 1) return undefined
    return this.#select(false) ?? this.#select(true)
  }

  failed(choice: Choice, failure: EngineFailure): void {
    const { engine, model } = choice
    this.#accounts.failed(this.#accountStateOf(choice), model, failure)
    switch (VERDICT_POLICY[failure.verdict].rotate) {
      case 'on':
        return
      case 'once':
        this.#costlyFailures += 1
        break
      case 'once_per_engine':
        break
      case 'never':
        this.#isRequestRefused = true
    }
    this.#failures.set(engine, (this.#failures.get(engine) ?? 0) + 1)
  }

  succeeded(choice: Choice): void {
    this.#accounts.succeeded(this.#accountStateOf(choice), choice.model)
  }

  #accountStateOf({ engine, account }: Choice): AccountState {
    for (const accountState of this.#tried) {
      if (accountState.engine === engine && accountState.account === account) return accountState
    }
    throw new Error('That account was not tried')
  }

  #select(lastResort: boolean): Choice | undefined {
    for (const candidate of this.#candidates) {
      const { engine, model } = candidate
      if ((this.#failures.get(engine) ?? 0) > 1) continue
      const warm = this.#warmAccount(candidate)
      const accountState = this.#accounts.select(engine, model, this.#tried, lastResort, warm)
      if (accountState === undefined) continue
      this.#tried.push(accountState)
      return { engine, account: accountState.account, model }
    }
    return undefined
  }
}
