import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Files } from '../../core/files/files.ts'
import { ownerOf } from '../../core/identity/actor.ts'
import type { JobList } from '../../core/tasks/job-list.ts'
import { type OwnUsage, ownSummary, ownUsage } from '../../core/usage/own-usage.ts'
import { USD_PER_CREDIT } from '../../core/usage/prices.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { guards } from '../../guards/index.ts'
import { documented } from '../kit/openapi.ts'
import { sumsView } from '../kit/usage-sums.ts'
import { DashboardQuery, DashboardSummary, DashboardUsage } from './schema.ts'

interface DashboardServices {
  guards: ReturnType<typeof guards>
  usage: Usage
  jobList: JobList
  files: Files
  now: () => number
}

const TAGS = ['Account']

/** /api/dashboard: what the caller has used. */
export function dashboardRoutes({ guards, usage, jobList, files, now }: DashboardServices) {
  return new Elysia({ name: 'surfaces/dashboard', prefix: '/api/dashboard' })
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
          files: filesView(files.totals(owner)),
          jobs: { ...none, ...jobList.counts(owner) },
          credit_costs: { ...usage.prices },
          usd_per_credit: USD_PER_CREDIT,
        }
      },
      {
        requireApiKey: true,
        detail: documented({
          summary: 'Own calls, credits, jobs and files',
          description:
            'A user’s on all browsers and devices; a key’s own. The rest is nobody’s to see but the owner’s.',
          tags: TAGS,
          responses: { 200: { description: 'The sums', schema: DashboardSummary } },
        }),
      },
    )
    .get(
      '/usage',
      async ({ actor, query }) =>
        usageView(await ownUsage(usage, ownerOf(actor), query.days, now())),
      {
        requireApiKey: true,
        query: DashboardQuery,
        detail: documented({
          summary: 'Own usage by day and by model',
          tags: TAGS,
          responses: { 200: { description: 'The days up to today', schema: DashboardUsage } },
        }),
      },
    )
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
