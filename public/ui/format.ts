const DAY_MS = 86_400_000
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const NUMBER = new Intl.NumberFormat()
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** A time of day today, a date before. @param iso ISO 8601 */
export function shortTime(iso: string): string {
  const date = new Date(iso)
  return isSameDay(date, new Date()) ? TIME.format(date) : DATE.format(date)
}

/** @param iso ISO 8601 */
export function fullTime(iso: string): string {
  return FULL.format(new Date(iso))
}

/** How long ago, or in how long, in the largest unit that fits. @param iso ISO 8601 */
export function relativeTime(iso: string, now = Date.now()): string {
  const ms = new Date(iso).getTime() - now
  const text = duration(Math.round(Math.abs(ms) / 1000))
  if (Math.abs(ms) < 1000) return 'just now'
  return ms < 0 ? `${text} ago` : `in ${text}`
}

/** A duration in its largest unit. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}

export function count(value: number): string {
  return NUMBER.format(value)
}

export function bytes(value: number): string {
  let [amount, unit] = [value, 0]
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : Math.round(amount * 10) / 10} ${UNITS[unit]}`
}

/** One thing or several. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** The heading under which a time is listed. @param iso ISO 8601 */
export function period(iso: string, now = new Date()): string {
  const date = new Date(iso)
  if (isSameDay(date, now)) return 'Today'
  if (isSameDay(date, new Date(now.getTime() - DAY_MS))) return 'Yesterday'
  if (now.getTime() - date.getTime() < 7 * DAY_MS) return 'This week'
  if (now.getTime() - date.getTime() < 30 * DAY_MS) return 'This month'
  return 'Earlier'
}

/**
 * A place in the queue.
 *
 * @param position From 1; null while requests of the same person are in front
 * @param waitSeconds Null while nothing is known
 */
export function queuePositionLabel(position: number | null, waitSeconds: number | null): string {
  if (position === null) return 'Waiting for your other requests'
  const label = position === 1 ? 'Next in line' : `Waiting, ${ordinal(position)} in line`
  return waitSeconds === null ? label : `${label}, about ${duration(Math.max(1, waitSeconds))}`
}

/** 1st, 2nd, 3rd, 4th. */
export function ordinal(number: number): string {
  const teens = number % 100 >= 11 && number % 100 <= 13
  return `${number}${(teens ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString()
}
