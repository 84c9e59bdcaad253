import type { Transactor } from '../../db/open.ts'
import { CoalescedTask } from '../../platform/coalesced-task.ts'
import type { Log } from '../../platform/log.ts'
import { type AlertText, alertText } from '../alert-texts.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import type { BudgetRow, BudgetStore } from './budget-store.ts'
import { dayOf } from './range.ts'
import type { Usage } from './usage.ts'

/** Of a budget, at which there is an alert. @limit budget-alerts percent */
export const BUDGET_ALERT_PERCENTS: readonly number[] = [80, 100]

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
  alerts: { raise(alert: AlertText): void }
  /** The name of an owner, as people know it. */
  ownerName: (ownerId: string) => string
  log: Log
  now: () => number
}

/** Soft budgets of credits: they raise alerts, and never block. */
export class Budgets {
  readonly #options: BudgetsOptions
  readonly #byOwner: Map<string, BudgetRow>
  /** Each adds up the credits of an owner, once at a time. */
  readonly #checks = new Map<string, CoalescedTask>()

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
      credits === undefined ? undefined : { ownerId, credits, alertedMonth: '', alertedPercent: 0 }
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
    if (row === undefined) {
      this.#byOwner.delete(ownerId)
      this.#checks.delete(ownerId)
    } else this.#byOwner.set(ownerId, row)
    await this.#check(ownerId)
  }

  /** Called when an owner has used credits; adds them up afterwards. */
  used(ownerId: string): void {
    if (!this.#byOwner.has(ownerId)) return
    const check =
      this.#checks.get(ownerId) ??
      new CoalescedTask(() =>
        this.#check(ownerId).catch((err) =>
          this.#options.log.error({ owner: ownerId, err }, 'Cannot check a budget'),
        ),
      )
    this.#checks.set(ownerId, check)
    check.ask()
  }

  async #check(ownerId: string): Promise<void> {
    const { store, db, alerts, ownerName, now } = this.#options
    const row = this.#byOwner.get(ownerId)
    if (row === undefined) return
    const { used } = await this.#stateOf(row)
    const month = dayOf(now()).slice(0, 7)
    const alerted = row.alertedMonth === month ? row.alertedPercent : 0
    const reached =
      BUDGET_ALERT_PERCENTS.findLast((percent) => used * 100 >= row.credits * percent) ?? 0
    if (reached <= alerted || this.#byOwner.get(ownerId) !== row) return
    const next = { ...row, alertedMonth: month, alertedPercent: reached }
    this.#byOwner.set(ownerId, next)
    db.transaction(() => store.put(next))
    const name = ownerName(ownerId)
    const { credits } = row
    alerts.raise(alertText('budget', { name, percent: reached, used, credits }))
  }

  async #stateOf({ ownerId, credits }: BudgetRow): Promise<BudgetState> {
    const { usage, now } = this.#options
    const to = dayOf(now())
    const rows = await usage.ofOwner(ownerId, { from: `${to.slice(0, 7)}-01`, to }, ['day'])
    return { ownerId, credits, used: rows.reduce((sum, row) => sum + row.credits, 0) }
  }
}
