import type { Transactor } from '../../db/open.ts'
import type { Log } from '../../platform/log.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import type { BudgetRow, BudgetStore } from './budget-store.ts'
import { dayOf } from './range.ts'
import type { Usage } from './usage.ts'

/** The owner and whoever uses the credits are told at these percentages. @limit budget-alerts percent */
export const TOLD_PERCENTS: readonly number[] = [80, 100]

/** A budget, and what of it is used this month, UTC. */
export interface BudgetState {
  ownerId: string
  credits: number
  used: number
}

interface BudgetsOptions {
  store: BudgetStore
  db: Transactor
  usage: Pick<Usage, 'ofOwner'>
  audit: Audit
  alerts: { raise(alert: { kind: string; subject: string; message: string }): void }
  /** The name of an owner, as people know it. */
  ownerName: (ownerId: string) => string
  log: Log
  now: () => number
}

/** Soft budgets of credits: they tell, and never block. */
export class Budgets {
  readonly #options: BudgetsOptions
  readonly #byOwner: Map<string, BudgetRow>
  /** Owners whose sum is being added up; true where more was used meanwhile. */
  readonly #checks = new Map<string, boolean>()

  constructor(options: BudgetsOptions) {
    this.#options = options
    this.#byOwner = new Map(options.store.all().map((row) => [row.ownerId, row]))
  }

  list(): Promise<BudgetState[]> {
    return Promise.all([...this.#byOwner.values()].map((row) => this.#stateOf(row)))
  }

  /** @returns undefined for an owner without a budget */
  async of(ownerId: string): Promise<BudgetState | undefined> {
    const row = this.#byOwner.get(ownerId)
    return row && (await this.#stateOf(row))
  }

  /** @param credits A month; undefined takes the budget away */
  async set(ownerId: string, credits: number | undefined, auditActor: AuditActor): Promise<void> {
    const { store, db, audit } = this.#options
    const before = this.#byOwner.get(ownerId)
    if (before?.credits === credits) return
    const row =
      credits === undefined ? undefined : { ownerId, credits, toldMonth: '', toldPercent: 0 }
    db.transaction(() => {
      if (row === undefined) store.delete(ownerId)
      else store.put(row)
      audit.record(auditActor, {
        action: 'budget.change',
        subject: ownerId,
        before: { credits: before?.credits ?? null },
        after: { credits: credits ?? null },
      })
    })
    if (row === undefined) this.#byOwner.delete(ownerId)
    else this.#byOwner.set(ownerId, row)
    await this.#check(ownerId)
  }

  /** Called when an owner has used credits; adds them up afterwards, once at a time. */
  used(ownerId: string): void {
    if (!this.#byOwner.has(ownerId)) return
    if (this.#checks.has(ownerId)) {
      this.#checks.set(ownerId, true)
      return
    }
    this.#checks.set(ownerId, false)
    void this.#check(ownerId)
      .catch((err) => this.#options.log.error({ owner: ownerId, err }, 'Cannot check a budget'))
      .finally(() => {
        const isMore = this.#checks.get(ownerId) === true
        this.#checks.delete(ownerId)
        if (isMore) this.used(ownerId)
      })
  }

  async #check(ownerId: string): Promise<void> {
    const { store, db, alerts, ownerName, now } = this.#options
    const row = this.#byOwner.get(ownerId)
    if (row === undefined) return
    const { used } = await this.#stateOf(row)
    const month = dayOf(now()).slice(0, 7)
    const told = row.toldMonth === month ? row.toldPercent : 0
    const reached = TOLD_PERCENTS.findLast((percent) => used * 100 >= row.credits * percent) ?? 0
    if (reached <= told || this.#byOwner.get(ownerId) !== row) return
    const next = { ...row, toldMonth: month, toldPercent: reached }
    this.#byOwner.set(ownerId, next)
    db.transaction(() => store.put(next))
    const name = ownerName(ownerId)
    alerts.raise({
      kind: 'budget',
      subject: `${name} has used ${reached} percent of the month’s budget`,
      message: `${name} has used ${used} of ${row.credits} credits of this month. Nothing is refused.`,
    })
  }

  async #stateOf({ ownerId, credits }: BudgetRow): Promise<BudgetState> {
    const { usage, now } = this.#options
    const to = dayOf(now())
    const rows = await usage.ofOwner(ownerId, { from: `${to.slice(0, 7)}-01`, to }, ['day'])
    return { ownerId, credits, used: rows.reduce((sum, row) => sum + row.credits, 0) }
  }
}
