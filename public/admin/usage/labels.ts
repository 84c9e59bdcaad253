import { count } from '../../ui/format.ts'
import { LOCALE } from '../../ui/locale.ts'
import type { Measure, Sums } from './report.ts'

const USD = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' })
const SMALL_USD = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 3,
})
const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' })

export function dollars(value: number): string {
  return (value < 1 ? SMALL_USD : USD).format(value)
}

/** A title within a sentence; nouns keep their capital in German. */
export function inSentence(title: string): string {
  return LOCALE.startsWith('de') ? title : title.charAt(0).toLowerCase() + title.slice(1)
}

/** A measure as a text. */
export function amount(measure: Measure, value: number): string {
  return measure === 'usd' ? dollars(value) : count(value)
}

/** The weekday of a UTC day. @param day As `YYYY-MM-DD` */
export function weekdayName(day: string): string {
  return WEEKDAY.format(new Date(day))
}

/** A UTC day in short. @param day As `YYYY-MM-DD` */
export function dayName(day: string): string {
  return DAY.format(new Date(day))
}

export function hasUsage({ calls, failures, model_calls }: Sums): boolean {
  return calls + failures + model_calls > 0
}
