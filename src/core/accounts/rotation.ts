import type { Account, Engine, EngineFailure } from '../../engines/contract.ts'
import type { Candidate } from '../text/models.ts'
import type { Accounts } from './accounts.ts'
import { EFFECTS } from './effects.ts'
import type { Standing } from './standing.ts'

/** A candidate with the account whose turn it is, ready to be asked. */
export interface Choice extends Candidate {
  account: Account
}

/**
 * The accounts that one question tries, one after the other. Engines in their order of preference,
 * within an engine the account used longest ago; accounts with a passing trouble only when nobody
 * else is left, so that a lone local server is never waited for because it hiccuped once.
 */
export class Rotation {
  readonly #accounts: Accounts
  readonly #candidates: readonly Candidate[]
  readonly #tried: Standing[] = []
  /** Failures by engine that allow one more try within it. */
  readonly #failures = new Map<Engine, number>()
  /** Failures that allow one more try in all. */
  #costly = 0
  #refused = false

  constructor(accounts: Accounts, candidates: readonly Candidate[]) {
    this.#accounts = accounts
    this.#candidates = candidates
  }

  /** Who is tried next; undefined when nobody is left. */
  next(): Choice | undefined {
    if (this.#refused || this.#costly > 1) return undefined
    return this.#take(false) ?? this.#take(true)
  }

  failed(choice: Choice, failure: EngineFailure): void {
    const { engine, model } = choice
    this.#accounts.failed(this.#standingOf(choice), model, failure)
    switch (EFFECTS[failure.verdict].rotate) {
      case 'on':
        return
      case 'once':
        this.#costly += 1
        break
      case 'once_per_engine':
        break
      case 'never':
        this.#refused = true
    }
    this.#failures.set(engine, (this.#failures.get(engine) ?? 0) + 1)
  }

  succeeded(choice: Choice): void {
    this.#accounts.succeeded(this.#standingOf(choice), choice.model)
  }

  #standingOf({ engine, account }: Choice): Standing {
    for (const standing of this.#tried) {
      if (standing.engine === engine && standing.account === account) return standing
    }
    throw new Error('That account was not tried')
  }

  #take(lastResort: boolean): Choice | undefined {
    for (const { engine, model } of this.#candidates) {
      if ((this.#failures.get(engine) ?? 0) > 1) continue
      const standing = this.#accounts.take(engine, model, this.#tried, lastResort)
      if (standing === undefined) continue
      this.#tried.push(standing)
      return { engine, account: standing.account, model }
    }
    return undefined
  }
}
