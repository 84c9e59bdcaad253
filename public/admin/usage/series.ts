import { m } from './messages/en.ts'
import type { Day, GroupSums, Measure } from './report.ts'

/** Groups with a colour of their own; the others have one together. */
const MAX_SERIES = 6

/** What is drawn in one colour: a number for each day. */
export interface Series {
  name: string
  values: readonly number[]
}

/**
 * The numbers of the chart: those of the largest groups, and of the others together. Where the
 * groups were not loaded by day, those of all.
 *
 * @param groups The largest first
 */
export function seriesOf(
  days: readonly Day[],
  groups: readonly GroupSums[],
  measure: Measure,
): Series[] {
  const valuesOf = (some: readonly GroupSums[]) =>
    days.map(({ day }) =>
      some.reduce((sum, { byDay }) => sum + (byDay.get(day)?.[measure] ?? 0), 0),
    )
  const used = groups.filter(({ sums }) => sums[measure] > 0)
  if (used.length > 0 && used.every(({ byDay }) => byDay.size === 0))
    return [{ name: m.allSeries, values: days.map(({ sums }) => sums[measure]) }]
  const series = used
    .slice(0, MAX_SERIES)
    .map((group) => ({ name: group.name, values: valuesOf([group]) }))
  const others = used.slice(MAX_SERIES)
  return others.length === 0
    ? series
    : [...series, { name: m.others(others.length), values: valuesOf(others) }]
}
