import { AppError } from '../../platform/errors.ts'
import type { Audit, AuditActor } from '../audit.ts'
import { usageRange } from '../usage/range.ts'
import type { Usage } from '../usage/usage.ts'
import type { AccountMonitor } from './account-monitor.ts'
import type { AccountState } from './account-state.ts'
import { type Accounts, isParked } from './accounts.ts'

const DAYS = 7
const DAY_MS = 86_400_000
/** Outcomes that are no fault of the account. */
const FAULTLESS: ReadonlySet<string | undefined> = new Set(['succeeded', 'cancelled'])

interface DayCount {
  day: string
  calls: number
  failures: number
}

/** Calls and failures of the last days, by `engine/account`. */
type Counts = (name: string) => DayCount[]

interface AccountAdminOptions {
  accounts: Accounts
  accountMonitor: AccountMonitor
  usage: Usage
  audit: Audit
  now: () => number
}

/** The engines and their accounts as the owner sees and handles them. */
export class AccountAdmin {
  readonly #accounts: Accounts
  readonly #accountMonitor: AccountMonitor
  readonly #usage: Usage
  readonly #audit: Audit
  readonly #now: () => number

  constructor({ accounts, accountMonitor, usage, audit, now }: AccountAdminOptions) {
    this.#accounts = accounts
    this.#accountMonitor = accountMonitor
    this.#usage = usage
    this.#audit = audit
    this.#now = now
  }

  /** Every engine, in order of preference. */
  list() {
    const counts = this.#counts()
    const items = this.#accounts.engines.map((engine) => ({
      id: engine.id,
      label: engine.label,
      models: engine.models,
      max_characters: engine.maxCharacters,
      timeout_seconds: engine.timeoutMs / 1000,
      capabilities: engine.capabilities,
      accounts: this.#accounts
        .of(engine)
        .map((accountState) => recordOf(accountState, counts, this.#now())),
    }))
    return { items, next_cursor: null }
  }

  /**
   * Looks now whether an account could answer: at most 30 seconds, or the engine's own limit where only
   * an answer tells. An account at work is left alone; its record says when it was last probed.
   *
   * @throws {AppError} `not_found`; `conflict` for an account that is switched off
   */
  async probe(engine: string, account: string) {
    const accountState = this.#accounts.find(engine, account)
    if (accountState.disabledSince !== undefined)
      throw new AppError('conflict', 'Cannot probe a disabled account: enable it first')
    await this.#accountMonitor.probe(accountState, 'owner')
    return this.#record(accountState)
  }

  /** Re-admits an account whatever was said of it. @throws {AppError} `not_found` */
  clear(engine: string, account: string, auditActor: AuditActor) {
    return this.#change(engine, account, auditActor, 'clear')
  }

  /** Takes an account out of use: never asked, never probed. @throws {AppError} `not_found` */
  disable(engine: string, account: string, auditActor: AuditActor) {
    return this.#change(engine, account, auditActor, 'disable')
  }

  /** @throws {AppError} `not_found` */
  enable(engine: string, account: string, auditActor: AuditActor) {
    return this.#change(engine, account, auditActor, 'enable')
  }

  #change(
    engine: string,
    account: string,
    auditActor: AuditActor,
    verb: 'clear' | 'disable' | 'enable',
  ) {
    const accountState = this.#accounts.find(engine, account)
    const before = stateOf(accountState, this.#now())
    this.#accounts[verb](accountState, auditActor.actor)
    if (verb === 'disable') this.#accountMonitor.cancel(accountState)
    const after = stateOf(accountState, this.#now())
    this.#audit.record(auditActor, {
      action: `account.${verb}`,
      subject: accountState.name,
      before: { state: before },
      after: { state: after },
    })
    return this.#record(accountState)
  }

  #record(accountState: AccountState) {
    return {
      engine: accountState.engine.id,
      ...recordOf(accountState, this.#counts(), this.#now()),
    }
  }

  /** Reads the day sums, so that it costs the same at any number of calls. */
  #counts(): Counts {
    const now = this.#now()
    const days = Array.from({ length: DAYS }, (_, ago) => dayOf(now - (DAYS - 1 - ago) * DAY_MS))
    const range = { from: dayOf(now - (DAYS - 1) * DAY_MS), group_by: 'day,engine,account,outcome' }
    const found = new Map<string, { calls: number; failures: number }>()
    for (const item of this.#usage.report(usageRange(range, now)).items) {
      const name = `${item.engine}/${item.account} ${item.day}`
      const sum = found.get(name) ?? { calls: 0, failures: 0 }
      sum.calls += item.model_calls
      if (!FAULTLESS.has(item.outcome)) sum.failures += item.model_calls
      found.set(name, sum)
    }
    return (name) =>
      days.map((day) => ({ day, calls: 0, failures: 0, ...found.get(`${name} ${day}`) }))
  }
}

function recordOf(accountState: AccountState, counts: Counts, now: number) {
  const { account, disabledSince, probedAt, verdicts } = accountState
  const row = verdicts.get('')
  return {
    id: account.id,
    state: stateOf(accountState, now),
    class: row?.verdict ?? null,
    evidence: row?.evidence ?? null,
    since: iso(disabledSince ?? row?.since),
    until: disabledSince === undefined ? iso(row?.until) : null,
    set_by: disabledSince === undefined ? (row?.setBy ?? null) : 'owner',
    families: [...verdicts.values()]
      .filter(({ family }) => family !== '')
      .map(({ family, verdict, evidence, since, until, setBy }) => ({
        family,
        class: verdict,
        evidence,
        since: iso(since),
        until: iso(until),
        set_by: setBy,
      })),
    probed_at: iso(probedAt),
    days: counts(accountState.name),
  }
}

function stateOf(accountState: AccountState, now: number): 'ok' | 'parked' | 'disabled' {
  if (accountState.disabledSince !== undefined) return 'disabled'
  return isParked(accountState, now) ? 'parked' : 'ok'
}

function iso(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString()
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
