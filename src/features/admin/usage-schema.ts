import { type Static, Type } from '@sinclair/typebox'
import type { UsageGroup } from '../../core/usage/range.ts'
import { nullable, queryInteger } from '../shared/fields.ts'
import { Sums } from '../shared/usage-sums.ts'

/** The name of each group in queries and answers. */
export const GROUP_NAMES = {
  day: 'day',
  ownerId: 'owner_id',
  actor: 'actor',
  keyId: 'key_id',
  project: 'project',
  product: 'product',
  surface: 'surface',
  action: 'action',
  engine: 'engine',
  account: 'account',
  model: 'model',
  outcome: 'outcome',
} as const satisfies Record<UsageGroup, keyof UsageLineView>

/** Lines of one page of a report. @limit usage-limit count */
export const MAX_USAGE_ITEMS = 1000

const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T[0-9:.]+Z)?$', description })

export const UsageRangeQuery = Type.Object({
  from: Type.Optional(day('First day, UTC; by default 30 days ago')),
  to: Type.Optional(day('Last day, UTC; by default today')),
})
export type UsageRangeQuery = Static<typeof UsageRangeQuery>

export const UsageQuery = Type.Object({
  ...UsageRangeQuery.properties,
  group_by: Type.Optional(
    Type.String({ maxLength: 200, description: 'Names of groups, separated by commas' }),
  ),
  limit: queryInteger('limit', {
    minimum: 1,
    maximum: MAX_USAGE_ITEMS,
    default: MAX_USAGE_ITEMS,
  }),
  // Contains the values of the last line's groups.
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 8000, pattern: '^[\\w-]+$' })),
})
export type UsageQuery = Static<typeof UsageQuery>

const GroupValue = Type.Optional(Type.String())
const UsageLine = Type.Object({
  ...Sums.properties,
  day: GroupValue,
  owner_id: GroupValue,
  actor: GroupValue,
  key_id: GroupValue,
  project: GroupValue,
  product: GroupValue,
  surface: GroupValue,
  action: GroupValue,
  engine: GroupValue,
  account: GroupValue,
  model: GroupValue,
  outcome: GroupValue,
})
export type UsageLineView = Static<typeof UsageLine>

export const UsageReportView = Type.Object(
  {
    from: Type.String({ description: 'First UTC day' }),
    to: Type.String({ description: 'Last UTC day' }),
    group_by: Type.Array(Type.String()),
    credit_costs: Type.Record(Type.String(), Type.Integer()),
    usd_per_credit: Type.Number(),
    totals: Sums,
    items: Type.Array(UsageLine),
    next_cursor: nullable(Type.String()),
  },
  { $id: 'UsageReport' },
)
export type UsageReportView = Static<typeof UsageReportView>

const WAIT_MS = 'Milliseconds in the queue, at most a quarter off; 0 below 10 ms'

export const UsualUsageView = Type.Object(
  {
    from: Type.String({ description: 'First UTC day' }),
    to: Type.String({ description: 'Last UTC day' }),
    weekday: nullable(Sums),
    weekdays: Type.Integer({ description: 'How many days `weekday` is the median of' }),
    wait_ms: nullable(Type.Integer({ minimum: 0, description: WAIT_MS })),
    waits: Type.Array(
      Type.Object({
        day: Type.String(),
        wait_ms: Type.Integer({ minimum: 0, description: WAIT_MS }),
      }),
    ),
  },
  { $id: 'UsualUsage' },
)
export type UsualUsageView = Static<typeof UsualUsageView>

export const UsageCsv = Type.String()
