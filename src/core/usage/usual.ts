import {
  type GroupSums,
  medianWait,
  NO_SUMS,
  type UsageSums,
  type WaitCount,
} from './usage-groups.ts'

/** Days of the longest range. @limit usual-days count */
export const MAX_USUAL_DAYS = 92

/** What to compare a day with. */
export interface Usual {
  /** The day that is compared, `YYYY-MM-DD`. */
  day: string
  /** Median of each sum over the earlier days of the same weekday; undefined without any. */
  weekday: UsageSums | undefined
  /** How many days that are. */
  weekdays: number
  /** Median wait of all model calls of the range in milliseconds; undefined without any. */
  waitMs: number | undefined
  /** Median wait of each day that has model calls, the first one first. */
  waits: { day: string; waitMs: number }[]
}

/**
 * The medians of a range: of the days like its last one, and of the waits of the queue. A day
 * without usage counts as zero, except before the first day that has any.
 *
 * @param day Last day of the range
 * @param days The sums of its days, the first one first; days without usage may be absent
 */
export function usualOf(
  day: string,
  days: readonly GroupSums[],
  waits: readonly (WaitCount & { day: string })[],
): Usual {
  const alike = sameWeekday(day, days)
  const byDay = Map.groupBy(waits, (wait) => wait.day)
  return {
    day,
    weekday: alike.length === 0 ? undefined : medianSums(alike),
    weekdays: alike.length,
    waitMs: medianWait(waits),
    waits: [...byDay].map(([name, counts]) => ({ day: name, waitMs: medianWait(counts) ?? 0 })),
  }
}

const WEEK_MS = 7 * 86_400_000

/** The sums of the days a week, two weeks and so on before one, back to the first day that has any. */
function sameWeekday(day: string, days: readonly GroupSums[]): UsageSums[] {
  const byDay = new Map(days.map((sums) => [sums.day, sums]))
  const first = days[0]?.day ?? day
  const found: UsageSums[] = []
  for (let at = Date.parse(day) - WEEK_MS; at >= Date.parse(first); at -= WEEK_MS)
    found.push(byDay.get(new Date(at).toISOString().slice(0, 10)) ?? NO_SUMS)
  return found
}

function medianSums(all: readonly UsageSums[]): UsageSums {
  const sums = { ...NO_SUMS }
  for (const name of Object.keys(NO_SUMS) as (keyof UsageSums)[])
    sums[name] = median(all.map((one) => one[name]))
  return sums
}

/** Of an even number of values the mean of the two in the middle, rounded. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1]
  return Math.round(((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2)
}
