import type { Transactor } from '../../db/open.ts'
import type { AnyEngine } from '../../engines/contract/any-engine.ts'
import type { Verdict } from '../../engines/contract/failure.ts'
import { AppError } from '../../platform/errors.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { dayOf } from '../usage/range.ts'
import type { Usage } from '../usage/usage.ts'
import type { AccountMonitor } from './account-monitor.ts'
import type { AccountState } from './account-state.ts'
import type { VerdictRow } from './account-store.ts'
import { type Accounts, isParked } from './accounts.ts'
import type { EngineEntry, EngineLists, EngineRegistry } from './engine-registry.ts'

const DAYS = 7
const DAY_MS = 86_400_000
/** Outcomes that do not count as failures. */
const NON_FAILURES: ReadonlySet<string | undefined> = new Set(['succeeded', 'cancelled'])

/** Model calls of one account on one day (UTC, `YYYY-MM-DD`). */
interface DayCount {
  day: string
  calls: number
  failures: number
}

/** A verdict on an account or on one family of its models; times are UTC milliseconds. */
interface VerdictRecord {
  verdict: Verdict
  /** Redacted. */
  evidence: string
  since: number
  /** Undefined: until it is cleared or a probe succeeds. */
  until: number | undefined
  setBy: VerdictRow['setBy']
}

/** What the owner sees of an account; times are UTC milliseconds. */
export interface AccountRecord {
  engine: string
  id: string
  state: 'ok' | 'parked' | 'disabled'
  disabledSince: number | undefined
  /** On the whole account. */
  verdict: VerdictRecord | undefined
  families: (VerdictRecord & { family: string })[]
  probedAt: number | undefined
  /** The last 7 days, the oldest first. */
  days: DayCount[]
}

/** What the owner sees of an engine. */
export interface EngineRecord extends EngineEntry {
  accounts: AccountRecord[]
}

/** What the owner sees of an engine that speaks or transcribes. */
export interface MediaRecord {
  engine: Exclude<AnyEngine, { type: 'text' }>
  /** Whether the owner has configured it. */
  isConfigured: boolean
  accounts: AccountRecord[]
}

/** What the owner does to an account. */
type OwnerVerb = 'clear' | 'disable' | 'enable'

/** Gives the day counts of an account by its name, `engine/account`. */
type Counts = (name: string) => DayCount[]

interface AccountAdminOptions {
  registry: EngineRegistry
  others: Pick<EngineLists, 'speech' | 'transcription'>
  /** Scans the model servers, as long as a request may wait. */
  scan: () => Promise<void>
  accounts: Accounts
  accountMonitor: AccountMonitor
  usage: Usage
  db: Transactor
  audit: Audit
  now: () => number
}

/** Lists the engines with their accounts, and changes the state of an account for the owner. */
export class AccountAdmin {
  readonly #registry: EngineRegistry
  readonly #others: AccountAdminOptions['others']
  readonly #scan: () => Promise<void>
  readonly #accounts: Accounts
  readonly #accountMonitor: AccountMonitor
  readonly #usage: Usage
  readonly #db: Transactor
  readonly #audit: Audit
  readonly #now: () => number

  constructor({
    registry,
    others,
    scan,
    accounts,
    accountMonitor,
    usage,
    db,
    audit,
    now,
  }: AccountAdminOptions) {
    this.#registry = registry
    this.#others = others
    this.#scan = scan
    this.#accounts = accounts
    this.#accountMonitor = accountMonitor
    this.#usage = usage
    this.#db = db
    this.#audit = audit
    this.#now = now
  }

  /** Scans the model servers, so that the list is of this moment. */
  scanServers(): Promise<void> {
    return this.#scan()
  }

  /** Every engine for text, also one whose server does not answer now, in order of preference. */
  list(): EngineRecord[] {
    const recordsOf = this.#recordsOf()
    return this.#registry.entries.map((entry) => ({ ...entry, accounts: recordsOf(entry.engine) }))
  }

  /** The engines that speak, then those that transcribe, each in order of preference. */
  media(): MediaRecord[] {
    const recordsOf = this.#recordsOf()
    const { speech, transcription } = this.#others
    return [speech, transcription].flatMap((list) =>
      list.offered.map((engine) => ({
        engine,
        isConfigured: list.isConfigured(engine.id),
        accounts: recordsOf(engine),
      })),
    )
  }

  /**
   * Probes an account now; see {@link AccountMonitor.probe} for how long it takes. A busy account
   * is not probed, and `probedAt` stays as it is.
   *
   * @throws {AppError} `not_found`; `conflict` for a disabled account
   */
  async probe(engine: string, account: string): Promise<AccountRecord> {
    const accountState = this.#accounts.find(engine, account)
    if (accountState.disabledSince !== undefined)
      throw new AppError('conflict', 'Cannot probe a disabled account: enable it first')
    await this.#accountMonitor.probe(accountState, 'owner')
    return this.#record(accountState)
  }

  /** Removes every verdict on an account. @throws {AppError} `not_found` */
  clear(engine: string, account: string, auditActor: AuditActor): AccountRecord {
    return this.#change(engine, account, auditActor, 'clear')
  }

  /** Takes an account out of use: it is neither asked nor probed. @throws {AppError} `not_found` */
  disable(engine: string, account: string, auditActor: AuditActor): AccountRecord {
    return this.#change(engine, account, auditActor, 'disable')
  }

  /** @throws {AppError} `not_found` */
  enable(engine: string, account: string, auditActor: AuditActor): AccountRecord {
    return this.#change(engine, account, auditActor, 'enable')
  }

  /** The change and its audit entry are one transaction; memory changes after the commit. */
  #change(engine: string, account: string, auditActor: AuditActor, verb: OwnerVerb): AccountRecord {
    const accountState = this.#accounts.find(engine, account)
    const now = this.#now()
    const change = {
      action: `account.${verb}`,
      subject: accountState.name,
      before: { state: stateOf(accountState, now) },
      after: { state: stateAfter(verb, accountState, now) },
    }
    this.#accounts[verb](accountState, auditActor.actor, (write) =>
      this.#db.transaction(() => {
        write()
        this.#audit.record(auditActor, change)
      }),
    )
    if (verb === 'disable') this.#accountMonitor.cancel(accountState)
    return this.#record(accountState)
  }

  #recordsOf(): (engine: AnyEngine) => AccountRecord[] {
    const counts = this.#counts()
    return (engine) =>
      this.#accounts.of(engine).map((accountState) => recordOf(accountState, counts, this.#now()))
  }

  #record(accountState: AccountState): AccountRecord {
    return recordOf(accountState, this.#counts(), this.#now())
  }

  /** Reads the sums of all owners together, whose number does not grow with calls or owners. */
  #counts(): Counts {
    const now = this.#now()
    const days = Array.from({ length: DAYS }, (_, ago) => dayOf(now - (DAYS - 1 - ago) * DAY_MS))
    const range = { from: dayOf(now - (DAYS - 1) * DAY_MS), to: dayOf(now) }
    const found = new Map<string, { calls: number; failures: number }>()
    for (const { day, engine, account, outcome, modelCalls } of this.#usage.accountCounts(range)) {
      const name = `${engine}/${account} ${day}`
      const sum = found.get(name) ?? { calls: 0, failures: 0 }
      sum.calls += modelCalls
      if (!NON_FAILURES.has(outcome)) sum.failures += modelCalls
      found.set(name, sum)
    }
    return (name) =>
      days.map((day) => ({ day, calls: 0, failures: 0, ...found.get(`${name} ${day}`) }))
  }
}

function recordOf(accountState: AccountState, counts: Counts, now: number): AccountRecord {
  const { engine, account, disabledSince, probedAt, verdicts } = accountState
  const whole = verdicts.get('')
  return {
    engine: engine.id,
    id: account.id,
    state: stateOf(accountState, now),
    disabledSince,
    verdict: whole === undefined ? undefined : verdictOf(whole),
    families: [...verdicts.values()]
      .filter(({ family }) => family !== '')
      .map((row) => ({ family: row.family, ...verdictOf(row) })),
    probedAt,
    days: counts(accountState.name),
  }
}

function verdictOf({ verdict, evidence, since, until, setBy }: VerdictRow): VerdictRecord {
  return { verdict, evidence, since, until: until ?? undefined, setBy }
}

function stateOf(
  { disabledSince, verdicts }: Pick<AccountState, 'disabledSince' | 'verdicts'>,
  now: number,
): AccountRecord['state'] {
  if (disabledSince !== undefined) return 'disabled'
  return isParked({ verdicts }, now) ? 'parked' : 'ok'
}

function stateAfter(
  verb: OwnerVerb,
  { disabledSince, verdicts }: AccountState,
  now: number,
): AccountRecord['state'] {
  switch (verb) {
    case 'clear':
      return stateOf({ disabledSince, verdicts: new Map() }, now)
    case 'disable':
      return 'disabled'
    case 'enable':
      return stateOf({ disabledSince: undefined, verdicts }, now)
  }
}
