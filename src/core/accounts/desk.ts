import { AppError } from '../../platform/errors.ts'
import type { Audit, Author } from '../audit.ts'
import { usageRange } from '../usage/range.ts'
import type { Usage } from '../usage/usage.ts'
import { type Accounts, isParked } from './accounts.ts'
import type { Standing } from './standing.ts'
import type { Watcher } from './watcher.ts'

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

interface AccountDeskOptions {
  accounts: Accounts
  watcher: Watcher
  usage: Usage
  audit: Audit
  now: () => number
}

/** The engines and their accounts as the owner sees and handles them. */
export class AccountDesk {
  readonly #accounts: Accounts
  readonly #watcher: Watcher
  readonly #usage: Usage
  readonly #audit: Audit
  readonly #now: () => number

  constructor({ accounts, watcher, usage, audit, now }: AccountDeskOptions) {
    this.#accounts = accounts
    this.#watcher = watcher
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
        .map((standing) => recordOf(standing, counts, this.#now())),
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
    const standing = this.#accounts.find(engine, account)
    if (standing.disabledSince !== undefined)
      throw new AppError('conflict', 'Cannot probe a disabled account: enable it first')
    await this.#watcher.probe(standing, 'owner')
    return this.#record(standing)
  }

  /** Re-admits an account whatever was said of it. @throws {AppError} `not_found` */
  clear(engine: string, account: string, author: Author) {
    return this.#change(engine, account, author, 'clear')
  }

  /** Takes an account out of use: never asked, never probed. @throws {AppError} `not_found` */
  disable(engine: string, account: string, author: Author) {
    return this.#change(engine, account, author, 'disable')
  }

  /** @throws {AppError} `not_found` */
  enable(engine: string, account: string, author: Author) {
    return this.#change(engine, account, author, 'enable')
  }

  #change(engine: string, account: string, author: Author, verb: 'clear' | 'disable' | 'enable') {
    const standing = this.#accounts.find(engine, account)
    const before = stateOf(standing, this.#now())
    this.#accounts[verb](standing, author.actor)
    const after = stateOf(standing, this.#now())
    this.#audit.record(author, {
      action: `account.${verb}`,
      subject: standing.name,
      before: { state: before },
      after: { state: after },
    })
    return this.#record(standing)
  }

  #record(standing: Standing) {
    return { engine: standing.engine.id, ...recordOf(standing, this.#counts(), this.#now()) }
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

function recordOf(standing: Standing, counts: Counts, now: number) {
  const { account, disabledSince, probedAt, verdicts } = standing
  const row = verdicts.get('')
  return {
    id: account.id,
    state: stateOf(standing, now),
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
    days: counts(standing.name),
  }
}

function stateOf(standing: Standing, now: number): 'ok' | 'parked' | 'disabled' {
  if (standing.disabledSince !== undefined) return 'disabled'
  return isParked(standing, now) ? 'parked' : 'ok'
}

function iso(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString()
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
