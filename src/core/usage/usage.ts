import type { WriteBatch } from '../../db/write-batch.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Caller } from '../caller.ts'
import type { CreditEntry, UsageEntry } from '../usage-entry.ts'
import { creditsOf, type Prices } from './prices.ts'
import { dayOf, rangeBounds, USAGE_GROUPS, type UsageGroup, type UsageRange } from './range.ts'
import { CSV_HEAD, csvOfSums } from './usage-csv.ts'
import { type GroupSums, type GroupValues, NO_SUMS, type UsageSums } from './usage-groups.ts'
import type { AccountCount } from './usage-reader.ts'
import { USAGE_SOURCES, type UsageSource } from './usage-row-deleter.ts'
import type { UsageRow, UsageStore } from './usage-store.ts'
import { MAX_USUAL_DAYS, type Usual, usualOf } from './usual.ts'

export type { GroupSums, GroupValues, UsageSums }

const DAY_MS = 86_400_000
/** Of an export of an owner's: ten years. */
const OWN_DAYS = 3653
/** Read between two turns of the event loop. */
const OWN_STEP_DAYS = 100
const SUCCEEDED = 'succeeded'

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
  /** How long the rows of calls are kept; their sums by day stay. */
  keepDays: number
  /** Called when an owner has used credits, once that is committed. */
  onCredits?: (ownerId: string) => void
  now: () => number
}

/** Meters what was done, for whom. Credits never block a call. */
export class Usage {
  readonly #store: UsageStore
  readonly #batch: WriteBatch
  readonly #metrics: Metrics
  readonly #prices: Record<string, number> = {}
  readonly #keepDays: number
  readonly #onCredits: (ownerId: string) => void
  readonly #now: () => number

  constructor({ store, batch, metrics, keepDays, onCredits, now }: UsageOptions) {
    this.#store = store
    this.#batch = batch
    this.#metrics = metrics
    this.#keepDays = keepDays
    this.#onCredits = onCredits ?? (() => {})
    this.#now = now
  }

  /** Credits by action. */
  get prices(): Prices {
    return this.#prices
  }

  /** Adds those of a feature. */
  addPrices(prices: Prices): void {
    Object.assign(this.#prices, prices)
  }

  /**
   * Records what somebody has used.
   *
   * @param write Another write of the same transaction: the end of a job, which must be possible on
   * a full disk
   * @returns Resolves once committed
   */
  async record(caller: Caller, entries: readonly UsageEntry[], write?: () => void): Promise<void> {
    const at = this.#now()
    await this.#batch.add(() => {
      write?.()
      for (const entry of entries) {
        if (entry.type === 'credit') this.#store.insertUsage(this.#creditRow(caller, entry, at))
        else this.#store.insertModelCall(caller, entry, at)
      }
    }, write !== undefined)
    for (const entry of entries) if (entry.type === 'model_call') this.#metrics.modelCall(entry)
    if (entries.some(({ type }) => type === 'credit')) this.#onCredits(caller.owner)
  }

  /**
   * Adds up the days of a range, in total and by group. Reads sums only, in a thread of its own. A
   * group by actor or key is by owner as well: two owners may have one label.
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

  /** What is usual in a range of some months at most. See `usualOf`. */
  async usual(range: UsageRange): Promise<Usual> {
    this.#batch.flush()
    const days = await this.#store.groups({ ...range, groups: ['day'], limit: MAX_USUAL_DAYS })
    return usualOf(range.to, days, await this.#store.waits(range))
  }

  /** What one owner has used in a range, by group. */
  ofOwner(owner: string, range: UsageRange, groups: readonly UsageGroup[]): Promise<GroupSums[]> {
    this.#batch.flush()
    return this.#store.ofOwner(owner, range, groups)
  }

  /** Model calls by day, account and outcome. */
  accountCounts({ from, to }: UsageRange): AccountCount[] {
    this.#batch.flush()
    return this.#store.accountCounts(from, to)
  }

  /**
   * Every recorded call of a range as CSV, in pieces. Days whose rows are deleted, or may be deleted
   * by the next midnight, are given by their sums.
   */
  csv(range: UsageRange): AsyncGenerator<string> {
    this.#batch.flush()
    return usageCsv(this.#store, range, Math.max(this.#keptFrom(), this.#store.rowsFrom()))
  }

  /** What one owner has used as CSV: a line for each day and group of calls, with their sums. */
  async *csvOfOwner(owner: string): AsyncGenerator<string> {
    const today = this.#now()
    yield CSV_HEAD
    for (let ago = OWN_DAYS; ago >= 0; ago -= OWN_STEP_DAYS) {
      const last = Math.max(0, ago - OWN_STEP_DAYS + 1)
      const range = { from: dayOf(today - ago * DAY_MS), to: dayOf(today - last * DAY_MS) }
      yield csvOfSums(await this.ofOwner(owner, range, USAGE_GROUPS))
    }
  }

  /**
   * Starts to delete the rows that are past their time; their sums stay. A row is deleted a day
   * after exports no longer read it, so that one that is being read is whole.
   *
   * @returns Takes the next step over a number of rows, and says whether more are left
   */
  deletionOfOld(): (limit: number) => boolean {
    const store = this.#store
    const now = this.#now()
    const before = this.#keptFrom() - DAY_MS
    let isSummed = false
    const sources: UsageSource[] = [...USAGE_SOURCES]
    let after = 0
    return (limit) => {
      isSummed ||= !store.sumRows()
      const [source] = sources
      if (!isSummed || source === undefined) return source !== undefined
      const { last = 0, isMore } = store.deleteOld({ source, after, before, now, limit })
      after = isMore ? last : 0
      if (!isMore) sources.shift()
      return sources.length > 0
    }
  }

  /** The first moment of the days whose rows are kept. */
  #keptFrom(): number {
    return Date.parse(dayOf(this.#now())) - this.#keepDays * DAY_MS
  }

  /** Fractions of a credit count as a whole one; the least is 1. Work that failed costs nothing. */
  #creditRow(caller: Caller, entry: CreditEntry, at: number): UsageRow {
    const { surface, action, units, outcome } = entry
    const credits = outcome === SUCCEEDED ? creditsOf(this.#prices, action, units) : 0
    return { ...ownerColumns(caller), at, surface, action, units, outcome, credits }
  }
}

function ownerColumns({ owner: ownerId, actor, keyId, project, product, requestId }: Caller) {
  return { ownerId, actor, keyId, project, product, requestId }
}

/** Groups in which two owners are never one line. */
export function withOwner(groups: readonly UsageGroup[]): readonly UsageGroup[] {
  const isPersonal = groups.includes('actor') || groups.includes('keyId')
  return isPersonal && !groups.includes('ownerId') ? ['ownerId', ...groups] : groups
}

/** Groups of a page of sums; each page reads the rest of its day again. */
const PAGE_SUMS = 1_000

/**
 * Every recorded call of a range as CSV (RFC 4180), a page at a time: a year of them needs no more
 * memory than a day. Of earlier days than `rowsFrom` there is a line for each group of calls that differ
 * in numbers only: `at` is the day, `calls` how many they are, and the other numbers are sums.
 *
 * @param rowsFrom Midnight in UTC milliseconds
 */
async function* usageCsv(
  store: UsageStore,
  range: UsageRange,
  rowsFrom: number,
): AsyncGenerator<string> {
  yield CSV_HEAD
  const { first, before } = rangeBounds(range)
  const lastSum = Math.min(before, rowsFrom) - 1
  if (first <= lastSum) {
    const page = { from: range.from, to: dayOf(lastSum), groups: USAGE_GROUPS, limit: PAGE_SUMS }
    let sums = await store.groups(page)
    while (sums.length > 0) {
      yield csvOfSums(sums)
      sums = await store.groups({ ...page, after: sums.at(-1) })
    }
  }
  const from = Math.max(first, rowsFrom)
  for (const source of ['model_calls', 'usage'] as const) {
    let page = await store.csvPage({ source, after: 0, from, before })
    while (page.last !== undefined) {
      yield page.text
      page = await store.csvPage({ source, after: page.last, from, before })
    }
  }
}
