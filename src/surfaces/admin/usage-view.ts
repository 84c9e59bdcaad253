import { type Prices, USD_PER_CREDIT } from '../../core/usage/prices.ts'
import { USAGE_GROUPS, type UsageRange } from '../../core/usage/range.ts'
import type { GroupSums, ReportQuery, UsageReport } from '../../core/usage/usage.ts'
import type { Usual } from '../../core/usage/usual.ts'
import { sumsView } from '../kit/usage-sums.ts'
import { cursorOf } from './usage-query.ts'
import {
  GROUP_NAMES,
  type UsageLineView,
  type UsageReportView,
  type UsualUsageView,
} from './usage-schema.ts'

/** The answer of `GET /admin/usage`. */
export function reportView(
  { from, to, groupBy }: ReportQuery,
  { totals, items, last }: UsageReport,
  prices: Prices,
): UsageReportView {
  return {
    from,
    to,
    group_by: groupBy.map((group) => GROUP_NAMES[group]),
    credit_costs: { ...prices },
    usd_per_credit: USD_PER_CREDIT,
    totals: sumsView(totals),
    items: items.map(lineView),
    next_cursor: last === undefined ? null : cursorOf(groupBy, last),
  }
}

/** The answer of `GET /admin/usage/usual`. */
export function usualView({ from, to }: UsageRange, usual: Usual): UsualUsageView {
  return {
    from,
    to,
    weekday: usual.weekday === undefined ? null : sumsView(usual.weekday),
    weekdays: usual.weekdays,
    wait_ms: usual.waitMs ?? null,
    waits: usual.waits.map(({ day, waitMs }) => ({ day, wait_ms: waitMs })),
  }
}

function lineView(line: GroupSums): UsageLineView {
  const view: UsageLineView = sumsView(line)
  for (const group of USAGE_GROUPS) {
    const value = line[group]
    if (value !== undefined) view[GROUP_NAMES[group]] = value
  }
  return view
}
