const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const FORM = { ...DAY, hour: '2-digit', hourCycle: 'h23' } as const

/**
 * The hour of a moment in words for a model, such as `Sunday, 29 November 2026, 07 o’clock in
 * Europe/Berlin`: models are bad at the weekday of a date, and people ask by their own clocks.
 *
 * @param now UTC milliseconds
 * @param timeZone IANA name; by default the machine's
 */
export function hourText(now: number, timeZone?: string): string {
  const form = new Intl.DateTimeFormat(
    'en-GB',
    timeZone === undefined ? FORM : { ...FORM, timeZone },
  )
  const parts = new Map(form.formatToParts(now).map(({ type, value }) => [type, value]))
  const [weekday, day, month, year, hour] = (
    ['weekday', 'day', 'month', 'year', 'hour'] as const
  ).map((part) => parts.get(part))
  const zone = form.resolvedOptions().timeZone
  return `${weekday}, ${day} ${month} ${year}, ${hour} o’clock in ${zone}`
}
