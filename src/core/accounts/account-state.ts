import type { VerdictRow } from '../../db/account-store.ts'
import type { Account, ProbeKind } from '../../engines/contract/account.ts'
import type { Verdict } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { VERDICT_POLICY } from './verdict-policy.ts'

/**
 * Whether an account may be asked: `ready`; `due`, when its time is over and no probe has said yet
 * how it is; `last_resort`, when it may only be asked because nobody else is left; `closed`.
 */
export type Availability = 'ready' | 'due' | 'last_resort' | 'closed'

/** One account of one engine with what is known of it. */
export class AccountState {
  readonly engine: Engine
  readonly account: Account
  /** By family; the empty one means all of the account's models. */
  readonly verdicts = new Map<string, VerdictRow>()
  disabledSince: number | undefined
  /** A number that only grows, given out at each use: the least is the longest ago. */
  lastUsed = 0
  /** When the last probe ended, UTC milliseconds. */
  probedAt: number | undefined
  /** When the last whole answer came, UTC milliseconds; that of a probe not counted. */
  answeredAt: number | undefined
  /** When the last probe that went well ended, UTC milliseconds. */
  probeSucceededAt: number | undefined

  constructor(engine: Engine, account: Account) {
    this.engine = engine
    this.account = account
  }

  /** `engine/account`, the name in logs and alerts. */
  get name(): string {
    return `${this.engine.id}/${this.account.id}`
  }

  /** What a probe of the account is. */
  get probeKind(): ProbeKind {
    return this.engine.probeKind(this.account)
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
   * Whether a probe that went well takes a verdict back: not one that could not have met the trouble.
   *
   * @param asked The model that was asked for an answer; undefined for a look
   */
  isResolvedBy(row: VerdictRow, model: string | undefined): boolean {
    if (model !== undefined) return this.appliesTo(row, model)
    // What an answer has said of the quota or of a login that is there, no look could have met.
    return row.setBy !== 'engine' || (row.verdict !== 'quota' && row.verdict !== 'signed_out')
  }

  /**
   * A model to ask for an answer, because no look can tell whether the login is good again. A quota has
   * its time: when that is over, the account is in use again, and its next answer tells.
   */
  get modelToVerify(): string | undefined {
    for (const row of this.verdicts.values())
      if (row.verdict === 'signed_out' && !this.isResolvedBy(row, undefined))
        return this.engine.models.find((model) => this.appliesTo(row, model))
    return undefined
  }

  /** Whether a verdict holds for a model. */
  appliesTo({ family }: VerdictRow, model: string): boolean {
    return family === '' || this.engine.familyOf?.(model) === family
  }

  /** The family to park for a failure that names one; the whole account where parking it would not help. */
  familyFor(reported: string | undefined, models: readonly string[]): string {
    if (reported === undefined) return ''
    return models.some((model) => this.engine.familyOf?.(model) === reported) ? reported : ''
  }

  #hasSucceededSince({ until }: VerdictRow): boolean {
    return until !== null && this.probeSucceededAt !== undefined && this.probeSucceededAt >= until
  }
}

/** Whether a verdict's time is not over. */
export function isInForce({ until }: VerdictRow, now: number): boolean {
  return until === null || until > now
}

/** How an account is held by a verdict that stands. */
export function holdOf({ verdict }: { verdict: Verdict }): 'firm' | 'soft' | 'none' {
  return VERDICT_POLICY[verdict].hold
}
