import type { Account } from '../../engines/contract/account.ts'
import type { AnyEngine } from '../../engines/contract/any-engine.ts'
import { type EngineFailure, FAILURES, type FailureKind } from '../../engines/contract/failure.ts'
import { type AccountState, evidenceOf, holdOf, isInForce } from './account-state.ts'

/** Why one account of an engine did not answer a request. */
export interface UnavailableAccount {
  engine: AnyEngine
  account: Account
  kind: FailureKind
  /** When the account is used again, UTC milliseconds; where that is known. */
  until?: number | undefined
  /** The engine's own reason, redacted. Only for the owner. */
  evidence?: string | undefined
}

/** The problem of an account that was asked and has failed. */
export function failedAccount(
  { engine, account }: Pick<UnavailableAccount, 'engine' | 'account'>,
  failure: EngineFailure,
): UnavailableAccount {
  const kind = kindOf(engine, failure.kind)
  return { engine, account, kind, until: failure.until, evidence: evidenceOf(failure) }
}

/**
 * The problem of a server whose models are not known.
 *
 * @param failure Why it did not list them, where it did not
 */
export function silentServer(
  engine: AnyEngine,
  failure: EngineFailure | undefined,
): UnavailableAccount {
  const [account = { id: '' }] = engine.accounts
  return failure === undefined
    ? { engine, account, kind: 'no_models' }
    : { ...failedAccount({ engine, account }, failure), until: undefined }
}

/** The problem of an account that is not asked for a model; undefined for any other account. */
export function sidelinedAccount(
  accountState: AccountState,
  model: string,
  now: number,
): UnavailableAccount | undefined {
  const { engine, account, disabledSince, verdicts } = accountState
  if (disabledSince !== undefined) return { engine, account, kind: 'disabled' }
  for (const row of verdicts.values()) {
    if (!accountState.appliesTo(row, model) || !isInForce(row, now) || holdOf(row) !== 'firm')
      continue
    const { verdict, evidence } = row
    return {
      engine,
      account,
      kind: kindOf(engine, verdict),
      until: row.until ?? undefined,
      evidence,
    }
  }
  return undefined
}

/** What one engine did: follows its name. */
export function failurePhrase(engine: AnyEngine, { kind }: EngineFailure): string {
  return FAILURES[kindOf(engine, kind)].words[0]
}

/** A server has no login that its owner could renew, only a key in the settings. */
function kindOf({ usesSubscription = false }: AnyEngine, kind: FailureKind): FailureKind {
  return kind === 'signed_out' && !usesSubscription ? 'key_refused' : kind
}
