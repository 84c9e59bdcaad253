import type { Account, ProbeKind } from '../../engines/contract/account.ts'
import type { AnyEngine } from '../../engines/contract/any-engine.ts'
import type { Verdict } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import type { VerdictRow } from './account-store.ts'
import { VERDICT_POLICY } from './verdict-policy.ts'

/**
 * Whether an account may be used. `ready`: at once. `due`: its park time is over, but no probe has
 * succeeded since. `last_resort`: only when no other account is left. `closed`: never.
 */
export type Availability = 'ready' | 'due' | 'last_resort' | 'closed'

/** The state of one account of one engine. */
export class AccountState {
  readonly engine: AnyEngine
  readonly account: Account
  /** By family of models; the empty family stands for all models of the account. */
  readonly verdicts = new Map<string, VerdictRow>()
  disabledSince: number | undefined
  /** Sequence number of the last use; the smallest was used longest ago. */
  lastUsed = 0
  /** When the last probe ended, UTC milliseconds. */
  probedAt: number | undefined
  /** When the last whole answer ended, UTC milliseconds. Answers to probes do not count. */
  answeredAt: number | undefined
  /** When the last successful probe ended, UTC milliseconds. */
  probeSucceededAt: number | undefined

  constructor(engine: AnyEngine, account: Account) {
    this.engine = engine
    this.account = account
  }

  /** `engine/account`, the name in logs and alerts. */
  get name(): string {
    return `${this.engine.id}/${this.account.id}`
  }

  /** Whether a probe of the account is a status check or an answer. */
  get probeKind(): ProbeKind {
    return this.engine.probeKind?.(this.account) ?? 'status'
  }

  availability(model: string, now: number): Availability {
    if (this.disabledSince !== undefined) return 'closed'
    if (this.verdicts.size === 0) return 'ready'
    let found: Availability = 'ready'
    for (const row of this.verdicts.values()) {
      const hold = holdOf(row)
      if (hold === 'none' || !this.appliesTo(row, model)) continue
      if (!isInForce(row, now)) {
        if (found === 'ready' && !this.#hasSucceededSince(row)) found = 'due'
      } else if (hold === 'firm') return 'closed'
      else found = 'last_resort'
    }
    return found
  }

  /**
   * Whether a successful probe removes a verdict. A probe that could not have met the failure does
   * not.
   *
   * @param model The model that answered; undefined for a status check
   */
  isResolvedBy(row: VerdictRow, model: string | undefined): boolean {
    if (model !== undefined) return this.appliesTo(row, model)
    // Nothing else can be asked of an engine without a model that answers.
    if (this.engine.type !== 'text') return true
    // A status check cannot meet a quota, or a login that is present but no longer valid.
    return row.setBy !== 'engine' || (row.verdict !== 'quota' && row.verdict !== 'signed_out')
  }

  /**
   * A model to ask after a successful status check, because only an answer shows that the login is
   * valid again. A quota verdict needs none: it expires by itself, and the next answer shows the
   * rest.
   */
  get modelToVerify(): string | undefined {
    for (const row of this.verdicts.values())
      if (row.verdict === 'signed_out' && !this.isResolvedBy(row, undefined))
        return this.models.find((model) => this.appliesTo(row, model))
    return undefined
  }

  /** The models of the engine that this account has; the first is the default. */
  get models(): readonly string[] {
    const { models, hasModel } = this.engine
    return hasModel === undefined ? models : models.filter((model) => this.hasModel(model))
  }

  /** Whether the account has a model. */
  hasModel(model: string): boolean {
    return this.engine.hasModel?.(this.account, model) !== false
  }

  /** Whether a verdict covers a model. */
  appliesTo({ family }: VerdictRow, model: string): boolean {
    return family === '' || this.engine.familyOf?.(model) === family
  }

  /**
   * The family to park for a failure that names one. Empty (the whole account) when none of the
   * models belongs to that family.
   */
  familyFor(reported: string | undefined, models: readonly string[]): string {
    if (reported === undefined) return ''
    return models.some((model) => this.engine.familyOf?.(model) === reported) ? reported : ''
  }

  #hasSucceededSince({ until }: VerdictRow): boolean {
    return until !== null && this.probeSucceededAt !== undefined && this.probeSucceededAt >= until
  }
}

/** Whether a verdict has not expired. */
export function isInForce({ until }: VerdictRow, now: number): boolean {
  return until === null || until > now
}

/** How a verdict restricts the use of its account while it is in force. */
export function holdOf({ verdict }: { verdict: Verdict }): 'firm' | 'soft' | 'none' {
  return VERDICT_POLICY[verdict].hold
}

/** An alert about an account: one for each change of state, not one for each failure. */
export interface AccountAlert {
  kind: 'account_failed' | 'account_signed_out' | 'account_back'
  /** `engine/account`, followed by the family of models where only that one is concerned. */
  subject: string
  /** Contains no secrets. */
  message: string
}

/** Takes the alerts of accounts. */
export interface AlertSink {
  raise(alert: AccountAlert): void
}

/**
 * An engine and one of its models that could answer. The account is selected when the engine is
 * asked.
 */
export interface Candidate {
  engine: Engine
  model: string
}
