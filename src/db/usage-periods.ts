const DAY_MS = 86_400_000

/** Every day from `from` to `to` (`YYYY-MM-DD`), both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/**
 * The smallest set of periods that covers a range: whole months as `YYYY-MM`, and days at its ends.
 */
export function periodsBetween(from: string, to: string): string[] {
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
