import { m } from './messages/en.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whole UTC days as `YYYY-MM-DD`, both included. */
export interface Range {
  from: string
  to: string
}

/** Ranges up to today, in days. */
export const PRESETS = [
  { days: 1, label: m.presets.today },
  { days: 7, label: m.ofDays(7) },
  { days: 30, label: m.ofDays(30) },
  { days: 90, label: m.ofDays(90) },
  { days: 365, label: m.presets.year },
] as const

/** The range that a query asks for, and its preset, where it is one. */
export function rangeOf(
  query: URLSearchParams,
  now = Date.now(),
): Range & { days: number | undefined } {
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? ''
  if (DAY.test(from) && DAY.test(to) && from <= to) return { from, to, days: undefined }
  const asked = Number(query.get('days'))
  const days = PRESETS.find((one) => one.days === asked)?.days ?? DEFAULT_DAYS
  return { from: dayOf(now - (days - 1) * DAY_MS), to: dayOf(now), days }
}

/** The UTC day of a moment. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
