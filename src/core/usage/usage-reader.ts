import { asc, between } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { type usageTotals, usageWaits } from './table.ts'
import {
  addSums,
  GROUP_COLUMNS,
  type GroupSums,
  type GroupValues,
  needsOwners,
  selectSums,
  type UsageGroup,
  type WaitCount,
} from './usage-groups.ts'

/** `YYYY-MM-DD`, both included. */
export interface Range {
  from: string
  to: string
}

/** A query of the sums. */
export interface GroupQuery extends Range {
  groups: readonly UsageGroup[]
  limit: number
  /** The last group of the previous page. */
  after?: GroupValues | undefined
}

/** The number of model calls of one account on one day with one outcome. */
export type AccountCount = { day: string } & Pick<
  typeof usageTotals.$inferSelect,
  'engine' | 'account' | 'outcome' | 'modelCalls'
>

/** Rows of sums that are in memory at a time. */
const SLICE_ROWS = 10_000

/** Sorts after the id of every owner. */
const AFTER_ALL_OWNERS = '\u{10ffff}'

/** Reads sums, in slices of owners, so that a read needs little memory however many there are. */
export class UsageReader implements Disposable {
  readonly #sqlite
  readonly #orm
  readonly #boundary
  readonly #next
  readonly #accountCounts
  readonly #recorded

  constructor({ sqlite, orm }: Db) {
    this.#sqlite = sqlite
    this.#orm = orm
    this.#boundary = sqlite.prepare<{ owner: string | null }, [string, string, number]>(
      `SELECT min((SELECT owner_id FROM usage_sums WHERE period = periods.value AND owner_id >= ?2
        ORDER BY owner_id LIMIT 1 OFFSET ?3)) AS owner FROM json_each(?1) AS periods`,
    )
    this.#next = sqlite.prepare<{ owner: string | null }, [string, string]>(
      `SELECT min((SELECT owner_id FROM usage_sums WHERE period = periods.value AND owner_id > ?2
        ORDER BY owner_id LIMIT 1)) AS owner FROM json_each(?1) AS periods`,
    )
    this.#recorded = sqlite.prepare<{ first: string | null; last: string | null }, []>(
      `SELECT (SELECT period FROM usage_totals ORDER BY period LIMIT 1) AS first,
        (SELECT period FROM usage_totals ORDER BY period DESC LIMIT 1) AS last`,
    )
    this.#accountCounts = sqlite.prepare<AccountCount, [string, string]>(
      `SELECT period AS day, engine, account, outcome, sum(model_calls) AS modelCalls FROM usage_totals
        WHERE period BETWEEN ? AND ? AND period LIKE '____-__-__'
        GROUP BY period, engine, account, outcome`,
    )
  }

  /** Ends its statements, which would keep the file open after the end of the connection. */
  [Symbol.dispose](): void {
    for (const one of [this.#boundary, this.#next, this.#accountCounts, this.#recorded])
      one.finalize()
  }

  /** Read at once: a day has a few rows. @param range Some months at most */
  waits({ from, to }: Range): (WaitCount & { day: string })[] {
    return this.#orm
      .select()
      .from(usageWaits)
      .where(between(usageWaits.day, from, to))
      .orderBy(asc(usageWaits.day))
      .all()
  }

  /** @param from `YYYY-MM-DD`, as `to`; both included */
  accountCounts(from: string, to: string): AccountCount[] {
    return this.#accountCounts.all(from, to)
  }

  /**
   * What one owner has used in a range, by group. Read at once: an owner has few rows a day.
   *
   * @param groups At least one
   */
  ofOwner(owner: string, { from, to }: Range, groups: readonly UsageGroup[]): GroupSums[] {
    const periods = groups.includes('day') ? daysBetween(from, to) : periodsBetween(from, to)
    const columns = groups.map((group) => GROUP_COLUMNS[group]).join(', ')
    return this.#sqlite
      .query<GroupSums, [string, string]>(
        `SELECT ${selectSums(groups)} FROM json_each(?1) AS periods
          CROSS JOIN usage_sums ON period = periods.value AND owner_id = ?2
          GROUP BY ${columns} ORDER BY ${columns}`,
      )
      .all(JSON.stringify(periods), owner)
  }

  /**
   * The first groups of a range, ordered by day, owner, and the other groups as listed in the
   * query.
   */
  groups({ groups, limit, after, ...range }: GroupQuery): GroupSums[] {
    const ordered = orderOf(groups)
    const first = new FirstGroups({ groups: ordered, after, limit })
    const byDay = ordered.includes('day')
    const { from, to } = this.#recordedRange(range)
    const start = byDay && after?.day !== undefined && after.day > from ? after.day : from
    const scans = byDay ? daysBetween(start, to).map((day) => [day]) : [periodsBetween(start, to)]
    for (const periods of scans) {
      const firstOwner = periods[0] === after?.day || !byDay ? (after?.ownerId ?? '') : ''
      for (const rows of this.#slices(ordered, periods, firstOwner)) {
        first.add(rows)
        // Slices are in the order of owners, so later slices have only later groups.
        if (ordered.includes('ownerId') && first.isFull) return first.list()
      }
      if (byDay && first.isFull) break
    }
    return first.list()
  }

  /** The part of a range that has recorded usage. */
  #recordedRange({ from, to }: { from: string; to: string }): { from: string; to: string } {
    const { first, last } = this.#recorded.get() ?? {}
    if (first == null || last == null) return { from, to: '' }
    const begin = `${first.slice(0, 7)}-01`
    return { from: begin > from ? begin : from, to: last < to ? last : to }
  }

  *#slices(
    groups: readonly UsageGroup[],
    periods: readonly string[],
    firstOwner: string,
  ): Generator<GroupSums[]> {
    const columns = groups.map((group) => GROUP_COLUMNS[group]).join(', ')
    const grouping = columns === '' ? '' : `GROUP BY ${columns}`
    if (!needsOwners(groups)) {
      using read = this.#sqlite.prepare<GroupSums, [string]>(
        `SELECT ${selectSums(groups)} FROM usage_totals WHERE period = ? ${grouping || 'HAVING count(*) > 0'}`,
      )
      for (const period of periods) yield read.all(period)
      return
    }
    const list = JSON.stringify(periods)
    using read = this.#sqlite.prepare<GroupSums, [string, string, string]>(
      `SELECT ${selectSums(groups)} FROM json_each(?1) AS periods
        CROSS JOIN usage_sums ON period = periods.value AND owner_id >= ?2 AND owner_id < ?3
        ${grouping}`,
    )
    let from: string | undefined = firstOwner
    while (from !== undefined) {
      const rows = Math.ceil(SLICE_ROWS / Math.max(1, periods.length))
      const before = this.#ownerAfter(list, from, rows)
      yield read.all(list, from, before ?? AFTER_ALL_OWNERS)
      from = before
    }
  }

  /** The first owner of the next slice. @param rows Rows of the slice in each period */
  #ownerAfter(periods: string, from: string, rows: number): string | undefined {
    const owner = this.#boundary.get(periods, from, rows)?.owner ?? undefined
    // A single owner may have more rows than a slice.
    return owner === from ? (this.#next.get(periods, from)?.owner ?? undefined) : owner
  }
}

/** Puts day and owner first, because the tables are read in that order. */
function orderOf(groups: readonly UsageGroup[]): UsageGroup[] {
  const leading = (['day', 'ownerId'] as const).filter((group) => groups.includes(group))
  return [...leading, ...groups.filter((group) => group !== 'day' && group !== 'ownerId')]
}

/** Sorts before every other character, so that joined values sort like the lists of values. */
const SEPARATOR = '\u0000'
/** Groups in memory for each group of the limit, before the last ones are evicted. */
const CAPACITY_FACTOR = 2

interface FirstGroupsOptions {
  groups: readonly UsageGroup[]
  /** Only groups after this one are included. */
  after: GroupValues | undefined
  limit: number
}

/**
 * Sums rows by group and keeps the first `limit` groups in the order of their values. An evicted
 * group has `limit` groups before it, so it can never be among the first. Memory is therefore
 * bounded by the limit and not by the number of groups.
 */
class FirstGroups {
  readonly #groups: readonly UsageGroup[]
  readonly #after: string | undefined
  readonly #limit: number
  readonly #sums = new Map<string, GroupSums>()
  #lastKey: string | undefined

  constructor({ groups, after, limit }: FirstGroupsOptions) {
    this.#groups = groups
    this.#after = after && this.#keyOf(after)
    this.#limit = limit
  }

  add(rows: readonly GroupSums[]): void {
    for (const row of rows) {
      const key = this.#keyOf(row)
      if (this.#after !== undefined && this.#groups.length > 0 && key <= this.#after) continue
      if (this.#lastKey !== undefined && key > this.#lastKey) continue
      const existing = this.#sums.get(key)
      if (existing === undefined) this.#sums.set(key, row)
      else addSums(existing, row)
    }
    if (this.#sums.size > this.#limit * CAPACITY_FACTOR) this.#evict()
  }

  /** Whether a group that sorts after all of these is outside of the limit. */
  get isFull(): boolean {
    return this.#sums.size >= this.#limit
  }

  list(): GroupSums[] {
    return this.#keys()
      .slice(0, this.#limit)
      .flatMap((key) => this.#sums.get(key) ?? [])
  }

  #evict(): void {
    const keys = this.#keys()
    this.#lastKey = keys[this.#limit - 1]
    for (const key of keys.slice(this.#limit)) this.#sums.delete(key)
  }

  #keys(): string[] {
    return [...this.#sums.keys()].sort()
  }

  #keyOf(values: GroupValues): string {
    return this.#groups.map((group) => values[group] ?? '').join(SEPARATOR)
  }
}

const DAY_MS = 86_400_000

/** Every day from `from` to `to` (`YYYY-MM-DD`), both included. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/**
 * The smallest set of periods that covers a range: whole months as `YYYY-MM`, and days at its ends.
 */
function periodsBetween(from: string, to: string): string[] {
  const periods: string[] = []
  let day = from
  while (day <= to) {
    const month = day.slice(0, 7)
    const last = lastDayOf(month)
    if (day.endsWith('-01') && last <= to) periods.push(month)
    else periods.push(...daysBetween(day, last < to ? last : to))
    day = dayAfter(last)
  }
  return periods
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}
