import { USAGE_GROUPS, type UsageGroup } from '../../db/usage-store.ts'
import { AppError } from '../../platform/errors.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30

/** Whole UTC days, both included, and what to add up by. */
export interface UsageRange {
  from: string
  to: string
  groupBy: readonly UsageGroup[]
}

/**
 * Reads what an admin asked for; without words it is the last 30 days, not grouped.
 *
 * @throws {AppError} `invalid`
 */
export function usageRange(
  query: { from?: string; to?: string; group_by?: string },
  now: number,
): UsageRange {
  const to = day(query.to ?? new Date(now).toISOString(), 'to')
  const from = day(
    query.from ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString(),
    'from',
  )
  if (from > to) throw new AppError('invalid', 'Query is invalid at /from: it lies after to')
  return { from, to, groupBy: groups(query.group_by) }
}

/** The range in milliseconds: the first of it, and the first after it. */
export function rangeBounds({ from, to }: UsageRange): { first: number; before: number } {
  return { first: Date.parse(from), before: Date.parse(to) + DAY_MS }
}

function day(text: string, name: string): string {
  const at = Date.parse(text)
  // `2026-02-31` parses as March: a day that does not come back as it went in is none.
  const iso = Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10)
  if (iso === text.slice(0, 10)) return iso
  throw new AppError('invalid', `Query is invalid at /${name}: expected a day such as 2026-11-21`)
}

function groups(text: string | undefined): UsageGroup[] {
  const names = new Set(
    (text ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  return [...names].map((name) => {
    const group = USAGE_GROUPS.find((one) => one === name)
    if (group !== undefined) return group
    throw new AppError(
      'invalid',
      `Query is invalid at /group_by: expected some of ${USAGE_GROUPS.join(', ')}`,
    )
  })
}
