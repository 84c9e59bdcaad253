import { Elysia } from 'elysia'
import type { Alerts } from '../../core/alerts/alerts.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import type { guards } from '../../guards/index.ts'
import { ListQuery } from '../kit/list-query.ts'
import { documented } from '../kit/openapi.ts'
import { KeyParams } from './schema.ts'

const TAGS = ['Admin']

/** /admin/alerts. */
export function adminAlertRoutes(all: ReturnType<typeof guards>, alerts: Alerts) {
  return new Elysia({ name: 'surfaces/admin/alerts', prefix: '/admin' })
    .use(all)
    .get('/alerts', ({ query }) => alerts.list(query.limit, query.cursor), {
      requireAdmin: true,
      query: ListQuery,
      detail: documented({ summary: 'What the owner should know, the newest first', tags: TAGS }),
    })
    .post(
      '/alerts/:id/acknowledge',
      ({ request, params, actor }) => alerts.acknowledge(params.id, auditActorOf(actor, request)),
      {
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({ summary: 'Mark an alert as seen', tags: TAGS }),
      },
    )
}
