import { count, dollars } from '../../ui/format.ts'
import { dates, formatter, LOCALE } from '../../ui/locale.ts'
import type { Measure, Sums } from './report.ts'

const SMALL_USD = { style: 'currency', currency: 'USD', maximumFractionDigits: 3 } as const
const small = formatter<number>(() => new Intl.NumberFormat(LOCALE, SMALL_USD))
const shortDay = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekday = dates({ weekday: 'long', timeZone: 'UTC' })

/** An estimated price, with a tenth of a cent below a dollar. */
export function price(value: number): string {
  return value < 1 ? small(value) : dollars(value)
}

/** A title within a sentence; nouns keep their capital in German. */
export function inSentence(title: string): string {
  return LOCALE.startsWith('de') ? title : title.charAt(0).toLowerCase() + title.slice(1)
}

/** A measure as a text. */
export function amount(measure: Measure, value: number): string {
  return measure === 'usd' ? price(value) : count(value)
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
