import { Type } from '@sinclair/typebox'
import {
  dayOf,
  lastDays,
  rangeBounds,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageRange,
} from '../../core/usage/range.ts'
import { type GroupValues, type ReportQuery, withOwner } from '../../core/usage/usage.ts'
import { MAX_USUAL_DAYS } from '../../core/usage/usual.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { GROUP_NAMES, type UsageQuery, type UsageRangeQuery } from './usage-schema.ts'

const DAY_MS = 86_400_000

const CursorValues = Type.Array(Type.String())

/**
 * Parses the query of a report. `groupBy` has the groups of the answer.
 *
 * @throws {AppError} `invalid`
 */
export function reportQuery(query: UsageQuery, now: number): ReportQuery {
  const groupBy = withOwner(groupsOf(query.group_by ?? ''))
  const after = query.cursor === undefined ? undefined : groupAfter(query.cursor, groupBy)
  return { ...usageRange(query, now), groupBy, limit: query.limit, after }
}

/** Parses the range of a query; by default the last 30 days. @throws {AppError} `invalid` */
export function usageRange({ from, to }: UsageRangeQuery, now: number): UsageRange {
  const range = lastDays(now, {
    ...(from === undefined ? {} : { from: dayIn(from, 'from') }),
    ...(to === undefined ? {} : { to: dayIn(to, 'to') }),
  })
  if (range.from <= range.to) return range
  throw invalid('from', 'must not be after to')
}

/** Parses a range that medians are made of. @throws {AppError} `invalid` */
export function usualRange(query: UsageRangeQuery, now: number): UsageRange {
  const range = usageRange(query, now)
  const { first, before } = rangeBounds(range)
  if ((before - first) / DAY_MS <= MAX_USUAL_DAYS) return range
  throw invalid('from', `must be at most ${MAX_USUAL_DAYS - 1} days before to`)
}

/** The cursor for the lines after the given one. */
export function cursorOf(groupBy: readonly UsageGroup[], last: GroupValues): string {
  const values = groupBy.map((group) => last[group] ?? '')
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function groupAfter(cursor: string, groupBy: readonly UsageGroup[]): GroupValues {
  const { value } = tryParseJson(Buffer.from(cursor, 'base64url').toString())
  if (!matches(CursorValues, value) || value.length !== groupBy.length)
    throw invalid('cursor', 'must be a cursor of this list')
  return Object.fromEntries(groupBy.map((group, index) => [group, value[index]]))
}

function dayIn(text: string, name: string): string {
  const at = Date.parse(text)
  // `2026-02-31` parses as a day in March, so the formatted day has to equal the text.
  const iso = Number.isNaN(at) ? '' : dayOf(at)
  if (iso === text.slice(0, 10)) return iso
  throw invalid(name, 'must be a day such as 2026-11-21')
}

function groupsOf(text: string): UsageGroup[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return [...new Set(names)].map((name) => {
    const group = USAGE_GROUPS.find((one) => GROUP_NAMES[one] === name)
    if (group !== undefined) return group
    throw invalid('group_by', `must be some of ${Object.values(GROUP_NAMES).join(', ')}`)
  })
}

function invalid(param: string, fault: string): AppError {
  return new AppError('invalid', `Query is invalid: ${param} ${fault}`, { param })
}
