import { type GroupSums, type GroupValues, NO_SUMS, type UsageSums } from '../../db/usage-groups.ts'
import type { AccountCount } from '../../db/usage-reader.ts'
import type { ModelCallRow, UsageRow, UsageStore } from '../../db/usage-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Caller } from '../caller.ts'
import { usageCsv } from './csv.ts'
import { CREDIT_COSTS, type CreditAction, MIN_CREDITS } from './prices.ts'
import { rangeBounds, type UsageGroup, type UsageRange } from './range.ts'

export type { GroupSums, GroupValues, UsageSums }

const SUCCEEDED = 'succeeded'

/** One call of a model, whatever came of it. */
export interface ModelCall {
  caller: Caller
  surface: string
  engine: string
  account: string
  model: string
  /** `succeeded`, `cancelled`, or the verdict of a failure. */
  outcome: string
  queueMs: number
  /** Undefined when no text came. */
  firstTextMs: number | undefined
  totalMs: number
  charactersIn: number
  charactersOut: number
}

/** What is known of a billable call beside its action. */
export interface Charge {
  /** How many of the action's unit: 1 for a clip or a page, minutes for transcripts. */
  units?: number
  surface?: string
  /** Work with any other outcome than `succeeded` is recorded with 0 credits. */
  outcome?: string
}

/** Work that failed. */
export interface FailedWork {
  surface: string
  /** Undefined for work without a price, such as a chat. */
  action?: CreditAction
  /** The error's code. */
  outcome: string
}

/** A row that is ready to be written. */
export interface PendingRow {
  credits: number
  /** Writes the row; to be called inside a transaction. */
  write: () => void
}

/** Part of the sums of a range. */
export interface UsageReport {
  totals: UsageSums
  items: GroupSums[]
  /** The last of `items`, after which the next page begins; undefined at the end. */
  last: GroupValues | undefined
}

/** Which part of a report is asked for. */
export interface ReportQuery extends UsageRange {
  groupBy: readonly UsageGroup[]
  limit: number
  after?: GroupValues | undefined
}

interface UsageOptions {
  store: UsageStore
  batch: WriteBatch
  metrics: Metrics
  now: () => number
}

/** Meters what was done, for whom. Credits never block a call. */
export class Usage {
  readonly #store: UsageStore
  readonly #batch: WriteBatch
  readonly #metrics: Metrics
  readonly #now: () => number

  constructor({ store, batch, metrics, now }: UsageOptions) {
    this.#store = store
    this.#batch = batch
    this.#metrics = metrics
    this.#now = now
  }

  /** @returns Resolves once the row is committed */
  recordModelCall(call: ModelCall): Promise<void> {
    const at = this.#now()
    this.#metrics.modelCall(call)
    return this.#batch.add(() => this.#store.insertModelCall(rowOf(call, at)))
  }

  /**
   * Records one billable call. Fractions of a credit count as a whole one; the least is 1.
   *
   * @returns The credits recorded, once the row is committed
   */
  async charge(caller: Caller, action: CreditAction, charge: Charge = {}): Promise<number> {
    const { credits, write } = this.chargeRow(caller, action, charge)
    await this.#batch.add(write)
    return credits
  }

  /** Records work that failed, with 0 credits. @returns Resolves once the row is committed */
  recordFailure(caller: Caller, work: FailedWork): Promise<void> {
    return this.#batch.add(this.failureRow(caller, work).write)
  }

  /** The row of {@link charge}, for a transaction of the caller's own. */
  chargeRow(
    caller: Caller,
    action: CreditAction,
    { units = 1, surface = '', outcome = SUCCEEDED }: Charge = {},
  ): PendingRow {
    const price = Math.max(MIN_CREDITS, Math.ceil(CREDIT_COSTS[action] * units))
    const credits = outcome === SUCCEEDED ? price : 0
    return this.#row(caller, { surface, action, outcome, units, credits })
  }

  /** The row of {@link recordFailure}, likewise. */
  failureRow(caller: Caller, { surface, action, outcome }: FailedWork): PendingRow {
    return this.#row(caller, { surface, action: action ?? '', outcome, units: 0, credits: 0 })
  }

  /**
   * Adds up the days of a range, in total and by group. Reads sums only, a slice at a time, so it
   * holds the thread for milliseconds at any number of calls and owners. A group by actor or key is
   * by owner as well: two owners may have one label.
   */
  async report({ from, to, groupBy, limit, after }: ReportQuery): Promise<UsageReport> {
    this.#batch.flush()
    const groups = withOwner(groupBy)
    const [totals = NO_SUMS] = await this.#store.groups({ from, to, groups: [], limit: 1 })
    if (groups.length === 0) return { totals, items: [], last: undefined }
    const found = await this.#store.groups({ from, to, groups, limit: limit + 1, after })
    const items = found.slice(0, limit)
    return { totals, items, last: found.length > limit ? items.at(-1) : undefined }
  }

  /** Model calls by day, account and outcome. */
  accountCounts({ from, to }: UsageRange): AccountCount[] {
    this.#batch.flush()
    return this.#store.accountCounts(from, to)
  }

  /** Every recorded call of a range as CSV, in pieces. */
  csv(range: UsageRange): AsyncGenerator<string> {
    this.#batch.flush()
    const { first, before } = rangeBounds(range)
    return usageCsv(this.#store, first, before)
  }

  #row(
    { owner: ownerId, actor, keyId, project, product, requestId }: Caller,
    work: Pick<UsageRow, 'surface' | 'action' | 'outcome' | 'units' | 'credits'>,
  ): PendingRow {
    const row = { at: this.#now(), ownerId, actor, keyId, project, product, requestId, ...work }
    return { credits: work.credits, write: () => this.#store.insertUsage(row) }
  }
}

function rowOf({ caller, ...call }: ModelCall, at: number): ModelCallRow {
  const { owner: ownerId, actor, keyId, project, product, requestId } = caller
  return { ...call, at, ownerId, actor, keyId, project, product, requestId }
}

/** Groups in which two owners are never one line. */
export function withOwner(groups: readonly UsageGroup[]): readonly UsageGroup[] {
  const isPersonal = groups.includes('actor') || groups.includes('keyId')
  return isPersonal && !groups.includes('ownerId') ? ['ownerId', ...groups] : groups
}
