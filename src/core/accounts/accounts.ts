import type { AccountStore, VerdictRow } from '../../db/account-store.ts'
import type { Engine, EngineFailure } from '../../engines/contract.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { AlertSink } from './alert-sink.ts'
import { EFFECTS, evidenceOf, parkedUntil, weightOf } from './effects.ts'
import { Ledger } from './ledger.ts'
import { type Availability, holdOf, Standing, stands } from './standing.ts'

interface AccountsOptions {
  /** In order of preference. */
  engines: readonly Engine[]
  store: AccountStore
  alerts: AlertSink
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/** Who comes first; `closed` accounts never do. */
const RANKS: Readonly<Record<Availability, number>> = {
  ready: 0,
  due: 1,
  last_resort: 2,
  closed: 3,
}

/** Who asked for a probe. */
export type ProbeAsker = 'watcher' | 'owner'

/** A probe that has ended. */
export interface Probe {
  by: ProbeAsker
  /** The model that was asked for an answer; undefined for a look. */
  asked: string | undefined
}

/** The standing of every account: what parks one, what brings it back, whose turn it is. */
export class Accounts {
  readonly engines: readonly Engine[]
  readonly #standings: ReadonlyMap<string, Standing>
  readonly #byEngine: ReadonlyMap<Engine, readonly Standing[]>
  readonly #ledger: Ledger
  readonly #now: () => number
  #uses = 0

  constructor({ engines, store, alerts, log, now }: AccountsOptions) {
    this.engines = engines
    this.#byEngine = new Map(
      engines.map((engine) => [
        engine,
        engine.accounts.map((account) => new Standing(engine, account)),
      ]),
    )
    this.#standings = new Map(
      [...this.#byEngine.values()].flat().map((standing) => [standing.name, standing]),
    )
    this.#now = now
    this.#ledger = new Ledger({ store, alerts, log })
    this.#ledger.load(this.#standings)
  }

  /** The accounts of an engine, as configured. */
  of(engine: Engine): readonly Standing[] {
    return this.#byEngine.get(engine) ?? []
  }

  /** @throws {AppError} `not_found` */
  find(engine: string, account: string): Standing {
    const standing = this.#standings.get(`${engine}/${account}`)
    if (standing !== undefined) return standing
    throw new AppError('not_found', 'There is no such account of such an engine')
  }

  /** How many accounts are set aside now, by engine; for the metrics. */
  parked(): Record<string, number> {
    const now = this.#now()
    return Object.fromEntries(
      this.engines.map((engine) => [
        engine.id,
        this.of(engine).filter((standing) => isParked(standing, now)).length,
      ]),
    )
  }

  /**
   * Whose turn it is to answer with a model: the one used longest ago of those that are ready, then
   * of those whose time is over. It counts as used from now on.
   *
   * @param lastResort Whether accounts with a passing trouble may be asked as well
   */
  take(
    engine: Engine,
    model: string,
    tried: readonly Standing[],
    lastResort: boolean,
  ): Standing | undefined {
    const now = this.#now()
    let best: Standing | undefined
    let bestRank = lastResort ? RANKS.last_resort : RANKS.due
    for (const standing of this.of(engine)) {
      if (tried.includes(standing)) continue
      const rank = RANKS[standing.availability(model, now)]
      if (rank > bestRank) continue
      if (rank === bestRank && best !== undefined && standing.lastUsed >= best.lastUsed) continue
      best = standing
      bestRank = rank
    }
    if (best === undefined) return undefined
    this.#uses += 1
    best.lastUsed = this.#uses
    return best
  }

  /** An answer failed: parks the account, or one family of its models, as the verdict says. */
  failed(standing: Standing, model: string, failure: EngineFailure): void {
    if (!EFFECTS[failure.verdict].parks) return
    const family = standing.familyFor(failure.family, [model])
    const before = this.#current(standing, family)
    if (before !== undefined && weightOf(failure.verdict) < weightOf(before.verdict)) return
    // A hiccup is the watcher's to confirm before the owner hears of it.
    this.#park(standing, family, failure, 'engine', holdOf(failure) === 'firm')
  }

  /** A whole answer came: that settles a passing trouble, and a verdict whose time is over. */
  succeeded(standing: Standing, model: string): void {
    const now = this.#now()
    standing.answeredAt = now
    if (standing.verdicts.size === 0) return
    for (const row of [...standing.verdicts.values()])
      if (standing.concerns(row, model) && (holdOf(row) === 'soft' || !stands(row, now)))
        this.#ledger.drop(standing, row, 'it has answered')
  }

  probeFailed(standing: Standing, failure: EngineFailure, { by, asked }: Probe): void {
    standing.probedAt = this.#now()
    const family = standing.familyFor(failure.family, standing.engine.models)
    const before = this.#current(standing, family)
    // A probe that learned nothing must not open an account that is closed.
    if (before !== undefined && holdOf(before) === 'firm' && holdOf(failure) !== 'firm') return
    // What an answer said is the engine's word, whoever asked for it: no look takes it back.
    this.#park(standing, family, failure, asked === undefined ? by : 'engine', true)
  }

  /** Takes back, also before their time, the verdicts that such a probe would have met again. */
  probeSucceeded(standing: Standing, { by, asked }: Probe): void {
    standing.probedAt = this.#now()
    standing.wellAt = standing.probedAt
    for (const row of [...standing.verdicts.values()])
      if (standing.isSettledBy(row, asked))
        this.#ledger.drop(standing, row, `a probe by the ${by} succeeded`)
  }

  /** The owner takes back every verdict of an account. */
  clear(standing: Standing, by: string): void {
    for (const row of [...standing.verdicts.values()])
      this.#ledger.drop(standing, row, `cleared by ${by}`)
  }

  /** The owner takes an account out of use; its verdicts stay. */
  disable(standing: Standing, by: string): void {
    this.#ledger.disable(standing, this.#now(), by)
  }

  enable(standing: Standing, by: string): void {
    this.#ledger.enable(standing, by)
    // Nobody has looked since: the watcher does so at once.
    standing.probedAt = undefined
  }

  /** The verdict that stands for a family, or for the whole account. */
  #current(standing: Standing, family: string): VerdictRow | undefined {
    const row = standing.verdicts.get(family)
    return row !== undefined && stands(row, this.#now()) ? row : undefined
  }

  #park(
    standing: Standing,
    family: string,
    failure: EngineFailure,
    setBy: VerdictRow['setBy'],
    tell: boolean,
  ): void {
    const now = this.#now()
    const { verdict } = failure
    const before = this.#current(standing, family)
    const again = before?.verdict === verdict
    const until = parkedUntil(verdict, failure.until, now)
    const guessed = failure.until === undefined && again
    this.#ledger.put(
      standing,
      {
        engine: standing.engine.id,
        account: standing.account.id,
        family,
        verdict,
        evidence: evidenceOf(failure),
        since: again ? before.since : now,
        // A second failure without a time must not shorten what the first one said.
        until: guessed && until !== null ? Math.max(until, before.until ?? 0) : until,
        setBy,
      },
      tell,
    )
  }
}

/** Whether an account as a whole is set aside, softly or firmly. */
export function isParked({ verdicts }: Standing, now: number): boolean {
  const row = verdicts.get('')
  return row !== undefined && stands(row, now) && holdOf(row) !== 'none'
}
