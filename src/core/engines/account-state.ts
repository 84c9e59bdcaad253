import type { Account, ProbeKind } from '../../engines/contract/account.ts'
import type { AnyEngine } from '../../engines/contract/any-engine.ts'
import type { EngineFailure, Verdict } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { redact } from '../../platform/redact.ts'
import type { AlertText } from '../alert-texts.ts'
import type { VerdictRow } from './account-store.ts'

const MINUTE_MS = 60_000
/** Longest park time, also for a later reset time. Then the monitor probes again. */
const MAX_PARK_MS = 6 * 60 * MINUTE_MS
/** Park time of a quota error without a reset time. */
const QUOTA_PARK_MS = 60 * MINUTE_MS
/** Shortest park time, so that a reset time that has just passed does not cause a retry at once. */
const MIN_PARK_MS = MINUTE_MS
const TRANSIENT_PARK_MS = MINUTE_MS
const MAX_EVIDENCE_CHARACTERS = 500

/** What a verdict does to the account and to the request that failed. */
interface VerdictPolicy {
  /** Whether a failed answer records the verdict. A failed probe always does. */
  parks: boolean
  /**
   * How the account is restricted while the verdict is in force. `firm`: never used. `soft`: used
   * when no other account is left. `none`: used as before, because the failure was not understood.
   */
  hold: 'firm' | 'soft' | 'none'
  /**
   * Which accounts the request may try next. `on`: any other. `once_per_engine`: one more of this
   * engine, then the other engines. `once`: one more in all, because each try is slow or costly.
   * `never`: none.
   */
  rotate: 'on' | 'once_per_engine' | 'once' | 'never'
}

export const VERDICT_POLICY: Readonly<Record<Verdict, VerdictPolicy>> = {
  quota: { parks: true, hold: 'firm', rotate: 'on' },
  signed_out: { parks: true, hold: 'firm', rotate: 'on' },
  not_installed: { parks: true, hold: 'firm', rotate: 'on' },
  transient: { parks: true, hold: 'soft', rotate: 'once_per_engine' },
  unknown: { parks: false, hold: 'none', rotate: 'once_per_engine' },
  timeout: { parks: false, hold: 'soft', rotate: 'once' },
  empty: { parks: false, hold: 'none', rotate: 'once' },
  request: { parks: false, hold: 'none', rotate: 'never' },
}

/**
 * When a verdict expires, UTC milliseconds; null when only a clear or a successful probe removes
 * it.
 */
export function parkedUntil(
  verdict: Verdict,
  reported: number | undefined,
  now: number,
): number | null {
  if (verdict === 'transient') return now + TRANSIENT_PARK_MS
  if (verdict !== 'quota') return null
  const reset = reported ?? now + QUOTA_PARK_MS
  return Math.min(Math.max(reset, now + MIN_PARK_MS), now + MAX_PARK_MS)
}

/**
 * A verdict replaces one of the same or lower severity, so that a short outage never hides a lost
 * login.
 */
export function severityOf(verdict: Verdict): number {
  if (verdict === 'signed_out' || verdict === 'not_installed') return 2
  return verdict === 'quota' ? 1 : 0
}

/** The first line of a failure's message, redacted, for the owner. */
export function evidenceOf({ message }: EngineFailure): string {
  const line = redact(message).trim().split('\n', 1)[0] ?? ''
  return line.length > MAX_EVIDENCE_CHARACTERS ? `${line.slice(0, MAX_EVIDENCE_CHARACTERS)}…` : line
}

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

/** Takes the alerts of accounts: one for each change of state, not one for each failure. */
export interface AlertSink {
  raise(alert: AlertText): void
}

/**
 * An engine and one of its models that could answer. The account is selected when the engine is
 * asked.
 */
export interface Candidate {
  engine: Engine
  model: string
}
