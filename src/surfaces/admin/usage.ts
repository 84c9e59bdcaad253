import { Elysia } from 'elysia'
import type { Usage } from '../../core/usage/usage.ts'
import type { guards } from '../../guards/index.ts'
import { textStream } from '../../http/reply/text-stream.ts'
import { documented } from '../kit/openapi.ts'
import { reportQuery, usageRange, usualRange } from './usage-query.ts'
import {
  GROUP_NAMES,
  UsageCsv,
  UsageQuery,
  UsageRangeQuery,
  UsageReportView,
  UsualUsageView,
} from './usage-schema.ts'
import { reportView, usualView } from './usage-view.ts'

const TAGS = ['Admin']

/** /admin/usage and /admin/usage.csv. */
export function adminUsageRoutes(
  guardPlugin: ReturnType<typeof guards>,
  usage: Usage,
  now: () => number,
) {
  return new Elysia({ name: 'surfaces/admin/usage', prefix: '/admin' })
    .use(guardPlugin)
    .get(
      '/usage',
      async ({ query }) => {
        const request = reportQuery(query, now())
        return reportView(request, await usage.report(request), usage.prices)
      },
      {
        requireAdmin: true,
        query: UsageQuery,
        detail: documented({
          summary: 'Usage by day',
          description: `\`group_by\` takes one or more of ${Object.values(GROUP_NAMES)
            .map((name) => `\`${name}\``)
            .join(
              ', ',
            )}, separated by commas. The items are in the order of day, owner and the other groups as listed; a group by \`actor\` or \`key_id\` is by \`owner_id\` too, because two owners may have one name.`,
          tags: TAGS,
          responses: { 200: { description: 'The sums', schema: UsageReportView } },
        }),
      },
    )
    .get(
      '/usage/usual',
      async ({ query }) => {
        const range = usualRange(query, now())
        return usualView(range, await usage.usual(range))
      },
      {
        requireAdmin: true,
        query: UsageRangeQuery,
        detail: documented({
          summary: 'What is usual, to compare a day with',
          description:
            '`weekday` has the median of each sum over the earlier days of the range that have the weekday of `to`; it is null without such a day. Days before the first recorded usage are left out. `wait_ms` is the median wait of the model calls of the range, and `waits` that of each day that has some.',
          tags: TAGS,
          responses: { 200: { description: 'Medians', schema: UsualUsageView } },
        }),
      },
    )
    .get(
      '/usage.csv',
      ({ request, query }) => {
        const range = usageRange(query, now())
        return textStream(request, usage.csv(range), {
          contentType: 'text/csv; charset=utf-8',
          filename: `usage-${range.from}-${range.to}.csv`,
        })
      },
      {
        requireAdmin: true,
        query: UsageRangeQuery,
        detail: documented({
          summary: 'Every recorded call as CSV',
          description:
            'A line for each call. Of days whose calls are no longer kept (`KEEP_USAGE_DAYS`), a line for each group of calls that differ in numbers only: `at` is the day without a time, `calls` how many they are, and the other numbers are sums; `units`, `first_text_ms` and `request_id` are empty.',
          tags: TAGS,
          responses: {
            200: {
              description: 'A line for each call (RFC 4180)',
              contentType: 'text/csv',
              schema: UsageCsv,
            },
          },
        }),
      },
    )
}
