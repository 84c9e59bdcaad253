import { count, dates, formatter, LOCALE } from './locale.ts'
import { m } from './messages/en.ts'

export { count }

const DAY_MS = 86_400_000
export const timeOfDay = dates({ hour: '2-digit', minute: '2-digit' })
const dayOfYear = dates({ day: 'numeric', month: 'short' })
const full = dates({ dateStyle: 'medium', timeStyle: 'short' })
const UNITS = Object.values(m.units)

/** A time of day today, a date before. @param iso ISO 8601 */
export function shortTime(iso: string): string {
  const date = new Date(iso)
  return isSameDay(date, new Date()) ? timeOfDay(date) : dayOfYear(date)
}

/** @param at ISO 8601, or UTC milliseconds */
export function fullTime(at: string | number): string {
  return full(new Date(at))
}

/** An amount of money as its currency is written. @param usd US dollars */
export const dollars = formatter<number>(
  () => new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' }),
)

/** How long ago, or in how long, in the largest unit that fits. @param iso ISO 8601 */
export function relativeTime(iso: string, now = Date.now()): string {
  const ms = new Date(iso).getTime() - now
  if (Math.abs(ms) < 1000) return m.justNow
  const { value, unit, text } = inLargestUnit(Math.round(Math.abs(ms) / 1000))
  return ms < 0 ? m.ago(text, value, unit) : m.within(text, value, unit)
}

/** How long it is until then. @param iso ISO 8601 */
export function timeLeft(iso: string, now = Date.now()): string {
  return duration(Math.max(0, Math.round((new Date(iso).getTime() - now) / 1000)))
}

/** A duration in its largest unit. */
export function duration(seconds: number): string {
  return inLargestUnit(seconds).text
}

interface Amount {
  value: number
  unit: Intl.RelativeTimeFormatUnit
  text: string
}

function inLargestUnit(seconds: number): Amount {
  const amount = (value: number, unit: Intl.RelativeTimeFormatUnit, text: string) => ({
    value,
    unit,
    text,
  })
  if (seconds < 60) {
    const value = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)
    return amount(value, 'second', m.seconds(count(value)))
  }
  const [minutes, hours] = [Math.round(seconds / 60), Math.round(seconds / 3600)]
  if (seconds < 3600) return amount(minutes, 'minute', m.minutes(count(minutes)))
  if (seconds < 2 * 86_400) return amount(hours, 'hour', m.hours(count(hours)))
  const days = Math.round(seconds / 86_400)
  return amount(days, 'day', m.days(days))
}

export function bytes(value: number): string {
  let [amount, unit] = [value, 0]
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024
    unit += 1
  }
  const rounded = unit === 0 || amount >= 100 ? Math.round(amount) : Math.round(amount * 10) / 10
  return `${Number.isInteger(rounded) ? rounded : count(rounded)} ${UNITS[unit]}`
}

/** The heading under which a time is listed. @param iso ISO 8601 */
export function period(iso: string, now = new Date()): string {
  const date = new Date(iso)
  if (isSameDay(date, now)) return m.today
  if (isSameDay(date, new Date(now.getTime() - DAY_MS))) return m.yesterday
  if (now.getTime() - date.getTime() < 7 * DAY_MS) return m.thisWeek
  if (now.getTime() - date.getTime() < 30 * DAY_MS) return m.thisMonth
  return m.earlier
}

/**
 * A place in the queue.
 *
 * @param position From 1; null while requests of the same person are in front
 * @param waitSeconds Null while nothing is known
 */
export function queuePositionLabel(position: number | null, waitSeconds: number | null): string {
  if (position === null) return m.waitingForOwn
  const label = position === 1 ? m.nextInLine : m.inLine(m.place(position))
  return waitSeconds === null ? label : m.aboutTime(label, duration(Math.max(1, waitSeconds)))
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString()
}

/** Control characters as their pictures, so that they can do nothing and are seen. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, (sign) =>
    String.fromCharCode(0x2400 + sign.charCodeAt(0)),
  )
}
