import { GROUP_COLUMNS, type UsageGroup } from './usage-groups.ts'

const DAY_MS = 86_400_000
/** A read without a range is of so many days. */
const DEFAULT_DAYS = 30

export type { UsageGroup }

/** Whole UTC days as `YYYY-MM-DD`, both included. */
export interface UsageRange {
  from: string
  to: string
}

/** What usage can be added up by. */
export const USAGE_GROUPS = Object.keys(GROUP_COLUMNS) as UsageGroup[]

/** The last days up to one that is given, or up to today. */
export function lastDays(
  now: number,
  { from, to = dayOf(now) }: Partial<UsageRange> = {},
): UsageRange {
  return { from: from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS), to }
}

/** The range in milliseconds: the first of it, and the first after it. */
export function rangeBounds({ from, to }: UsageRange): { first: number; before: number } {
  return { first: Date.parse(from), before: Date.parse(to) + DAY_MS }
}

/** The UTC day of a moment. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
