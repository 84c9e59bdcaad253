import { Type } from '@sinclair/typebox'
import { queryInteger } from '../kit/query-integer.ts'
import { Sums } from '../kit/usage-sums.ts'

/** Days of `GET /api/dashboard/usage`. See Limits. */
export const MAX_DASHBOARD_DAYS = 366
/** The same where it is left out. See Limits. */
export const DEFAULT_DASHBOARD_DAYS = 30

export const DashboardQuery = Type.Object({
  days: queryInteger('days', {
    minimum: 1,
    maximum: MAX_DASHBOARD_DAYS,
    default: DEFAULT_DASHBOARD_DAYS,
  }),
})

const Count = Type.Integer({ minimum: 0 })

export const DashboardSummary = Type.Object(
  {
    usage: Type.Object({
      today: Sums,
      month: Type.Object(Sums.properties, { description: 'Since the first of the month, UTC' }),
      last_30_days: Sums,
    }),
    jobs: Type.Object(
      { queued: Count, running: Count, succeeded: Count, failed: Count, cancelled: Count },
      { description: 'Those that have not expired' },
    ),
    files: Type.Object({ count: Count, bytes: Count }),
    credit_costs: Type.Record(Type.String(), Type.Integer()),
    usd_per_credit: Type.Number(),
  },
  { $id: 'DashboardSummary' },
)

export const DashboardUsage = Type.Object(
  {
    from: Type.String({ description: 'First UTC day' }),
    to: Type.String({ description: 'Last UTC day' }),
    totals: Sums,
    items: Type.Array(Type.Object({ day: Type.String(), ...Sums.properties }), {
      description: 'Every day of the range',
    }),
    models: Type.Array(
      Type.Object({ engine: Type.String(), model: Type.String(), ...Sums.properties }),
      { description: 'Models that have answered, the most used one first' },
    ),
  },
  { $id: 'DashboardUsage' },
)
