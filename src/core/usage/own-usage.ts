import { dayOf, type UsageRange } from './range.ts'
import type { Usage } from './usage.ts'
import { addSums, type GroupSums, NO_SUMS, type UsageSums } from './usage-groups.ts'

const DAY_MS = 86_400_000
const SUMMARY_DAYS = 30

/** What an owner has used lately. */
export interface OwnSummary {
  today: UsageSums
  /** Since the first of the month, UTC. */
  month: UsageSums
  days30: UsageSums
}

/** What an owner has used in a range. */
export interface OwnUsage extends UsageRange {
  totals: UsageSums
  /** Every day of the range, the first one first. */
  days: (UsageSums & { day: string })[]
  /** Each model that has answered, the most used one first. */
  models: GroupSums[]
}

/** @param now UTC milliseconds */
export async function ownSummary(usage: Usage, owner: string, now: number): Promise<OwnSummary> {
  const { from, to } = daysUpTo(now, SUMMARY_DAYS)
  const month = `${to.slice(0, 7)}-01`
  const first = month < from ? month : from
  const rows = await usage.ofOwner(owner, { from: first, to }, ['day'])
  const since = (day: string) => total(rows.filter((row) => (row.day ?? '') >= day))
  return { today: since(to), month: since(month), days30: since(from) }
}

/** The last days up to today. */
export async function ownUsage(
  usage: Usage,
  owner: string,
  days: number,
  now: number,
): Promise<OwnUsage> {
  const range = daysUpTo(now, days)
  const rows = await usage.ofOwner(owner, range, ['day'])
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const models = await usage.ofOwner(owner, range, ['engine', 'model'])
  return {
    ...range,
    totals: total(rows),
    days: Array.from({ length: days }, (_, index) => {
      const day = dayOf(Date.parse(range.from) + index * DAY_MS)
      return { ...NO_SUMS, ...byDay.get(day), day }
    }),
    models: models
      .filter(({ modelCalls }) => modelCalls > 0)
      .sort((one, other) => other.modelCalls - one.modelCalls),
  }
}

function daysUpTo(now: number, days: number): UsageRange {
  return { from: dayOf(now - (days - 1) * DAY_MS), to: dayOf(now) }
}

function total(rows: readonly UsageSums[]): UsageSums {
  const sums = { ...NO_SUMS }
  for (const row of rows) addSums(sums, row)
  return sums
}
