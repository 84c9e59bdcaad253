import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { JobList } from '../../core/tasks/job-list.ts'
import type { BudgetState, Budgets } from '../../core/usage/budgets.ts'
import { type OwnUsage, ownSummary, ownUsage } from '../../core/usage/own-usage.ts'
import { USD_PER_CREDIT } from '../../core/usage/prices.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { Core } from '../../create-core.ts'
import type { guards } from '../../guards/index.ts'
import { component } from '../../platform/schemas.ts'
import type { Files } from '../files/files.ts'
import { nullable, queryInteger } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { Sums, sumsView } from '../shared/usage-sums.ts'

interface DashboardServices {
  guards: ReturnType<typeof guards>
  usage: Usage
  budgets: Budgets
  jobList: JobList
  files: Files
  now: () => number
}

/** /api/dashboard: what the caller has used. */
function dashboardRoutes({ guards, usage, budgets, jobList, files, now }: DashboardServices) {
  return new Elysia({ name: 'features/dashboard', prefix: '/api/dashboard', tags: ['Account'] })
    .use(guards)
    .get(
      '/summary',
      async ({ actor }): Promise<Static<typeof DashboardSummary>> => {
        const owner = ownerOf(actor)
        const { today, month, days30 } = await ownSummary(usage, owner, now())
        const none = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 }
        return {
          usage: {
            today: sumsView(today),
            month: sumsView(month),
            last_30_days: sumsView(days30),
          },
          budget: budgetView(await budgets.of(owner)),
          files: filesView(files.totals(owner)),
          jobs: { ...none, ...jobList.counts(owner) },
          credit_costs: { ...usage.prices },
          usd_per_credit: USD_PER_CREDIT,
        }
      },
      route({
        requireApiKey: true,
        summary: 'Own calls, credits, jobs and files',
        description:
          'A user’s on all browsers and devices; a key’s own. The rest is nobody’s to see but the owner’s.',
        responses: { 200: { description: 'The sums', schema: DashboardSummary } },
      }),
    )
    .get(
      '/usage',
      async ({ actor, query }) =>
        usageView(await ownUsage(usage, ownerOf(actor), query.days, now())),
      route({
        requireApiKey: true,
        query: DashboardQuery,
        summary: 'Own usage by day and by model',
        responses: { 200: { description: 'The days up to today', schema: DashboardUsage } },
      }),
    )
}

function budgetView(budget: BudgetState | undefined) {
  return budget === undefined ? null : { credits: budget.credits, used: budget.used }
}

function filesView({ files, bytes }: { files: number; bytes: number }) {
  return { count: files, bytes }
}

function usageView({ from, to, totals, days, models }: OwnUsage): Static<typeof DashboardUsage> {
  return {
    from,
    to,
    totals: sumsView(totals),
    items: days.map(({ day, ...sums }) => ({ day, ...sumsView(sums) })),
    models: models.map(({ engine = '', model = '', ...sums }) => ({
      engine,
      model,
      ...sumsView(sums),
    })),
  }
}

/** Days of `GET /api/dashboard/usage`. @limit dashboard-days 1-to */
export const MAX_DASHBOARD_DAYS = 366
/** The same where it is left out. @limit dashboard-days-default count */
export const DEFAULT_DASHBOARD_DAYS = 30

const DashboardQuery = Type.Object({
  days: queryInteger('days', {
    minimum: 1,
    maximum: MAX_DASHBOARD_DAYS,
    default: DEFAULT_DASHBOARD_DAYS,
  }),
})

const Count = Type.Integer({ minimum: 0 })

const DashboardSummary = component('DashboardSummary', {
  usage: Type.Object({
    today: Sums,
    month: Type.Object(Sums.properties, { description: 'Since the first of the month, UTC' }),
    last_30_days: Sums,
  }),
  budget: nullable(
    Type.Object({ credits: Count, used: Count }),
    'Credits that the owner of this service has set for a month; nothing is refused',
  ),
  jobs: Type.Object(
    { queued: Count, running: Count, succeeded: Count, failed: Count, cancelled: Count },
    { description: 'Those that have not expired' },
  ),
  files: Type.Object({ count: Count, bytes: Count }),
  credit_costs: Type.Record(Type.String(), Type.Integer()),
  usd_per_credit: Type.Number(),
})

const DashboardUsage = component('DashboardUsage', {
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
})

/** What a caller has used. */
export function createDashboard(core: Core, { files }: { files: Files }) {
  return { name: 'dashboard', routes: () => [dashboardRoutes({ ...core, files })] }
}
