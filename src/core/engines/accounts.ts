import type { Commit } from '../../db/open.ts'
import type { Account } from '../../engines/contract/account.ts'
import type { AnyEngine } from '../../engines/contract/any-engine.ts'
import type { EngineFailure } from '../../engines/contract/failure.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { alertPart } from '../alert-texts.ts'
import {
  AccountState,
  type AlertSink,
  type Availability,
  type Candidate,
  evidenceOf,
  holdOf,
  isInForce,
  parkedUntil,
  severityOf,
  VERDICT_POLICY,
} from './account-state.ts'
import type { AccountStore, VerdictRow } from './account-store.ts'
import type { EngineList, EngineRegistry } from './engine-registry.ts'
import { sidelinedAccount, type UnavailableAccount } from './no-engine-error.ts'
import { VerdictRecorder } from './verdict-recorder.ts'

interface AccountsOptions {
  /** The engines for text. */
  registry: EngineRegistry
  /** The engines that speak or transcribe. */
  others?: readonly EngineList[]
  store: AccountStore
  alerts: AlertSink
  log: Log
  /** UTC milliseconds. */
  now: () => number
  /** Called when an engine has failed to answer, whatever happens to its account. */
  onFailure?: (engine: AnyEngine, failure: EngineFailure) => void
}

/** The states of an engine's accounts. */
interface KnownStates {
  /** The accounts of the moment, as the engine has given them. */
  accounts: readonly Account[]
  states: readonly AccountState[]
  /** By id, also those of accounts that are away. */
  all: ReadonlyMap<string, AccountState>
}

/** Accounts of a lower rank are used first. `closed` accounts are never used. */
export const AVAILABILITY_RANKS: Readonly<Record<Availability, number>> = {
  ready: 0,
  due: 1,
  last_resort: 2,
  closed: 3,
}

/** Who requested a probe: the account monitor (`watcher`) or the owner. */
export type ProbeRequester = 'watcher' | 'owner'

/** A probe that has ended. */
interface Probe {
  by: ProbeRequester
  /** The model that was asked for an answer; undefined for a status check. */
  model: string | undefined
}

/**
 * The state of every account: which failures park one, what re-admits it, and which account is used
 * next.
 */
export class Accounts {
  readonly #registry: EngineRegistry
  readonly #others: readonly EngineList[]
  /** Made when an engine is first asked for, and kept when it is no longer offered. */
  readonly #byEngine = new Map<AnyEngine, KnownStates>()
  readonly #recorder: VerdictRecorder
  readonly #now: () => number
  readonly #onFailure: AccountsOptions['onFailure']
  #uses = 0

  constructor({ registry, others = [], store, alerts, log, now, onFailure }: AccountsOptions) {
    this.#registry = registry
    this.#others = others
    this.#now = now
    this.#onFailure = onFailure
    this.#recorder = new VerdictRecorder({ store, alerts, log })
  }

  /** The engines that are offered now: those for text, in order of preference, then the others. */
  get engines(): readonly AnyEngine[] {
    return [...this.#registry.offered, ...this.#others.flatMap(({ offered }) => offered)]
  }

  of(engine: AnyEngine): readonly AccountState[] {
    const known = this.#byEngine.get(engine)
    const { accounts } = engine
    if (known?.accounts === accounts) return known.states
    const all = new Map(known?.all)
    const states = accounts.map(
      (account) => all.get(account.id) ?? new AccountState(engine, account),
    )
    const fresh = states.filter(({ account }) => !all.has(account.id))
    for (const state of fresh) all.set(state.account.id, state)
    this.#byEngine.set(engine, { accounts, states, all })
    this.#recorder.load(new Map(fresh.map((state) => [state.name, state])))
    return states
  }

  /** @throws {AppError} `not_found` */
  find(engine: string, account: string): AccountState {
    const text = this.#registry.find(engine)
    // An engine for text and one for speech may be the same server, and have one name.
    const known = [
      ...(text === undefined ? [] : [text]),
      ...this.#others.flatMap(({ offered }) => offered.filter(({ id }) => id === engine)),
    ]
    const accountState = known
      .flatMap((one) => this.of(one))
      .find((state) => state.account.id === account)
    if (accountState !== undefined) return accountState
    throw new AppError('not_found', 'There is no such account of such an engine')
  }

  /** Why accounts of a candidate are not asked now. */
  problems({ engine, model }: Candidate): UnavailableAccount[] {
    const now = this.#now()
    return this.of(engine)
      .filter((accountState) => accountState.hasModel(model))
      .flatMap((accountState) => sidelinedAccount(accountState, model, now) ?? [])
  }

  /** Whether an account of a candidate may be asked now. */
  canAnswer({ engine, model }: { engine: AnyEngine; model: string }): boolean {
    const now = this.#now()
    return this.of(engine).some(
      (one) => one.hasModel(model) && one.availability(model, now) !== 'closed',
    )
  }

  /** How many accounts are parked now, by engine; for the metrics. */
  parked(): Record<string, number> {
    const now = this.#now()
    const counts: Record<string, number> = {}
    for (const engine of this.engines) {
      const parked = this.of(engine).filter((accountState) => isParked(accountState, now)).length
      counts[engine.id] = (counts[engine.id] ?? 0) + parked
    }
    return counts
  }

  /**
   * Selects the account to answer with a model: of the `ready` ones, then of the `due` ones, one that
   * is not busy, and of these the warm one, else the one that was used longest ago. It counts as used
   * from now on.
   *
   * @param lastResort Whether `last_resort` accounts may be selected as well
   * @param warm The account whose prompt cache has the beginning of the request
   */
  select(
    engine: AnyEngine,
    model: string,
    tried: readonly AccountState[],
    lastResort: boolean,
    warm?: Account,
  ): AccountState | undefined {
    const now = this.#now()
    const maxRank = lastResort ? AVAILABILITY_RANKS.last_resort : AVAILABILITY_RANKS.due
    let best: AccountState | undefined
    let bestOrder = Number.POSITIVE_INFINITY
    for (const accountState of this.of(engine)) {
      const { account, lastUsed } = accountState
      if (tried.includes(accountState) || !accountState.hasModel(model)) continue
      const rank = AVAILABILITY_RANKS[accountState.availability(model, now)]
      if (rank > maxRank) continue
      // Nobody waits for a warm account.
      const wait = engine.isBusy?.(account) === true ? 2 : account === warm ? 0 : 1
      const order = rank * 3 + wait
      const isLater = order === bestOrder && best !== undefined && lastUsed >= best.lastUsed
      if (order > bestOrder || isLater) continue
      best = accountState
      bestOrder = order
    }
    if (best === undefined) return undefined
    this.#uses += 1
    best.lastUsed = this.#uses
    return best
  }

  /**
   * Records that an answer failed. The verdict decides whether that parks the account, or one
   * family of its models.
   *
   * @param soft Of a soft hold: when it ends, and whether the owner is alerted because the account
   * has failed repeatedly
   */
  failed(
    accountState: AccountState,
    model: string,
    failure: EngineFailure,
    soft?: { until: number; isRepeated: boolean },
  ): void {
    this.#onFailure?.(accountState.engine, failure)
    if (!VERDICT_POLICY[failure.verdict].parks) return
    const family = accountState.familyFor(failure.family, [model])
    const before = this.#current(accountState, family)
    if (before !== undefined && severityOf(failure.verdict) < severityOf(before.verdict)) return
    // A soft hold may be a short outage: the owner is alerted only when a probe confirms it.
    const isFirm = holdOf(failure) === 'firm'
    const until = isFirm ? undefined : soft?.until
    this.#park(accountState, family, failure, 'engine', isFirm || soft?.isRepeated === true, until)
  }

  /** Records a whole answer. It removes soft holds and expired verdicts. */
  succeeded(accountState: AccountState, model: string): void {
    const now = this.#now()
    accountState.answeredAt = now
    if (accountState.verdicts.size === 0) return
    for (const row of [...accountState.verdicts.values()])
      if (accountState.appliesTo(row, model) && (holdOf(row) === 'soft' || !isInForce(row, now)))
        this.#recorder.drop(accountState, row, alertPart('has_answered'))
  }

  probeFailed(accountState: AccountState, failure: EngineFailure, { by, model }: Probe): void {
    accountState.probedAt = this.#now()
    const family = accountState.familyFor(failure.family, accountState.engine.models)
    const before = this.#current(accountState, family)
    // A probe with an unclear result must not re-open a closed account.
    if (before !== undefined && holdOf(before) === 'firm' && holdOf(failure) !== 'firm') return
    // A verdict from an answer counts as the engine's own, so that no status check removes it.
    this.#park(accountState, family, failure, model === undefined ? by : 'engine', true)
  }

  /**
   * Records that the server of an engine answers again after it did not.
   *
   * @param isOfServer Which of its accounts that server has; by default all
   */
  serverReturned(engine: AnyEngine, isOfServer: (account: Account) => boolean = () => true): void {
    for (const accountState of this.of(engine).filter(({ account }) => isOfServer(account)))
      if (accountState.probeKind === 'status' && accountState.verdicts.size > 0)
        this.probeSucceeded(accountState, { by: 'watcher', model: undefined })
  }

  /**
   * Records a successful probe and removes the verdicts that it disproves, also before they expire.
   */
  probeSucceeded(accountState: AccountState, { by, model }: Probe): void {
    accountState.probedAt = this.#now()
    accountState.probeSucceededAt = accountState.probedAt
    for (const row of [...accountState.verdicts.values()])
      if (accountState.isResolvedBy(row, model))
        this.#recorder.drop(
          accountState,
          row,
          alertPart(by === 'owner' ? 'probed_by_owner' : 'probed'),
        )
  }

  /** Removes every verdict on an account for the owner. */
  clear(accountState: AccountState, by: string, commit: Commit): void {
    this.#recorder.clear(accountState, by, commit)
  }

  /** Disables an account for the owner. Its verdicts stay. */
  disable(accountState: AccountState, by: string, commit: Commit): void {
    this.#recorder.disable(accountState, this.#now(), by, commit)
  }

  enable(accountState: AccountState, by: string, commit: Commit): void {
    this.#recorder.enable(accountState, by, commit)
    // Lets the monitor probe the account at its next tick.
    accountState.probedAt = undefined
  }

  /** The verdict in force for a family, or for the whole account. */
  #current(accountState: AccountState, family: string): VerdictRow | undefined {
    const row = accountState.verdicts.get(family)
    return row !== undefined && isInForce(row, this.#now()) ? row : undefined
  }

  #park(
    accountState: AccountState,
    family: string,
    failure: EngineFailure,
    setBy: VerdictRow['setBy'],
    shouldAlert: boolean,
    softUntil?: number,
  ): void {
    const now = this.#now()
    const { verdict } = failure
    const before = this.#current(accountState, family)
    const isSameVerdict = before?.verdict === verdict
    const until = softUntil ?? parkedUntil(verdict, failure.until, now)
    const isEstimated = failure.until === undefined && isSameVerdict
    this.#recorder.put(
      accountState,
      {
        engine: accountState.engine.id,
        account: accountState.account.id,
        family,
        verdict,
        evidence: evidenceOf(failure),
        since: isSameVerdict ? before.since : now,
        // A second failure without a reset time must not shorten the time of the first one.
        until: isEstimated && until !== null ? Math.max(until, before.until ?? 0) : until,
        setBy,
      },
      shouldAlert,
    )
  }
}

/** Whether a verdict on the whole account holds it, softly or firmly. */
export function isParked({ verdicts }: Pick<AccountState, 'verdicts'>, now: number): boolean {
  const row = verdicts.get('')
  return row !== undefined && isInForce(row, now) && holdOf(row) !== 'none'
}
