import type { Day } from './use-overview.ts'

const DAYS_OF_WEEK = 7

/**
 * The median of the days before the last one that have its weekday; undefined where there was no
 * use before.
 *
 * @param days Every day, the oldest first
 */
export function usualOn(days: readonly Day[], of: (day: Day) => number): number | undefined {
  const first = days.findIndex(({ answers, failed }) => answers + failed > 0)
  const last = days.length - 1
  const same = days.filter(
    (_, index) =>
      first !== -1 && index >= first && index < last && (last - index) % DAYS_OF_WEEK === 0,
  )
  return median(same.map(of))
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
