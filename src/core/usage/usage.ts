import type { ModelCallRow, UsageGroup, UsageStore, UsageSums } from '../../db/usage-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Caller } from '../caller.ts'
import { usageCsv } from './csv.ts'
import { CREDIT_COSTS, type CreditAction, MIN_CREDITS, USD_PER_CREDIT } from './prices.ts'
import { rangeBounds, type UsageRange } from './range.ts'

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

export interface UsageReport {
  from: string
  to: string
  group_by: readonly UsageGroup[]
  credit_costs: typeof CREDIT_COSTS
  usd_per_credit: number
  totals: UsageSums & { usd: number }
  items: (UsageSums & { usd: number } & Partial<Record<UsageGroup, string>>)[]
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
   * @param units How many of the action's unit: 1 for a clip or a page, minutes for transcripts
   * @returns The credits recorded, once the row is committed
   */
  async charge(caller: Caller, action: CreditAction, units = 1): Promise<number> {
    const credits = Math.max(MIN_CREDITS, Math.ceil(CREDIT_COSTS[action] * units))
    const { actor, keyId, project, product, requestId } = caller
    const row = {
      at: this.#now(),
      actor,
      keyId,
      project,
      product,
      action,
      units,
      credits,
      requestId,
    }
    await this.#batch.add(() => this.#store.insertUsage(row))
    return credits
  }

  /** Adds up the days of a range; reads the day sums only, so ten million calls cost no more than ten. */
  report({ from, to, groupBy }: UsageRange): UsageReport {
    this.#batch.flush()
    return {
      from,
      to,
      group_by: groupBy,
      credit_costs: CREDIT_COSTS,
      usd_per_credit: USD_PER_CREDIT,
      totals: withUsd(this.#store.sums(from, to)),
      items: groupBy.length === 0 ? [] : this.#store.groups(from, to, groupBy).map(withUsd),
    }
  }

  /** Every recorded call of a range as CSV, in pieces. */
  csv(range: UsageRange): Generator<string> {
    this.#batch.flush()
    const { first, before } = rangeBounds(range)
    return usageCsv(this.#store, first, before)
  }
}

function rowOf({ caller, ...call }: ModelCall, at: number): ModelCallRow {
  const { actor, keyId, project, product, requestId } = caller
  return { ...call, at, actor, keyId, project, product, requestId }
}

function withUsd<sums extends UsageSums>(sums: sums): sums & { usd: number } {
  return { ...sums, usd: Math.round(sums.credits * USD_PER_CREDIT * 1000) / 1000 }
}
