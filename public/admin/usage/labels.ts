import { count } from '../../ui/format.ts'
import { dates, formatter, LOCALE } from '../../ui/locale.ts'
import type { Measure, Sums } from './report.ts'

const USD: Intl.NumberFormatOptions = { style: 'currency', currency: 'USD' }
const SMALL_USD: Intl.NumberFormatOptions = { ...USD, maximumFractionDigits: 3 }
const large = formatter<number>(() => new Intl.NumberFormat(LOCALE, USD))
const small = formatter<number>(() => new Intl.NumberFormat(LOCALE, SMALL_USD))
const shortDay = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekday = dates({ weekday: 'long', timeZone: 'UTC' })

export function dollars(value: number): string {
  return value < 1 ? small(value) : large(value)
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
  return weekday(new Date(day))
}

/** A UTC day in short. @param day As `YYYY-MM-DD` */
export function dayName(day: string): string {
  return shortDay(new Date(day))
}

export function hasUsage({ calls, failures, model_calls }: Sums): boolean {
  return calls + failures + model_calls > 0
}
