import { CREDIT_COSTS, USD_PER_CREDIT, usdOf } from '../../core/usage/prices.ts'
import { USAGE_GROUPS } from '../../core/usage/range.ts'
import type { GroupSums, ReportQuery, UsageReport, UsageSums } from '../../core/usage/usage.ts'
import { cursorOf } from './usage-query.ts'
import {
  GROUP_NAMES,
  type SumsView,
  type UsageLineView,
  type UsageReportView,
} from './usage-schema.ts'

/** The answer of `GET /admin/usage`. */
export function reportView(
  { from, to, groupBy }: ReportQuery,
  { totals, items, last }: UsageReport,
): UsageReportView {
  return {
    from,
    to,
    group_by: groupBy.map((group) => GROUP_NAMES[group]),
    credit_costs: CREDIT_COSTS,
    usd_per_credit: USD_PER_CREDIT,
    totals: sumsView(totals),
    items: items.map(lineView),
    next_cursor: last === undefined ? null : cursorOf(groupBy, last),
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

function sumsView(sums: UsageSums): SumsView {
  return {
    calls: sums.calls,
    failures: sums.failures,
    credits: sums.credits,
    model_calls: sums.modelCalls,
    queue_ms: sums.queueMs,
    total_ms: sums.totalMs,
    characters_in: sums.charactersIn,
    characters_out: sums.charactersOut,
    usd: usdOf(sums.credits),
  }
}
